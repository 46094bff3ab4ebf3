"""Commands that only look: walking, scrolling, asking where to, how texts are laid out. Others are where they write."""

from __future__ import annotations

from typing import get_args

from gradertui.locale import _, mark
from gradertui.tui import sheet
from gradertui.tui.pages import text_rows
from gradertui.tui.settings import THEMES, Layout
from gradertui.tui.themes import theme_named, wear
from gradertui.tui.worktop import Worktop

_LAYOUTS = {
    "auto": mark("texts as the width suggests"),
    "stacked": mark("texts under each other"),
    "beside": mark("texts side by side"),
}


class Looking(Worktop):
    """A worktop that is looked around on."""

    def do_previous(self) -> str:
        """Walk back."""
        return self.desk.walk(-1)

    def do_next(self) -> str:
        """Walk forward."""
        return self.desk.walk(1)

    def do_resume(self) -> str:
        """Go to the next open task; where none is and the last is an X without its kind, to the end."""
        said = self.desk.resume()
        if self.ending:
            self.ending = False
            self.end()
        return said

    def do_go(self) -> None:
        """Ask where to."""
        asked = _("Go to: a number from 1 to {n}, or a question's key")
        if self.desk.cards:
            asked = _("Go to: a number from 1 to {n}")
        self.ask(asked.format(n=len(self.desk.state.order)), "", self.desk.go)

    def do_filter(self) -> None:
        """Ask which tasks to walk through."""
        asked = _("Words or {filters}").format(filters=" ".join(self.desk.filters))
        self.ask(asked, "", self.desk.filter)

    def do_up(self) -> None:
        """Scroll a row up."""
        self.papers.scroll_texts(rows=-1)

    def do_down(self) -> None:
        """Scroll a row down."""
        self.papers.scroll_texts(rows=1)

    def do_page_up(self) -> None:
        """Scroll a frame up."""
        self.papers.scroll_texts(pages=-1)

    def do_page_down(self) -> None:
        """Scroll a frame down."""
        self.papers.scroll_texts(pages=1)

    def do_pick(self) -> None:
        """Choose the text that the arrows scroll."""
        self.papers.pick_next()

    def do_source(self) -> str | None:
        """The whole source, or the note of a card."""
        shown = sheet.whole(self.desk, self.desk.sheet(self.desk.position))
        if shown is None:
            return _("the plan does not show the note while rating blind")
        self.page(shown.title, lambda width: text_rows(shown.text, width), "source")
        return None

    def do_theme(self) -> None:
        """Dark, light, high contrast, and again."""
        worn = next(i for i, theme in enumerate(THEMES) if theme_named(theme) == self.app.theme)
        theme = THEMES[(worn + 1) % len(THEMES)]
        wear(self.app, theme)
        self.prefer(theme=theme)

    def do_layout(self) -> str:
        """As the width suggests, under each other, side by side, and again."""
        layouts = get_args(Layout)
        layout = layouts[(layouts.index(self.settings.layout) + 1) % len(layouts)]
        self.prefer(layout=layout)
        return _(_LAYOUTS[layout])

    def do_words(self) -> str:
        """Let words stand out, or not."""
        if self.desk.cards:
            return _("words are compared with a source; a card is judged by itself")
        self.prefer(words=not self.settings.words)
        if not self.settings.words:
            return _("words as they are")
        if self.desk.pairs:
            return _("underlined: what only one of the two texts says")
        if not self.desk.sheet(self.desk.position).sources:
            return _("no source is given for this question: nothing to compare with")
        return _("underlined: what the source lacks, and what was found of the reference")

    def do_raw(self) -> str:
        """The answer character for character, or as it reads."""
        self.raw = not self.raw
        return _("· blank  → tab  ⏎ line end  \\u hidden") if self.raw else _("as it reads")

    def do_lift(self) -> str | None:
        """Take the filter off."""
        return None if self.desk.only is None else self.desk.filter("")

    def do_quit(self) -> None:
        """Nothing to save."""
        self.app.exit()

"""Commands that only look: walking, scrolling, asking where to, pages over the work; `grading.py` has the others."""

from __future__ import annotations

from gradertui.locale import _
from gradertui.tui import bars, sheet
from gradertui.tui.pages import text_rows
from gradertui.tui.worktop import Worktop


class Looking(Worktop):
    """A worktop that is looked around on."""

    def do_previous(self) -> str:
        """Walk back."""
        return self.desk.walk(-1)

    def do_next(self) -> str:
        """Walk forward."""
        return self.desk.walk(1)

    def do_resume(self) -> str:
        """Go to the next open task."""
        return self.desk.resume()

    def do_go(self) -> None:
        """Ask where to."""
        asked = _("Go to: a number from 1 to {n}, or a question's key")
        if self.desk.cards:
            asked = _("Go to: a number from 1 to {n}")
        self.ask(asked.format(n=len(self.desk.state.order)), "", self.desk.go)

    def do_filter(self) -> None:
        """Ask which tasks to walk through."""
        labels = " ".join(f":{choice.label}" for choice in self.desk.choices)
        asked = _("Only: words, or :flagged :commented :skipped :open {labels}").format(labels=labels)
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

    def do_pane(self) -> None:
        """Show or hide the statistics; where there is no room beside the work, as a page."""
        if self.size.width < 110:
            self.page(f"{_('Statistics')} · {self.live.standing()}", self.live.rows, "p")
            return
        self.toggle_class("-alone")

    def do_statistics(self) -> None:
        """Every number."""
        self.page(f"{_('All statistics')} · {self.live.standing()}", self.live.everything, "v")

    def do_source(self) -> str | None:
        """The whole source, or the note of a card."""
        shown = sheet.whole(self.desk, self.desk.sheet(self.desk.position))
        if shown is None:
            return _("the plan does not show the note while rating blind")
        self.page(shown.title, lambda width: text_rows(shown.text, width), "o")
        return None

    def do_help(self) -> None:
        """Keys and rubric."""
        self.page(_("Help"), lambda width: bars.help_rows(self.desk, width), "question_mark")

    def do_theme(self) -> None:
        """Dark or light."""
        self.app.theme = "catppuccin-latte" if self.app.current_theme.dark else "catppuccin-mocha"

    def do_quit(self) -> None:
        """Nothing to save."""
        self.app.exit()

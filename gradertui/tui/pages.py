"""Pages of rows that lie over the work until a key puts them away."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Size
from textual.screen import ModalScreen

from gradertui.locale import _, ngettext
from gradertui.text import inert
from gradertui.tui.keys import Keys, shipped
from gradertui.tui.lines import Line, Lines
from gradertui.tui.wrap import Wrapped

_MOST = 100_000
"""Rows of a text that a page holds; more is said."""
_STEPS = {"up": -1, "down": 1, "page_up": -10, "page_down": 10}
"""Rows that a command scrolls by."""
_ALWAYS = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "space": 10, "home": -_MOST, "end": _MOST}
"""The same by keys that scroll a page whatever else they do elsewhere."""


def text_rows(text: str, width: int) -> list[Line]:
    """A text as rows; it is made inert here."""
    rows = Wrapped(inert(text), width).upto(_MOST)
    cut: list[Line] = [((_("… the text goes on"), "warn"),)] if len(rows) > _MOST else []
    return [*(((row, ""),) for row in rows[:_MOST]), *cut]


class Rows(Lines):
    """Rows in a box that is as high as they are, as far as there is room."""

    rows: Callable[[int], Sequence[Line]] = staticmethod(lambda _width: ())

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many rows as there are at this width."""
        return len(self.rows(width))


class Page(ModalScreen[str | None]):
    """Rows that scroll; the key that quits, Enter, Escape or the one that opened it puts it away."""

    HORIZONTAL_BREAKPOINTS = [(0, "-slim"), (86, "-roomy")]  # noqa: RUF012

    def __init__(
        self,
        title: str,
        lines: Callable[[int], Sequence[Line]],
        closing: Sequence[str] = (),
        keys: Keys | None = None,
    ) -> None:
        """Show rows.

        Args:
            title: inert.
            lines: gives the rows for a width.
            closing: more keys that put it away; the one pressed is the result.
            keys: of the screen under it; as shipped otherwise.
        """
        super().__init__()
        self._heading, self._make, self._keys = title, lines, keys or shipped("home")
        self._leaving = {*self._keys.of("quit"), "enter", "escape", *closing}
        self._steps = {**_ALWAYS, **{key: by for name, by in _STEPS.items() for key in self._keys.of(name)}}
        self._top = 0

    def compose(self) -> ComposeResult:
        """One box."""
        page = Rows(id="page")
        page.rows = self._make
        yield page

    def on_mount(self) -> None:
        """Title and first rows."""
        page = self.query_one(Rows)
        page.border_title = Content(self._heading)
        page.show(self._visible)
        self.call_after_refresh(self._tell)

    def on_resize(self) -> None:
        """Other width, other rows."""
        self.call_after_refresh(self._tell)

    def renew(self) -> None:
        """What the rows tell has changed."""
        if not self.query(Rows):
            return  # numbers came between the key and the page: it reads them when it is made
        page = self.query_one(Rows)
        page.show(self._visible)
        page.refresh(layout=True)
        self.call_after_refresh(self._tell)

    def _tell(self) -> None:
        """Say at the lower edge how much is still below."""
        page = self.query_one(Rows)
        left = len(self._make(page.size.width)) - self._top - page.size.height
        more = ngettext("{n} more row ↓", "{n} more rows ↓", left).format(n=left) + " · " if left > 0 else ""
        page.border_subtitle = Content(more + _("{quit} closes").format(quit=self._keys.cap("quit")))

    def _visible(self, size: Size) -> Sequence[Line]:
        rows = self._make(size.width)
        self._top = max(0, min(self._top, len(rows) - size.height))
        return rows[self._top : self._top + size.height]

    def on_key(self, event: events.Key) -> None:
        """Scroll, or go away."""
        event.stop()
        if not self.is_current:
            return  # two keys in one read: the first has put it away
        key = self._keys.pressed(event.key, event.character)
        if key in self._leaving:
            self.dismiss(key)
        elif key in self._steps:
            self._top += self._steps[key]
            self.query_one(Rows).show(self._visible)
            self._tell()

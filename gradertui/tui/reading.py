"""A text to read, in a frame of fixed height: wrapped as far as it is looked at, scrolled by rows, not cut."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple, Self

from textual.content import Content
from textual.geometry import Region, Size

from gradertui.text import MARKS, RAW_MARKS, inert, raw
from gradertui.tui.lines import Line, Lines, ruled, spread
from gradertui.tui.wrap import Wrapped
from gradertui.words import spans

_INDENT = 2
"""All text stands in this column, also under a rule."""


class Stress(NamedTuple):
    """Which content words of a text stand out."""

    holds: Callable[[str], bool]
    """Of a folded word."""
    role: str


class TextPane(Lines):
    """Shows one text under a title; what is longer than the frame scrolls, and a bar at the right says so."""

    def __init__(self, id: str, *, boxed: bool = False) -> None:  # noqa: A002
        """Make an empty pane.

        Args:
            id: in the style sheet.
            boxed: whether the style sheet draws a box around it; otherwise its first row is a titled rule.
        """
        self._edge_at: int | None = None
        """The row of the box whose title is being written."""
        super().__init__(id=id)
        self._boxed = boxed
        self._text = self._title = self._beneath = ""
        self._rows, self._width, self._top = Wrapped("", 1), 0, 0
        self._picked = self._raw = False
        self._stress: Stress | None = None

    def read(
        self, text: str, title: str, beneath: str = "", *, raw: bool = False, stress: Stress | None = None
    ) -> None:
        """Show a text: another one from its beginning, the same one where it was.

        Args:
            text: anything; it is made inert here.
            title: over it, inert already.
            beneath: at the lower edge of a box, inert already.
            raw: whether it is shown character for character.
            stress: words that stand out, looked for in the rows that are drawn and in no others.
        """
        if self._boxed:
            self._edge(title, beneath)
        if text != self._text or raw != self._raw:
            self._text, self._raw, self._width, self._top = text, raw, 0, 0
        self._stress = stress
        self._title, self._beneath = title, beneath
        self.show(self._visible)

    def _edge(self, title: str, beneath: str) -> None:
        """Write on the edges of the box."""
        height = self.outer_size.height
        self._edge_at = 0
        if title != self._title:
            self.border_title = Content(title)
        self._edge_at = height - 1
        if beneath != self._beneath:
            self.border_subtitle = Content(beneath)
        self._edge_at = None

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """As usual; but a title draws its edge only, and not the box: of a card two thirds of what a key sends."""
        if self._edge_at is not None and not regions and not layout and self.outer_size:
            offset = self.content_offset
            regions = (Region(-offset.x, self._edge_at - offset.y, self.outer_size.width, 1),)
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def rewind(self) -> None:
        """Begin at the beginning the next time a text is read."""
        self._top = 0

    def pick(self, on: bool) -> None:
        """Show that the arrows scroll this text, or that they do not."""
        self._picked = on
        self.show(self._visible)

    def scroll_rows(self, rows: int) -> None:
        """Scroll, as far as there is text."""
        height = self.height
        known = self._wrapped(self.size.width).upto(self._top + max(rows, 0) + height)
        self._top = max(0, min(self._top + rows, len(known) - height))
        self.show(self._visible)

    @property
    def height(self) -> int:
        """Rows of text that fit."""
        return max(self.size.height - (not self._boxed), 1)

    @property
    def overflows(self) -> bool:
        """Whether there is more than the frame holds."""
        return len(self._wrapped(self.size.width).upto(self.height + 1)) > self.height

    def _wrapped(self, width: int) -> Wrapped:
        # One column stays free for the bar and one before it, so that a text that needs it is not cut anew.
        width = max(width - (0 if self._boxed else _INDENT) - 2, 1)
        if width != self._width:
            text = raw(self._text) if self._raw else inert(self._text)
            self._rows, self._width = Wrapped(text, width, dotted=self._raw), width
        return self._rows

    def _visible(self, size: Size) -> list[Line]:
        height = self.height
        known = self._wrapped(size.width).upto(self._top + height + 1)
        self._top = max(0, min(self._top, len(known) - height))
        rows = known[self._top : self._top + height]
        blank: Line = () if self._boxed else ((" " * _INDENT, ""),)
        lines: list[Line] = [(*blank, *self._styled(row)) for row in rows]
        if self.overflows:
            lines = [self._barred(line, y) for y, line in enumerate(lines)]
        if not self._boxed:
            lines.insert(0, ruled(((self._title, "accent" if self._picked else "dim"),), size.width))
        return lines

    def _styled(self, row: str) -> Line:
        line = _marked(row, RAW_MARKS if self._raw else MARKS)
        return line if self._stress is None else _stressed(line, self._stress)

    def _barred(self, line: Line, y: int) -> Line:
        height, total = self.height, max(len(self._rows), 1)
        length = max(1, height * height // total)
        start = min(round(self._top * height / total), height - length)
        if self._top + height >= total:
            start = height - length
        role = "accent" if self._picked else "dim"
        return spread(line, (("┃" if start <= y < start + length else "│", role),), self.size.width)


def _marked(text: str, marks: re.Pattern[str]) -> Line:
    line: list[tuple[str, str]] = []
    start = 0
    for found in marks.finditer(text):
        line += [(text[start : found.start()], ""), (found[0], "dim" if found[0] in "·→⏎" else "mark")]
        start = found.end()
    return (*line, (text[start:], ""))


def _stressed(line: Line, stress: Stress) -> Line:
    """The same row; content words that hold are pieces of their own."""
    pieces: list[tuple[str, str]] = []
    for text, role in line:
        start = 0
        for begin, end, word in spans(text) if not role else ():
            if stress.holds(word):
                pieces += [(text[start:begin], ""), (text[begin:end], stress.role)]
                start = end
        pieces.append((text[start:], role))
    return tuple(pieces)

"""Rows of text in roles, drawn row by row: the widget that status, choices, statistics and pages are made of.

A row is a tuple of (text, role); a role is a component class of the screen in the style sheet, so colours are the
theme's. Only rows that changed are drawn again. Text must be inert already; nothing here reads markup.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region, Size
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from gradertui.tui.wrap import graphemes

Line = tuple[tuple[str, str], ...]
Rows = Callable[[Size], Sequence[Line]]
ROLES = ("strong", "dim", "faint", "accent", "warn", "cap", "chosen", "bar", "mark", "title", "lacking", "found")


def width_of(line: Line) -> int:
    """Cells a row takes."""
    return sum(cell_len(text) for text, _role in line)


def cut(text: str, width: int) -> str:
    """A text in so many cells, with a mark where it was cut."""
    return "".join(part for part, _role in cropped(((text, ""),), width))


def column(text: str, width: int) -> str:
    """A text in exactly so many cells: what stands after it is in one column, however wide its letters are."""
    shown = cut(text, width)
    return shown + " " * (width - cell_len(shown))


def spread(left: Line, right: Line, width: int) -> Line:
    """A row with something at both ends; the left end gives way, with a mark."""
    room = width - width_of(right)
    left = cropped(left, room - 1)
    return (*left, (" " * (room - width_of(left)), ""), *right)


def cropped(line: Line, width: int) -> Line:
    """A row, or as much of one that is too long as fits beside a mark."""
    if width_of(line) <= width:
        return line
    kept: list[tuple[str, str]] = []
    room = width - 1
    for whole, role in line:
        text = _fitting(whole, room)
        if text != whole:
            return (*kept, (text + "…" if width > 0 else "", role))
        kept.append((text, role))
        room -= cell_len(text)
    return tuple(kept)


def _fitting(text: str, room: int) -> str:
    """The beginning of a text; a name may be a hundred thousand letters long."""
    end = used = 0
    for grapheme, cells in graphemes(text):
        used += cells
        if used > max(room, 0):
            return text[:end]
        end += len(grapheme)
    return text


def ruled(title: Line, width: int) -> Line:
    """A rule that carries a title, which stands in the column of the text below."""
    if width < 4:
        return spread(title, (), width)
    title = cropped(title, width - 3)
    room = width - width_of(title) - 3
    return (("─ ", "faint"), *title, (" " + "─" * room, "faint"))


def _at(lines: Sequence[Line], y: int) -> Line:
    return lines[y] if y < len(lines) else ()


def _changed(y: int, before: Line, after: Line, width: int) -> Region | None:
    """The part of a row that differs: what a key sends to the terminal is mostly rows that changed in one place."""
    if before == after:
        return None
    old, new = ([(cell, role) for text, role in line for cell in text] for line in (before, after))
    if width_of(before) != len(old) or width_of(after) != len(new):
        return Region(0, y, width, 1)
    differ = [x for x, (a, b) in enumerate(zip_longest(old, new)) if a != b]
    return Region(differ[0], y, differ[-1] + 1 - differ[0], 1) if differ else None


class Ground(Screen[None]):
    """What lines lie on. It asks the style sheet how each role looks, once for all of them.

    Asked by each widget for itself, roles were 194 of the 222 times that styles were worked out before the first paint.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"lines--{role}" for role in ROLES}
    """One per role."""


class Lines(Widget):
    """Shows rows; what does not fit in height is not shown, and what does not fit in width is cut with a mark.

    The screen under all others is a `Ground`.
    """

    def __init__(self, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._make: Rows = lambda _size: ()
        self._lines: Sequence[Line] = ()
        self._made_for: Size | None = None
        self._styles: dict[str, Style] = {}

    def show(self, make: Rows) -> None:
        """Draw other rows from now on; those that changed are painted.

        Args:
            make: gives the rows for a size. Asked again when the size changes, and only once there is one, so that
                the first frame has everything in it.
        """
        self._make = make
        if self._made_for is None:
            return
        # Hidden, it has no size; shown again it is asked again, for the size that it then has.
        before, self._lines, self._made_for = self._lines, self._made(self.size), self.size
        rows = min(max(len(before), len(self._lines)), self.size.height)
        parts = [_changed(y, _at(before, y), _at(self._lines, y), self.size.width) for y in range(rows)]
        if changed := [part for part in parts if part is not None]:
            self.refresh(*changed)

    def _made(self, size: Size) -> Sequence[Line]:
        """The rows that fit in height; one that does not fit in width is cut with a mark."""
        return [cropped(line, size.width) for line in self._make(size)[: size.height]]

    def notify_style_update(self) -> None:
        """Forget the colours of the theme before."""
        super().notify_style_update()
        self._styles = {}

    def _style(self, role: str) -> Style:
        if role not in self._styles:
            ground = self.app.screen_stack[0]
            self._styles[role] = ground.get_component_rich_style(f"lines--{role}") if role else self.rich_style
        return self._styles[role]

    def render_line(self, y: int) -> Strip:
        """Draw one row."""
        if self._made_for != self.size:
            self._lines, self._made_for = self._made(self.size), self.size
        line = _at(self._lines, y)
        segments = [Segment(text, self._style(role)) for text, role in line if text]
        return Strip(segments).adjust_cell_length(self.size.width, self._style(""))

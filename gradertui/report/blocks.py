"""What the sections of a report are made of, before anybody knows as what they are written.

Sections yield blocks; `lines.py` writes them for a terminal, `markdown.py` and `html.py` as one file to send. What
stands in a block was made safe to show by whoever yields it; escaping for a format is the format's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pandas import DataFrame

    from gradertui.report.plots import Picture

UNBROKEN = "\xa0"
"""A blank at which no line ends; on a terminal it is printed as any other."""


class Title(NamedTuple):
    """What a section is called."""

    text: str


class Lead(NamedTuple):
    """What the blocks after it are about, up to the next: a system, a pair."""

    text: str


class Say(NamedTuple):
    """A sentence, or a few."""

    text: str
    indent: str = ""
    """Before each line, on a terminal: it belongs to what stands above."""
    hang: str = ""
    """More of it before every line but the first."""
    first: str = ""
    """Before the first line, in place of the indent."""


class Terms(NamedTuple):
    """What is what: a name and what is said of it, row by row."""

    rows: tuple[tuple[str, str], ...]


class Part(NamedTuple):
    """Some rows of a table that belong together, and what is said under them."""

    words: str
    rows: int
    notes: tuple[Say, ...] = ()


class Table(NamedTuple):
    """A table of text."""

    frame: DataFrame
    indent: str = ""
    drawn: tuple[str, ...] = ()
    """On a terminal, what stands at the right of its head and of each row."""
    nested: bool = False
    """On a terminal, the first level of its index stands on lines of its own."""
    parts: tuple[Part, ...] = ()
    """Its rows in parts, in their order; none where it is one."""
    counted: bool = False
    """Whether its index is numbers and not names."""


class Drawing(NamedTuple):
    """Lines drawn for a terminal; elsewhere a plot stands for them."""

    lines: tuple[str, ...]


class Plot(NamedTuple):
    """A picture, made only where pictures are shown."""

    make: Callable[[], Picture]


class Aside(NamedTuple):
    """What is said only beside plots."""

    text: str


Block = str | Title | Lead | Say | Terms | Table | Drawing | Plot | Aside
"""A string is a line that is short enough as it is."""

Section = Iterable[Block]

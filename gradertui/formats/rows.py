"""What every format gives: rows of named cells, and a Format, the row of the FORMATS table.

How bytes become text is in `opening.py`; what a cell means is in `values.py` and `fields.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from gradertui.model import Mode

PEEK = 1_000
"""Rows looked into for names."""


class Row(NamedTuple):
    """One row as it stands in the file. A cell that is not there has no key."""

    number: int
    """From 1; the header is not a row."""
    line: int
    """The line of the file it starts in, from 1."""
    cells: Mapping[str, object]
    problem: str = ""
    """Why the row could not be read, in a line of its own; then it has no cells."""
    left: str = ""
    """Something in it that is left out, in a word or two; counted and shown. What it has cells for still counts."""


class Format(NamedTuple):
    """A foreign format: how it is known, and how it is read."""

    detects: Callable[[bytes, str], bool]
    """The first bytes of the file and its name."""
    rows: Callable[[Path, str], Iterator[Row]]
    """The path and the encoding."""
    delimiter: Callable[[Path, str], str] = lambda path, encoding: ""
    """What parts the cells; empty where the format has no such thing."""
    exact: bool = True
    """Whether cells stand under the names of our fields, and all others are kept; else names are looked up."""
    text: bool = True
    """Whether the bytes are text in some encoding."""
    tasks: bool = False
    """Whether ids of questions count within a task only, which stands in the cell called ``task``."""
    mode: Mode | None = None
    """What its items are for, where the format says so."""

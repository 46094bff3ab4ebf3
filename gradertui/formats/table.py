"""CSV and TSV: one row per line, names in the first.

The delimiter is found from the content and not from the file's ending. Fields may hold newlines, NULs
and megabytes. An apostrophe that `export.py` put before a formula is taken away again.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from gradertui.formats.errors import place
from gradertui.formats.opening import HEAD
from gradertui.formats.rows import Row
from gradertui.locale import _, ngettext

DELIMITERS = ",;\t|"
FORMULA = re.compile(r"'+[=+\-@\t\r]")

csv.field_size_limit(2**31 - 1)


def detects(head: bytes, name: str) -> bool:
    """Take any text for a table when nothing else is sure of it."""
    return True


def delimiter(path: Path, encoding: str) -> str:
    """Find the character that cuts the first rows most evenly, and into most cells."""
    with path.open(encoding=encoding, newline="") as file:
        sample = file.read(HEAD)
    return max(DELIMITERS, key=lambda each: _evenness(sample, each))


def rows(path: Path, encoding: str) -> Iterator[Row]:
    """Read a table row by row; blank lines are no rows."""
    apart = delimiter(path, encoding)
    with path.open(encoding=encoding, newline="") as file:
        reader = csv.reader(file, delimiter=apart)
        names = _names(next(filter(None, reader), []))
        number, line, row = 0, reader.line_num + 1, None
        for cells in reader:
            if cells:
                number += 1
                row = _row(path, number, line, names, cells)
                yield row
            last, line = line, reader.line_num + 1
    if row and line - last > 1 and _open_quote(path, encoding, apart, last):
        words = _("{place}: a quote is opened and never closed; close it or double it")
        yield Row(number, last, {}, words.format(place=place(path.name, number, last)))


def _evenness(sample: str, delimiter: str) -> tuple[float, int]:
    cut = [len(row) for row in csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter) if row]
    # The last row may be cut by the end of the sample.
    body = cut[:-1] if len(cut) > 2 else cut
    if not body or body[0] == 1:
        return (0.0, 1)
    return (body.count(body[0]) / len(body), body[0])


def _names(header: Sequence[str]) -> list[str]:
    """Give names that are there twice a number: keyed by name, the first would be lost."""
    names: list[str] = []
    for position, cell in enumerate(header, 1):
        name = cell.strip() or f"column {position}"
        count = sum(1 for each in names if each == name or each.startswith(f"{name} ("))
        names.append(f"{name} ({count + 1})" if count and name in names else name)
    return names


def _row(path: Path, number: int, line: int, names: Sequence[str], cells: list[str]) -> Row:
    if any(cells[len(names) :]):
        words = ngettext(
            "{place}: {found} cells under {expected} name; quote the cell that holds the delimiter",
            "{place}: {found} cells under {expected} names; quote the cell that holds the delimiter",
            len(names),
        )
        where = place(path.name, number, line)
        return Row(number, line, {}, words.format(place=where, found=len(cells), expected=len(names)))
    for position, cell in enumerate(cells):
        if cell.startswith("'") and FORMULA.match(cell):
            cells[position] = cell[1:]
    return Row(number, line, dict(zip(names, cells, strict=False)))


def _open_quote(path: Path, encoding: str, delimiter: str, line: int) -> bool:
    """Look for an open quote: the lenient reader takes all that follows as one cell, in silence."""
    with path.open(encoding=encoding, newline="") as file:
        try:
            list(csv.reader(islice(file, line - 1, None), delimiter=delimiter, strict=True))
        except csv.Error as error:
            return "unexpected end" in str(error)
    return False

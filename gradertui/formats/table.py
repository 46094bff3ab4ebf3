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
from typing import NamedTuple

from gradertui.formats.errors import place
from gradertui.formats.opening import HEAD, LINE, lines
from gradertui.formats.rows import Row
from gradertui.locale import _, ngettext
from gradertui.locale.faults import reason

DELIMITERS = ",;\t|"
_DEBRIS = 10
"""Rows whose last, unnamed cell is empty, before one that is not is no row."""
SAID = re.compile(r'"?sep=([,;\t|])"?\r?\n', re.IGNORECASE)
"""A first line by which spreadsheets tell each other the delimiter."""
FORMULA = re.compile(r"'+[=+\-@\t\r]")

csv.field_size_limit(LINE)


def detects(head: bytes, name: str) -> bool:
    """Take any text for a table when nothing else is sure of it."""
    return True


def delimiter(path: Path, encoding: str) -> str:
    """Find the character that cuts the first rows most evenly, and into most cells."""
    with path.open(encoding=encoding, newline="") as file:
        return evenest(file.read(HEAD))


def evenest(sample: str) -> str:
    """Do the same for the first rows themselves."""
    said = SAID.match(sample)
    return said[1] if said else max(DELIMITERS, key=lambda each: _evenness(sample, each))


def rows(path: Path, encoding: str) -> Iterator[Row]:
    """Read a table row by row; blank lines are no rows."""
    cut = cells(path, encoding)
    header = next(cut, None)
    names = _names(header.cells if header else [])
    unnamed = len(names) - 1 if header and not header.cells[-1].strip() else None
    empty = last = 0
    for number, each in enumerate(cut, 1):
        if each.problem:
            at = number - (each.line == last)
            yield Row(at, each.line, {}, f"{place(path.name, at, each.line)}: {each.problem}")
        elif header and each.cells == header.cells:
            # Tables put one after the other bring their header along.
            yield Row(number, each.line, {}, left=_("the header once more"))
        elif unnamed is not None and len(each.cells) > unnamed and each.cells[unnamed]:
            # What a broken quote leaves behind: under no name, where so far every cell was empty.
            left = _("a row with a cell under no name, as a broken quote leaves") if empty >= _DEBRIS else ""
            yield Row(number, each.line, {}, left=left) if left else _row(path, number, each.line, names, each.cells)
        else:
            empty += 1
            yield _row(path, number, each.line, names, each.cells)
        last = each.line


class Cut(NamedTuple):
    """One row of a table, cut into cells."""

    line: int
    """Where it starts, from 1."""
    cells: list[str]
    problem: str = ""


def cells(path: Path, encoding: str) -> Iterator[Cut]:
    """Cut a table into its cells, the header first; blank lines are left out."""
    apart = delimiter(path, encoding)
    with path.open(encoding=encoding, newline="") as file:
        reader = csv.reader(lines(file, path.name), delimiter=apart)
        last = line = 1
        try:
            for found in reader:
                if found and not (line == 1 and "".join(found).lower() in ("sep=", f"sep={apart}")):
                    yield Cut(line, found)
                last, line = line, reader.line_num + 1
        except csv.Error as error:
            yield Cut(line, [], _("this cannot be cut into cells ({reason})").format(reason=reason(error)))
            return
    if line - last > 1 and _open_quote(path, encoding, apart, last):
        yield Cut(last, [], _("a quote is opened and never closed; close it or double it"))


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


def misfit(where: str, found: int, expected: int) -> str:
    """Say that a row has more cells than there are names."""
    words = ngettext(
        "{place}: {found} cells under {expected} name; quote the cell that holds the delimiter",
        "{place}: {found} cells under {expected} names; quote the cell that holds the delimiter",
        expected,
    )
    return words.format(place=where, found=found, expected=expected)


def _row(path: Path, number: int, line: int, names: Sequence[str], cells: list[str]) -> Row:
    if any(cells[len(names) :]):
        return Row(number, line, {}, misfit(place(path.name, number, line), len(cells), len(names)))
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

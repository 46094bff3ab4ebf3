"""One input file that was looked into: its format, its encoding, and what its columns were taken for.

The first rows are read to see which names there are. What the rows become is in `building.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from operator import methodcaller
from pathlib import Path
from typing import NamedTuple

from gradertui.formats.errors import place, quoted
from gradertui.formats.fields import ASIDE, Kind, Understanding, understand
from gradertui.formats.known import FORMATS, detect
from gradertui.formats.opening import encoding_of
from gradertui.formats.rows import PEEK, Row
from gradertui.formats.values import identifier, joined, kept


class File(NamedTuple):
    """A file, and how it is understood."""

    path: Path
    kind: Kind
    format: str
    encoding: str
    delimiter: str
    samples: Mapping[str, str]
    """Column to the first thing it says."""
    understood: Understanding
    taken: frozenset[str]
    """Columns that a field takes; the others are kept under their own names."""
    from_zero: bool
    """Whether replicates are counted from 0."""
    run: str = ""
    """What its systems are called by too, where another file has systems of the same names."""
    task: str = ""
    """What its questions are called by too, where another file is of another task."""

    @property
    def exact(self) -> bool:
        """Whether its format says what every cell is."""
        return FORMATS[self.format].exact

    @property
    def columns(self) -> list[tuple[str, str | None, str]]:
        """Each column, its field or None when it is kept as it is, and a sample."""
        return [(column, self.understood.field_of(column), sample) for column, sample in self.samples.items()]

    def rows(self) -> Iterator[Row]:
        """Read the rows, from the first."""
        return FORMATS[self.format].rows(self.path, self.encoding)

    def has(self, *fields: str) -> bool:
        """Say whether every one of these fields has a column."""
        return all(field in self.understood.fields for field in fields)

    def column(self, field: str) -> str:
        """Name a field's column, for messages."""
        groups = self.understood.fields.get(field) or [()]
        return "+".join(groups[0])

    def columns_of(self, *fields: str) -> tuple[str, ...]:
        """Name the columns of these fields."""
        known = self.understood.fields
        return tuple(column for field in fields for group in known.get(field, ()) for column in group)

    def value(self, cells: Mapping[str, object], field: str) -> object:
        """Read what a row says for a field; several columns make one text."""
        return self.reader(field)(cells) if self.understood.fields.get(field) else None

    def reader(self, field: str) -> Callable[[Mapping[str, object]], object]:
        """Decide once how a field that has a column is read: a hundred thousand rows ask for it."""
        columns = self.understood.fields[field][0]
        if self.task and field == "question_id":
            return lambda cells: self._of_task(joined(cells, columns, "/"))
        return reader(columns, "\n\n" if field == "question" else " / ")

    def readers(self, field: str) -> list[Callable[[Mapping[str, object]], object]]:
        """Do the same for each column, or columns that make one value, of a field."""
        return [reader(columns, " / ") for columns in self.understood.fields.get(field, ())]

    def _of_task(self, question_id: object) -> str | None:
        name = identifier(question_id)
        return f"{self.task}/{name}" if name else None

    def system(self, named: str, arm: str) -> str:
        """Name the system of a column of answers; one of several columns is a part of the name."""
        several = len(self.understood.arms) > 1
        parts = (self.run, named, arm if several or not named else "")
        return " / ".join(filter(None, parts))

    def place(self, row: Row, field: str = "") -> str:
        """Say where a row is, and in which column."""
        return place(self.path.name, row.number, row.line, self.column(field) if field else "")

    @property
    def seen(self) -> str:
        """Names there are, for messages."""
        return quoted(", ".join(self.samples), 200)


def reader(columns: Sequence[str], between: str) -> Callable[[Mapping[str, object]], object]:
    """Decide how a cell is read, or the texts of several with something between them."""
    return methodcaller("get", columns[0]) if len(columns) == 1 else lambda cells: joined(cells, columns, between)


def look_into(
    path: Path,
    kind: Kind = "answers",
    mapping: Sequence[str] = (),
    encoding: str | None = None,
    format_name: str | None = None,
) -> File:
    """Find out what a file is, from its first rows.

    Args:
        path: The file.
        kind: What it is meant to be.
        mapping: ``COLUMN[+COLUMN…]=field``, which overrules the names.
        encoding: Overrules what the bytes look like.
        format_name: Overrules what the file looks like.

    Raises:
        InputError: When it is no file, is empty, or is not text.
    """
    name = format_name or detect(path)
    reads = FORMATS[name]
    found = encoding_of(path, encoding) if reads.text else ""
    samples, zeros = _peek(reads.rows(path, found))
    understood = understand(tuple(samples), kind, mapping, exact=reads.exact)
    aside = frozenset[str]() if reads.exact else ASIDE
    groups = [group for field, groups in understood.fields.items() if field not in aside for group in groups]
    taken = frozenset(column for group in groups for column in group)
    counted = {column for group in understood.fields.get("replicate", ()) for column in group}
    return File(
        path,
        kind,
        name,
        found,
        reads.delimiter(path, found),
        samples,
        understood,
        taken,
        bool(counted & zeros),
    )


def _peek(rows: Iterator[Row]) -> tuple[dict[str, str], set[str]]:
    samples: dict[str, str] = {}
    zeros: set[str] = set()
    for row in islice(rows, PEEK):
        for column, cell in row.cells.items():
            if not samples.get(column):
                samples[column] = "" if cell is None else kept(cell)[:200]
            if cell in (0, "0"):
                zeros.add(column)
    return samples, zeros

"""The tables of a report as comma-separated values, with a point in their numbers whatever the language is."""

from __future__ import annotations

import csv
import re
from base64 import b64encode
from io import StringIO
from typing import TYPE_CHECKING

from gradertui.formats.export import harmless
from gradertui.locale import _
from gradertui.report.blocks import Table

if TYPE_CHECKING:
    from pandas import DataFrame

_COMMA = re.compile(r"(?<=\d),(?=\d)")


def names(frame: DataFrame) -> list[tuple[str, ...]]:
    """The names of each row; several where the index has levels."""
    return [name if isinstance(name, tuple) else (str(name),) for name in frame.index]


def corner(table: Table) -> list[str]:
    """What stands over the names."""
    return [_("from"), _("to")] if table.nested else [""] * table.frame.index.nlevels


def rows(table: Table) -> list[list[str]]:
    """Head and rows as they are read; where a table has parts, what a row belongs to comes first."""
    frame = table.frame
    every = [[*corner(table), *(str(each) for each in frame.columns)]]
    every += [[*name, *map(str, row)] for name, row in zip(names(frame), frame.itertuples(index=False), strict=True)]
    parts = ["", *(part.words for part in table.parts for _row in range(part.rows))]
    return [[part, *row] for part, row in zip(parts, every, strict=True)] if table.parts else every


def as_csv(table: Table) -> str:
    """The table with a point in its numbers; its names stay as they are."""
    head, *rest = rows(table)
    kept = 0 if table.counted else len(head) - len(table.frame.columns)
    file = StringIO()
    lines = csv.writer(file, lineterminator="\n")
    lines.writerow(map(harmless, head))
    lines.writerows([*map(harmless, row[:kept]), *map(_pointed, row[kept:])] for row in rest)
    return file.getvalue()


def link(table: Table) -> str:
    """The table as an address that holds all of it."""
    return "data:text/csv;charset=utf-8;base64," + b64encode(as_csv(table).encode()).decode()


def _pointed(cell: str) -> str:
    return cell if _(".") == "." else _COMMA.sub(".", cell)

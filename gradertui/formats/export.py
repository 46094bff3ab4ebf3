"""Writing tables and JSON for pandas, R, spreadsheets and other tools.

Which rows and which names they may carry before the reveal is decided by the caller.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TextIO

RUNS = re.compile(r"'*[=+\-@\t\r]")
"""What a spreadsheet would run as a formula, or what would be read as one made harmless."""
_FIRST = frozenset("'=+-@\t\r")
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


def write_csv(rows: Iterable[Mapping[str, object]], columns: Sequence[str], file: TextIO) -> None:
    """Write rows as CSV; a missing or None cell is blank.

    A cell that a spreadsheet would run as a formula gets an apostrophe in front; `table.rows` takes it away
    again, so that nothing is lost.

    Args:
        rows: Mappings from column to cell.
        columns: Which are written, in this order.
        file: Opened with ``newline=""``.
    """
    writer = csv.writer(file)
    writer.writerow(columns)
    writer.writerows([harmless(row.get(column)) for column in columns] for row in rows)


def write_jsonl(rows: Iterable[Mapping[str, object]], file: TextIO) -> None:
    """Write rows as JSON lines, in the order their keys have."""
    for row in rows:
        file.write(_json(row) + "\n")


def write_json(rows: Iterable[Mapping[str, object]], file: TextIO) -> None:
    """Write rows as one JSON list, a row per line."""
    between = "[\n"
    for row in rows:
        file.write(between + _json(row))
        between = ",\n"
    file.write("\n]\n" if between.startswith(",") else "[]\n")


def _json(row: Mapping[str, object]) -> str:
    text = json.dumps(dict(row), ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:  # half a surrogate pair is no UTF-8, and would make the whole file unreadable
        return json.dumps(dict(row))
    return text


def harmless(cell: object) -> str:
    """Write a cell so that it is never a formula.

    Examples:
        >>> harmless("=1+1"), harmless("-0.5"), harmless(None)
        ("'=1+1", '-0.5', '')
    """
    if cell is None:
        return ""
    text = str(cell)
    if text[:1] not in _FIRST:
        return text
    return f"'{text}" if RUNS.match(text) and not NUMBER.fullmatch(text) else text

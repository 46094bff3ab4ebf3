"""The labels that stand, one row each, ready for pandas, R and a spreadsheet; `gradertui label` takes them in again.

While arms go by codes, original columns stay out: they could tell.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TextIO

from gradertui.formats.export import write_csv, write_jsonl
from gradertui.report.exports.material import Material
from gradertui.report.rows import rows


def table(material: Material, file: TextIO) -> Iterator[str]:
    """Write CSV."""
    extra = dict.fromkeys(name for cells in material.originals.values() for name in cells)
    write_csv(_rows(material), [*material.columns, *extra], file)
    yield from ()


def lines(material: Material, file: TextIO) -> Iterator[str]:
    """Write JSON lines."""
    write_jsonl(_rows(material), file)
    yield from ()


def _rows(material: Material) -> Iterator[dict[str, Any]]:
    for row in rows(material.session, material.labels):
        yield {**row, "grader": material.called[row["grader"]], **material.of_first(row["item_id"])}

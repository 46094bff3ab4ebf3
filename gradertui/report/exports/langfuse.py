"""Scores for the traces that answers came from, as Langfuse's API takes them, one JSON object per line.

A score per label, and in grade one for what it means. Their ids follow from what they are about, so that sending the
file twice leaves them as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TextIO

from gradertui.formats.export import write_jsonl
from gradertui.formats.fields import normal
from gradertui.identity import short
from gradertui.locale import _, ngettext
from gradertui.report.exports.material import Material
from gradertui.report.rows import rows
from gradertui.store import StoreError

TRACE = ("traceid", "langfusetraceid", "lftraceid")
"""What a column of trace ids may be called, blanks, case, `_` and `-` aside."""


def write(material: Material, file: TextIO) -> Iterator[str]:
    """Write scores.

    Raises:
        StoreError: no column holds trace ids.
    """
    traces = {item: trace for item, cells in material.originals.items() if (trace := _trace(cells))}
    if not traces:
        words = _("{name}: no original column holds ids of traces; the file of answers needs a column trace_id")
        raise StoreError(words.format(name=material.session.name))
    said = list(rows(material.session, material.labels))
    kept = [row for row in said if row["item_id"] in traces]
    write_jsonl((score for row in kept for score in _scores(material, row, traces[row["item_id"]])), file)
    if left := len(said) - len(kept):
        words = ngettext("{n} label is of an answer without a trace: left out",
                         "{n} labels are of answers without a trace: left out", left)  # fmt: skip
        yield words.format(n=left)


def _trace(cells: Mapping[str, str]) -> str:
    return next((cell.strip() for name, cell in cells.items() if normal(name) in TRACE and cell.strip()), "")


def _scores(material: Material, row: Mapping[str, Any], trace: str) -> Iterator[dict[str, Any]]:
    mode, grader = material.session.plan.mode, material.called[row["grader"]]
    values: dict[str, Any] = {mode: float(row["label"]) if mode == "tone" else row["label"]}
    if row.get("outcome"):
        values["outcome"] = row["outcome"]
    for name, value in values.items():
        yield {
            "id": short(material.session.name, row["item_id"], grader, name, length=12),
            "traceId": trace,
            "name": name,
            "value": value,
            "dataType": "NUMERIC" if mode == "tone" else "CATEGORICAL",
            **({"comment": row["comment"]} if row["comment"] else {}),
            "metadata": {"grader": grader, "item_id": row["item_id"], "at": row["at"]},
        }

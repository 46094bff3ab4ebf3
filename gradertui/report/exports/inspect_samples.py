"""The gold set as samples of Inspect (`json_dataset`): id, input, target, metadata; one JSON object per line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

from gradertui.formats.export import write_jsonl
from gradertui.report.exports.gold import gold
from gradertui.report.exports.material import Material


def write(material: Material, file: TextIO) -> Iterator[str]:
    """Write samples; several references are a list of targets, of which one is enough."""
    found = gold(material)
    samples = (
        {
            "id": row.question.question_id,
            "input": row.question.text,
            "target": row.one_or_all,
            "metadata": row.metadata() | ({"context": list(row.context)} if row.context else {}),
        }
        for row in found.rows
    )
    write_jsonl(samples, file)
    yield from found.words

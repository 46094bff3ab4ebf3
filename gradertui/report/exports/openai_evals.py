"""The gold set as samples of OpenAI evals: input as a chat, ideal as a text or a list of alternatives, metadata."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

from gradertui.formats.export import write_jsonl
from gradertui.report.exports.gold import gold
from gradertui.report.exports.material import Material


def write(material: Material, file: TextIO) -> Iterator[str]:
    """Write samples, one JSON object per line."""
    found = gold(material)
    samples = (
        {
            "id": row.question.question_id,
            "input": [{"role": "user", "content": row.question.text}],
            "ideal": row.one_or_all,
            "metadata": row.metadata() | ({"context": list(row.context)} if row.context else {}),
        }
        for row in found.rows
    )
    write_jsonl(samples, file)
    yield from found.words

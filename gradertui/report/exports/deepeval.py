"""The gold set as goldens of DeepEval (`add_goldens_from_json_file`): a JSON list.

A golden expects one text: other references stand in its metadata, and that is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TextIO

from gradertui.formats.export import write_json
from gradertui.locale import ngettext
from gradertui.report.exports.gold import Gold, gold
from gradertui.report.exports.material import Material


def write(material: Material, file: TextIO) -> Iterator[str]:
    """Write goldens."""
    found = gold(material)
    write_json(map(_golden, found.rows), file)
    yield from found.words
    if n := sum(len(row.expected) > 1 for row in found.rows):
        words = ngettext(
            "{n} question has several references: the first is expected, the others are in additional_metadata",
            "{n} questions have several references: the first is expected, the others are in additional_metadata",
            n,
        )
        yield words.format(n=n)


def _golden(row: Gold) -> dict[str, Any]:
    others = {"alternatives": list(row.expected[1:])} if row.expected[1:] else {}
    return {
        "input": row.question.text,
        "expected_output": row.expected[0],
        **({"context": list(row.context)} if row.context else {}),
        "additional_metadata": row.metadata() | others,
        "name": row.question.question_id,
    }

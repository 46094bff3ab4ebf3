"""HaluEval: user queries with one person's yes or no, and answers that were made to hallucinate; JSON lines.

In general_data somebody said whether an answer hallucinates, which is an X or an R of the grader `halueval`. In the
other files a made-up answer stands beside the right one: the first is the answer and the second its reference. Where a
judge model was asked about either, what is true of it (ground_truth) is such a label and the judgement a verdict.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from gradertui.formats import jsonl
from gradertui.formats.rows import Row
from gradertui.formats.values import identifier

_GRADED = {"yes": "X", "no": "R", "1": "X", "0": "R", "true": "X", "false": "R"}
_KEYS: Mapping[str, tuple[str, ...]] = {
    "question_id": ("ID",),
    "question": ("user_query", "question", "dialogue_history"),
    "source": ("knowledge", "document"),
    "reference": ("right_answer", "right_response", "right_summary"),
    "label": ("hallucination", "ground_truth"),
}
"""Our field to its keys in the files, of which each has one at most."""
_ANSWER = re.compile(r"(hallucinated_)?(?:answer|response|summary)|(?!right_)(\w+)_response")
_KNOWN_BY = (
    {"user_query", "hallucination"},
    {"knowledge", "hallucination"},
    {"document", "summary", "hallucination"},
    {"judgement", "ground_truth"},
)


def detects(head: bytes, name: str) -> bool:
    """Look for the keys of the objects."""
    keys = jsonl.keys(head)
    made_up = any(f"hallucinated_{what}" in keys for what in ("answer", "response", "summary"))
    return made_up or any(known <= keys for known in _KNOWN_BY)


def rows(path: Path, encoding: str) -> Iterator[Row]:
    """Read the objects."""
    for row in jsonl.rows(path, encoding):
        yield row if row.problem else row._replace(cells=_cells(row.cells, row.number))


def _cells(told: Mapping[str, object], number: int) -> dict[str, object]:
    found = {field: next((key for key in keys if key in told), "") for field, keys in _KEYS.items()}
    answer = next((match for key in told if (match := _ANSWER.fullmatch(key))), None)
    said = identifier(told.get(found["label"]))
    cells = {field: told.get(key) for field, key in found.items()} | {
        "answer": told.get(answer[0]) if answer else None,
        "system": (answer[2] or (answer[1] or "").rstrip("_")) if answer else None,
        "grader": "halueval" if said else None,
        "label": _GRADED.get(said.casefold(), said) or None,
        "verdict": {"judgement": told["judgement"]} if "judgement" in told else None,
    }
    if not found["question"]:  # a summary answers nothing but its document
        cells["question_id"] = number
    taken = {*found.values(), answer[0] if answer else "", "judgement"}
    return cells | {key: cell for key, cell in told.items() if key not in taken}

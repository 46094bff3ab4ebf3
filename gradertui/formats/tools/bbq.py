"""BBQ: questions about two groups, and what systems answered in columns called `*_pred_*`; JSON lines.

Every such column is a system, and a row of the file a row for each. A question index, its polarity and the condition
of the context are a template; which groups stand in it is the variant. Where the context does not say, the right
answer is the unknown one, and the question counts as unanswerable.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from gradertui.formats import jsonl
from gradertui.formats.fields import BY_PREDICTION
from gradertui.formats.rows import PEEK, Row
from gradertui.formats.values import identifier, kept

_KEYS = {"example_id", "question_index", "context_condition", "ans0", "label"}
_TEMPLATE = ("question_index", "question_polarity", "context_condition")
_TAKEN = {"example_id", "question", "context", "category", "label", *_TEMPLATE}


def detects(head: bytes, name: str) -> bool:
    """Look for the keys of the objects."""
    return jsonl.keys(head) >= _KEYS


def rows(path: Path, encoding: str) -> Iterator[Row]:
    """Read the objects; without columns of answers they are a bank."""
    first = islice(jsonl.rows(path, encoding), PEEK)
    columns = list(dict.fromkeys(key for row in first for key in row.cells if BY_PREDICTION.fullmatch(key)))
    number = 0
    for row in jsonl.rows(path, encoding):
        for cells in [{}] if row.problem else _answers(row.cells, columns):
            number += 1
            yield row._replace(number=number, cells=cells)


def _answers(told: Mapping[str, object], columns: Sequence[str]) -> Iterator[dict[str, object]]:
    asked = _asked(told)
    if not columns:
        yield asked
    for column in columns:
        yield asked | {"system": column, "answer": told.get(column)}


def _asked(told: Mapping[str, object]) -> dict[str, object]:
    right = f"ans{identifier(told.get('label'))}"
    groups = _groups(told.get("answer_info"))
    own = {key: cell for key, cell in told.items() if key not in _TAKEN and not BY_PREDICTION.fullmatch(key)}
    return own | {
        "question_id": " ".join(identifier(told.get(key)) for key in ("category", "example_id")).strip(),
        "question": told.get("question"),
        "reference": told.get(right),
        "answerable": right not in groups or "unknown" not in groups[right],
        "source": told.get("context"),
        "topic": told.get("category"),
        "template": " / ".join(identifier(told.get(key)) for key in _TEMPLATE),
        "variant": " / ".join(_named(names) for names in groups.values() if "unknown" not in names),
    }


def _groups(cell: object) -> dict[str, list[str]]:
    """What each answer is about: a person or group, and which group that belongs to."""
    if not isinstance(cell, Mapping):
        return {}
    return {key: [kept(each) for each in said] for key, said in cell.items() if isinstance(said, list)}


def _named(names: Sequence[str]) -> str:
    return f"{names[0]} ({', '.join(names[1:])})" if len(names) > 1 else "".join(names)

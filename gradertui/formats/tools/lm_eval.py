"""Samples of lm-evaluation-harness (`samples_TASK_DATE.jsonl`): a document per line, once for each filter.

A document's number counts within its task only, so that the task stands before it always: another task may be
brought later. The file does not name the system; what lies beside it may. An answer is what the model wrote, not what
a filter made of it; where it wrote nothing and choices were scored, the likeliest choice is the answer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from gradertui.formats import jsonl
from gradertui.formats.errors import InputError, place
from gradertui.formats.opening import decoded
from gradertui.formats.rows import Row
from gradertui.formats.tools.beside import system_beside
from gradertui.formats.tools.chats import asked_in
from gradertui.formats.tools.choosing import lettered
from gradertui.formats.tools.foreign import Foreign, Id, Many, checked
from gradertui.formats.tools.scoring import Scored, scored
from gradertui.formats.values import texts
from gradertui.locale import _

NAMED = re.compile(r"samples_(?P<task>.+?)(?:_\d{4}-\d\d-\d\dT[\d.:-]+)?\.jsonl?", re.IGNORECASE)
ASKED = ("question", "problem", "query", "prompt", "instruction", "input", "user_query", "question_text")
"""Where tasks keep the whole of what is asked, the surest first; where they do not, there is the prompt."""
NOTES = ("context", "passage", "story", "article", "support", "paragraph")
"""Where tasks keep the text that a question rests on."""


class _Sample(Foreign):
    doc_id: Id
    doc: Any = None
    target: Any = None
    arguments: dict[str, dict[str, Any]] | list[Any] | None = None
    resps: Many[Any] = []
    filtered_resps: Many[Any] = []
    filter: str | None = None
    metrics: Many[str] = []


def detects(head: bytes, name: str) -> bool:
    """Look for a document's number with what was asked or answered beside it, in lines or in an old list."""
    start = decoded(head)
    known = re.match(r'\s*(\[\s*)?\{\s*"doc_id"\s*:', start) is not None
    return known and re.search(r'"(doc|arguments|resps|filtered_resps)"\s*:', start) is not None


def rows(path: Path, encoding: str) -> Iterator[Row]:
    """Read the documents of the first filter; those of others say the same answers again."""
    match = NAMED.fullmatch(path.name)
    about = {"system": system_beside(path), "topic": match["task"] if match else None}
    first: str | None = None
    for row in jsonl.rows(path, encoding):
        if row.problem:
            yield row
            continue
        try:
            sample = checked(place(path.name, row.number, row.line), row.cells, _Sample)
        except InputError as error:
            yield Row(row.number, row.line, {}, error.problems[0])
            continue
        first = sample.filter or "" if first is None else first
        if (sample.filter or "") != first:
            yield Row(row.number, row.line, {}, left=_("the same answer through another filter"))
            continue
        yield from _draws(row, sample, about)


def _draws(row: Row, sample: _Sample, about: Mapping[str, str | None]) -> Iterator[Row]:
    """The rows of a document, one for each time the model was asked."""
    choosing = scored(_requests(sample.arguments), sample.resps or sample.filtered_resps, _named(sample.doc))
    answers: Sequence[object] = [choosing.answer] if choosing else _written(sample)
    cells = _cells(sample, choosing, about)
    # A metric of several draws is of all of them together.
    said = _metrics(sample, row.cells) if len(answers) == 1 else {}
    for replicate, answer in enumerate(answers, 1):
        verdict = {name: (value, "") for name, value in said.items()}
        yield Row(row.number, row.line, cells | {"answer": answer, "replicate": replicate, "verdict": verdict})


def _cells(sample: _Sample, choosing: Scored | None, about: Mapping[str, str | None]) -> dict[str, object]:
    doc = sample.doc if isinstance(sample.doc, dict) else {}
    written = {name: text for name, text in doc.items() if isinstance(text, str) and text.strip()}
    asked = [name for name in ASKED if name in written][:1]
    if {"instruction", "input"} <= written.keys() and asked == ["instruction"]:
        asked.append("input")
    note = next((name for name in NOTES if name in written), "")
    question = lettered("\n\n".join(written[name] for name in asked), choosing.choices if choosing else ())
    task = about["topic"]
    return {
        "question_id": f"{task}/{sample.doc_id}" if task else sample.doc_id,
        "question": question if asked else _prompt(sample),
        "source": written.get(note),
        "reference": choosing.meant(sample.target) if choosing else _alternatives(sample.target),
        **about,
    } | {f"doc.{name}": value for name, value in doc.items() if name not in (*asked, note) and value is not None}


def _named(doc: Any) -> Sequence[Any]:
    """The texts of choices in a document: a list, alone or beside their letters."""
    found = (doc.get("choices") or doc.get("options")) if isinstance(doc, dict) else None
    texts_of = found.get("text") if isinstance(found, dict) else found
    return texts_of if isinstance(texts_of, list) else ()


def _requests(arguments: Mapping[str, Mapping[str, Any]] | Sequence[Any] | None) -> list[list[Any]]:
    """What was sent, a request each: named by their numbers, or in old versions as lists."""
    listed = list(arguments.values()) if isinstance(arguments, Mapping) else arguments or []
    return [
        list(each.values()) if isinstance(each, Mapping) else each if isinstance(each, list) else [each]
        for each in listed
    ]


def _prompt(sample: _Sample) -> str:
    requests = _requests(sample.arguments)
    sent = requests[0][0] if requests and requests[0] else None
    if isinstance(sent, list) and len(sent) == 1 and isinstance(sent[0], str):
        sent = sent[0]
    if isinstance(sent, str) and sent.lstrip().startswith("[{"):
        # Conversations are written as JSON into a text.
        try:
            sent = json.loads(sent)
        except (ValueError, RecursionError):
            pass
    return asked_in(sent)[1]


def _written(sample: _Sample) -> Sequence[object]:
    """What the model wrote: each draw of the only request; what a filter left of it where that is no text."""
    drawn = sample.resps[0] if sample.resps else None
    draws = drawn if isinstance(drawn, list) else [drawn]
    if draws and all(isinstance(each, str) for each in draws):
        return draws
    filtered = sample.filtered_resps[:1]
    found = filtered[0] if filtered and isinstance(filtered[0], list) else filtered
    return [each if isinstance(each, str) else None for each in found] or [None]


def _metrics(sample: _Sample, cells: Mapping[str, object]) -> dict[str, object]:
    """Numbers and yes or no; old versions do not say which keys are metrics, and write no other numbers."""
    names = sample.metrics or [name for name in cells if name not in _Sample.model_fields]
    found = {name: cells.get(name) for name in names}
    return {name: value for name, value in found.items() if isinstance(value, bool | int | float) and value == value}


def _alternatives(target: object) -> object:
    """A list of right answers, which newer versions write as Python prints it."""
    if isinstance(target, list):
        return [str(each) for each in target]
    if isinstance(target, str) and target.startswith("[") and (found := texts(target)):
        return list(found)
    return None if target is None else str(target)

"""Run logs of OpenAI evals: a specification, then events, of which those of one sample make one answer.

Its sample files hold no answers; they are JSON lines like any other and read as a bank. An eval in which a model
grades asks that model too: what was sampled first is the answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from gradertui.formats import jsonl
from gradertui.formats.errors import InputError, place
from gradertui.formats.opening import decoded, refuse_large
from gradertui.formats.rows import Row
from gradertui.formats.tools.chats import asked_in
from gradertui.formats.tools.foreign import Foreign, Id, Keyed, Many, checked
from gradertui.locale import _

KINDS = ("sampling", "match", "metrics", "raw_sample")
"""Events that say something of an answer."""
GRADES = ("score", "choice", "accuracy", "correct")
"""What an eval that matches nothing calls its verdict, the surest first."""


class _Spec(Foreign):
    completion_fns: Many[str] = []
    model_name: str | None = None
    model_names: Keyed[Any] = {}
    eval_name: str | None = None
    run_config: Keyed[Any] = {}


class _Event(Foreign):
    sample_id: Id = None
    type: str = ""
    data: Any = None


class _Sample:
    """What the events of a sample said, each kind for the first time."""

    def __init__(self, number: int, line: int) -> None:
        self.number, self.line = number, line
        self.said: dict[str, dict[str, Any]] = {}


def detects(head: bytes, name: str) -> bool:
    """Look for the specification that begins a log."""
    return re.match(r'\s*\{\s*"spec"\s*:\s*\{', decoded(head)) is not None


def rows(path: Path, encoding: str) -> Iterator[Row]:
    """Read the events, and then the samples that they were about."""
    refuse_large(path.name, path.stat().st_size)
    spec, samples = _Spec(), dict[str, _Sample]()
    for row in jsonl.rows(path, encoding):
        where = place(path.name, row.number, row.line)
        try:
            if row.problem:
                yield row
            elif "spec" in row.cells:
                spec = checked(where, row.cells["spec"], _Spec)
            elif "final_report" in row.cells:
                yield Row(row.number, row.line, {}, left=_("the report of the whole run"))
            else:
                _take(samples, row, checked(where, row.cells, _Event))
        except InputError as error:
            yield Row(row.number, row.line, {}, error.problems[0])
    for sample_id, sample in samples.items():
        yield from _draws(sample_id, sample, spec)


def _take(samples: dict[str, _Sample], row: Row, event: _Event) -> None:
    if event.sample_id is None or event.type not in KINDS or not isinstance(event.data, dict):
        return
    sample = samples.setdefault(str(event.sample_id), _Sample(len(samples) + 1, row.line))
    sample.said.setdefault(event.type, event.data)


def _draws(sample_id: str, sample: _Sample, spec: _Spec) -> Iterator[Row]:
    """The rows of a sample, one for each text that was drawn."""
    said = sample.said
    raw = said.get("raw_sample", {})
    context, question = asked_in(said.get("sampling", {}).get("prompt") or raw.get("input"))
    expected = said.get("match", {}).get("expected")
    answers = _answers(said)
    cells = {
        "question_id": sample_id,
        "question": question,
        "reference": raw.get("ideal") if expected is None else expected,
        "system": _system(spec),
        "verdict": {spec.eval_name or "evals": _verdict(said)} if len(answers) == 1 else {},
        **({"context": context} if context else {}),
    }
    for replicate, answer in enumerate(answers, 1):
        yield Row(sample.number, sample.line, cells | {"answer": answer, "replicate": replicate})


def _answers(said: dict[str, dict[str, Any]]) -> Sequence[str | None]:
    found = [said.get(kind, {}).get("sampled") for kind in ("match", "sampling")]
    sampled = next((each for each in found if each is not None and each != []), None)
    drawn = sampled if isinstance(sampled, list) else [sampled]
    return [each if isinstance(each, str) else None for each in drawn]


def _verdict(said: dict[str, dict[str, Any]]) -> tuple[object, object]:
    """What the eval found, with what it picked out of the answer."""
    match, metrics = said.get("match", {}), said.get("metrics", {})
    if match.get("correct") is not None:
        return match["correct"], match.get("picked")
    found = next((metrics[name] for name in GRADES if isinstance(metrics.get(name), bool | int | float | str)), None)
    return found, metrics.get("choice")


def _system(spec: _Spec) -> str | None:
    """The first of what was run: where there are several, the last one grades."""
    completions = spec.model_names.get("completions") or spec.run_config.get("completion_fns")
    named = [*spec.completion_fns, spec.model_name, *(completions if isinstance(completions, list) else [])]
    return next((name for name in named if isinstance(name, str) and name), None)

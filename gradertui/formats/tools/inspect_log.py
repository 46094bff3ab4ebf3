"""Logs of Inspect: what a sample of any of them says, and logs that are one JSON document.

A sample is an answer; its epoch is the replicate. What scorers said are verdicts, each under its scorer's name.
Confidence in the metadata is the data set's and not the system's: it is kept with them. Logs that are zip files are
opened in `inspect_eval.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from gradertui.formats.opening import decoded
from gradertui.formats.rows import Row
from gradertui.formats.tools.chats import asked_in, wordings
from gradertui.formats.tools.choosing import lettered, meant_letters
from gradertui.formats.tools.foreign import Foreign, Id, Keyed, Many, document
from gradertui.locale import _

PLACEHOLDER = "88F74D2C"
"""What Inspect calls the scorer of a log from when there was only one."""
ATTACHED = ("attachment://", "tc://")
"""What stands for a text that is kept once beside the messages, now and in old logs."""


class Scorer(Foreign):
    """A scorer as the head of a log names it."""

    name: str = ""


class Spec(Foreign):
    """What was evaluated."""

    model: str = ""
    task: str = ""
    scorers: Many[Scorer] = []


class Head(Foreign):
    """A log without its samples."""

    eval: Spec


class Score(Foreign):
    """What a scorer said."""

    value: Any = None
    explanation: Any = None


class _Message(Foreign):
    content: Any = None


class _Choice(Foreign):
    message: _Message


class _Output(Foreign):
    choices: Many[_Choice] = []
    completion: str | None = None


class Sample(Foreign):
    """A sample of a log."""

    id: Id
    epoch: int = 1
    input: Any = None
    choices: Many[str] = []
    target: Any = None
    output: _Output | None = None
    scores: Keyed[Score] = {}
    score: Score | None = None
    metadata: Keyed[Any] = {}
    attachments: Keyed[str] = {}
    invalidation: Any = None


class _Log(Head):
    samples: Many[Sample] = []


def detects(head: bytes, name: str) -> bool:
    """Look for the keys that begin a log."""
    start = decoded(head)
    return re.match(r'\s*\{\s*"version"\s*:\s*\d+\s*,\s*"(status|eval)"\s*:', start) is not None and '"eval"' in start


def rows(path: Path, encoding: str) -> Iterator[Row]:
    """Read the samples of a log."""
    log = document(path, encoding, _Log)
    for number, sample in enumerate(log.samples, 1):
        yield from of_sample(number, sample, log.eval)


def of_sample(number: int, sample: Sample, spec: Spec) -> Iterator[Row]:
    """The rows of a sample: one, or one per choice where the model was asked for several at once.

    Args:
        number: of the sample in its log.
        sample: that was checked.
        spec: of the log.
    """
    if sample.invalidation is not None:
        yield Row(number, 1, {}, left=_("a sample declared invalid"))
        return
    cells = _cells(sample, spec)
    answers = _answers(sample)
    for at, answer in enumerate(answers, 1):
        replicate = (sample.epoch - 1) * len(answers) + at
        # Scorers look at the first choice only.
        said = _said(sample, spec) if at == 1 else {}
        yield Row(number, 1, cells | {"answer": answer, "replicate": replicate, "verdict": said})


def _cells(sample: Sample, spec: Spec) -> dict[str, object]:
    context, question = asked_in(_resolved(sample.input, sample.attachments))
    return {
        "question_id": sample.id,
        "question": lettered(question, sample.choices),
        "reference": meant_letters(sample.target, sample.choices),
        "system": spec.model or None,
        "task": spec.task or None,
        **({"context": context} if context else {}),
    } | {f"metadata.{key}": value for key, value in sample.metadata.items()}


def _answers(sample: Sample) -> Sequence[str | None]:
    """What was written; nothing where the sample failed before there was an output."""
    output = sample.output
    if output is None or not output.choices:
        return [output.completion or None if output else None]
    contents = [_resolved(choice.message.content, sample.attachments) for choice in output.choices]
    return [None if content is None else wordings(content) for content in contents]


def _said(sample: Sample, spec: Spec) -> dict[str, tuple[object, object]]:
    scores = dict(sample.scores) or ({PLACEHOLDER: sample.score} if sample.score else {})
    only = next((scorer.name for scorer in spec.scorers if scorer.name), "inspect")
    return {
        f"{only if scorer == PLACEHOLDER else scorer}{part}": (value, score.explanation)
        for scorer, score in scores.items()
        for part, value in _values(score.value)
    }


def _values(value: object) -> Iterator[tuple[str, object]]:
    """The value of a scorer, or each of those it has; NaN is how Inspect writes that there is none."""
    for part, each in value.items() if isinstance(value, Mapping) else (("", value),):
        if each == each:
            yield (f".{part}" if part else ""), ("not attempted" if each == "N" else each)


def _resolved(value: object, attachments: Mapping[str, str]) -> object:
    """Put texts that are kept beside the messages where they belong."""
    if isinstance(value, str):
        start = next((each for each in ATTACHED if value.startswith(each)), None)
        return attachments.get(value.removeprefix(start), value) if start else value
    if isinstance(value, list):
        return [_resolved(each, attachments) for each in value]
    if isinstance(value, dict):
        return {key: _resolved(each, attachments) for key, each in value.items()}
    return value

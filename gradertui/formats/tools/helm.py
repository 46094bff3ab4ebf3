"""Runs of HELM (`scenario_state.json`): what was sent and what came back for each instance of a scenario.

Trials and completions are replicates. An instance that was perturbed is a question of its own. Where HELM did not ask
but measured how likely given texts are, there is no answer. The scenario is named by the folder alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from gradertui.formats.numbering import Numbering
from gradertui.formats.opening import decoded
from gradertui.formats.rows import Row
from gradertui.formats.tools.chats import asked_in
from gradertui.formats.tools.choosing import lettered
from gradertui.formats.tools.foreign import Foreign, Id, Keyed, Many, document
from gradertui.locale import _

MODEL = re.compile(r"[:,-]?model(_deployment)?=[^,]*")
"""What of a folder's name tells systems and not scenarios."""


class _Text(Foreign):
    text: str | None = None
    messages: Many[Any] = []


class _Reference(Foreign):
    output: _Text
    tags: Many[str] = []


class _Perturbation(Foreign):
    name: str = ""


class _Instance(Foreign):
    id: Id = None
    input: _Text
    references: Many[_Reference] = []
    split: str | None = None
    sub_split: str | None = None
    perturbation: _Perturbation | None = None


class _Result(Foreign):
    success: bool = True
    completions: Many[_Text] = []


class _State(Foreign):
    instance: _Instance
    reference_index: int | None = None
    train_trial_index: int = 0
    output_mapping: Keyed[str] = {}
    result: _Result | None = None


class _Adapter(Foreign):
    method: str | None = None
    model: str | None = None
    model_deployment: str | None = None
    multi_label: bool = False


class _Run(Foreign):
    adapter_spec: _Adapter
    request_states: list[_State]


def detects(head: bytes, name: str) -> bool:
    """Look for the key that begins a run."""
    return re.match(r'\s*\{\s*"adapter_spec"\s*:', decoded(head)) is not None


def rows(path: Path, encoding: str) -> Iterator[Row]:
    """Read the requests of a run."""
    run, called = document(path, encoding, _Run), _Called()
    folder = path.resolve().parent.name
    task = MODEL.sub("", folder) if MODEL.search(folder) else None
    measured = (run.adapter_spec.method or "").startswith("language_modeling")
    for number, state in enumerate(run.request_states, 1):
        if measured or state.reference_index is not None:
            yield Row(number, 1, {}, left=_("how likely a given text is, which is no answer"))
            continue
        question_id = called.question(state.instance)
        cells = _cells(state, run.adapter_spec) | {"task": task, "question_id": question_id}
        answers = _answers(state.result)
        for at, answer in enumerate(answers, 1):
            wanted = state.train_trial_index * len(answers) + at
            yield Row(number, 1, cells | {"answer": answer, "replicate": called.draw(question_id, wanted)})


class _Called:
    """How questions and draws are called where HELM calls several the same."""

    def __init__(self) -> None:
        self._texts: dict[str, dict[str, int]] = {}
        self._numbering = Numbering()

    def question(self, instance: _Instance) -> str | None:
        """The id of an instance, with its perturbation; HELM may perturb one twice under one name."""
        if instance.id is None:
            return None
        name = "/".join(filter(None, [str(instance.id), instance.perturbation.name if instance.perturbation else ""]))
        texts = self._texts.setdefault(name, {})
        number = texts.setdefault(_asked(instance), len(texts) + 1)
        return name if number == 1 else f"{name}-{number}"

    def draw(self, question_id: str | None, wanted: int) -> int | None:
        """The number of a draw, the next free one where it is taken."""
        return None if question_id is None else self._numbering.number(hash(question_id), wanted)


def _cells(state: _State, adapter: _Adapter) -> dict[str, object]:
    instance, choices = state.instance, state.output_mapping
    correct = [each.output.text for each in instance.references if "correct" in each.tags and each.output.text]
    letters = [letter for letter, text in choices.items() if text in correct]
    several = adapter.multi_label and len(correct) > 1
    about = {
        "sub_split": instance.sub_split,
        "perturbation": instance.perturbation.name if instance.perturbation else None,
        "context": asked_in(instance.input.messages)[0] or None,
    }
    return {
        "question": lettered(_asked(instance), list(choices.values()), list(choices)),
        "reference": [", ".join(letters), ", ".join(correct)] if several else [*letters, *correct],
        "system": adapter.model or adapter.model_deployment,
        "split": instance.split,
        **{name: value for name, value in about.items() if value is not None},
    }


def _asked(instance: _Instance) -> str:
    return instance.input.text or asked_in(instance.input.messages)[1]


def _answers(result: _Result | None) -> Sequence[str | None]:
    """What came back; nothing where the request failed."""
    if result is None or not result.success or not result.completions:
        return [None]
    return [completion.text for completion in result.completions]

"""Label Studio's full export (JSON): a list of tasks, each with the data of its user and what annotators said of it.

One row per annotation, so that a task with three annotators is three rows of one item. What a model had predicted is
that model's verdict. Exports before 1.0 call annotations completions. The flat exports are in `labelstudio_flat.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

from gradertui.formats import jsonl
from gradertui.formats.errors import place
from gradertui.formats.opening import decoded
from gradertui.formats.rows import PEEK, Row
from gradertui.formats.tools.controls import Annotation, Controls, Graders, Result, written
from gradertui.formats.tools.foreign import Foreign, Id, Many, checked
from gradertui.formats.tools.renaming import Renaming
from gradertui.formats.values import kept
from gradertui.locale import _


class Prediction(Foreign):
    """What a model said of a task."""

    model_version: Id = None
    score: Any = None
    result: Many[Result] = []


class Task(Foreign):
    """A task, as every version of the full export writes it."""

    id: Id = None
    data: dict[str, Any]
    annotations: Many[Annotation] = []
    completions: Many[Annotation] = []
    predictions: Many[Prediction | int] = []

    @property
    def said(self) -> list[Annotation]:
        """What annotators said, under its name of today or its older one."""
        return [*self.annotations, *self.completions]


class Placed(NamedTuple):
    """A task, and where it begins; or what is wrong there."""

    line: int
    task: Task | None
    problem: str = ""


_SAID = {"annotations", "completions"}
_BARE = {"id", "data", "meta", "predictions"}
_OURS = {"completed_by", "was_cancelled", "total_annotations"}


def detects(head: bytes, name: str) -> bool:
    """Look for tasks with data, and annotations or completions or nothing else."""
    keys = jsonl.keys(head)
    if "data" in keys and (keys & _SAID or keys <= _BARE):
        return re.search(r'"data"\s*:\s*\{', decoded(head)) is not None
    return bool(keys & _SAID and keys & _OURS)


def rows(path: Path, encoding: str) -> Iterator[Row]:
    """Read the annotations of every task."""
    return told(_tasks(path, encoding))


def _tasks(path: Path, encoding: str) -> Iterator[Placed]:
    for row in jsonl.rows(path, encoding):
        if row.problem:
            yield Placed(row.line, None, row.problem)
        else:
            where = place(path.name, row.number, row.line)
            yield Placed(row.line, checked(where, row.cells, Task))


def told(tasks: Iterator[Placed]) -> Iterator[Row]:
    """Rows of tasks, in the order of the file; a task's number stands for its question where its data say of none."""
    first = list(islice(tasks, PEEK))
    known = _Telling([each.task for each in first if each.task])
    number = 0
    for each in chain(first, tasks):
        for cells, left in known.cells(each.task) if each.task else [({}, "")]:
            number += 1
            yield Row(number, each.line, cells, each.problem, left)


class _Telling:
    """How the tasks of one file are told, found out from the first."""

    def __init__(self, tasks: Iterable[Task]) -> None:
        tasks = list(tasks)
        self._renaming = Renaming(list(dict.fromkeys(column for task in tasks for column in task.data)))
        self._controls = Controls(annotation for task in tasks for annotation in task.said)
        self._graders = Graders()
        self._judged = any(task.predictions for task in tasks)
        self._unnamed = not self._renaming.has("question_id", "question")

    def cells(self, task: Task) -> Iterator[tuple[dict[str, object], str]]:
        """The cells of each row of a task, and what is left out of it."""
        named, known = self._controls.grader, self._graders
        people = [(named(said) or known.name(said.completed_by), said) for said in task.said]
        own: dict[str, object] = {} if task.id is None else {"id": task.id}
        if self._unnamed:
            own["question_id"] = task.id
        items = [own | cells for cells in self._renaming.rows(task.data)]
        for item in items:
            first = item | self._others(people) | ({"verdict": _verdicts(task)} if self._judged else {})
            for name, said in people or [("", Annotation())]:
                skipped = said.was_cancelled or said.skipped
                label = self._label("" if skipped else name, Annotation() if skipped else said)
                yield first | label, _("a skipped annotation") if skipped else ""
                first = item | ({"verdict": None} if self._judged else {})

    def _label(self, name: str, said: Annotation) -> dict[str, object]:
        """What an annotator said; of several answers nobody knows which was meant."""
        if self._renaming.several or not self._controls.fields:
            return {}
        return {"grader": name or None, **self._controls.cells(said)}

    def _others(self, people: Iterable[tuple[str, Annotation]]) -> dict[str, object]:
        others = self._controls.others
        return {f"annotations.{who}.{name}": text for who, said in people for name, text in others(said).items()}


def _verdicts(task: Task) -> dict[str, tuple[str, str]]:
    """What models had predicted, by their names."""
    return {
        kept(each.model_version or "label-studio"): _verdict(each)
        for each in task.predictions
        if isinstance(each, Prediction)
    }


def _verdict(said: Prediction) -> tuple[str, str]:
    """What was chosen or rated, else the score; and what was written beside it."""
    texts = [written(each) for each in said.result if each.type == "textarea"]
    chosen = [written(each) for each in said.result if each.type in ("choices", "rating", "pairwise")]
    score = [] if said.score is None else [kept(said.score)]
    return next(iter([*chosen, *score]), ""), "\n".join(texts)

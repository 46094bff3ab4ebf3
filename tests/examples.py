"""The three examples labelled by ana as the README shows them: by the documents' letters, and toys of our own."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from disputed import say

from gradertui.cli.demo import made
from gradertui.model import Task
from gradertui.session import Session

REFERENCE = Path(__file__).parent / "reference"
_TONES = ("44353", "33424")
"""What the cards of each name are rated, in turn."""


_SAID = {"tie": "T", "both bad": "Z"}


def example(sessions: Path, mode: str, n: int | None = None) -> Path:
    """Make the example of a mode, with its first n tasks labelled, or all of them."""
    folder = made(sessions, mode)
    say(folder, "ana", told(folder, mode, n), each=8300)
    return folder


def told(folder: Path, mode: str, n: int | None = None) -> dict[str, str]:
    """Task to label."""
    with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
        label = {"grade": _grade, "tone": _tone, "preference": _preference}[mode](session.arms)
        tasks = list(log.tasks())[:n]
    return {task.task_id: label(i, task) for i, task in enumerate(tasks)}


def _grade(arms: Sequence[str]) -> Callable[[int, Task], str]:
    rows = _rows("seed-confidences.csv")
    called = dict(zip(dict.fromkeys(row["configuration"] for row in rows), arms, strict=True))
    letters = {(row["key"], called[row["configuration"]]): row["letter"] for row in rows}
    return lambda _i, task: letters[task.cluster, task.arms[0]]


def _tone(arms: Sequence[str]) -> Callable[[int, Task], str]:
    own = dict(zip(arms, _TONES, strict=True))
    return lambda i, task: own[task.arms[0]][i // 3 % 5]


def _preference(_arms: Sequence[str]) -> Callable[[int, Task], str]:
    labels = [_SAID.get(row["label"], row["label"]) for row in _rows("demo-preference-labels.csv")]
    return lambda i, _task: labels[i]


def _rows(name: str) -> list[dict[str, str]]:
    with (REFERENCE / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))

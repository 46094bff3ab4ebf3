"""Many graders at once, each in a process of their own, some killed at any moment: nothing lost, nothing twice."""

from __future__ import annotations

import csv
import random
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from gradertui.cli import main
from gradertui.model import Item, Plan, Question
from gradertui.session import Session
from gradertui.session.making import make

GRADERS, LABELS = 8, 200
GRADES = """
import sys
from contextlib import closing
from pathlib import Path
from gradertui.events import labelled
from gradertui.session import Session

folder, grader, n = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
at = "2026-03-01T10:00:00.000+00:00"
with closing(Session(folder)) as session, closing(session.writable_log(grader)) as log:
    state, tasks = session.state(log), list(log.tasks())
    for event in session.freezing(state.plan_hash, grader, at):
        log.append(event, at)
    for place in range(state.labelled, n):
        label = "RXN"[len(tasks[place].task_id) * place % 3]
        log.append(labelled(tasks[place].task_id, place, label, active_ms=5, blind=True, screen="live"), at)
        print(place + 1, flush=True)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A session of 225 answers."""
    questions = [Question(f"q{n}", f"What is {n}?", ("it",), True) for n in range(75)]
    items = [Item(f"q{n}-{arm}", "it is", f"q{n}", arm) for n in range(75) for arm in "abc"]
    make(tmp_path / "s", [*questions, *items], Plan(seed=5), {})
    return tmp_path / "s"


def _labels(folder: Path, grader: str) -> list[tuple[str, str]]:
    with closing(Session(folder)) as session, closing(session.log(grader)) as log:
        return log.labels()


def _graded(folder: Path, grader: str, lives: int) -> int:
    """Grade until all is labelled; how often the process was killed meanwhile."""
    rng, acknowledged, killed = random.Random(grader), 0, 0
    for life in range(lives + 1):
        words = [sys.executable, "-c", GRADES, str(folder), grader, str(LABELS)]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            until = rng.randint(1, 60) if life < lives else LABELS
            for said in process.stdout:
                until -= 1
                acknowledged = int(said)
                if not until and life < lives:
                    process.send_signal(signal.SIGKILL)
        stored = len(_labels(folder, grader))
        # The one that was being written when it was killed may be there, or not.
        assert acknowledged <= stored <= acknowledged + 1
        killed += process.returncode == -signal.SIGKILL
    return killed


def test_eight_graders_at_once_half_of_them_killed_lose_nothing_and_label_nothing_twice(
    folder: Path,
) -> None:
    names = [f"g{n}" for n in range(GRADERS)]
    with ThreadPoolExecutor(GRADERS) as pool:
        killed = list(pool.map(lambda each: _graded(folder, each[1], 3 * (each[0] % 2)), enumerate(names)))
    assert sum(killed) >= GRADERS / 2
    labels = {name: _labels(folder, name) for name in names}
    with closing(Session(folder)) as session:
        for name, given in labels.items():
            tasks = [task.task_id for task in session.arranged(name)][:LABELS]
            assert given == [(task, "RXN"[len(task) * place % 3]) for place, task in enumerate(tasks)]
        assert session.record()
    assert main(["verify", "s", "--sessions", str(folder.parent)]) == 0
    out = folder.parent / "labels.csv"
    assert main(["export", "s", "--format", "csv", "--out", str(out), "--sessions", str(folder.parent)]) == 0
    with out.open(encoding="utf-8") as file:
        rows = [(row["grader"], row["item_id"], row["label"]) for row in csv.DictReader(file)]
    assert rows == [(name, *label) for name, given in labels.items() for label in given]

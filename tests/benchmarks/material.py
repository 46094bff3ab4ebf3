"""What is measured: files of answers of any number, and sessions of them that somebody has almost finished.

Here: the making of them. Not here: the measuring (`measuring`).
"""

from __future__ import annotations

import csv
import random
from contextlib import closing
from itertools import product
from pathlib import Path

from gradertui.events import labelled
from gradertui.session import Session

AT = "2026-03-01T10:00:00.000+00:00"
LABELS = {"grade": "RXN", "tone": "12345", "preference": "ABTZ"}
_WORDS = (
    "the answer rests on what its source says about water rivers measure 1953 and 12.5 % of it *never* `elsewhere` "
    "niño 水 because however [compañero] many such cases were counted by hand"
).split()


def answers(path: Path, mode: str, n: int) -> Path:
    """Write a CSV of n tasks of a mode, with texts of 200 to 1,500 characters; the same for the same n."""
    draw = random.Random(n)
    rows = {"grade": _grade, "tone": _tone, "preference": _preference}[mode](n, draw)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


def _text(draw: random.Random) -> str:
    return " ".join(draw.choices(_WORDS, k=draw.randint(30, 230)))


def _grade(n: int, draw: random.Random) -> list[dict[str, object]]:
    return [
        {"id": f"q{i // 3}", "question": f"What is measured in case {i // 3}?", "reference": "12.5 % of the water",
         "context": f"In case {i // 3} {_text(random.Random(i // 3))}.", "system": "abc"[i % 3], "answer": _text(draw),
         "confidence": round(draw.betavariate(5, 2), 2)}
        for i in range(n)
    ]  # fmt: skip


def _tone(n: int, draw: random.Random) -> list[dict[str, object]]:
    places = product(range(max(1, n // 12)), ("Ana", "Brahim"), range(6))
    return [
        {"template": f"t{t}", "variant": v, "replicate": r + 1, "text": f"{v}, {_text(draw)}"} for t, v, r in places
    ]


def _preference(n: int, draw: random.Random) -> list[dict[str, object]]:
    return [
        {"id": f"q{i}", "question": f"Case {i}?", "answer_a": _text(draw), "answer_b": _text(draw)} for i in range(n)
    ]


def label(folder: Path, grader: str, left: int) -> tuple[int, int]:
    """Label all tasks of a session but the last ones.

    Returns:
        labels that stand, and all tasks.
    """
    with closing(Session(folder)) as session, closing(session.writable_log(grader)) as log:
        tasks, draw, begun = list(log.tasks()), random.Random(1), bool(log.events())
        done = {event.task for event in log.events() if event.task}
        given = [
            labelled(task.task_id, i, draw.choice(LABELS[session.plan.mode]), active_ms=2000, blind=True, screen="live")
            for i, task in enumerate(tasks[: len(tasks) - left]) if task.task_id not in done
        ]  # fmt: skip
        log.append_all(given if begun else [session.frozen(), *given], AT)
    return len(tasks) - left, len(tasks)

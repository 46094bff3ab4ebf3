"""Where graders differ: which tasks, the hardest first, and what was said of each, without a name.

Pure: what graders said comes in, and so does what was settled already. Reading the logs and keeping what is settled
is `settling.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from gradertui.events import Event
from gradertui.marks import Mark
from gradertui.model import Plan, Task
from gradertui.modes import MODES
from gradertui.modes.preference import by_text, firsts_of
from gradertui.order import Order, arranged, codes, sided

Said = Mapping[str, Mapping[str, Mark]]
"""Grader to what stands of the tasks that have a label, by task."""

WORTH = {"tone": 2}
"""Mode to how far apart labels are when they are worth settling: ratings one apart are no dispute. Elsewhere 1."""


class Voice(NamedTuple):
    """What one grader said of a task; who it was is not kept."""

    label: str
    kind: str = ""
    """Of error, where the plan asks."""
    comment: str = ""


class Dispute(NamedTuple):
    """A task, and what was said of it."""

    task: Task
    voices: tuple[Voice, ...]
    """In an order that follows from the seed and the task, so that no grader is known by a place."""
    apart: int


def apart(mode: str, labels: Collection[str]) -> int:
    """How far labels are from each other: ratings by their largest difference, others by how many differ.

    Examples:
        >>> apart("grade", ["R", "X", "R"]), apart("grade", ["R", "X", "N"]), apart("tone", ["5", "2", "4"])
        (1, 2, 3)
    """
    if mode == "tone":
        ratings = [int(label) for label in labels]
        return max(ratings) - min(ratings)
    return len(set(labels)) - 1


def disputes(
    plan: Plan,
    tasks: Iterable[Task],
    said: Said,
    *,
    least: int,
    keep: Collection[str] = (),
    leave: Collection[str] = (),
) -> list[Dispute]:
    """The tasks to be settled: the furthest apart first, then by question, in an order of the seed.

    Args:
        plan: of the session.
        tasks: of the session, in any order.
        said: by the graders.
        least: how far apart labels must be.
        keep: tasks that are among them however far apart labels are.
        leave: tasks that are not among them.
    """
    far = distances(plan.mode, said, leave)
    asked = [task for task in tasks if far.get(task.task_id, -1) >= (0 if task.task_id in keep else least)]
    # Shuffled as for a grader: what stands first in a question must not tell an arm.
    rules = MODES[plan.mode]
    shuffled = arranged(asked, plan.seed, "disputes", together=rules.together)
    hardest = sorted(shuffled, key=lambda task: -far[task.task_id])
    firsts = firsts_of(asked) if rules.sided else {}
    hardest = sided(hardest, plan.seed, "disputes") if rules.sided else hardest
    return [Dispute(task, _voices(plan, task, said, firsts), far[task.task_id]) for task in hardest]


def distances(mode: str, said: Said, leave: Collection[str] = ()) -> dict[str, int]:
    """How far apart the labels of each task are.

    Args:
        mode: of the session.
        said: by the graders.
        leave: tasks that are not asked about.
    """
    labels: dict[str, list[str]] = {}
    for marks in said.values():
        for task_id, mark in marks.items():
            labels.setdefault(task_id, []).append(mark.label or "")
    return {task_id: apart(mode, given) for task_id, given in labels.items() if task_id not in leave}


def _voices(plan: Plan, task: Task, said: Said, firsts: Mapping[str, str]) -> tuple[Voice, ...]:
    seated = codes(list(said), plan.seed, f"voices {task.task_id}")
    marks = [mark for grader in seated if (mark := said[grader].get(task.task_id))]
    return tuple(Voice(by_text(task, mark.label or "", firsts), mark.kind, mark.comment) for mark in marks)


def placed(events: Iterable[Event], order: Order, firsts: Mapping[str, str]) -> Iterator[Event]:
    """What stands in an adjudicator's log, with the place of each task in an order; the log itself keeps no places.

    Which tasks are in dispute changes while graders work, and with it the order: what was taken back is left out
    together with its taking back, and so is what is about a task that is in no dispute any more.

    Args:
        events: of the log.
        order: of the disputes.
        firsts: in preference, task to the arm of its first text: the log keeps labels by the texts of the file.
    """
    events = list(events)
    undone = {event.undoes for event in events if event.kind == "Retracted"}
    where = {task.task_id: position for position, task in enumerate(order)}
    for event in events:
        if event.kind != "Retracted" and event.seq not in undone and (not event.task or event.task in where):
            yield shown(event._replace(position=where.get(event.task)), order, firsts)


def shown(event: Event, order: Order, firsts: Mapping[str, str]) -> Event:
    """What was settled, by the sides as they stand here; and back again, by the texts of the file."""
    if event.kind != "Settled" or event.position is None:
        return event
    return event._replace(value=by_text(order[event.position], event.value, firsts))

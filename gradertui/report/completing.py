"""Whether there is all that the plan asks for, and who is missing: marks and the plan in, counts out.

Where the plan names graders, each of them has to do their part; otherwise somebody has to have labelled each task.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from gradertui.model import Plan
from gradertui.order import REPEAT, Order, dealt
from gradertui.state import State


class Missing(NamedTuple):
    """A grader whose part is not done."""

    grader: str
    left: int
    """Tasks that are still open, those that come a second time included."""


class Progress(NamedTuple):
    """How far a session is."""

    done: int
    """Tasks that have the labels the plan asks for, or were left out."""
    total: int
    """Tasks planned."""
    missing: tuple[Missing, ...]


def whoever(states: Mapping[str, State], total: int) -> Progress:
    """How far a session is whose plan names nobody.

    Args:
        states: by grader.
        total: tasks planned.
    """
    # Whoever has only repeats left would know which they are once names are shown.
    ended = [(each, _left(state)) for each, state in states.items() if state.repeats and not _firsts(state, False)]
    missing = [Missing(each, n) for each, n in ended if n]
    most = max(state.settled - sum(state.marks[at].settled for at in state.repeats) for state in states.values())
    if len(states) > 1 and most < total:
        most = len(frozenset[str]().union(*(_firsts(state, True) for state in states.values())))
    return Progress(most, total, tuple(missing))


def named(plan: Plan, order: Order, states: Mapping[str, State], asked: Collection[str]) -> Progress:
    """How far a session is whose plan names its graders.

    Args:
        plan: of the session.
        order: of all tasks.
        states: by grader, of those who have begun.
        asked: those whose labels are reported; who is missing is told of all.
    """
    parts = {grader: frozenset(_part(plan, order, grader)) for grader in plan.graders}
    still = {each: _firsts(states[each], False) if each in states else part for each, part in parts.items()}
    left = {each: _left(states[each]) if each in states else _whole(part, plan) for each, part in parts.items()}
    those = [grader for grader in plan.graders if grader in asked] or plan.graders
    total = frozenset[str]().union(*(parts[grader] for grader in those))
    waiting = frozenset[str]().union(*(still[grader] for grader in those))
    return Progress(len(total) - len(waiting), len(total), tuple(Missing(each, n) for each, n in left.items() if n))


def _part(plan: Plan, order: Order, grader: str) -> Iterator[str]:
    """The tasks that the plan gives a grader."""
    if plan.overlap >= 1:
        yield from (task.task_id for task in order)
        return
    mine = dealt(order.names, plan.graders, plan.overlap, plan.seed, grader)
    yield from (task.task_id for task in order if task.cluster in mine)


def _whole(part: Collection[str], plan: Plan) -> int:
    return len(part) + min(plan.repeats, len(part))


def _left(state: State) -> int:
    return len(state.order) - state.settled


def _firsts(state: State, settled: bool) -> frozenset[str]:
    """The tasks that are dealt with, or that are open; repeats left out."""
    if not settled and state.complete:
        return frozenset()
    tasks: Iterable[str] = (task.task_id for at, task in enumerate(state.order) if state.marks[at].settled == settled)
    return frozenset(task for task in tasks if not task.endswith(REPEAT))

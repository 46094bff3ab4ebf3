"""What is true now: the fold of a grader's events.

One function, `fold`, both replays the log at start and takes in each new event; a state is never changed, a new one
is made. What the store keeps and what the screen draws are elsewhere. The work of one event does not grow with
the session: one page of marks is copied (`marks.py`), counts change by the one cluster that was touched.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import NamedTuple

from gradertui.events import Event, facts
from gradertui.locale import _
from gradertui.marks import BLANK, Mark, Marks, fresh
from gradertui.model import Task
from gradertui.modes import Rules
from gradertui.order import Order

Labels = tuple[str, bool | None, tuple[tuple[tuple[str, ...], str | None], ...]]
"""Of one cluster: its name if the mode asks for it, whether it is answerable, then arms and label of each task."""


class Undo(NamedTuple):
    """What the last event changed, and the one before it: a stack that shares its tail."""

    seq: int
    position: int
    before: Mark
    previous: Undo | None


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """All that follows from a grader's log.

    Compared by identity: two states are never compared by value.
    """

    order: Order
    rules: Rules
    partial: bool
    """Whether a cluster counts before all of it is labelled (unblinded); else statistics by arm wait for it."""
    marks: Marks
    repeats: frozenset[int] = frozenset()
    """Positions shown a second time: they are asked for and counted in no statistic."""
    labelled: int = 0
    excluded: int = 0
    flagged: int = 0
    skipped: tuple[int, ...] = ()
    """Positions that were put off and are still open, in the order they come back."""
    letters: Mapping[str, int] = field(default_factory=dict)
    """How often each label stands, over all arms."""
    cells: Mapping[Hashable, int] = field(default_factory=dict)
    """What statistics see: how many clusters show what."""
    paces: Mapping[int, int] = field(default_factory=dict)
    """How many labelled tasks took how many tenths of a second; labels from elsewhere took none."""
    undo: Undo | None = None
    last: int | None = None
    """Position of the last event's task."""
    plan_hash: str = ""
    revealed: bool = False
    locked: bool = False
    """Rating is over: nothing changes but guesses."""

    @property
    def settled(self) -> int:
        """Tasks labelled or left out."""
        return self.labelled + self.excluded

    @property
    def clusters(self) -> int:
        """How many clusters statistics see once all is labelled."""
        return self.order.clusters - len({self.order.number(position) for position in self.repeats})

    @property
    def standing(self) -> Iterator[tuple[Task, Mark]]:
        """Each task in order, and what stands of it."""
        return zip(self.order, self.marks, strict=False)

    @property
    def complete(self) -> bool:
        """Every planned task is labelled or excluded with a reason."""
        return self.settled == len(self.order)


def begin(order: Order, rules: Rules, *, partial: bool) -> State:
    """The state before the first event."""
    return State(order, rules, partial, Marks.blank(len(order)), order.repeats())


def fold(state: State, events: Iterable[Event]) -> State:
    """Take in events.

    Args:
        state: what was true.
        events: in the order of the log; many at once cost one copy of what changes.

    Returns:
        What is true now.
    """
    changes: dict[int, Mark] = {}
    undo, position = state.undo, state.last
    noticed: dict[str, object] = {}
    for event in events:
        if event.position is None:
            noticed |= _noticed(event)
            continue
        position = event.position
        if event.kind == "Retracted":
            undo, changes[position] = _popped(undo, event)
        else:
            before = changes.get(position) or state.marks[position]
            undo = Undo(event.seq, position, before, undo)
            changes[position] = _marked(before, event)
    return replace(state, undo=undo, last=position, **noticed, **_changed(state, changes))  # type: ignore[arg-type]


def _popped(undo: Undo | None, event: Event) -> tuple[Undo | None, Mark]:
    if undo is None or undo.seq != event.undoes:
        words = _("event {n} takes back {other}, which is not the last that stands")
        raise ValueError(words.format(n=event.seq, other=event.undoes))
    return undo.previous, undo.before


def _marked(mark: Mark, event: Event) -> Mark:
    match event.kind:
        case "Labelled":
            spent = mark.active_ds + (event.active_ms or 0) // 100
            if mark is BLANK:
                return fresh(event.value, spent)
            return mark._replace(label=event.value, skipped=0, excluded=None, active_ds=spent, kind="")
        case "Skipped":
            return mark._replace(label=None, skipped=event.seq, excluded=None, kind="")
        case "Excluded":
            return mark._replace(label=None, skipped=0, excluded=event.value, kind="")
        case "Flagged":
            return mark._replace(flagged=bool(event.value))
        case "Commented":
            return mark._replace(comment=event.value)
        case "Classified":
            return mark._replace(kind=event.value)
        case "Settled":
            return mark._replace(label=event.value, skipped=0, kind=str(facts(event).get("cause", "")))
        case "Guessed":
            return mark._replace(guess=event.value)
        case _:
            return mark


def _noticed(event: Event) -> dict[str, object]:
    match event.kind:
        case "PlanFrozen":
            return {"plan_hash": event.value}
        case "Revealed":
            return {"revealed": True}
        case "Locked":
            return {"locked": True}
        case _:
            return {}


def _changed(state: State, changes: Mapping[int, Mark]) -> dict[str, object]:
    """Everything that is counted, moved by what changed and by nothing else."""
    marks = state.marks.changed(changes)
    letters, paces, excluded, flagged = Counter(state.letters), Counter(state.paces), 0, 0
    labelled = state.labelled
    steps = Counter(changes.values())
    if state.undo is None:
        steps[BLANK] -= len(changes)
    else:
        steps.subtract(state.marks[position] for position in changes)
    for mark, step in steps.items():
        if mark.label is not None:
            labelled += step
            letters[mark.label] += step
            if mark.active_ds:
                paces[mark.active_ds] += step
        excluded += step * (mark.excluded is not None)
        flagged += step * mark.flagged
    for position in state.repeats.intersection(changes):
        for mark, step in ((state.marks[position], 1), (changes[position], -1)):
            if mark.label is not None:
                letters[mark.label] += step
    return {
        "marks": marks,
        "letters": +letters,
        "paces": +paces,
        "labelled": labelled,
        "excluded": state.excluded + excluded,
        "flagged": state.flagged + flagged,
        "skipped": _waiting(state, changes),
        "cells": _counted(state, marks, changes),
    }


def _waiting(state: State, changes: Mapping[int, Mark]) -> tuple[int, ...]:
    """Those put off, oldest first."""
    if not state.skipped and not any(mark.skipped for mark in changes.values()):
        return ()
    waiting = {position: state.marks[position].skipped for position in state.skipped}
    waiting |= {position: mark.skipped for position, mark in changes.items()}
    return tuple(sorted((p for p, since in waiting.items() if since), key=waiting.__getitem__))


def _counted(state: State, marks: Marks, changes: Iterable[int]) -> Mapping[Hashable, int]:
    moved = Counter[Labels]()
    # At a replay each mark is read: from a list they come ten times as fast.
    now = marks if state.labelled else list(marks)
    for cluster in _clusters(state.order, changes):
        if cluster[0] in state.repeats:
            continue
        moved[_labels(state, now, cluster)] += 1
        if state.labelled:
            moved[_labels(state, state.marks, cluster)] -= 1
    cells = Counter(state.cells)
    for labels, n in moved.items():
        if n and (cell := state.rules.cell(*labels, state.partial)) is not None:
            cells[cell] += n
            if not cells[cell]:
                del cells[cell]
    return cells


def _clusters(order: Order, positions: Iterable[int]) -> Iterator[Sequence[int]]:
    return map(order.members, sorted(set(map(order.number, positions))))


def _labels(state: State, marks: Marks | Sequence[Mark], cluster: Sequence[int]) -> Labels:
    order, first = state.order, cluster[0]
    # Blind, a cluster with an answer left out waits for the end: the one arm that stood still would be named by it.
    counts = [(i, mark) for i in cluster if (mark := marks[i]).excluded is None or not state.partial]
    labels = tuple([(order.arms(i), mark.label) for i, mark in counts])
    return order.name(first) if state.rules.named else "", order.answerable(first), labels


def following(state: State, position: int) -> int | None:
    """Where to go after a task: the next open one, those put off last; None when nothing is left.

    Args:
        state: what is true now.
        position: the task just dealt with; -1 for the very first.
    """
    n = len(state.order)
    if state.settled + len(state.skipped) < n:
        for i in chain(range(position + 1, n), range(max(position, 0))):
            mark = state.marks[i]
            if not mark.settled and not mark.skipped:
                return i
    others = (p for p in state.skipped if p != position)
    return next(others, state.skipped[0] if state.skipped else None)


def whole(state: State) -> State:
    """The state with every cluster counted as far as it was labelled, once nothing is open; else as it is."""
    if state.partial or not state.complete:
        return state
    state = replace(state, partial=True)
    if not state.excluded:
        return state
    return replace(state, cells=Counter(cell for _name, cell in seen(state) if cell is not None))


def seen(state: State) -> Iterator[tuple[str, Hashable]]:
    """Every cluster by name, with what statistics see of it."""
    marks, known = list(state.marks), dict[Labels, Hashable]()
    for number in range(state.order.clusters):
        cluster = state.order.members(number)
        if cluster[0] in state.repeats:
            continue
        labels = _labels(state, marks, cluster)
        if labels not in known:
            known[labels] = state.rules.cell(*labels, state.partial)
        yield state.order.name(cluster[0]), known[labels]

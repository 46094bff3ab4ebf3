"""What was said of single tasks, in an export or by what a log took from elsewhere: which of it is new here. Pure.

The later word counts, by the time it was given, so that the order in which exports arrive does not matter; what has
no time is taken only where nothing stands. What was read already, or undone since, adds nothing. Where rows come from
is the command line's and `chains.left`'s business.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from gradertui.events import Event, by_hand, commented, facts, labelled
from gradertui.locale import _
from gradertui.marks import Mark
from gradertui.state import State
from gradertui.text import one_line


class Row(NamedTuple):
    """What somebody said of a task; the label or the comment may be empty."""

    at: str
    """When, as events carry it; empty if it is not known."""
    task: str
    label: str
    comment: str
    source: str
    """The name of the file, or of the session it was carried from."""
    body: str = ""
    """What a log keeps of it, if it comes from one."""


class Added(NamedTuple):
    """What rows come to."""

    events: tuple[Event, ...]
    against: tuple[str, ...] = ()
    """What cannot be decided, in words."""


class _Stands(NamedTuple):
    label: str = ""
    at: str = ""
    by_hand: bool = False
    comment: str = ""
    commented: str = ""
    """When the comment was written."""


def of_events(events: Iterable[Event]) -> Iterator[Row]:
    """The rows that labels and comments of a log amount to which were not given there."""
    for event in events:
        said = facts(event)
        source = str(said.get("carried") or said.get("imported", ""))
        if event.kind == "Labelled":
            yield Row(event.at, event.task, event.value, "", source, event.body)
        elif event.kind == "Commented":
            yield Row(event.at, event.task, "", event.value, source, event.body)


def added(state: State, log: Sequence[Event], rows: Iterable[Row]) -> Added:
    """Find what rows add to a grader's log.

    Args:
        state: what the log amounts to.
        log: its events, whole.
        rows: of this grader.
    """
    positions = {task.task_id: position for position, task in enumerate(state.order)}
    known = {(event.at, event.task, event.value) for event in log if event.kind in ("Labelled", "Commented")}
    stands, new, against = _standing(state, log), list[Event](), list[str]()
    for row in _in_order(rows, positions):
        if (row.at, row.task, row.label or row.comment) in known:
            continue
        if row.task not in positions:
            against.append(_("{task}: is none of this grader's tasks").format(task=one_line(row.task, 40)))
            continue
        before = stands.get(row.task, _Stands())
        if why := _differs(row, before):
            against.append(why)
            continue
        stands[row.task] = _after(row, before)
        new += _events(row, positions[row.task], before)
    return Added(tuple(new), tuple(dict.fromkeys(against)))


def _in_order(rows: Iterable[Row], positions: Mapping[str, int]) -> Iterator[Row]:
    """By time and place, each once; a label before the comment on it."""
    ordered = sorted(rows, key=lambda row: (row.at, positions.get(row.task, -1), not row.label, row))
    return (next(same) for _row, same in groupby(ordered, key=lambda row: row._replace(source="", body="")))


def _standing(state: State, log: Sequence[Event]) -> dict[str, _Stands]:
    given = {event.task: event for event in log if event.kind == "Labelled"}
    written = {event.task: event.at for event in log if event.kind == "Commented"}
    return {
        task.task_id: _stands(state.marks[position], given.get(task.task_id), written.get(task.task_id, ""))
        for position, task in enumerate(state.order)
    }


def _stands(mark: Mark, last: Event | None, commented: str) -> _Stands:
    at, hand = (last.at, by_hand(last)) if last else ("", False)
    return _Stands(mark.label or "", at, hand, mark.comment, commented)


def _differs(row: Row, before: _Stands) -> str:
    """Why it cannot be told which of two words counts; empty if it can."""
    task, source = one_line(row.task, 40), one_line(row.source)
    if row.label and before.label not in ("", row.label):
        if not row.at or row.at == before.at:
            words = _("{task}: {source} says {label}, {stands} stands here, and no time tells which is the later")
            return words.format(task=task, source=source, label=row.label, stands=before.label)
        if before.by_hand and row.at > before.at:
            words = _(
                "{task}: {source} says {label}, and {stands} was given here by hand; take it in as another grader"
            )
            return words.format(task=task, source=source, label=row.label, stands=before.label)
    if row.comment and before.comment not in ("", row.comment) and (not row.at or row.at == before.commented):
        words = _("{task}: {source} has another comment than stands here, and no time tells which is the later")
        return words.format(task=task, source=source)
    return ""


def _after(row: Row, before: _Stands) -> _Stands:
    if _says_label(row, before):
        before = before._replace(label=row.label, at=row.at, by_hand=False)
    if _says_comment(row, before):
        before = before._replace(comment=row.comment, commented=row.at)
    return before


def _says_label(row: Row, before: _Stands) -> bool:
    newer = not before.label or row.at > before.at
    return bool(row.label) and newer and (row.label, row.at) != before[:2]


def _says_comment(row: Row, before: _Stands) -> bool:
    newer = not before.comment or row.at > before.commented
    return bool(row.comment) and newer and row.comment != before.comment


def _events(row: Row, position: int, before: _Stands) -> Iterator[Event]:
    """What is appended; an event keeps the time of its row."""
    if _says_label(row, before):
        event = labelled(row.task, position, row.label, active_ms=0, blind=False, screen="none", imported=row.source)
        yield event._replace(at=row.at, body=row.body or event.body)
    if _says_comment(row, before):
        event = commented(row.task, position, row.comment, imported=row.source)
        yield event._replace(at=row.at, body=row.body or event.body)


def beside(log: Sequence[Event], new: Iterable[Event], rest: Iterable[Event]) -> Iterator[Event]:
    """What was carried with labels, or instead of one: kinds of error, flags, and what was left out.

    Args:
        log: what stands here, whole.
        new: labels and comments that come in.
        rest: what another log of this grader has beyond it.
    """
    known, coming = {event.task for event in log}, {event.task for event in new if event.kind == "Labelled"}
    for event in dict.fromkeys(event._replace(seq=0) for event in rest if event.task not in known):
        match event.kind:
            case "Flagged":
                yield event
            case "Classified" if event.task in coming:
                yield event
            case "Excluded" if event.task not in coming:
                yield event

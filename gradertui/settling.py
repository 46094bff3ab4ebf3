"""What was settled where graders differ: a log for each adjudicator, beside the graders' and of the same kind.

    sessions/NAME/settled/ADJUDICATOR.sqlite

What graders labelled stays as it is; a settled label stands beside it, and of a task the last one counts. Which tasks
are in dispute is `disputes.py`; the screen that settles is elsewhere, and so is what a report makes of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Literal, NamedTuple, cast, get_args

from gradertui.events import Event, facts
from gradertui.locale import _, mark
from gradertui.marks import Mark
from gradertui.model import Mode
from gradertui.modes.preference import by_text
from gradertui.session import Session, planning
from gradertui.store.log import Head, Log
from gradertui.store.naming import file_name
from gradertui.store.writable import WritableLog

Cause = Literal["", "unclear", "reference", "slip", "real"]
"""Why graders differed: an unclear question, a wrong reference, a slip, a real difference; "" was not said."""
CAUSES: tuple[Cause, ...] = get_args(Cause)[1:]

_WORDS: Mapping[str, str] = {
    "unclear": mark("unclear question"),
    "reference": mark("wrong reference"),
    "slip": mark("slip"),
    "real": mark("real difference"),
}


class Settled(NamedTuple):
    """What was settled of a task."""

    label: str
    cause: Cause
    by: str
    at: str


def causes(mode: Mode) -> tuple[Cause, ...]:
    """The causes that there can be; a card or a pair has no reference that could be wrong."""
    return tuple(cause for cause in CAUSES if cause != "reference" or mode == "grade")


def cause_words(cause: str, mode: Mode) -> str:
    """A cause in words; empty where it was not said."""
    if (mode, cause) == ("tone", "unclear"):
        return _("unclear card")
    return _(_WORDS[cause]) if cause in _WORDS else ""


class Adjudicator(NamedTuple):
    """Who settled, how much of it stands, and where the log ends."""

    name: str
    n: int
    head: Head


def path_of(session: Session, adjudicator: str) -> Path:
    """Where an adjudicator's log lies.

    Raises:
        StoreError: the id cannot name a file.
    """
    return session.folder / "settled" / f"{file_name(adjudicator, '--grader')}.sqlite"


def writable_log(session: Session, adjudicator: str) -> WritableLog:
    """An adjudicator's log, open for appending; begun now if there is none.

    Raises:
        StoreError: the plan is not the one that was frozen, or the log cannot be opened.
    """
    path = path_of(session, adjudicator)
    if known := session.record():
        planning.refuse_other(session.folder, known, session.plan_text)
    return WritableLog(path) if path.exists() else WritableLog.start(session.folder / "empty.sqlite", path, adjudicator)


def said(session: Session) -> dict[str, dict[str, Mark]]:
    """Grader to what stands of the tasks that have a label, by task; of a hidden repeat the first label counts.

    In preference the sides of a label are those of the file, the same for all.
    """
    return {grader: _labelled(session, grader) for grader in session.graders()}


def _labelled(session: Session, grader: str) -> dict[str, Mark]:
    with closing(session.log(grader)) as log:
        state = session.state(log)
    places = (at for at in range(len(state.order)) if at not in state.repeats and state.marks[at].label is not None)
    tasks = ((state.order[at], state.marks[at]) for at in places)
    return {task.task_id: mark._replace(label=by_text(task, mark.label or "", session.firsts)) for task, mark in tasks}


def settled(session: Session) -> dict[str, Settled]:
    """Task to what was settled of it; where several settled the same, what was said last."""
    found: list[tuple[str, Settled]] = []
    for path in sorted((session.folder / "settled").glob("*.sqlite")):
        with closing(Log(path)) as log:
            found += [(event.task, _said(event, path.stem)) for event in standing(log.notes())]
    return dict(sorted(found, key=lambda each: (each[1].at, each[1].by)))


def adjudicators(session: Session) -> list[Adjudicator]:
    """Who settled, by id."""
    found = []
    for path in sorted((session.folder / "settled").glob("*.sqlite")):
        with closing(Log(path)) as log:
            found.append(Adjudicator(path.stem, len(standing(log.notes())), log.head()))
    return found


def standing(events: Iterable[Event]) -> list[Event]:
    """What was settled and not taken back, in order."""
    found: dict[int, Event] = {}
    for event in events:
        if event.kind == "Settled":
            found[event.seq] = event
        elif event.kind == "Retracted" and event.undoes is not None:
            found.pop(event.undoes, None)
    return list(found.values())


def _said(event: Event, by: str) -> Settled:
    return Settled(event.value, cast(Cause, facts(event).get("cause", "")), by, event.at)

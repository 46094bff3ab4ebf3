"""What was settled where graders differ: a log for each adjudicator, beside the graders' and of the same kind.

    sessions/NAME/settled/ADJUDICATOR.sqlite

What graders labelled stays as it is; a settled label stands beside it, and of a task the last one counts. The screen
that settles is elsewhere, and so is what a report makes of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Literal, NamedTuple, cast, get_args

from gradertui.events import Event, facts
from gradertui.session import Session
from gradertui.store.log import Log
from gradertui.store.naming import file_name

Cause = Literal["", "unclear", "reference", "slip", "real"]
"""Why graders differed: an unclear question, a wrong reference, a slip, a real difference; "" was not said."""
CAUSES: tuple[Cause, ...] = get_args(Cause)[1:]


class Settled(NamedTuple):
    """What was settled of a task."""

    label: str
    cause: Cause
    by: str
    at: str


def path_of(session: Session, adjudicator: str) -> Path:
    """Where an adjudicator's log lies.

    Raises:
        StoreError: the id cannot name a file.
    """
    return session.folder / "settled" / f"{file_name(adjudicator, '--grader')}.sqlite"


def settled(session: Session) -> dict[str, Settled]:
    """Task to what was settled of it; where several settled the same, what was said last."""
    found: list[tuple[str, Settled]] = []
    for path in sorted((session.folder / "settled").glob("*.sqlite")):
        with closing(Log(path)) as log:
            found += [(event.task, _said(event, path.stem)) for event in standing(log.notes())]
    return dict(sorted(found, key=lambda each: (each[1].at, each[1].by)))


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

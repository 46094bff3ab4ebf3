"""The sessions in a folder, how far each grader is, and what is next: what `gradertui` alone shows, whoever draws it.

Logs are opened for reading and counted, not replayed; what is broken is a line of its own and hides nothing else. No
arm is looked at here.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal, NamedTuple

from gradertui.disputes import WORTH, distances
from gradertui.locale import _, mark
from gradertui.locale.faults import told
from gradertui.model import Plan
from gradertui.session import Session, found
from gradertui.settling import said, settled
from gradertui.store import StoreError
from gradertui.store.counting import Counted

Next = Literal["grade", "report", "adjudicate", "blinding", "verify"]
"""What is to be done next, by the command that does it."""
WORDS: Mapping[Next, str] = {
    "grade": mark("to grade"),
    "report": mark("report"),
    "adjudicate": mark("to settle"),
    "blinding": mark("to audit"),
    "verify": mark("broken"),
}
"""Each in a word or two."""
_FAULTS = (StoreError, OSError, sqlite3.Error, UnicodeError)


class Row(NamedTuple):
    """How far one grader is and what is next; without a grader, what is next for the session."""

    next: Next
    grader: str = ""
    total: int | None = None
    """None where nobody knows before the grader begins."""
    done: int = 0
    flagged: int = 0
    last: datetime | None = None
    differ: int = 0
    """For `adjudicate`: on how many tasks graders differ and nobody settled it."""
    fault: str = ""


class Overview(NamedTuple):
    """One session."""

    folder: Path
    mode: str
    """Empty where the session cannot be opened."""
    title: str
    total: int | None
    rows: tuple[Row, ...]
    touched: datetime
    """When somebody last labelled here; before anybody did, when it was made."""

    @property
    def done(self) -> bool:
        """Whether every grader is: a report names systems, which is not for who still grades."""
        return all(row.next == "report" for row in self.rows if row.grader)

    @property
    def comparable(self) -> bool:
        """Whether several graders are all done, so that it can be asked where they differ."""
        return self.done and sum(bool(row.grader) for row in self.rows) > 1


def overviews(folder: Path) -> list[Overview]:
    """The sessions in a folder, the one last touched first.

    Args:
        folder: where sessions lie.
    """
    return sorted(map(overview, found(folder)), key=lambda each: each.touched, reverse=True)


def overview(folder: Path) -> Overview:
    """One session; what is wrong with it is told in its rows.

    Args:
        folder: of the session.
    """
    made = datetime.min.replace(tzinfo=UTC)
    try:
        made = datetime.fromtimestamp((folder / "items.sqlite").stat().st_mtime, UTC)
        with closing(Session(folder)) as session:
            rows = tuple(_rows(session))
            total = _total(session, rows)
    except _FAULTS as fault:
        return Overview(folder, "", "", None, (Row("verify", fault=told(fault)),), made)
        # Labels that were carried keep their time: a session was touched when it was made, at the least.
    touched = max([made, *(row.last for row in rows if row.last)])
    return Overview(folder, session.plan.mode, session.plan.title, total, rows, touched)


def _total(session: Session, rows: Sequence[Row]) -> int | None:
    """How many tasks there are; of pairs, which have to be made for it, what a log says if there is one."""
    known = max((row.total or 0 for row in rows), default=0)
    return known if known and session.rules.sided else session.total


def _rows(session: Session) -> Iterator[Row]:
    plan = session.plan
    rows = [_row(session, grader) for grader in session.graders()]
    if not any(row.done or row.fault for row in rows) and _unaudited(plan):
        yield Row("blinding")
    yield from rows
    begun = {row.grader for row in rows}
    total = session.total if plan.overlap == 1 and not plan.repeats and not (begun and session.rules.sided) else None
    yield from (Row("grade", grader, total) for grader in plan.graders if grader not in begun)
    if not begun and not plan.graders:
        yield Row("grade", total=total)


def _unaudited(plan: Plan) -> bool:
    """Whether nothing was decided about what still tells variants apart."""
    return plan.mode == "tone" and plan.blind and not plan.neutralised and not plan.accepted


def _row(session: Session, grader: str) -> Row:
    try:
        with closing(session.log(grader)) as log:
            far = log.counted()
    except _FAULTS as fault:
        return Row("verify", grader, fault=told(fault))
    complete = 0 < far.total == far.settled
    return Row("report" if complete else "grade", grader, far.total or None, far.settled, far.flagged, _time(far))


def _time(far: Counted) -> datetime | None:
    """When the last event was; None where there is none, or its time was written by hand and is none."""
    try:
        time = datetime.fromisoformat(far.last)
    except (ValueError, TypeError):
        return None
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def compared(known: Overview) -> Overview:
    """The same session, with a row more where its graders are done and differ. Replays their logs: not for the start.

    Args:
        known: that is `comparable`.
    """
    try:
        with closing(Session(known.folder)) as session:
            differ = _differ(session)
    except _FAULTS:
        return known
    more = (Row("adjudicate", differ=differ),) if differ else ()
    return known._replace(rows=(*(row for row in known.rows if row.next != "adjudicate"), *more))


def _differ(session: Session) -> int:
    least = WORTH.get(session.plan.mode, 1)
    far = distances(session.plan.mode, said(session), settled(session).keys())
    return sum(far.get(task.task_id, -1) >= least for task in session.tasks())


def word(known: Overview, row: Row) -> str:
    """What is next, in a word or two; a grader who is done before the others waits for them.

    Args:
        known: of the session.
        row: of it.
    """
    return _("done") if row.next == "report" and not known.done else _(WORDS[row.next])


def command(known: Overview, row: Row) -> str:
    """The command line that does what is next.

    Args:
        known: of the session.
        row: of it.
    """
    who = f" --grader {row.grader}" if row.next == "grade" and row.grader else ""
    return f"gradertui {row.next} {known.folder.name}{who}"


def day(time: datetime, now: datetime) -> str:
    """When something was, by the clock of this place: the time if it was today, else the date.

    Args:
        time: with its zone.
        now: with its zone.
    """
    local, today = time.astimezone(now.tzinfo), now.date()
    if local.date() == today:
        return _("today {time}").format(time=f"{local:%H:%M}")
    if local.date() == today - timedelta(days=1):
        return _("yesterday {time}").format(time=f"{local:%H:%M}")
    return f"{local:%Y-%m-%d}"

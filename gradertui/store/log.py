"""A grader's log, read: one file, events that are appended (`writable.py`) and never changed.

The current labels are the view `labels`, which anybody can read with sqlite3 while grading goes on. What the events
mean is `state.py`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import starmap
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from gradertui.events import GENESIS, Event
from gradertui.locale import _
from gradertui.locale.faults import reason
from gradertui.model import Task
from gradertui.order import Order
from gradertui.store import ARRANGED_AS, StoreError, checked, connect
from gradertui.store.counting import Counted, counted
from gradertui.store.given import Given, given

_REPLAYED = "kind, position, value, undoes, active_ms, seq"
WHOLE = _REPLAYED + ", task, body, at"
"""The columns that make an event, in its order."""
_MOVES = """
    select count(*) from events as event where kind = 'Labelled'
    or kind = 'Retracted' and (select kind from events where seq = event.undoes) = 'Labelled'
"""
_ODD = """
    select seq from events where typeof(position) not in ('integer', 'null') or position < 0
    or typeof(undoes) not in ('integer', 'null') or typeof(active_ms) not in ('integer', 'null')
    or 'blob' in (typeof(kind), typeof(value), typeof(task), typeof(body), typeof(at)) limit 1
"""


class Head(NamedTuple):
    """The last event of a log."""

    seq: int
    hash: str


class Log:
    """One grader's log, open for reading."""

    _writes: ClassVar = False

    def __init__(self, path: Path) -> None:
        """Open a log.

        Raises:
            StoreError: it cannot be opened.
        """
        self.path = path
        self._order_for: str | None = None
        """What `arranged_for` said when the order was last read: the first event holds for that order only."""
        self._db = connect(path, write=self._writes)
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    def _open(self) -> None:
        self._db = checked(self.path, self._db, "log")
        with self._told():
            self._seq, self._hash = self.head()

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Say in one line why it cannot be opened."""
        try:
            yield
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            words = _("{path}: cannot be opened ({error}); gradertui verify looks for damage")
            raise StoreError(words.format(path=self.path, error=reason(error))) from error

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def meta(self) -> dict[str, str]:
        """What the file says of itself."""
        return dict(self._db.execute("select key, value from meta"))

    def arranged_as(self, grader: str) -> str:
        """The id that the order was drawn for: another than the grader's where the log was taken in under a new one."""
        return self.meta().get(ARRANGED_AS, grader)

    def order(self) -> Order:
        """The order of this grader; empty until it was arranged."""
        columns = dict(self._db.execute("select name, value from arrangement"))
        self._order_for = bytes(columns.get("for", b"")).decode()
        return Order.restored(columns) if columns else Order()

    def tasks(self) -> Iterator[Task]:
        """The tasks in this grader's order."""
        return iter(self.order())

    def arranged_for(self) -> str:
        """For which plan and how many items the order was fixed; empty if it was not."""
        found = self._db.execute("select value from arrangement where name = 'for'").fetchone()
        return bytes(found[0]).decode() if found else ""

    def head(self) -> Head:
        """Where the log ends: who knows it can tell whether anything before it was changed."""
        last = self._db.execute("select seq, hash from events order by seq desc limit 1").fetchone()
        return Head(*last) if last else Head(0, GENESIS)

    @contextmanager
    def still(self) -> Iterator[None]:
        """What is read inside is of one moment, whatever another process appends meanwhile."""
        self._db.execute("begin")
        with self._db:
            yield

    def odd(self) -> int | None:
        """The first event with a value that no event of ours has; SQLite keeps what it is given."""
        found = self._db.execute(_ODD).fetchone()
        return found and int(found[0])

    def count(self) -> int:
        """How many events there are."""
        (n,) = self._db.execute("select count(*) from events").fetchone()
        return int(n)

    def hash_at(self, seq: int) -> str:
        """The hash of an event; empty if there is none."""
        found = self._db.execute("select hash from events where seq = ?", (seq,)).fetchone()
        return found[0] if found else ""

    def moves(self) -> int:
        """How often a label was given, changed or taken back: what blind rows by arm are refreshed by."""
        (n,) = self._db.execute(_MOVES).fetchone()
        return int(n)

    def replay(self) -> Iterator[Event]:
        """All events in order, without the time and body that only the record needs."""
        return starmap(Event, self._db.execute(f"select {_REPLAYED} from events order by seq"))

    def events(self, kind: str = "%") -> Iterator[Event]:
        """All events in order, whole."""
        rows = self._db.execute(f"select {WHOLE} from events where kind like ? order by seq", (kind,))
        return starmap(Event, rows)

    def notes(self) -> Iterator[Event]:
        """The events that are about no task, in order, whole: found by the index, however long the log is."""
        rows = self._db.execute(f"select {WHOLE} from events where position is null order by seq")
        return starmap(Event, rows)

    def history(self, position: int) -> list[Event]:
        """All events of one task in order, whole."""
        rows = self._db.execute(f"select {WHOLE} from events where position = ? order by seq", (position,))
        return list(starmap(Event, rows))

    def given(self, revealed: str = "~") -> list[Given]:
        """How the labels that stand were given; "~", after which nobody revealed elsewhere, is later than all times."""
        return given(self._db, revealed)

    def counted(self) -> Counted:
        """How far the grader is, without replaying anything."""
        return counted(self._db)

    def rows(self) -> Iterator[dict[str, Any]]:
        """The view `labels`, every column by name."""
        cursor = self._db.execute("select * from labels")
        names = [column[0] for column in cursor.description]
        return (dict(zip(names, row, strict=True)) for row in cursor)

    def labels(self) -> list[tuple[str, str]]:
        """Task and label as the view `labels` gives them."""
        return list(self._db.execute("select task, label from labels"))

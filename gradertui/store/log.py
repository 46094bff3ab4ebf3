"""A grader's log: one file, one writer, events appended and never changed.

An event is on disk, synced, before `append` returns; nothing is painted as done before that. The current labels are
the view `labels`, which anybody can read with sqlite3 while grading goes on. What the events mean is `state.py`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import starmap
from pathlib import Path
from typing import Any, NamedTuple

from gradertui.events import GENESIS, Event, chained
from gradertui.locale import _
from gradertui.locale.faults import reason
from gradertui.model import Task
from gradertui.order import Order
from gradertui.store import ARRANGED_AS, VERSION, StoreError, checked, connect, version
from gradertui.store.beginning import begin
from gradertui.store.counting import Counted, counted
from gradertui.store.disks import journal
from gradertui.store.given import Given, given
from gradertui.store.locking import held, let_go
from gradertui.store.sameness import files

_INSERT = "insert into events values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
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
    """One grader's log, open for reading, and for appending if asked."""

    def __init__(self, path: Path, *, write: bool = False) -> None:
        """Open a log; for appending it is ours alone until it is closed, and brought to the newest schema.

        Raises:
            StoreError: it cannot be opened, or another process has it open for appending.
        """
        self.path = path
        self._db = connect(path, write=write)
        self._lock: int | None = None
        try:
            self._lock = held(path) if write else None
            self._open(write)
        except BaseException:
            self.close()
            raise

    def _open(self, write: bool) -> None:
        self._db = checked(self.path, self._db, "log")
        if write and version(self._db) < VERSION["log"]:
            from gradertui.store.migrating import migrate

            self._db.close()
            migrate(self.path)
            self._db = connect(self.path, write=True)
        try:
            if write:
                self._prepare()
            self._seq, self._hash = self.head()
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            words = _("{path}: cannot be opened ({error}); gradertui verify looks for damage")
            raise StoreError(words.format(path=self.path, error=reason(error))) from error
        self._files = files(self.path)
        self._order_for: str | None = None
        """What `arranged_for` said when the order was last read: the first event holds for that order only."""

    def _prepare(self) -> None:
        # Asking for WAL ignores the busy timeout, so it is asked only where the file is not in WAL yet.
        if (wanted := journal(self.path)) != self._db.execute("PRAGMA journal_mode").fetchone()[0]:
            self._db.execute(f"PRAGMA journal_mode = {wanted}")
        self._db.execute("PRAGMA synchronous = FULL")

    @classmethod
    def start(cls, empty: Path, path: Path, grader: str) -> Log:
        """Begin a grader's log as a copy of the session's empty one, as `begin` says."""
        begin(empty, path, grader)
        return cls(path, write=True)

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()
        let_go(self._lock)
        self._lock = None

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

    def arrange(self, tasks: Iterable[Task], made_for: str = "") -> None:
        """Fix the order; possible only while there is no event.

        Args:
            tasks: in the grader's order.
            made_for: hash of the plan and number of items.
        """
        self._db.execute("begin immediate")
        with self._db:
            self._db.execute("delete from arrangement")
            columns = Order(tasks).columns() | {"for": made_for.encode()}
            self._db.executemany("insert into arrangement values (?, ?)", columns.items())
        self._order_for, self._files = made_for, files(self.path)

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

    def append(self, event: Event, at: str) -> Event:
        """Put an event on disk.

        Args:
            event: without sequence number and time.
            at: the time, ISO 8601 in UTC.

        Returns:
            The event as stored. When this returns it has been synced.

        Raises:
            StoreError: nothing was stored; the message says why and what to do.
        """
        if not self._seq:
            self.append_all([event], at)
            return event._replace(seq=self._seq, at=at)
        stored, row = self._stored(event, at, self._seq, self._hash)
        with self._said():
            self._db.execute(_INSERT, row)
        self._seq, self._hash = stored.seq, row[-1]
        return stored

    def append_all(self, events: Iterable[Event], at: str) -> None:
        """Put many events on disk at once: all of them or none, with one sync.

        Args:
            events: without sequence number; one that has a time of its own keeps it.
            at: the time of the others, ISO 8601 in UTC.

        Raises:
            StoreError: nothing was stored; the message says why and what to do.
        """
        seq, digest = self._seq, self._hash
        with self._said():
            self._db.execute("begin immediate")
            with self._db:
                if not seq:
                    self._refuse_rearranged()
                for event in events:
                    stored, row = self._stored(event, event.at or at, seq, digest)
                    self._db.execute(_INSERT, row)
                    seq, digest = stored.seq, row[-1]
        self._seq, self._hash = seq, digest

    def _refuse_rearranged(self) -> None:
        """Refuse the first event where another process fixed another order after this one read it."""
        if self._order_for is not None and self.arranged_for() != self._order_for:
            words = _("{name}: the plan or the items changed while this log was open; quit and open it again")
            raise StoreError(words.format(name=self.path.name))

    @staticmethod
    def _stored(event: Event, at: str, last: int, previous: str) -> tuple[Event, tuple[Any, ...]]:
        """An event with its number and time, and the row that is inserted; the hash stands last."""
        stored = event._replace(seq=last + 1, at=at)
        digest = chained(previous, stored)
        kind, position, value, undoes, active_ms, seq, task, body, at = stored
        return stored, (seq, kind, position, value, undoes, active_ms, task, body, at, digest)

    @contextmanager
    def _said(self) -> Iterator[None]:
        """Say in one line why nothing was stored."""
        if files(self.path) != self._files:
            self._refuse_other()
        try:
            yield
        except sqlite3.IntegrityError as error:
            words = _("{name}: another process has written to this log; quit and open it again")
            raise StoreError(words.format(name=self.path.name)) from error
        except sqlite3.Error as error:
            raise StoreError(f"{self.path.name}: {reason(error)}") from error
        self._files = files(self.path)

    def _refuse_other(self) -> None:
        """Refuse to go on in a file that is not the one that was opened: every label would be lost with it."""
        was, now = self._files, files(self.path)
        if now.log == was.log and was.journal not in (None, now.journal):
            self._reopen()
        elif (now.log, now.content) == (was.log, was.content):
            return
        if now.log != was.log or not self._is_whole():
            words = _("{path}: moved, deleted or replaced while it was open; put it back or open again")
            raise StoreError(words.format(path=self.path))

    def _reopen(self) -> None:
        """Begin another journal where ours is gone; as long as it is open, what is in it can still go to the log."""
        with suppress(sqlite3.Error):
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._db.close()
        self._db = connect(self.path, write=True)
        with suppress(sqlite3.Error):
            self._prepare()

    def _is_whole(self) -> bool:
        """Whether the file, which another program wrote to, is still this log to its last event."""
        from gradertui.store.verifying import examine

        found = examine(self.path)
        return not found.findings and found.head == Head(self._seq, self._hash)

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

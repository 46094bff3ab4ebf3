"""A grader's log that is open for appending: one writer, events on disk before anything is painted as done.

An event is synced before `append` returns. How a log is read is `log.py`, how it begins `beginning.py`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from gradertui.events import Event, chained
from gradertui.locale import _
from gradertui.locale.faults import reason
from gradertui.model import Task
from gradertui.order import Order
from gradertui.store import VERSION, StoreError, checked, connect, version
from gradertui.store.beginning import begin
from gradertui.store.disks import journal
from gradertui.store.locking import held, let_go
from gradertui.store.log import Head, Log
from gradertui.store.sameness import files

_INSERT = "insert into events values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


class WritableLog(Log):
    """One grader's log, ours alone until it is closed."""

    _writes = True

    def __init__(self, path: Path) -> None:
        """Open a log for appending; it is brought to the newest schema.

        Raises:
            StoreError: it cannot be opened, or another process has it open for appending.
        """
        self._lock: int | None = None
        super().__init__(path)

    def _open(self) -> None:
        self._lock = held(self.path)
        self._db = checked(self.path, self._db, "log")
        if version(self._db) < VERSION["log"]:
            from gradertui.store.migrating import migrate

            self._db.close()
            migrate(self.path)
            self._db = connect(self.path, write=True)
        with self._told():
            self._prepare()
            self._seq, self._hash = self.head()
        self._files = files(self.path)

    def _prepare(self) -> None:
        # Asking for WAL ignores the busy timeout, so it is asked only where the file is not in WAL yet.
        if (wanted := journal(self.path)) != self._db.execute("PRAGMA journal_mode").fetchone()[0]:
            self._db.execute(f"PRAGMA journal_mode = {wanted}")
        self._db.execute("PRAGMA synchronous = FULL")

    def close(self) -> None:
        """Let go of the file."""
        super().close()
        let_go(self._lock)
        self._lock = None

    @classmethod
    def start(cls, empty: Path, path: Path, grader: str) -> WritableLog:
        """Begin a grader's log as a copy of the session's empty one, as `begin` says."""
        begin(empty, path, grader)
        return cls(path)

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

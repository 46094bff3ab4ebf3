"""Whether one database is whole: its pages, its guards, the chain of its events and the end of the chain.

Reads and never writes. What the events should say given the plan and the items is `gradertui.verifying`.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from gradertui.events import GENESIS, Event, chained
from gradertui.locale import _, ngettext
from gradertui.store import Kind, StoreError, checked, connect, version
from gradertui.store.log import WHOLE, Head
from gradertui.text import one_line

UNREADABLE = (sqlite3.Error, UnicodeDecodeError, TypeError, ValueError, LookupError)
"""What reading a damaged database may raise."""
_DAMAGES = 5
"""Lines of SQLite's own check that are said; the first tells what the others follow from."""


class Finding(NamedTuple):
    """Something that is not whole."""

    words: str
    since: int | None = None
    """The first event that is not certain any more; None where no event is touched."""
    file: str = ""
    """Which file of the session is to be put back, where it is not the one it was found in."""


class Examined(NamedTuple):
    """What was found in a database."""

    findings: tuple[Finding, ...]
    head: Head | None = None
    """Where a log ends; None where that cannot be read, and for items."""
    schema: int = 0


def kind_of(path: Path) -> Kind:
    """What a database of a session holds, by its name."""
    return "items" if path.name == "items.sqlite" else "log"


def examine(path: Path) -> Examined:
    """Look for damage.

    Args:
        path: of items or of any log.
    """
    findings: list[Finding] = []
    head, schema = None, 0
    try:
        with closing(checked(path, connect(path, write=False), kind_of(path))) as db:
            schema = version(db)
            findings.extend(_pages(db))
            if kind_of(path) == "log":
                findings.extend(_guards(db, schema))
                chain = _Chain(db)
                findings.extend(chain.findings(schema))
                head = chain.last
    except StoreError as error:
        findings.append(Finding(str(error), 1))
    except UNREADABLE as error:
        findings.append(Finding(_("the file is damaged: {error}").format(error=one_line(str(error))), 1))
    return Examined(tuple(findings), head, schema)


def unchained(path: Path) -> str:
    """Why the events of a log cannot be relied on, in words; empty if they are as they were written.

    Args:
        path: of the log.

    Raises:
        StoreError: it cannot be opened.
    """
    with closing(checked(path, connect(path, write=False), "log")) as db:
        return next((finding.words for finding in _Chain(db).findings(version(db)) if finding.since), "")


def _pages(db: sqlite3.Connection) -> Iterator[Finding]:
    """What SQLite itself finds wrong."""
    for (line,) in db.execute(f"PRAGMA integrity_check({_DAMAGES})"):
        if line != "ok":
            yield Finding(_("the file is damaged: {error}").format(error=one_line(line)))


def _guards(db: sqlite3.Connection, schema: int) -> Iterator[Finding]:
    """The triggers that keep events from being changed, and the views of what stands."""
    from gradertui.store.making import GUARDS, guards

    there, made = _alike(db.execute(GUARDS)), _alike(guards(schema))
    for name in sorted(made.keys() - there.keys()):
        yield Finding(_("“{name}” is gone: another program took it out").format(name=name))
    for name in sorted(there.keys() - made.keys()):
        yield Finding(_("“{name}” was added by another program").format(name=one_line(name)))
    for name in sorted(made.keys() & there.keys()):
        if made[name] != there[name]:
            yield Finding(_("“{name}” was replaced by another program").format(name=name))


def _alike(guards: Iterable[tuple[str, str, str]]) -> dict[str, str]:
    """Definitions by name, without the blanks and quotes that versions of sqlite-utils write differently."""
    return {f"{kind} {name}": re.sub(r'[\s"\[\]`]+', "", sql).lower() for kind, name, sql in guards}


class _Chain:
    """The events of a log, each carrying the hash of the one before."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self.last = Head(0, GENESIS)
        """The last event that could be read."""
        self._unlike: list[tuple[int, str]] = []
        """Events in a row that do not go on from the one before: number and kind."""

    def findings(self, schema: int) -> Iterator[Finding]:
        """Everything that does not hold, in the order of the events."""
        try:
            for *fields, digest in self._db.execute(f"select {WHOLE}, hash from events order by seq"):
                yield from self._next(Event._make(fields), digest)
        except UNREADABLE as error:
            yield from self._changed()
            words = _("after event {n} nothing can be read: {error}")
            yield Finding(words.format(n=self.last.seq, error=one_line(str(error))), self.last.seq + 1)
            return
        yield from self._changed()
        if schema > 1:
            yield from self._end()

    def _next(self, event: Event, digest: str) -> Iterator[Finding]:
        gone = event.seq > self.last.seq + 1
        if gone or digest == chained(self.last.hash, event):
            yield from self._changed()
        else:
            self._unlike.append((event.seq, event.kind))
        if gone:
            # What comes after a gap cannot be held against what was before it.
            yield _missing(self.last.seq + 1, event.seq - 1)
        self.last = Head(event.seq, digest)

    def _changed(self) -> Iterator[Finding]:
        """Say it of the events in a row, and begin again."""
        if not self._unlike:
            return
        (first, kind), (last, _kind) = self._unlike[0], self._unlike[-1]
        self._unlike.clear()
        words = ngettext(
            "event {first} ({kind}) or the one before it was changed, or put in by another program",
            "events {first} to {last}: one of them or the one before them was changed, or put in by another program",
            last - first + 1,
        )
        yield Finding(words.format(first=first, last=last, kind=one_line(str(kind), 20)), max(1, first - 1))

    def _end(self) -> Iterator[Finding]:
        """Hold the last event against the head, which the same transaction wrote."""
        try:
            head = Head(*self._db.execute("select seq, hash from head").fetchone())
        except UNREADABLE:
            yield Finding(_("the table head is gone or empty: whether events are missing at the end cannot be told"))
            return
        if head.seq > self.last.seq:
            yield _missing(self.last.seq + 1, head.seq, at_the_end=True)
        elif head.seq < self.last.seq:
            words = ngettext(
                "event {first} was put in by another program: the head stands at event {head}",
                "events {first} to {last} were put in by another program: the head stands at event {head}",
                self.last.seq - head.seq,
            )
            first = head.seq + 1
            yield Finding(words.format(first=first, last=self.last.seq, head=head.seq), first)
        elif head.hash != self.last.hash:
            words = _("event {n}, the last one, is not the one that the head names: the end was written anew")
            yield Finding(words.format(n=head.seq), head.seq)


def _missing(first: int, last: int, *, at_the_end: bool = False) -> Finding:
    if at_the_end:
        words = ngettext(
            "event {first} is missing at the end",
            "events {first} to {last} are missing at the end",
            last - first + 1,
        )
    else:
        words = ngettext("event {first} is missing", "events {first} to {last} are missing", last - first + 1)
    return Finding(words.format(first=first, last=last), first)

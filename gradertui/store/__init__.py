"""What is on disk: items, written once by `new`, and one append-only log per grader.

Making and migrating goes through sqlite-utils (`making.py`); opening and appending through sqlite3 alone, because
importing sqlite-utils costs 0.3 s where pandas is installed. Nothing here knows what a label means.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Literal

from gradertui.locale import _
from gradertui.locale.faults import SYSTEM, reason
from gradertui.text import one_line

Kind = Literal["items", "log"]

VERSION: Mapping[Kind, int] = {"items": 1, "log": 2}
"""Schema version of each kind of file, kept in `PRAGMA user_version`."""
ARRANGED_AS = "arranged_as"
"""Key of a log's `meta`: the id by which it began, where it was taken in under another."""


_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
"""SQLite's words for a file that is no database of ours; all others are about who may open it."""


class StoreError(Exception):
    """A file that cannot be used; the message names it and says what to do."""


def connect(path: Path, *, write: bool) -> sqlite3.Connection:
    """Open a database without ever creating one.

    Args:
        path: of the file.
        write: for appending; otherwise nothing can be changed through the connection.

    Raises:
        StoreError: there is no such file, it is not a database, or it may not be opened.
    """
    if not path.is_file():
        raise StoreError(_("{path}: there is no such file").format(path=path))
    if write and not os.access(path, os.W_OK):
        # SQLite would open it for reading, and the first label would be the first to be refused.
        raise StoreError(f"{path}: {_(SYSTEM[errno.EACCES])}")
    try:
        return _connected(path, write=write)
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF not in _DAMAGED:
            return _apart(path, error, write=write)
        words = _("{path}: not a database of gradertui, or damaged ({error})")
        raise StoreError(words.format(path=path, error=one_line(str(error)))) from error


def _connected(path: Path, *, write: bool) -> sqlite3.Connection:
    uri = path.resolve().as_uri() + ("?mode=rw" if write else "?mode=ro")
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=5)
    try:
        connection.execute("PRAGMA user_version")
    except sqlite3.DatabaseError:
        connection.close()
        raise
    return connection


def _apart(path: Path, error: sqlite3.Error, *, write: bool) -> sqlite3.Connection:
    """For reading, what SQLite does not open so: whom somebody killed there, or who may not write, loses nothing."""
    if not write and error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN):
        from gradertui.store.locked import read_apart, rolled_back

        with suppress(OSError, sqlite3.Error):
            return _connected(path, write=False) if rolled_back(path) else read_apart(path)
    raise StoreError(f"{path}: {reason(error)}") from error


def version(connection: sqlite3.Connection) -> int:
    """The schema a file was made in; 0 where no gradertui made it."""
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    return int(found)


def checked(path: Path, connection: sqlite3.Connection, kind: Kind) -> sqlite3.Connection:
    """Refuse what a newer gradertui made and what none made.

    Raises:
        StoreError: with the two versions and what to do.
    """
    found = version(connection)
    if 1 <= found <= VERSION[kind]:
        return connection
    connection.close()
    if found < 1:
        raise StoreError(_("{path}: not a database of gradertui").format(path=path))
    words = _("{path}: made by a newer gradertui (schema {found}, this one reads {known}); update gradertui")
    raise StoreError(words.format(path=path, found=found, known=VERSION[kind]))

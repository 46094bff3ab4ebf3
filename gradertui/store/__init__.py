"""What is on disk: items, written once by `new`, and one append-only log per grader.

Making and migrating goes through sqlite-utils (`making.py`); opening and appending through sqlite3 alone, because
importing sqlite-utils costs 0.3 s where pandas is installed. Nothing here knows what a label means.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from gradertui.locale import _

VERSION = 1
"""Schema version of both kinds of file, kept in `PRAGMA user_version`."""


class StoreError(Exception):
    """A file that cannot be used; the message names it and says what to do."""


def connect(path: Path, *, write: bool) -> sqlite3.Connection:
    """Open a database without ever creating one.

    Args:
        path: of the file.
        write: for appending; otherwise nothing can be changed through the connection.

    Raises:
        StoreError: there is no such file, or it is not a database.
    """
    if not path.is_file():
        raise StoreError(_("{path}: there is no such file").format(path=path))
    uri = path.resolve().as_uri() + ("?mode=rw" if write else "?mode=ro")
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=5)
    try:
        connection.execute("PRAGMA user_version")
    except sqlite3.DatabaseError as error:
        words = _("{path}: not a database of gradertui, or damaged ({error})")
        raise StoreError(words.format(path=path, error=error)) from error
    return connection


def checked(path: Path, connection: sqlite3.Connection) -> sqlite3.Connection:
    """Refuse what a newer gradertui made and what none made.

    Raises:
        StoreError: with the two versions and what to do.
    """
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    if found > VERSION:
        words = _("{path}: made by a newer gradertui (schema {found}, this one reads {version}); update gradertui")
        raise StoreError(words.format(path=path, found=found, version=VERSION))
    if found < 1:
        raise StoreError(_("{path}: not a database of gradertui").format(path=path))
    return connection

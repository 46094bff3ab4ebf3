"""What is on disk: items, written once by `new`, and one append-only log per grader.

Making and migrating goes through sqlite-utils (`making.py`); opening and appending through sqlite3 alone, because
importing sqlite-utils costs 0.3 s where pandas is installed. Nothing here knows what a label means.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from gradertui.locale import _

Kind = Literal["items", "log"]

VERSION: Mapping[Kind, int] = {"items": 1, "log": 2}
"""Schema version of each kind of file, kept in `PRAGMA user_version`."""
ARRANGED_AS = "arranged_as"
"""Key of a log's `meta`: the id by which it began, where it was taken in under another."""


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
        connection.close()
        words = _("{path}: not a database of gradertui, or damaged ({error})")
        raise StoreError(words.format(path=path, error=error)) from error
    return connection


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

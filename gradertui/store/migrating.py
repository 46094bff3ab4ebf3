"""Bringing a log of an older release to the schema of this one, when it is opened for appending.

A copy of it is kept first, and one line on standard error says so. Killed at any moment, the log is as it was or as
it will be. What the schemas are is `making.py`.
"""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from gradertui.locale import _
from gradertui.store import VERSION, StoreError, connect, version
from gradertui.store.backing import backed_up, session_of
from gradertui.text import one_line


def migrate(path: Path) -> None:
    """Bring a log to the newest schema.

    Args:
        path: of the log, whose lock is ours.

    Raises:
        StoreError: it is damaged, or no copy can be kept; it is as it was.
    """
    # Not from the top: it imports sqlite-utils, which only an old log needs.
    from gradertui.store.making import bring_up

    try:
        with closing(connect(path, write=False)) as db:
            old, (n,) = version(db), db.execute("select count(*) from events").fetchone()
        if n:
            copy, _kept = backed_up(session_of(path), [path], why=f"schema-{old}")
        bring_up(path)
    except (sqlite3.Error, OSError) as error:
        words = _("{path}: cannot be brought to schema {new} ({error}); gradertui verify looks for damage")
        raise StoreError(words.format(path=path, new=VERSION["log"], error=one_line(str(error)))) from error
    if n:
        words = _("{path}: brought from schema {old} to {new}; as it was, it is kept in {copy}")
        print(words.format(path=path, old=old, new=VERSION["log"], copy=copy), file=sys.stderr)

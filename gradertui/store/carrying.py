"""Setting aside a log that lies in another place, and naming it anew: what happens to the copy only.

Backups of a session's own files are `backing.py`.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from gradertui.store import ARRANGED_AS, StoreError, connect


def carried(source: Path, copy: Path) -> None:
    """Copy a log as it is at one moment, also while somebody grades there.

    Args:
        source: any database; nothing is written there.
        copy: must not exist yet; one file, without a journal beside it.

    Raises:
        StoreError: it is no database.
    """
    copy.parent.mkdir(parents=True, exist_ok=True)
    try:
        with closing(connect(source, write=False)) as there, closing(sqlite3.connect(copy)) as here:
            there.backup(here)
    except (StoreError, sqlite3.Error):
        # Where nothing can be written, as on a disk that is locked, SQLite cannot open a log that has a journal.
        for suffix in ("", "-wal"):
            if (file := source.with_name(source.name + suffix)).is_file():
                shutil.copyfile(file, copy.with_name(copy.name + suffix))
    try:
        with closing(connect(copy, write=True)) as here:
            here.execute("PRAGMA journal_mode = DELETE")
    except (StoreError, sqlite3.Error) as error:
        raise StoreError(str(error).replace(str(copy), str(source))) from error


def renamed(copy: Path, was: str, now: str) -> None:
    """Put another id into a log; the one it began with goes on giving its order.

    Args:
        copy: of the log.
        was: whose it was, as the log says it.
        now: whose it is from now on.
    """
    with closing(sqlite3.connect(copy)) as db, db:
        db.execute("insert or ignore into meta values (?, ?)", (ARRANGED_AS, was))
        db.execute("insert or replace into meta values ('grader', ?)", (now,))

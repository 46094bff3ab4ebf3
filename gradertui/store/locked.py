"""Reading a database that SQLite cannot open for reading only: its journal waits, or nothing can be written there."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory


def rolled_back(path: Path) -> bool:
    """Take back what a process that was killed had half written, as its journal says; whether that could be done.

    Args:
        path: of the database.
    """
    if not path.with_name(f"{path.name}-journal").is_file():
        return False
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)) as db:
            db.execute("select count(*) from sqlite_master").fetchone()
    except sqlite3.Error:
        return False
    return True


def read_apart(path: Path) -> sqlite3.Connection:
    """A database as it is at one moment, in memory; nothing can be changed through the connection.

    Args:
        path: of the database; its journal beside it counts.

    Raises:
        OSError: it cannot be read either.
        sqlite3.Error: it is damaged.
    """
    memory = sqlite3.connect(":memory:", isolation_level=None)
    try:
        with TemporaryDirectory(prefix="gradertui-") as aside:
            for suffix in ("", "-wal", "-journal"):
                if (file := path.with_name(path.name + suffix)).is_file():
                    shutil.copyfile(file, Path(aside) / f"copy{suffix}")
            with closing(sqlite3.connect(Path(aside) / "copy")) as copy:
                copy.backup(memory)
        memory.execute("PRAGMA query_only = ON")
    except BaseException:
        memory.close()
        raise
    return memory

"""The first moment of a log: a copy of the session's empty one that names its grader, there whole or not at all."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from gradertui.locale.faults import reason
from gradertui.store import StoreError, connect
from gradertui.store.appearing import sync_folder
from gradertui.store.locking import held, let_go


def begin(empty: Path, path: Path, grader: str) -> None:
    """Begin a grader's log; one that another process has just begun is left as it is.

    Args:
        empty: the log without events that `new` made.
        path: of the grader's file.
        grader: whose it is.

    Raises:
        StoreError: another process has it open, there is no empty log, or it cannot be written.
    """
    lock = None
    try:
        path.parent.mkdir(exist_ok=True)
        lock = held(path)
        if lock is not None:
            for left_behind in _partials(path):
                left_behind.unlink(missing_ok=True)
        _made(empty, path, grader)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{path}: {reason(error)}") from error
    finally:
        let_go(lock)


def _made(empty: Path, path: Path, grader: str) -> None:
    # Its own name for each process, and one that no grader's id can be.
    partial = path.with_name(f".{path.stem}.{os.getpid()}.partial")
    try:
        shutil.copyfile(empty, partial)
        with closing(connect(partial, write=True)) as db:
            db.execute("insert into meta values ('grader', ?)", (grader,))
        _name(partial, path)
        sync_folder(path.parent)
    finally:
        partial.unlink(missing_ok=True)


def _name(partial: Path, path: Path) -> None:
    """Give it its name unless something has that: a link refuses where a rename would overwrite."""
    try:
        path.hardlink_to(partial)
    except FileExistsError:
        pass
    except OSError:  # A file system without links (exFAT, some network disks); our lock keeps other processes out.
        if not path.exists():
            partial.rename(path)


def _partials(path: Path) -> Iterator[Path]:
    """What processes that were killed left of it."""
    name = re.compile(rf"\.{re.escape(path.stem)}\.\d+\.partial(-wal|-shm|-journal)?")
    return (found for found in path.parent.iterdir() if name.fullmatch(found.name))

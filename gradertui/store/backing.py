"""Copies of a session's files, and putting them back.

Databases are copied through SQLite's own backup call, which works while somebody grades. A copy is a folder in the
session's `backups/`, of the same shape as the session; it appears only when everything is in it, and nothing is ever
overwritten or deleted. Whether a database is whole is `verifying.py`.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import NamedTuple

from gradertui.locale import _
from gradertui.store import StoreError, connect
from gradertui.store.appearing import appearing
from gradertui.store.locking import held, let_go
from gradertui.store.verifying import Examined, examine, kind_of

FOLDER = "backups"
LOGS = ("labels", "verdicts", "settled")
"""Folders of a session that hold logs."""
_BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database."""


class Copy(NamedTuple):
    """A copy of one file."""

    name: str
    """Where it lies in the session, such as labels/ana.sqlite."""
    examined: Examined


def files(folder: Path) -> list[Path]:
    """What a session, or a copy of one, consists of: its plan and its databases."""
    single = (folder / name for name in ("session.toml", "plan.sqlite", "items.sqlite", "empty.sqlite"))
    parts = (path for part in LOGS for path in sorted((folder / part).glob("*.sqlite")))
    return [*(path for path in single if path.is_file()), *parts]


def session_of(log: Path) -> Path:
    """The folder of the session that a log belongs to."""
    return log.parent.parent if log.parent.name in LOGS else log.parent


def kept(folder: Path) -> list[Path]:
    """The copies of a session, the newest first."""
    found = (path for path in (folder / FOLDER).glob("[0-9]*Z*") if files(path) and "-replaced" not in path.name)
    return sorted(found, reverse=True)


def backed_up(folder: Path, paths: Sequence[Path], into: Path | None = None, why: str = "") -> tuple[Path, list[Copy]]:
    """Copy files of a session, and see whether the copies are whole.

    Args:
        folder: of the session.
        paths: which files of it.
        into: a folder that is not there yet; None names one by the time.
        why: ends the name.

    Returns:
        The folder, and what is in it.

    Raises:
        StoreError: the folder is there already, or a file cannot be copied; nothing is left.
    """
    target = into or _dated(folder, why)
    if target.exists():
        raise StoreError(_("{folder}: is there already, and a backup never overwrites").format(folder=target))
    with appearing(target) as partial:
        partial.mkdir()
        copies = [_copied(folder, path, partial) for path in paths]
    return target, copies


def _dated(folder: Path, why: str) -> Path:
    """A folder named by the time; a number tells two of the same minute apart."""
    name = "-".join(filter(None, (datetime.now(UTC).strftime("%Y-%m-%dT%H%MZ"), why)))
    tried = (folder / FOLDER / (name if n == 1 else f"{name}-{n}") for n in count(1))
    return next(path for path in tried if not path.exists())


def _copied(folder: Path, path: Path, into: Path) -> Copy:
    name = path.relative_to(folder)
    target = into / name
    target.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix != ".sqlite":
        shutil.copyfile(path, target)
        return Copy(str(name), Examined(()))
    try:
        with closing(connect(path, write=False)) as source, closing(sqlite3.connect(target)) as copy:
            source.backup(copy)
            # One file, which can be read also where nothing can be written.
            copy.execute("PRAGMA journal_mode = DELETE")
    except (sqlite3.Error, StoreError):
        # What SQLite cannot read is copied as it is: the rest must not wait for it.
        shutil.copyfile(path, target)
    _sync(target)
    return Copy(str(name), examine(target))


def _sync(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def put_back(folder: Path, copy: Path, names: Iterable[str] = ()) -> tuple[Path, list[Copy]]:
    """Put files of a copy in the place of a session's; those are kept in a folder of their own.

    Args:
        folder: of the session.
        copy: made by `backed_up`.
        names: which files, as `Copy.name` has them; all without any.

    Returns:
        Where the files lie that were replaced, and what was put back.

    Raises:
        StoreError: the copy has no such file or is damaged, or a process has a log open; nothing was changed.
    """
    found = {str(path.relative_to(copy)): path for path in files(copy)}
    if missing := [name for name in names if name not in found]:
        words = _("{copy}: has no {name}; it has {known}")
        raise StoreError(words.format(copy=copy, name=missing[0], known=", ".join(found) or _("nothing")))
    _refuse_other(folder, copy)
    wanted = {name: found[name] for name in (list(names) or found)}
    # The whole copy is the session as it was then: what came later is kept aside too, or two studies would be mixed.
    later = [path for path in files(folder) if str(path.relative_to(folder)) not in found] if not names else []
    copies = [Copy(name, _whole(path)) for name, path in wanted.items()]
    with ExitStack() as locks:
        for name in (*wanted, *(str(path.relative_to(folder)) for path in later)):
            (folder / name).parent.mkdir(exist_ok=True)
            if name.endswith(".sqlite") and kind_of(folder / name) == "log":
                locks.callback(let_go, held(folder / name))
        return replaced(folder, wanted, later), copies


def replaced(folder: Path, wanted: Mapping[str, Path], later: Iterable[Path] = ()) -> Path:
    """Put files in the place of a session's, each at once and whole; those are kept in a folder of their own.

    Args:
        folder: of the session.
        wanted: name of a file, as `Copy.name` has it, to what takes its place; the locks of logs are the caller's.
        later: what is taken out of the session and kept aside too.

    Returns:
        Where the files lie that were replaced; there is no such folder where none was.
    """
    aside = _dated(folder, "replaced")
    for name, path in wanted.items():
        _replaced(folder / name, path, aside / name)
    for path in later:
        _moved(path, aside / path.relative_to(folder))
    return aside


def _refuse_other(folder: Path, copy: Path) -> None:
    """Refuse a copy of another session, where both say which they are."""
    ids = set()
    for path in (folder / "items.sqlite", copy / "items.sqlite"):
        with suppress(sqlite3.Error, StoreError), closing(connect(path, write=False)) as db:
            ids |= set(db.execute("select value from meta where key = 'session'"))
    if len(ids) > 1:
        raise StoreError(_("{copy}: is a copy of another session; nothing was put back").format(copy=copy))


def _whole(path: Path) -> Examined:
    if path.suffix != ".sqlite":
        return Examined(())
    if (examined := examine(path)).findings:
        words = _("{path}: not whole itself ({finding}); nothing was put back")
        raise StoreError(words.format(path=path, finding=examined.findings[0].words))
    return examined


def _replaced(place: Path, copy: Path, aside: Path) -> None:
    """Put a copy in a place; at every moment there is a file there, the one or the other."""
    partial = place.with_name(f".{place.name}.partial")  # what a killed process left is written over by the next
    shutil.copyfile(copy, partial)
    _sync(partial)
    if place.exists():
        _kept_aside(place, aside)
    partial.replace(place)


def _kept_aside(place: Path, aside: Path) -> None:
    aside.parent.mkdir(parents=True, exist_ok=True)
    _settled(place)
    # What is left of a damaged log's journal would be taken for the journal of the copy.
    for suffix in _BESIDE:
        with suppress(FileNotFoundError):
            place.with_name(place.name + suffix).rename(aside.with_name(aside.name + suffix))
    aside.hardlink_to(place)


def _moved(place: Path, aside: Path) -> None:
    """Take a file out of a session, and keep it aside."""
    _kept_aside(place, aside)
    place.unlink()


def _settled(place: Path) -> None:
    """Let SQLite bring a database and its journal together, if it can."""
    if place.suffix == ".sqlite":
        with suppress(sqlite3.Error, StoreError), closing(connect(place, write=True)) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

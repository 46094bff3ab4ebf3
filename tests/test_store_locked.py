"""Databases that SQLite does not open for reading only. As root permissions hold nobody back: its refusal is put in."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from gradertui import store
from gradertui.events import labelled
from gradertui.store import StoreError, connect, making
from gradertui.store.log import Log
from gradertui.store.writable import WritableLog

AT = "2026-03-01T10:00:00.000+00:00"


@pytest.fixture
def left(tmp_path: Path) -> Path:
    """A log whose only label is still in its journal, as a killed process leaves it."""
    making.make(tmp_path / "empty.sqlite", making.log, {"session": "dia18"}, wal=True)
    with closing(WritableLog.start(tmp_path / "empty.sqlite", tmp_path / "labels" / "ana.sqlite", "ana")) as log:
        log.append(labelled("t0", 0, "R", active_ms=9, blind=True, screen="live"), AT)
        (tmp_path / "left").mkdir()
        for end in ("", "-wal"):
            shutil.copyfile(f"{log.path}{end}", tmp_path / "left" / f"ana.sqlite{end}")
    return tmp_path / "left" / "ana.sqlite"


class Refused(sqlite3.OperationalError):
    sqlite_errorcode = sqlite3.SQLITE_CANTOPEN


@pytest.fixture
def refused(left: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A place where SQLite can open nothing that needs a journal beside it."""

    def connected(_path: Path, *, write: bool) -> sqlite3.Connection:
        raise Refused("unable to open database file")

    monkeypatch.setattr(store, "_connected", connected)


@pytest.mark.usefixtures("refused")
def test_where_nothing_can_be_written_a_log_is_read_with_what_is_in_its_journal(left: Path) -> None:
    before = {path.name: path.read_bytes() for path in left.parent.iterdir()}
    with closing(Log(left)) as log:
        assert log.labels() == [("t0", "R")]
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            log._db.execute("insert into meta values ('a', 'b')")
    assert {path.name: path.read_bytes() for path in left.parent.iterdir()} == before


@pytest.mark.usefixtures("refused")
def test_there_nobody_can_label_and_that_is_said(left: Path) -> None:
    with pytest.raises(StoreError, match=r"ana\.sqlite: it cannot be opened; see who may read and write there"):
        WritableLog(left)


def test_a_file_that_may_not_be_written_is_refused_before_the_first_label(
    left: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store.os, "access", lambda _path, _how: False)
    with pytest.raises(StoreError, match=r"ana\.sqlite: permission is denied; see who may read and write there"):
        WritableLog(left)
    assert Log(left).labels() == [("t0", "R")]


def test_what_a_killed_process_had_half_written_is_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "items.sqlite"
    making.make(path, making.items, {"session": "dia18"})
    killed = "import os, sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.execute('pragma cache_size = 1')\n" \
             "db.execute('pragma cache_spill = 1'); db.executemany('insert into meta values (?, ?)', " \
             "((str(n), 'x' * 900) for n in range(500))); os.kill(os.getpid(), 9)"  # fmt: skip
    done = subprocess.run([sys.executable, "-c", killed, str(path)], env=os.environ)
    assert done.returncode == -signal.SIGKILL
    assert path.with_name("items.sqlite-journal").stat().st_size > 0
    with closing(connect(path, write=False)) as db:
        assert db.execute("select key from meta").fetchall() == [("session",)]
    assert not path.with_name("items.sqlite-journal").exists()

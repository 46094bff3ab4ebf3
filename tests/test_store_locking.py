import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gradertui.store import StoreError, locking, making
from gradertui.store.log import Log
from gradertui.store.writable import WritableLog

OPEN = """
import sys
from pathlib import Path
from gradertui.store.writable import WritableLog
log = WritableLog(Path(sys.argv[1]))
print("open", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(locking, "PATIENCE", 0)
    making.make(tmp_path / "empty.sqlite", making.log, {"session": "dia18"}, wal=True)
    log = WritableLog.start(tmp_path / "empty.sqlite", tmp_path / "labels" / "ana.sqlite", "ana")
    log.close()
    return log.path


@contextmanager
def elsewhere(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that has a log open."""
    process = subprocess.Popen(
        [sys.executable, "-c", OPEN, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        yield process
    finally:
        process.kill()
        process.communicate()


def test_a_second_process_is_refused_at_opening_and_told_which_has_it(path: Path) -> None:
    with elsewhere(path) as process, pytest.raises(StoreError) as refused:
        WritableLog(path)
    said = str(refused.value)
    assert "ana is open in another process" in said
    assert f"({process.pid})" in said
    assert "--grader" in said
    assert "\n" not in said


def test_reading_does_not_wait_for_who_labels(path: Path) -> None:
    with elsewhere(path):
        log = Log(path)
        assert log.count() == 0
        log.close()


def test_a_process_that_was_killed_leaves_no_lock(path: Path) -> None:
    with elsewhere(path) as process:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        log = WritableLog(path)
        with pytest.raises(StoreError, match=rf"\({os.getpid()}\)"):
            WritableLog(path)
        log.close()
    WritableLog(path).close()


def test_a_log_that_cannot_be_opened_leaves_no_lock(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(b"")
    with pytest.raises(StoreError, match="not a database"):
        WritableLog(path)
    path.write_bytes(content)
    WritableLog(path).close()


def test_a_lock_that_is_given_back_soon_is_waited_for(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locking, "PATIENCE", 60)
    first = WritableLog(path)
    monkeypatch.setattr("gradertui.store.locking.time.sleep", lambda _seconds: first.close())
    WritableLog(path).close()


def test_where_the_file_system_has_no_locks_we_go_on_without(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def flock(_lock: int, _how: int) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(locking.fcntl, "flock", flock)
    one, other = WritableLog(path), WritableLog(path)
    one.close()
    other.close()

"""Files that are taken from under an open log: nothing is shown as stored that nobody will find."""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from gradertui import events
from gradertui.events import Event
from gradertui.store import StoreError, making
from gradertui.store.log import Log
from gradertui.store.sameness import files
from gradertui.store.verifying import examine
from gradertui.store.writable import WritableLog

AT = "2026-03-01T10:00:00.000+00:00"


def label(at: int) -> Event:
    return events.labelled(f"t{at}", at, "R", active_ms=900, blind=True, screen="live")


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    """An open log with five labels, the last two still in its journal."""
    making.make(tmp_path / "empty.sqlite", making.log, {"session": "dia18"}, wal=True)
    with closing(WritableLog.start(tmp_path / "empty.sqlite", tmp_path / "labels" / "ana.sqlite", "ana")) as log:
        log.append_all([label(at) for at in range(3)], AT)
    with closing(WritableLog(log.path)) as log:
        log.append_all([label(3), label(4)], AT)
        yield log


def beside(log: Log, end: str) -> Path:
    return log.path.with_name(f"{log.path.name}-{end}")


def copied_into(path: Path, content: bytes) -> None:
    """Overwrite a file as `cp` does: it stays the same file."""
    with path.open("rb+") as file:
        file.write(content)
        file.truncate()
    later = time.time_ns() + 10**9
    os.utime(path, ns=(later, later))


DEEDS: dict[str, Callable[[Log], object]] = {
    "deleted": lambda log: log.path.unlink(),
    "moved": lambda log: log.path.rename(log.path.with_name("moved")),
    "folder renamed": lambda log: log.path.parent.rename(log.path.parents[1] / "moved"),
    "another moved over it": lambda log: shutil.copyfile(
        log.path.parents[1] / "empty.sqlite", log.path.with_name("new")
    ).replace(log.path),
    "garbage": lambda log: copied_into(log.path, b"garbage" * 6000),
    "cut": lambda log: os.truncate(log.path, 4096),
}


@pytest.mark.parametrize("deed", DEEDS)
def test_a_log_that_is_taken_away_takes_no_label_and_says_so(log: Log, deed: str) -> None:
    DEEDS[deed](log)
    for attempt in (lambda: log.append(label(5), AT), lambda: log.append_all([label(5)], AT)):
        with pytest.raises(StoreError, match=r"ana\.sqlite: moved, deleted or replaced .* put it back or open again"):
            attempt()


def test_an_older_copy_written_into_it_is_refused_or_loses_no_label(log: Log, tmp_path: Path) -> None:
    older = log.path.read_bytes()
    for end in ("", "-wal"):
        shutil.copyfile(f"{log.path}{end}", tmp_path / f"whole.sqlite{end}")
    log._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    copied_into(log.path, older)
    with pytest.raises(StoreError, match="moved, deleted or replaced"):
        log.append(label(5), AT)
    with closing(WritableLog(tmp_path / "whole.sqlite")) as whole:
        whole._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    copied_into(log.path, (tmp_path / "whole.sqlite").read_bytes())
    assert log.append(label(5), AT).seq == 6


def test_put_back_it_goes_on(log: Log) -> None:
    log.path.rename(log.path.with_name("moved"))
    with pytest.raises(StoreError):
        log.append(label(5), AT)
    log.path.with_name("moved").rename(log.path)
    assert log.append(label(5), AT).seq == 6


def test_a_journal_that_is_deleted_loses_no_label(log: Log, tmp_path: Path) -> None:
    beside(log, "wal").unlink()
    assert log.append(label(5), AT).seq == 6
    assert log.append(label(6), AT).seq == 7
    for end in ("", "-wal"):  # what is left of a process that is killed now
        shutil.copyfile(f"{log.path}{end}", tmp_path / f"left.sqlite{end}")
    found = examine(tmp_path / "left.sqlite")
    assert (found.findings, found.head) == ((), log.head())


def test_what_another_program_only_touched_is_the_same_log(log: Log) -> None:
    os.utime(log.path, (1, 1))
    assert log.append(label(5), AT).seq == 6


def test_its_own_journal_written_back_is_no_other_file(log: Log) -> None:
    before = files(log.path)
    log._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert files(log.path) != before
    assert log.append(label(5), AT).seq == 6


def test_looking_costs_nothing_beside_a_sync(log: Log) -> None:
    start = time.process_time()
    for _again in range(1000):
        files(log.path)
    assert time.process_time() - start < 0.1  # 0.1 ms each; 3 µs where nothing else runs

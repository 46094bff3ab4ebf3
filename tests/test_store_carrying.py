"""A log that is set aside: as it was at one moment, whoever goes on writing to it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from gradertui.events import flagged
from gradertui.store import StoreError, making
from gradertui.store.carrying import carried, renamed
from gradertui.store.log import Log
from gradertui.store.writable import WritableLog

AT = "2026-03-01T10:00:00.000+00:00"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    making.make(tmp_path / "o.sqlite", making.log, {"session": "s", "grader": "o"}, wal=True)
    return tmp_path / "o.sqlite"


def test_a_log_is_copied_with_its_journal_while_it_is_written(source: Path, tmp_path: Path) -> None:
    copy = tmp_path / "aside" / "0.sqlite"
    with closing(WritableLog(source)) as log:
        log.append(flagged("t", 0, True), AT)
        carried(source, copy)
        log.append(flagged("t", 0, False), AT)
    with closing(Log(copy)) as log:
        assert [event.value for event in log.events()] == ["1"]
    assert [path.name for path in copy.parent.iterdir()] == ["0.sqlite"]


def test_where_sqlite_cannot_open_it_the_files_are_copied(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gradertui.store import carrying

    tried = []

    def connect(path: Path, *, write: bool) -> object:
        tried.append(path)
        if path == source:
            raise StoreError("unable to open database file")
        return opened(path, write=write)

    opened = carrying.connect
    monkeypatch.setattr(carrying, "connect", connect)
    with closing(WritableLog(source)) as log:
        log.append(flagged("t", 0, True), AT)
        carried(source, tmp_path / "aside" / "0.sqlite")
    assert tried[0] == source
    with closing(Log(tmp_path / "aside" / "0.sqlite")) as log:
        assert log.count() == 1


def test_what_is_no_database_is_called_by_its_own_name(tmp_path: Path) -> None:
    (tmp_path / "x.sqlite").write_bytes(b"no database " * 100)
    with pytest.raises(StoreError, match=r"x\.sqlite: not a database"):
        carried(tmp_path / "x.sqlite", tmp_path / "aside" / "0.sqlite")


def test_a_new_id_keeps_the_first_one_for_the_order(source: Path) -> None:
    for was, now in (("o", "ana2"), ("ana2", "ana3")):
        renamed(source, was, now)
    with closing(Log(source)) as log:
        assert log.meta() == {"session": "s", "grader": "ana3", "arranged_as": "o"}
        assert (log.arranged_as("x"), log.arranged_as("o")) == ("o", "o")

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gradertui import events
from gradertui.events import Event
from gradertui.model import Task
from gradertui.modes import MODES
from gradertui.order import Order
from gradertui.state import State, begin, fold
from gradertui.store import StoreError, making
from gradertui.store.log import Log
from gradertui.store.verifying import examine
from gradertui.store.writable import WritableLog

AT = "2026-03-01T10:00:00.000+00:00"
Bank = Callable[..., list[Task]]


def label(at: int, letter: str = "R") -> Event:
    return events.labelled(f"t{at}", at, letter, active_ms=900, blind=True, screen="live")


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("log") / "empty.sqlite"
    making.make(path, making.log, {"session": "dia18"}, wal=True)
    return path


@pytest.fixture
def log(empty: Path, tmp_path: Path) -> Iterator[Log]:
    log = WritableLog.start(empty, tmp_path / "labels" / "ana.sqlite", "ana")
    yield log
    log.close()


@pytest.fixture
def three(log: Log) -> Path:
    """The file of a closed log with three labels."""
    for at in range(3):
        log.append(label(at), AT)
    log.close()
    return log.path


def broken(path: Path) -> list[str]:
    return [finding.words for finding in examine(path).findings]


def rewritten(path: Path, *statements: str) -> list[str]:
    """Do to a file what somebody with a tool for SQLite can do to it; what is found wrong with its events."""
    db = sqlite3.connect(path)
    for verb in ("update", "delete"):
        db.execute(f"drop trigger events_no_{verb}")
    for statement in statements:
        db.execute(statement)
    db.commit()
    db.close()
    return [words for words in broken(path) if "is gone" not in words]


def test_what_was_appended_is_replayed(log: Log) -> None:
    given = [label(0), events.flagged("t0", 0, True), label(1, "X"), events.retracted(3, "t1", 1)]
    stored = [log.append(event, AT) for event in given]
    assert stored == [event._replace(seq=i, at=AT) for i, event in enumerate(given, 1)]
    assert list(log.events()) == stored
    assert list(log.replay()) == [event._replace(task="", body="{}", at="") for event in stored]


@given(text=st.text(max_size=20), task=st.text(max_size=20))
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_comment_comes_back_as_it_was(log: Log, text: str, task: str) -> None:
    stored = log.append(events.commented(task, 0, text), AT)
    assert list(log.events())[-1] == stored
    assert broken(log.path) == []


def test_events_appended_at_once_are_those_appended_one_by_one(log: Log, empty: Path, tmp_path: Path) -> None:
    other = WritableLog.start(empty, tmp_path / "bea.sqlite", "bea")
    other.append_all([label(0), label(1, "X"), events.retracted(2, "t1", 1)], AT)
    for event in (label(0), label(1, "X"), events.retracted(2, "t1", 1), label(1, "N")):
        log.append(event, AT)
    other.append(label(1, "N"), AT)
    assert list(other.events()) == list(log.events())
    assert broken(other.path) == broken(log.path) == []
    other.close()


def test_of_events_appended_at_once_all_are_kept_or_none(log: Log) -> None:
    log.append(label(0), AT)
    twice = [events.retracted(1, "t0", 0), events.retracted(1, "t0", 0)]
    with pytest.raises(StoreError):
        log.append_all(twice, AT)
    assert len(list(log.events())) == 1
    assert log.append(label(1), AT).seq == 2
    assert broken(log.path) == []


@pytest.mark.parametrize("statement", ["update events set value = 'X'", "delete from events", "replace into events "
                                       "select seq, kind, position, 'X', undoes, active_ms, task, body, at, hash "
                                       "from events"])  # fmt: skip
def test_an_event_can_be_neither_changed_nor_deleted(three: Path, statement: str) -> None:
    before = list(Log(three).events())
    db = sqlite3.connect(three)
    with pytest.raises(sqlite3.IntegrityError, match="events are never changed: undo is another event"):
        db.execute(statement)
    db.close()
    assert list(Log(three).events()) == before


@given(where=st.floats(0, 1, exclude_max=True), bit=st.integers(0, 7))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_a_damaged_file_never_passes_for_another_log(three: Path, where: float, bit: int) -> None:
    content = bytearray(three.read_bytes())
    content[int(where * len(content))] ^= 1 << bit
    damaged = three.with_name("damaged.sqlite")
    damaged.write_bytes(content)
    before = list(Log(three).events())
    try:
        log = Log(damaged)
    except StoreError:
        return
    with closing(log):
        assert broken(damaged) or list(log.events()) == before


def test_what_a_newer_program_made_is_refused_in_words(three: Path) -> None:
    db = sqlite3.connect(three)
    db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(StoreError, match=r"ana.sqlite: made by a newer gradertui \(schema 99.*; update gradertui"):
        Log(three)


@pytest.mark.parametrize("content", [b"", b"key,letter\n" * 100, b"SQLite format 3\0" + b"\0" * 200])
def test_a_file_that_is_no_log_is_refused_in_words(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "ana.sqlite"
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"ana\.sqlite: not a database of gradertui"):
        WritableLog(path)
    assert path.read_bytes() == content


def test_a_log_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no such file"):
        WritableLog(tmp_path / "ana.sqlite")
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def unlocked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system without locks."""
    monkeypatch.setattr("gradertui.store.locking.fcntl", None)


@pytest.mark.usefixtures("unlocked")
def test_without_locks_a_second_writer_is_refused_and_changes_nothing(empty: Path, tmp_path: Path) -> None:
    log = WritableLog.start(empty, tmp_path / "labels" / "ana.sqlite", "ana")
    late = WritableLog(log.path)
    log.append(label(0), AT)
    for attempt in (lambda: late.append(label(0, "X"), AT), lambda: late.append_all([label(0, "X")], AT)):
        with pytest.raises(StoreError, match=r"ana\.sqlite: another process has written to this log; quit and open it"):
            attempt()
    assert [event.value for event in late.events()] == ["R"]
    assert log.append(label(1), AT).seq == 2
    assert broken(log.path) == []
    late.close()
    log.close()


@pytest.mark.usefixtures("unlocked")
def test_the_first_event_is_refused_where_another_process_fixed_another_order(
    empty: Path, tmp_path: Path, bank: Bank
) -> None:
    with closing(WritableLog.start(empty, tmp_path / "labels" / "ana.sqlite", "ana")) as log:
        log.arrange(bank(2), "plan 6")
        with closing(WritableLog(log.path)) as other:
            list(other.tasks())
            log.arrange(bank(3), "plan 9")
            with pytest.raises(StoreError, match="open it again"):
                other.append(label(0), AT)
            with pytest.raises(StoreError, match="open it again"):
                other.append_all([label(0)], AT)
        assert log.count() == 0
        assert log.append(label(0), AT).seq == 1


def test_a_grader_whose_name_ends_in_partial_loses_nothing_to_one_that_begins(empty: Path, tmp_path: Path) -> None:
    labels = tmp_path / "labels"
    with closing(WritableLog.start(empty, labels / "ana.partial.sqlite", "ana.partial")) as log:
        log.append(label(0), AT)
        WritableLog.start(empty, labels / "ana.sqlite", "ana").close()
        assert log.append(label(1), AT).seq == 2
    assert not list(labels.glob("*.partial"))


def test_a_full_disk_is_said_and_nothing_is_stored(log: Log) -> None:
    pages = log._db.execute("PRAGMA page_count").fetchone()[0]
    log._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match=r"ana.sqlite: .*full"):
        log.append(events.commented("t0", 0, "long " * 10_000), AT)
    assert list(log.events()) == []
    assert log.append(label(0), AT).seq == 1


def test_an_event_is_on_disk_when_append_returns(log: Log, tmp_path: Path) -> None:
    log.append(label(0), AT)
    for file in (log.path, log.path.with_name("ana.sqlite-wal")):
        shutil.copyfile(file, tmp_path / file.name)  # what is left of a program that was killed now
    assert [event.value for event in WritableLog(tmp_path / "ana.sqlite").events()] == ["R"]


def test_every_append_is_synced_and_readers_do_not_wait(log: Log) -> None:
    assert log._db.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
    assert log._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    with closing(Log(log.path)) as reading:
        log.append(label(0), AT)
        assert reading.labels() == [("t0", "R")]


def test_a_log_opened_for_reading_cannot_be_changed(three: Path) -> None:
    with closing(Log(three)) as log:
        assert not hasattr(log, "append")
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            log._db.execute("insert into meta values ('grader', 'eva')")


def test_a_log_begins_as_a_copy_that_names_its_grader(log: Log, empty: Path) -> None:
    assert log.meta() == {"session": "dia18", "grader": "ana"}
    assert Log(empty).meta() == {"session": "dia18"}
    assert [path.name for path in log.path.parent.glob("*.partial*")] == []


def test_the_order_comes_back_as_it_was_fixed(log: Log, bank: Bank) -> None:
    tasks = [*bank(4), Task("p1", "pair", ("a", "ñ"), 1, None)]
    log.arrange(bank(2))
    log.arrange(tasks)
    assert list(log.tasks()) == tasks


def standing(state: State) -> dict[str, tuple[str, str, bool]]:
    marks = {task.task_id: state.marks[i] for i, task in enumerate(state.order)}
    return {task: (m.label, m.comment, m.flagged) for task, m in marks.items() if m.label is not None}


@given(data=st.data())
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_the_view_of_labels_is_what_the_events_amount_to(empty, tmp_path, bank, histories, data) -> None:
    tasks = bank(2)
    path = tmp_path / "ana.sqlite"
    path.unlink(missing_ok=True)
    with closing(WritableLog.start(empty, path, "ana")) as log:
        log.append_all(data.draw(histories(tasks)), AT)
        state = fold(begin(Order(tasks), MODES["grade"], partial=True), log.replay())
        rows = list(log.rows())
    assert {row["task"]: (row["label"], row["comment"], bool(row["flagged"])) for row in rows} == standing(state)
    assert len(rows) == state.labelled


def test_undo_of_a_relabel_brings_the_former_label_back(log: Log) -> None:
    for event in (label(0, "R"), label(0, "X")):
        log.append(event, AT)
    assert log.labels() == [("t0", "X")]
    log.append(events.retracted(2, "t0", 0), AT)
    assert log.labels() == [("t0", "R")]


def test_labels_are_counted_by_how_they_were_given(log: Log) -> None:
    later = AT.replace("10:00", "11:00")
    log.append(label(0), AT)
    log.append(label(1), later)
    log.append(events.revealed("--open"), later)
    log.append(label(2), later)
    early, late = sorted(log.given(), key=lambda given: given.revealed)
    assert early == ({"blind": True, "statistics": "live"}, False, 2, AT, later)
    assert (late.revealed, late.labels) == (True, 1)


def test_moves_are_labels_given_and_taken_back_and_nothing_else(log: Log) -> None:
    log.append(label(0), AT)
    log.append(events.flagged("t0", 0, True), AT)
    log.append(events.retracted(2, "t0", 0), AT)
    assert log.moves() == 1
    log.append(label(0, "X"), AT)
    log.append(events.retracted(4, "t0", 0), AT)
    log.append(events.skipped("t1", 1), AT)
    assert log.moves() == 3


def test_what_is_read_still_is_of_one_moment(log: Log) -> None:
    log.append(label(0), AT)
    with closing(Log(log.path)) as reading:
        with reading.still():
            before = reading.head()
            log.append(label(1), AT)
            assert (reading.head(), reading.count()) == (before, 1)
        assert reading.head().seq == 2

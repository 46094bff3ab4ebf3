import re
import shutil
import sqlite3
import threading
from contextlib import closing

from gradertui.events import flagged
from gradertui.session import Session
from gradertui.store import locking
from gradertui.store.log import Log
from gradertui.store.verifying import examine
from gradertui.store.writable import WritableLog

AT = "2026-03-01T11:00:00.000+00:00"


def contents(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def flag(folder, n=1, grader="ana"):
    with closing(Session(folder)) as session, closing(session.writable_log(grader)) as log:
        for _once in range(n):
            log.append(flagged("x", 0, True), AT)


def events_of(path):
    with closing(Log(path)) as log:
        return log.count()


def made(folder):
    """The copies of a session, in the order of their names."""
    return sorted((folder / "backups").iterdir())


def test_a_backup_has_every_file_of_the_session_and_says_what_is_in_it(example, said):
    folder = example()
    example(3, "ben")
    status, out, err = said("backup", "demo-grade")
    assert (status, err) == (0, "")
    (copy,) = made(folder)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d{4}Z", copy.name)
    names = {"session.toml", "items.sqlite", "empty.sqlite", "labels/ana.sqlite", "labels/ben.sqlite"}
    assert {str(path) for path in contents(copy)} == names
    assert (copy / "session.toml").read_bytes() == (folder / "session.toml").read_bytes()
    assert out.splitlines() == [
        f"{copy}: 5 files, whole",
        "  labels/ana.sqlite  76 events",
        "  labels/ben.sqlite  4 events",
        f"to put it back: gradertui backup demo-grade --restore {copy.name}",
    ]


def test_logs_of_verdicts_and_of_the_plan_are_in_it(example, said):
    folder = example()
    for name in ("plan.sqlite", "verdicts/checker.sqlite"):
        WritableLog.start(folder / "empty.sqlite", folder / name, "x").close()
    said("backup", "demo-grade")
    assert {"plan.sqlite", "verdicts/checker.sqlite"} <= {str(path) for path in contents(made(folder)[0])}


def test_what_is_in_the_journal_and_not_yet_in_the_file_is_copied(example, said):
    folder = example(5)
    with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
        log.append(flagged("x", 0, True), AT)
        assert said("backup", "demo-grade")[0] == 0
    assert events_of(made(folder)[0] / "labels" / "ana.sqlite") == 7


def test_a_backup_works_while_somebody_grades(example, said):
    folder = example(5)
    stop, given = threading.Event(), []

    def grade():
        with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
            while not stop.is_set():
                given.append(log.append(flagged("x", 0, True), AT).seq)

    grader = threading.Thread(target=grade)
    grader.start()
    while not given:
        pass
    seen = given[-1]
    status = said("backup", "demo-grade")[0]
    stop.set()
    grader.join()
    copy = made(folder)[0] / "labels" / "ana.sqlite"
    assert status == 0
    assert seen <= examine(copy).head.seq <= given[-1]
    assert examine(copy).findings == ()
    assert events_of(folder / "labels" / "ana.sqlite") == given[-1]


def test_a_backup_never_overwrites(example, said, tmp_path):
    folder = example(5)
    for _twice in range(2):
        assert said("backup", "demo-grade")[0] == 0
        assert said("backup", "demo-grade", "--out", tmp_path / "stick")[0] == (2 if _twice else 0)
    assert len(made(folder)) == 2
    assert "never overwrites" in said("backup", "demo-grade", "--out", tmp_path / "stick")[2]


def test_what_is_no_database_is_copied_as_it_is_and_the_rest_does_not_wait_for_it(example, said):
    folder = example(5)
    (folder / "labels" / "ben.sqlite").write_bytes(b"no database " * 100)
    status, out, _err = said("backup", "demo-grade")
    assert status == 1
    assert "labels/ben.sqlite: " in out
    (copy,) = made(folder)
    assert (copy / "labels" / "ben.sqlite").read_bytes() == b"no database " * 100
    assert events_of(copy / "labels" / "ana.sqlite") == 6


def test_a_damaged_log_is_copied_as_it_is_and_named(example, said):
    folder = example()
    with closing(sqlite3.connect(folder / "labels" / "ana.sqlite")) as db, db:
        db.execute("drop trigger events_no_delete")
        db.execute("delete from events where seq = 7")
    status, out, _err = said("backup", "demo-grade")
    assert status == 1
    assert "not whole" in out
    assert "labels/ana.sqlite: event 7 is missing" in out


def test_what_is_put_back_is_what_was_copied_and_what_was_there_is_kept(example, said, stands):
    folder = example(30)
    before = stands(folder, "ana")
    said("backup", "demo-grade")
    flag(folder)
    with closing(Session(folder)) as session, closing(session.writable_log("ben")):
        pass
    status, out, _err = said("backup", "demo-grade", "--restore", made(folder)[0].name)
    assert status == 0
    assert stands(folder, "ana") == before
    assert events_of(folder / "labels" / "ana.sqlite") == 31
    aside = next(path for path in made(folder) if path.name.endswith("-replaced"))
    # The session is what it was then: who came later is kept aside.
    assert not (folder / "labels" / "ben.sqlite").exists()
    assert (aside / "labels" / "ben.sqlite").exists()
    assert str(aside) in out
    assert events_of(aside / "labels" / "ana.sqlite") == 32
    assert said("verify", "demo-grade")[0] == 0


def test_only_the_log_of_one_grader_or_one_file_is_put_back(example, said):
    folder = example(5)
    example(3, "ben")
    said("backup", "demo-grade")
    flag(folder)
    flag(folder, grader="ben")
    copy = made(folder)[0].name
    assert said("backup", "demo-grade", "--restore", copy, "--grader", "ana")[0] == 0
    assert events_of(folder / "labels" / "ana.sqlite") == 6
    assert events_of(folder / "labels" / "ben.sqlite") == 5
    text = (folder / "session.toml").read_text()
    (folder / "session.toml").write_text(text + "# changed\n")
    assert said("backup", "demo-grade", "--restore", copy, "--only", "session.toml")[0] == 0
    assert (folder / "session.toml").read_text() == text
    assert events_of(folder / "labels" / "ben.sqlite") == 5


def test_the_journal_of_what_was_replaced_does_not_reach_what_was_put_back(example, said):
    folder = example(5)
    said("backup", "demo-grade")
    path = folder / "labels" / "ana.sqlite"
    with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
        log.append(flagged("x", 0, True), AT)
        left = {name: (folder / "labels" / name).read_bytes() for name in ("ana.sqlite", "ana.sqlite-wal")}
    for name, content in left.items():  # as a killed process leaves them
        (folder / "labels" / name).write_bytes(content)
    assert said("backup", "demo-grade", "--restore", made(folder)[0].name)[0] == 0
    assert events_of(path) == 6
    assert examine(path).findings == ()
    aside = next(copy for copy in made(folder) if copy.name.endswith("-replaced"))
    assert events_of(aside / "labels" / "ana.sqlite") == 7


def test_nothing_is_put_back_while_a_log_is_open(example, said, monkeypatch):
    monkeypatch.setattr(locking, "PATIENCE", 0)
    folder = example(5)
    said("backup", "demo-grade")
    flag(folder)
    before = contents(folder / "labels")
    with closing(Session(folder)) as session, closing(session.writable_log("ana")):
        status, out, err = said("backup", "demo-grade", "--restore", made(folder)[0].name)
    assert (status, out) == (2, "")
    assert "ana is open in another process" in err
    assert contents(folder / "labels")[next(iter(before))] == before[next(iter(before))]
    assert events_of(folder / "labels" / "ana.sqlite") == 7
    assert len(made(folder)) == 1


def test_a_damaged_copy_is_not_put_back(example, said):
    folder = example()
    said("backup", "demo-grade")
    copy = made(folder)[0]
    content = bytearray((copy / "labels" / "ana.sqlite").read_bytes())
    content[content.rindex(b"2026-03-01T10:00")] ^= 1
    (copy / "labels" / "ana.sqlite").write_bytes(content)
    status, _out, err = said("backup", "demo-grade", "--restore", copy.name)
    assert status == 2
    assert "not whole itself" in err
    assert events_of(folder / "labels" / "ana.sqlite") == 76


def test_a_copy_can_lie_anywhere(example, said, tmp_path):
    folder = example(5)
    said("backup", "demo-grade", "--out", tmp_path / "stick")
    shutil.move(tmp_path / "stick", tmp_path / "moved")
    flag(folder)
    assert said("backup", "demo-grade", "--restore", tmp_path / "moved", "--grader", "ana")[0] == 0
    assert events_of(folder / "labels" / "ana.sqlite") == 6


def test_what_is_not_there_is_said_with_what_is(example, said):
    folder = example(5)
    assert "no backup; there are: none" in said("backup", "demo-grade", "--restore", "2020")[2]
    said("backup", "demo-grade")
    copy = made(folder)[0].name
    assert f"there are: {copy}" in said("backup", "demo-grade", "--restore", "2020")[2]
    err = said("backup", "demo-grade", "--restore", copy, "--grader", "eva")[2]
    assert "has no labels/eva.sqlite; it has session.toml" in err
    assert said("backup", "demo-grade", "--grader", "ana")[0] == 2
    assert "no session of this name" in said("backup", "nothing")[2]


def test_a_log_of_the_first_release_is_put_back_as_it_was_and_brought_up_again(example, said, schema_1):
    folder = example(5)
    path = folder / "labels" / "ana.sqlite"
    schema_1(path, like=path)
    flag(folder)
    (copy,) = made(folder)
    assert said("backup", "demo-grade", "--restore", copy.name, "--grader", "ana")[0] == 0
    assert (examine(path).schema, events_of(path)) == (1, 6)
    flag(folder)
    assert (examine(path).schema, events_of(path)) == (2, 7)


def test_a_copy_of_another_session_is_not_put_back(example, said, tmp_path):
    folder = example(5)
    said("backup", "demo-grade", "--out", tmp_path / "copy")
    with closing(sqlite3.connect(tmp_path / "copy" / "items.sqlite")) as db, db:
        db.execute("update meta set value = 'another' where key = 'session'")
    status, _out, err = said("backup", "demo-grade", "--restore", tmp_path / "copy")
    assert status == 2
    assert "is a copy of another session" in err
    assert events_of(folder / "labels" / "ana.sqlite") == 6


def test_what_was_replaced_is_no_backup(example, said):
    folder = example(5)
    said("backup", "demo-grade")
    name = made(folder)[0].name
    for _twice in range(2):
        said("backup", "demo-grade", "--restore", name)
    assert f"there are: {name}\n" in said("backup", "demo-grade", "--restore", "nope")[2]

import sqlite3
from contextlib import closing

import pytest

from gradertui.events import labelled
from gradertui.session import Session


def changed(folder, *statements):
    """Do to the log what the triggers refuse."""
    with closing(sqlite3.connect(folder / "labels" / "ana.sqlite")) as db:
        for trigger in ("events_no_update", "events_no_delete"):
            db.execute(f"drop trigger {trigger}")
        for statement in statements:
            db.execute(statement)
        db.commit()


def test_a_whole_session_is_one_line_per_log(example, said):
    example()
    example(3, "ben")
    status, out, _err = said("verify", "demo-grade")
    assert status == 0
    assert out.splitlines() == [
        "ana: 76 events, chain whole, plan as frozen",
        "ben: 4 events, chain whole, plan as frozen",
    ]


def test_a_session_nobody_labelled_is_whole(example, said):
    status, out, _err = said("verify", "demo-grade")
    assert (status, out) == (0, "demo-grade: no logs yet\n")


def test_a_changed_label_is_named(example, said):
    changed(example(), "update events set value = iif(value = 'N', 'X', 'N') where seq = 7")
    status, out, _err = said("verify", "demo-grade")
    assert status == 1
    assert "event 7 (Labelled)" in out


def test_a_deleted_event_is_named(example, said):
    changed(example(), "delete from events where seq = 7")
    status, out, _err = said("verify", "demo-grade")
    assert status == 1
    assert "events 7 to 7 are missing" in out


def test_a_flipped_byte_in_the_file_is_named(example, said):
    path = example() / "labels" / "ana.sqlite"
    content = bytearray(path.read_bytes())
    place = content.rindex(b"2026-03-01T10:00")
    content[place] ^= 1
    path.write_bytes(content)
    status, out, _err = said("verify", "demo-grade")
    assert status == 1
    assert out.startswith("ana: ")


def test_a_torn_file_is_a_finding_and_no_crash(example, said):
    path = example() / "labels" / "ana.sqlite"
    path.write_bytes(path.read_bytes()[:8192] + bytes(4096))
    status, out, _err = said("verify", "demo-grade")
    assert status == 1
    assert "ana" in out


def test_an_edited_plan_is_named(example, said):
    folder = example()
    text = (folder / "session.toml").read_text()
    (folder / "session.toml").write_text(text.replace("level = 0.95", "level = 0.90"))
    status, out, _err = said("verify", "demo-grade")
    assert status == 1
    assert "not the plan that was frozen" in out


def test_tasks_that_were_put_in_another_order_are_named(example, said):
    changed(example(), """update arrangement set value = replace(value, 'p01', 'p99') where name = '_names'""")
    status, out, _err = said("verify", "demo-grade")
    assert status == 1
    assert "the tasks or their order" in out


def test_a_view_that_says_something_else_is_named(example, said):
    changed(example(), "drop view labels", "create view labels as select task, 'R' as label from events where seq = 2")
    status, out, _err = said("verify", "demo-grade")
    assert status == 1
    assert "the view labels" in out


def test_an_event_of_a_task_that_is_not_there_is_named(example, said):
    folder = example(5)
    with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
        log.append(labelled("x", 100_000, "R", active_ms=1, blind=True, screen="none"), "2026-03-01T10:00:00Z")
    status, out, _err = said("verify", "demo-grade")
    assert status == 1
    assert "ana" in out


@pytest.mark.parametrize("word", ["reveal"])
def test_reveal_needs_a_terminal_or_yes(example, said, word, monkeypatch):
    example(5)
    status, out, err = said("blinding", "demo-grade", word, "--grader", "ana")
    assert (status, out) == (2, "")
    assert "--yes" in err


def test_reveal_is_recorded_once_and_says_which_code_is_which(example, said):
    folder = example(5)
    for _again in range(2):
        status, out, _err = said("blinding", "demo-grade", "reveal", "--grader", "ana", "--yes")
        assert status == 0
    assert sorted(line[:2] for line in out.splitlines()) == ["S1", "S2", "S3"]
    assert "Alba con notas" in out
    with closing(Session(folder)) as session, closing(session.log("ana")) as log:
        assert [event.kind for event in log.events()].count("Revealed") == 1


def test_after_reveal_the_report_names_systems_and_the_log_is_whole(example, said):
    example(5)
    said("blinding", "demo-grade", "reveal", "--grader", "ana", "--yes")
    assert "Alba sin notas" in said("report", "demo-grade")[1]
    assert said("verify", "demo-grade")[0] == 0


def test_an_answer_other_than_yes_reveals_nothing(example, said, monkeypatch):
    example(5)
    monkeypatch.setattr("gradertui.cli.blinding.sys.stdin", _Terminal("no\n"))
    status, out, err = said("blinding", "demo-grade", "reveal", "--grader", "ana")
    assert (status, out) == (1, "")
    assert "nothing was revealed" in err


class _Terminal:
    def __init__(self, line):
        self._line = line

    def isatty(self):
        return True

    def readline(self):
        return self._line

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from trials.older import DRAFTS, GIVEN, RELEASED, STANDING, restored

from gradertui import events
from gradertui.session import Session
from gradertui.store import StoreError
from gradertui.store.log import Log
from gradertui.store.verifying import examine
from gradertui.store.writable import WritableLog

AT = "2026-12-01T10:00:00.000+00:00"


@pytest.fixture
def old(tmp_path, schema_1):
    """A log that gradertui 0.1.0 made, among the labels of a session."""
    path = tmp_path / "dia18" / "labels" / "ana.sqlite"
    path.parent.mkdir(parents=True)
    schema_1(path)
    return path


def everything(path):
    with closing(Log(path)) as log:
        return list(log.events()), log.labels(), log.head(), log.meta(), list(log.order())


@pytest.mark.parametrize("made_as", RELEASED)
def test_a_session_of_every_earlier_version_says_what_it_said_and_is_graded_on(made_as, tmp_path, said, stands):
    folder = restored(made_as, tmp_path / "sessions" / "old")
    log = folder / "labels" / "ana.sqlite"
    content = log.read_bytes()
    for words in (["report"], ["agreement"], ["plan"], ["verify"], ["export", "--format", "csv"]):
        status, out, err = said(words[0], "old", *words[1:])
        assert status in (0, 1 if words == ["agreement"] else 0), (words, out, err)
    assert [line.split(",")[4] for line in out.splitlines()[1:]] == STANDING
    assert log.read_bytes() == content
    before = stands(folder, "ana")
    with closing(Session(folder)) as session:
        for grader in ("ana", "ben"):
            session.writable_log(grader).close()
    assert stands(folder, "ana") == before
    status, out, _err = said("verify", "old")
    assert (status, "schema" in out) == (0, False)


@pytest.mark.parametrize("made_as", DRAFTS)
def test_a_draft_that_was_never_released_is_refused_in_a_line_with_every_label_in_it(made_as, tmp_path, said):
    folder = restored(made_as, tmp_path / "sessions" / "old")
    status, out, err = said("report", "old")
    assert (status, out, len(err.splitlines())) == (2, "", 1)
    assert "gradertui verify" in err
    with closing(sqlite3.connect(folder / "labels" / "ana.sqlite")) as db:
        given = db.execute("select value from events where kind = 'Labelled' order by seq").fetchall()
    assert [value for (value,) in given] == GIVEN


def test_a_log_of_the_first_release_is_read_as_it_is(old):
    content = old.read_bytes()
    found, labels, head, meta, order = everything(old)
    assert [event.kind for event in found] == ["PlanFrozen", "Labelled", "Labelled", "Retracted", "Commented"]
    assert (labels, head.seq, meta["grader"], len(order)) == ([("t0", "R")], 5, "ana", 2)
    assert old.read_bytes() == content
    assert not (old.parents[1] / "backups").exists()


def test_opened_for_appending_it_is_brought_up_with_nothing_lost(old, capsys):
    before = everything(old)
    with closing(WritableLog(old)) as log:
        assert everything(old) == before
        log.append(events.flagged("t0", 0, True), AT)
    examined = examine(old)
    assert (examined.schema, examined.findings, examined.head.seq) == (2, (), 6)
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines())) == ("", 1)
    assert "schema 1 to 2" in err


def test_a_copy_of_it_as_it_was_is_kept_first_and_once(old, capsys):
    before = everything(old)
    for _again in range(2):
        WritableLog(old).close()
    (copy,) = (old.parents[1] / "backups").iterdir()
    assert copy.name.endswith("Z-schema-1")
    assert everything(copy / "labels" / "ana.sqlite") == before
    assert examine(copy / "labels" / "ana.sqlite").schema == 1
    assert str(copy) in capsys.readouterr().err


def test_a_log_without_events_is_brought_up_without_a_word(old, schema_1, capsys):
    empty = old.parents[1] / "empty.sqlite"
    schema_1(empty, like=None)
    with closing(sqlite3.connect(empty)) as db:
        db.execute("drop trigger events_no_delete")
        db.execute("delete from events")
        db.execute("delete from meta where key = 'grader'")
        db.execute("create trigger events_no_delete before delete on events begin "
                   "select raise(abort, 'events are never changed: undo is another event'); end")  # fmt: skip
        db.commit()
    with closing(WritableLog.start(empty, old.with_name("ben.sqlite"), "ben")) as log:
        log.append(events.flagged("t0", 0, True), AT)
    assert examine(log.path).findings == ()
    assert capsys.readouterr().err == ""
    assert not (old.parents[1] / "backups").exists()


def test_killed_half_way_it_is_as_it_was_and_is_brought_up_the_next_time(old):
    before = everything(old)
    killed = """
import os, signal, sys
from pathlib import Path
from gradertui.store import making
class Killing(dict):
    def __getitem__(self, key):
        os.kill(os.getpid(), signal.SIGKILL)
making.VERSION = Killing()  # what is asked for last, before the commit
making.bring_up(Path(sys.argv[1]))
"""
    done = subprocess.run([sys.executable, "-c", killed, str(old)], env=os.environ)
    assert done.returncode == -signal.SIGKILL
    assert everything(old) == before
    assert examine(old).schema == 1
    assert examine(old).findings == ()
    WritableLog(old).close()
    assert examine(old).schema == 2
    assert everything(old) == before


def test_two_that_bring_it_up_at_once_do_it_once(old):
    before = everything(old)
    code = (
        "import sys; from pathlib import Path; from gradertui.store.making import bring_up; bring_up(Path(sys.argv[1]))"
    )
    both = [subprocess.Popen([sys.executable, "-c", code, str(old)]) for _each in range(2)]
    assert [process.wait() for process in both] == [0, 0]
    assert examine(old).findings == ()
    assert everything(old) == before


def test_a_log_that_cannot_be_copied_is_not_touched(old, monkeypatch):
    (old.parents[1] / "backups").write_text("in the way")
    content = old.read_bytes()
    with pytest.raises(StoreError, match=r"ana\.sqlite: cannot be brought to schema 2 .*; gradertui verify"):
        WritableLog(old)
    assert old.read_bytes() == content

import re
import sqlite3
from contextlib import closing

import pytest

from gradertui.cli import main
from gradertui.events import deviated, judged, labelled
from gradertui.session import Session
from gradertui.store.log import Log
from gradertui.store.plan import plan_hash
from gradertui.store.writable import WritableLog

AT = "2026-03-01T10:00:00.000+00:00"


def changed(folder, *statements, name="labels/ana.sqlite"):
    """Do to a log what the triggers refuse, and put them back."""
    with closing(sqlite3.connect(folder / name)) as db:
        made = dict(db.execute("select name, sql from sqlite_master where type = 'trigger'"))
        for trigger in made:
            db.execute(f"drop trigger {trigger}")
        for statement in statements:
            db.execute(statement)
        for sql in made.values():
            db.execute(sql)
        db.commit()


def flipped(path, where, bit=1):
    """Flip a bit of the last place where some bytes stand."""
    content = bytearray(path.read_bytes())
    content[content.rindex(where)] ^= bit
    path.write_bytes(content)


def overwritten(path, where):
    """Overwrite the head of the last page where some bytes stand."""
    content = bytearray(path.read_bytes())
    page = content.rindex(where) // 4096 * 4096
    content[page : page + 64] = bytes(64)
    path.write_bytes(content)


@pytest.fixture
def verdicts():
    """Give a session a log of verdicts, as a tool's are kept."""

    def make(folder, n=4):
        with closing(
            WritableLog.start(folder / "empty.sqlite", folder / "verdicts" / "checker.sqlite", "checker")
        ) as log:
            log.append_all(
                [
                    judged(f"t{i}", "supported", written="yes", fragment="", comment="", imported="v.csv")
                    for i in range(n)
                ],
                AT,
            )
        return log.path

    return make


@pytest.fixture
def planned():
    """Give a session a record of its plan: frozen, and departed from once if another text is given."""

    def make(folder, *later):
        with closing(Session(folder)) as session:
            texts = [session.frozen(), *(deviated(plan_hash(text), text, {}, "why", "ana") for text in later)]
        with closing(WritableLog.start(folder / "empty.sqlite", folder / "plan.sqlite", "plan")) as log:
            log.append_all(texts, AT)

    return make


def test_a_whole_session_is_one_line_per_log_with_its_head(example, said, verdicts, planned):
    folder = example()
    example(3, "ben")
    verdicts(folder)
    planned(folder)
    status, out, _err = said("verify", "demo-grade")
    assert status == 0
    heads = {}
    for name in ("labels/ana", "labels/ben", "verdicts/checker", "plan"):
        with closing(Log(folder / f"{name}.sqlite")) as log:
            heads[name] = log.head().hash[:12]
    assert out.splitlines() == [
        f"plan.sqlite: 1 event, chain whole, head {heads['plan']}",
        f"ana: 76 events, chain whole, plan as frozen, head {heads['labels/ana']}",
        f"ben: 4 events, chain whole, plan as frozen, head {heads['labels/ben']}",
        f"verdicts/checker.sqlite: 4 events, chain whole, head {heads['verdicts/checker']}",
    ]


def test_a_session_nobody_labelled_is_whole(example, said):
    status, out, _err = said("verify", "demo-grade")
    assert (status, out) == (0, "demo-grade: no logs yet\n")


def test_a_session_that_is_not_there_is_unusable_input(said):
    status, out, err = said("verify", "nothing")
    assert (status, out) == (2, "")
    assert "no session here" in err


@pytest.mark.parametrize(
    ("statement", "words", "certain"),
    [
        ("update events set value = iif(value = 'N', 'X', 'N') where seq = 7", "event 7 (Labelled) or the one", 5),
        ("delete from events where seq = 7", "event 7 is missing", 6),
        ("delete from events where seq > 70", "events 71 to 76 are missing at the end", 70),
        ("insert into events select 77, kind, position, value, null, 1, task, body, at, hash from events where seq = 9",
         "event 77 (Labelled) or the one before it was changed, or put in", 75),
    ],
)  # fmt: skip
def test_what_was_done_to_events_is_named_and_which_are_still_certain(example, said, statement, words, certain):
    changed(example(), statement)
    status, out, _err = said("verify", "demo-grade")
    assert status == 1
    assert out.startswith(f"ana: {words}")
    assert f"ana: events 1 to {certain} are as they were written" in " ".join(out.split())


def test_a_flipped_byte_in_the_file_is_named(example, said):
    flipped(example() / "labels" / "ana.sqlite", b"2026-03-01T10:00")
    status, out, _err = said("verify", "demo-grade")
    assert status == 1
    assert "was changed" in out.splitlines()[0]


@pytest.mark.parametrize("damage", [overwritten, lambda path, _where: path.write_bytes(path.read_bytes()[:8192])])
def test_a_damaged_page_is_a_finding_and_no_crash(example, said, damage):
    damage(example() / "labels" / "ana.sqlite", b'"statistics": "live"')
    status, out, err = said("verify", "demo-grade")
    assert (status, err) == (1, "")
    assert out.startswith("ana: ")
    assert "damaged" in out.splitlines()[0]


def test_triggers_that_were_dropped_are_named_and_the_labels_stay_certain(example, said):
    folder = example()
    with closing(sqlite3.connect(folder / "labels" / "ana.sqlite")) as db:
        db.execute("drop trigger events_no_delete")
    status, out, _err = said("verify", "demo-grade")
    assert status == 1
    assert out.startswith("ana: “trigger events_no_delete” is gone")
    assert "its 76 events are chained as they were written" in out


def test_an_edited_plan_is_named_and_comes_back_by_the_plan(example, said):
    folder = example()
    text = (folder / "session.toml").read_text()
    (folder / "session.toml").write_text(text.replace("level = 0.95", "level = 0.90"))
    status, out, _err = said("verify", "demo-grade")
    assert status == 1
    assert "not the plan that was frozen" in out
    assert "gradertui plan demo-grade restore" in " ".join(out.split())


def test_a_plan_that_was_departed_from_on_record_is_whole_and_edited_once_more_is_not(example, said, planned):
    folder = example()
    was = (folder / "session.toml").read_text()
    now = was.replace("level = 0.95", "level = 0.90")
    planned(folder, now)
    (folder / "session.toml").write_text(now)
    assert said("verify", "demo-grade")[0] == 0
    (folder / "session.toml").write_text(was)
    status, out, _err = said("verify", "demo-grade")
    assert status == 1
    assert out.startswith("plan.sqlite: session.toml is not the plan that was frozen, or last departed from")


def test_labels_under_a_plan_that_is_on_no_record_are_named(example, said, planned):
    folder = example()
    text = (folder / "session.toml").read_text()
    (folder / "session.toml").write_text(text.replace("level = 0.95", "level = 0.90"))
    planned(folder)
    status, out, _err = said("verify", "demo-grade")
    assert status == 1
    assert "ana: its labels were given under a plan that the record of the plan does not have" in out


@pytest.mark.parametrize("content", ["mode = ", 'mode = "grade"\nsurprise = 1\n'])
def test_a_plan_that_cannot_be_read_is_a_finding(example, said, content):
    (example() / "session.toml").write_text(content)
    status, out, err = said("verify", "demo-grade")
    assert (status, err) == (1, "")
    assert "session.toml" in out


def test_tasks_that_were_put_in_another_order_are_named(example, said):
    changed(example(), """update arrangement set value = replace(value, 'p01', 'p99') where name = '_names'""")
    status, out, _err = said("verify", "demo-grade")
    assert status == 1
    assert "the tasks or their order" in out


def test_a_view_that_says_something_else_is_named_and_so_is_what_it_says(example, said):
    changed(example(), "drop view labels", "create view labels as select task, 'R' as label from events where seq = 2")
    status, out, _err = said("verify", "demo-grade")
    assert status == 1
    assert "ana: “view labels” was replaced by another program" in out
    assert "the view labels says otherwise" in out


def test_an_event_of_a_task_that_is_not_there_is_named(example, said):
    folder = example(5)
    with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
        log.append(labelled("x", 100_000, "R", active_ms=1, blind=True, screen="none"), "2026-03-01T10:00:00Z")
    status, out, _err = said("verify", "demo-grade")
    assert status == 1
    assert "the events do not follow from each other" in out


def test_damaged_items_are_named_and_the_logs_are_looked_at_all_the_same(example, said):
    folder = example()
    changed(folder, "delete from events where seq = 7")
    overwritten(folder / "items.sqlite", b"p25")
    status, out, err = said("verify", "demo-grade")
    assert (status, err) == (1, "")
    assert "items.sqlite: the file is damaged" in out
    assert "ana: event 7 is missing" in out


def test_items_that_are_not_there_are_named(example, said):
    (example() / "items.sqlite").unlink()
    status, out, _err = said("verify", "demo-grade")
    assert status == 1
    assert "items.sqlite: the file is not there" in out


@pytest.mark.parametrize(
    ("statement", "n"),
    [("delete from items where rowid = 3", 74),
     ("insert into items select 'more', question_id, system, template, variant, 9, text, confidence, cited_source, "
      "retrieved, baseline_answer, original from items limit 1", 76)],
)  # fmt: skip
def test_items_that_are_fewer_or_more_than_were_arranged_are_named(example, said, statement, n):
    folder = example()
    with closing(sqlite3.connect(folder / "items.sqlite")) as db, db:
        db.execute(statement)
    status, out, _err = said("verify", "demo-grade")
    assert status == 1
    assert f"ana: items.sqlite has {n} items, and the order of this log was made for 75" in out


@pytest.mark.parametrize("name", ["verdicts/checker.sqlite", "plan.sqlite"])
def test_logs_of_verdicts_and_of_the_plan_are_looked_at_too(example, said, verdicts, planned, name):
    folder = example()
    verdicts(folder)
    planned(folder)
    changed(folder, "delete from events where seq = (select max(seq) from events)", name=name)
    status, out, _err = said("verify", "demo-grade")
    assert status == 1
    assert f"{name}: event {4 if 'verdicts' in name else 1} is missing at the end" in out


def test_the_newest_backup_in_which_the_log_is_whole_is_offered_and_mends_it(example, said, stands):
    folder = example()
    before = stands(folder, "ana")
    said("backup", "demo-grade")
    changed(folder, "delete from events where seq > 70")
    said("backup", "demo-grade")  # of what is damaged already
    status, out, _err = said("verify", "demo-grade")
    assert status == 1
    (command,) = re.findall(r"gradertui (backup demo-grade --restore \S+ --grader ana)", " ".join(out.split()))
    assert said(*command.split())[0] == 0
    assert said("verify", "demo-grade")[0] == 0
    assert stands(folder, "ana") == before


def test_without_a_backup_it_says_so(example, said):
    changed(example(), "delete from events where seq > 70")
    out = said("verify", "demo-grade")[1]
    assert "There is no whole backup of labels/ana.sqlite" in " ".join(out.split())


def test_verify_changes_no_file(example, said):
    folder = example()
    changed(folder, "delete from events where seq > 70")
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    said("verify", "demo-grade")
    assert {path: path.read_bytes() for path in before} == before


def test_a_log_of_the_first_release_is_whole_and_says_what_it_does_not_see(example, said, schema_1):
    folder = example()
    schema_1(folder / "labels" / "ana.sqlite", like=folder / "labels" / "ana.sqlite")
    status, out, _err = said("verify", "demo-grade")
    assert status == 0
    assert "ana: 76 events, chain whole, plan as frozen, head " in out
    assert "schema 1" in out


def test_findings_and_advice_are_said_in_spanish_too(example, tmp_path, capsys):
    changed(example(), "delete from events where seq > 70")
    assert main(["verify", "demo-grade", "--lang", "es", "--sessions", str(tmp_path / "sessions")]) == 1
    out = " ".join(capsys.readouterr().out.split())
    assert "ana: al final faltan los eventos del 71 al 76" in out
    assert "Qué hacer" in out


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


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("update items set text = 'another' where rowid = 3", "the answers are not what they were"),
        (
            "update questions set refs = '[\"another\"]' where rowid = 3",
            "the questions or sources are not what they were",
        ),
        ("update sources set text = 'another' where rowid = 3", "the questions or sources are not what they were"),
    ],
)
def test_an_answer_or_a_question_changed_after_the_plan_was_written_is_seen(example, said, statement, words):
    folder = example(3)
    with closing(sqlite3.connect(folder / "items.sqlite")) as db, db:
        db.execute(statement)
    status, out, _err = said("verify", "demo-grade")
    assert status == 1
    assert f"items.sqlite: {words} when the plan was written" in out


def test_a_plan_edited_by_hand_is_the_only_thing_to_put_back(example, said):
    folder = example(12)
    said("backup", "demo-grade")
    path = folder / "session.toml"
    path.write_text(path.read_text("utf-8").replace("seed = 18", "seed = 19"), "utf-8")
    status, out, _err = said("verify", "demo-grade")
    assert status == 1
    assert "gradertui plan demo-grade restore" in out
    assert "the tasks or their order" not in out
    assert "--restore" not in out


def test_the_advice_says_how_much_a_backup_would_lose(example, said):
    folder = example(30)
    with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
        said("backup", "demo-grade")
        task = list(log.tasks())[40]
        log.append(labelled(task.task_id, 40, "X", active_ms=9, blind=True, screen="live"), AT)
    changed(folder, "update events set value = iif(value = 'N', 'X', 'N') where seq = 20")
    out = " ".join(said("verify", "demo-grade")[1].split())
    assert "is shorter: events there 31, here 32; the others would leave the session" in out


def test_a_record_of_the_plan_that_is_gone_is_missed(example, said, tmp_path):
    folder = example(0)
    with closing(Session(folder)) as session, closing(session.writable_log("ben")) as log:
        task = next(log.tasks())
        label = labelled(task.task_id, 0, "X", active_ms=9, blind=True, screen="live")
        log.append_all([*session.freezing("", "ben", AT), label], AT)
    assert said("verify", "demo-grade")[0] == 0
    for path in folder.glob("plan.sqlite*"):
        path.unlink()
    status, out, _err = said("verify", "demo-grade")
    assert status == 1
    assert "ben: the record of the plan is gone" in out


def test_a_log_that_the_newest_backup_has_is_missed(example, said):
    folder = example(5)
    said("backup", "demo-grade")
    for path in (folder / "labels").glob("ana.sqlite*"):
        path.unlink()
    status, out, _err = said("verify", "demo-grade")
    assert status == 1
    assert "ana: the file is not there, and the newest backup has it" in out
    assert "--grader ana" in out


def test_a_log_under_another_name_is_named(example, said):
    folder = example(5)
    changed(folder, "update meta set value = 'zoe' where key = 'grader'")
    status, out, _err = said("verify", "demo-grade")
    assert status == 1
    assert "ana: it says that it is the log of somebody else" in out

"""`--carry` on the command line: at making and later, what it says, and that errors change nothing."""

import csv
from contextlib import closing

import pytest
from screens import asking

from gradertui.events import facts
from gradertui.session import Session

BANK = "id,question,reference\nq1,What is one?,It is 1.\nq2,What is two?,It is 2.\n"


@pytest.fixture
def files(tmp_path):
    """A bank and the answers of two runs: the second calls its systems otherwise, and answers q2 anew with one."""
    (tmp_path / "bank.csv").write_text(BANK)

    def answers(name, rows):
        with (tmp_path / name).open("w", newline="") as file:
            csv.writer(file).writerows([("id", "system", "answer"), *rows])

    answers("one.csv", [(q, s, f"{q}, says {s}.") for q in ("q1", "q2") for s in ("ZORRO", "QUETZAL")])
    told = {("q2", "ZORRO"): "Something new."}
    rows = [(q, f"{s}-2", told.get((q, s), f"{q}, says {s}.")) for q in ("q1", "q2") for s in ("ZORRO", "QUETZAL")]
    answers("two.csv", rows)
    (tmp_path / "labels.csv").write_text("id,system,label\nq1,ZORRO,R\nq1,QUETZAL,R\nq2,ZORRO,R\n")
    return tmp_path


@pytest.fixture
def old(files, said):
    said("new", "dia18", files / "one.csv", "--bank", files / "bank.csv")
    for grader in ("ana", "bea"):
        said("label", "dia18", files / "labels.csv", "--grader", grader)
    return files / "sessions" / "dia18"


def making(files, *more):
    return "new", "run2", files / "two.csv", "--bank", files / "bank.csv", *more


def told(folder, grader="ana"):
    with closing(Session(folder)) as session, closing(session.log(grader)) as log:
        return list(log.events())


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.suffix == ".sqlite"}


def test_a_session_is_made_with_the_labels_of_what_did_not_change(old, files, said):
    status, out, _err = said(*making(files, "--carry", "dia18"))
    assert status == 0
    assert (
        "ana: 2 labels carried from dia18, 2 left to label\nbea: 2 labels carried from dia18, 2 left to label\n" in out
    )
    assert "the plan of run2 is frozen from here on, as by a first label\n" in out
    labels = [event for event in told(files / "sessions" / "run2") if event.kind == "Labelled"]
    assert {facts(event)["carried"] for event in labels} == {"dia18"}
    assert said("verify", "run2")[0] == 0


def test_labels_are_carried_later_and_twice_adds_nothing(old, files, said):
    said(*making(files))
    assert "ana: 2 labels carried from dia18, 2 left to label" in said("label", "run2", "--carry", "dia18")[1]
    before = contents(files / "sessions" / "run2")
    status, out, _err = said("label", "run2", "--carry", "dia18")
    assert (status, out.splitlines()[0]) == (0, "ana: 0 labels carried from dia18, 2 left to label")
    assert "frozen" not in out
    assert contents(files / "sessions" / "run2") == before


def test_of_one_grader_and_from_the_path_of_a_folder(old, files, said, tmp_path):
    old.rename(tmp_path / "elsewhere")
    said(*making(files))
    status, out, _err = said("label", "run2", "--carry", tmp_path / "elsewhere", "--grader", "bea")
    assert status == 0
    assert out.splitlines()[0] == "bea: 2 labels carried from elsewhere, 2 left to label"
    assert [path.stem for path in (files / "sessions" / "run2" / "labels").glob("*.sqlite")] == ["bea"]


def test_a_file_and_a_session_at_once_and_the_file_counts(old, files, said, stands):
    said(*making(files))
    (files / "new.csv").write_text("id,system,label\nq1,ZORRO-2,N\n")
    status, out, _err = said("label", "run2", files / "new.csv", "--grader", "ana", "--carry", "dia18")
    assert status == 0
    assert "1 label taken in" in out
    assert "ana: 1 label carried from dia18, 2 left to label" in out
    assert sorted(label for label, _comment in stands(files / "sessions" / "run2", "ana").values()) == ["N", "R"]


def test_nothing_printed_names_a_system(old, files, said):
    said(*making(files))
    out = "".join(said("label", "run2", "--carry", "dia18")[1:])
    assert not [name for name in ("ZORRO", "QUETZAL", "S1", "S2") if name in out]


def test_nothing_found_is_said_and_no_error(old, files, said):
    (files / "bank.csv").write_text(BANK.replace("What is", "Which is"))
    status, out, _err = said(*making(files, "--carry", "dia18"))
    assert status == 0
    assert "dia18: no label there is of anything that is here unchanged; nothing was carried\n" in out
    assert "frozen" not in out
    assert not (files / "sessions" / "run2" / "plan.sqlite").exists()


def test_what_has_different_labels_there_is_counted(files, said):
    (files / "one.csv").write_text("id,system,answer\nq1,a,Same.\nq1,b,Same.\n")
    (files / "two.csv").write_text("id,system,answer\nq1,c,Same.\n")
    (files / "labels.csv").write_text("id,system,label\nq1,a,R\nq1,b,X\n")
    said("new", "dia18", files / "one.csv", "--bank", files / "bank.csv")
    said("label", "dia18", files / "labels.csv", "--grader", "ana")
    out = said(*making(files, "--carry", "dia18"))[1]
    assert "ana: 0 labels carried from dia18, 1 left to label\n" in out
    assert "ana: 1 not carried, because the same text has different labels there\n" in out


def test_another_plan_there_is_told_with_its_keys_and_refuses_nothing(old, files, said):
    said(*making(files))
    asking(files / "sessions" / "run2", ["citation"])
    status, out, _err = said("label", "run2", "--carry", "dia18")
    assert status == 0
    assert "the labels of dia18 were given under another plan: kinds\n" in out


@pytest.mark.parametrize(
    ("carry", "words"),
    [
        ("nosuch", "no session of this name"),
        ("cards", "cards is a session of mode tone, this one of mode grade"),
    ],
)
def test_an_error_at_making_leaves_no_session(old, files, said, carry, words):
    (files / "cards.csv").write_text("template,variant,text\nt,Ana,Hi.\nt,Omar,Hi.\n")
    assert said("new", "cards", files / "cards.csv")[0] == 0
    status, _out, err = said(*making(files, "--carry", carry))
    assert status == 2
    assert words in err
    assert not (files / "sessions" / "run2").exists()


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("--carry", "nosuch"), "no session of this name"),
        (("--carry", "run2"), "that is this session; name another one"),
        (("--carry", "dia18", "--grader", "eva"), "--grader eva: has no labels in dia18; there are: ana, bea"),
        ((), "name a FILE of labels, or a session with --carry"),
        (("labels.csv",), "--grader is missing: whose labels does labels.csv hold?"),
        (("labels.csv", "--grader", "ana", "--carry", "nosuch"), "no session of this name"),
    ],
)
def test_an_error_changes_nothing(old, files, said, monkeypatch, command, words):
    said(*making(files))
    monkeypatch.chdir(files)
    before = contents(files / "sessions" / "run2")
    status, out, err = said("label", "run2", *command)
    assert (status, out) == (2, "")
    assert words in err
    assert contents(files / "sessions" / "run2") == before


def test_a_dry_run_carries_nothing(old, files, said):
    status, out, _err = said(*making(files, "--carry", "dia18", "--dry-run"))
    assert status == 0
    assert "carried" not in out
    assert not (files / "sessions" / "run2").exists()


def test_the_report_says_how_many_labels_were_carried_from_where(old, files, said):
    said(*making(files, "--carry", "dia18"))
    out = said("report", "run2")[1]
    assert (
        "carried: 4 labels were given in other sessions, where question, source and text\nare the same (dia18 4)."
        in out
    )
    row = next(line for line in out.splitlines() if line.startswith("ana "))
    assert row.split()[1:3] == ["2", "carried"]
    assert "4 carried from other sessions" in said("agreement", "run2")[1].replace("\n", " ")

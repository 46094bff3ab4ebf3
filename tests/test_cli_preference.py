"""Pairs through the command line: made, labelled from files in whatever sides they speak of, settled."""

import csv
from pathlib import Path

import pytest
from screens import made, press, seated, until, visible

from gradertui.cli import main
from gradertui.disputes import disputes
from gradertui.model import Item, Plan, Question
from gradertui.report import gather
from gradertui.session import Session
from gradertui.settling import said, settled, writable_log
from gradertui.tui.adjudicating import Adjudicator
from gradertui.tui.docket import Docket

HEAD = "idx,prompt,model_a,answer_a,model_b,answer_b,annotator1,annotator2\n"


@pytest.fixture
def pairs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Six pairs that two people labelled: alike on the even ones."""
    rows = (f"{n},q{n},alpha,one {n},omega,two {n},1,{1 if n % 2 == 0 else 2}\n" for n in range(6))
    (tmp_path / "pairs.csv").write_text(HEAD + "".join(rows), "utf-8")
    monkeypatch.setenv("GRADERTUI_SESSIONS", str(tmp_path))
    monkeypatch.setenv("GRADERTUI_GUARD", "off")
    assert main(["new", "pairs", str(tmp_path / "pairs.csv"), "--seed", "3"]) == 0
    return tmp_path / "pairs"


def exported(folder: Path, grader: str) -> dict[str, str]:
    out = folder.parent / f"{grader}.csv"
    assert main(["export", folder.name, "--format", "csv", "--grader", grader, "--out", str(out)]) == 0
    return {row["question_id"]: row["label"] for row in csv.DictReader(out.read_text("utf-8").splitlines())}


def test_what_is_understood_is_shown_and_what_people_said_is_taken_in(pairs, capsys):
    assert main(["new", "again", str(pairs.parent / "pairs.csv"), "--dry-run"]) == 0
    said = capsys.readouterr().out
    assert "6 pairs · 6 questions" in said
    assert "2 systems: alpha 6 · omega 6" in said
    assert "labels of 2 graders in the file: annotator1 6 · annotator2 6" in said
    assert set(exported(pairs, "annotator1").values()) == {"A"}


@pytest.mark.parametrize(
    ("head", "row", "label"),
    [
        ("idx,winner", "3,2", "B"),
        ("idx,winner", "3,tie", "tie"),
        ("pair_id,label", "3,both bad", "both bad"),
        ("idx,model_a,model_b,winner", "3,alpha,omega,1", "A"),
        ("idx,model_a,model_b,winner", "3,omega,alpha,1", "B"),
    ],
)
def test_a_label_from_a_file_is_of_the_texts_it_means(pairs, head, row, label):
    path = pairs.parent / "more.csv"
    path.write_text(f"{head}\n{row}\n", "utf-8")
    assert main(["label", "pairs", str(path), "--grader", "eva"]) == 0
    assert list(exported(pairs, "eva").values()) == [label]


@pytest.mark.parametrize(
    ("row", "words"),
    [("9,1", "no pair or question here has the key 9"), ("3,R", "'R' is no label; write one of A, B, tie, both bad")],
)
def test_a_row_that_means_no_pair_or_no_label_is_one_line(pairs, capsys, row, words):
    path = pairs.parent / "wrong.csv"
    path.write_text(f"idx,winner\n{row}\n", "utf-8")
    assert main(["label", "pairs", str(path), "--grader", "eva"]) == 2
    assert words in capsys.readouterr().err
    assert not (pairs / "labels" / "eva.sqlite").exists() or not exported(pairs, "eva")


async def test_what_is_settled_is_of_the_texts_whichever_side_they_stood_on(pairs, tmp_path):
    session = Session(pairs)
    found = disputes(session.plan, session.tasks(), said(session), least=1)
    assert len(found) == 3
    log = writable_log(session, "zoe")
    docket = Docket(session, log, found, blind=True, utc=lambda: "2026-03-01T10:00:00.000+00:00")
    async with Adjudicator(docket, size=(120, 36)).run_test(size=(120, 36)) as pilot:
        for _dispute in found:
            await press(pilot, "a" if docket.task.arms[0] == "omega" else "b")
            await press(pilot, "enter")
        await until(pilot, lambda: "All settled" in visible(pilot.app), "the end")
        assert "alpha" not in visible(pilot.app)
    log.close()
    assert {each.label for each in settled(session).values()} == {"B"}
    again = Docket(session, (log := writable_log(session, "zoe")), found, blind=True, utc=lambda: "")
    sides = {"A" if task.arms[0] == "omega" else "B" for task in again.state.order}
    assert {again.state.marks[at].label for at in range(3)} == sides
    log.close()
    session.close()


def test_an_export_is_merged_into_the_sides_of_its_grader(pairs, tmp_path):
    text = (tmp_path / "pairs.csv").read_text("utf-8")
    (tmp_path / "bare.csv").write_text("".join(line.rsplit(",", 2)[0] + "\n" for line in text.splitlines()), "utf-8")
    assert main(["new", "empty", str(tmp_path / "bare.csv"), "--seed", "3"]) == 0
    before = exported(pairs, "annotator2")
    assert main(["merge", "empty", str(tmp_path / "annotator2.csv")]) == 0
    assert exported(tmp_path / "empty", "annotator2") == before
    assert len(set(before.values())) == 2


def test_hidden_repeats_of_pairs_are_counted_when_all_is_done(tmp_path):
    folder = made(tmp_path / "again", items(8), Plan(mode="preference", seed=2, repeats=2))
    with seated(folder) as desk:
        while not desk.state.complete:
            desk.label("A" if desk.task.arms[0] == "x1" else "B", 10, "live")
    session = Session(folder)
    report = gather(session)
    session.close()
    assert report.works[0].repeats == (2, 2, None)
    assert report.numbers.summary.pairs[0].found.wins == 8


def items(n):
    for q in range(n):
        yield Question(f"q{q}", "?")
        for system, word in (("x1", "short"), ("y2", "long")):
            yield Item(f"i{q}{system}", f"{word} {q}", f"q{q}", system)

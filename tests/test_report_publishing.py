"""Before publishing: each closing question is answered from the record, or is not declared."""

from contextlib import closing
from pathlib import Path
from typing import Any

from gradertui.events import labelled
from gradertui.model import Item, Plan, Question
from gradertui.report import gather
from gradertui.report.document import document
from gradertui.report.lines import lines
from gradertui.report.publishing import QUESTIONS, answers, section
from gradertui.session import Session, planning
from gradertui.session.making import make


def graded(folder: Path, graders: tuple[str, ...] = ("ana",), blind: bool = True, **plan: Any) -> Path:
    parts = [
        *(Question(f"q{q}", "?", ("yes",), True, split="test" if q == 3 else "dev") for q in range(4)),
        *(Item(f"q{q}-{arm}", "yes", f"q{q}", arm) for q in range(4) for arm in "ab"),
    ]
    make(folder, parts, Plan(seed=7, **plan), {})
    for grader in graders:
        with closing(Session(folder)) as session, closing(session.writable_log(grader)) as log:
            given = [
                labelled(task.task_id, i, "R", active_ms=9, blind=blind, screen="live")
                for i, task in enumerate(log.tasks())
            ]
            at = f"2026-03-01T10:00:0{graders.index(grader)}Z"
            log.append_all([*session.freezing("", grader, at), *given], at)
    return folder


def said(folder: Path) -> dict[str, tuple[tuple[str, ...], str]]:
    with closing(Session(folder)) as session:
        return {each.key: (each.facts, each.declared) for each in answers(gather(session))}


def test_every_closing_question_is_there_once(tmp_path: Path) -> None:
    assert list(said(graded(tmp_path / "s"))) == list(QUESTIONS)
    assert len(QUESTIONS) == 5


def test_what_nobody_declared_is_not_declared(tmp_path: Path) -> None:
    folder = graded(tmp_path / "s")
    with closing(Session(folder)) as session:
        report = gather(session)
    text = "\n".join(lines(section(report)))
    assert text.count("not declared") == 2
    assert "1. Are the questions like those that are really asked" in text
    assert document(report)["before_publishing"]["use"] == {"from_record": False, "declared": None}


def test_what_was_declared_stands_there_as_declared(tmp_path: Path) -> None:
    folder = graded(tmp_path / "s", declared={"use": "taken from the log of May"})
    assert said(folder)["use"] == ((), "taken from the log of May")
    with closing(Session(folder)) as session:
        assert "   declared: taken from the log of May" in list(lines(section(gather(session))))


def test_rates_answer_for_themselves(tmp_path: Path) -> None:
    facts, _declared = said(graded(tmp_path / "s"))["rates"]
    assert facts == ("yes: k/n, Wilson's interval at 95 % and the abstention rate stand beside each rate",)


def test_a_threshold_in_the_plan_was_fixed_before_the_first_label_unless_it_was_changed(tmp_path: Path) -> None:
    folder = graded(tmp_path / "s", thresholds={"rate": 0.1}, held_out="test")
    assert said(folder)["threshold"][0] == (
        "fixed in the plan before the first label: rate 0.10", "held out for the end: test",
    )  # fmt: skip
    text = (folder / "session.toml").read_text("utf-8")
    planning.change(folder, text, {"thresholds.rate": 0.2}, reason="too strict", by="eva", at="2026-03-02T10:00:00Z")
    assert said(folder)["threshold"][0][0] == "changed after the plan was frozen: rate 0.20"


def test_whether_one_comparison_was_planned_is_said(tmp_path: Path) -> None:
    assert said(graded(tmp_path / "s"))["planned"][0] == (
        "plan frozen 2026-03-01 10:00 (UTC)", "one primary comparison", "no departures",
    )  # fmt: skip


def test_who_labelled_and_how_blind_is_said(tmp_path: Path) -> None:
    assert said(graded(tmp_path / "one"))["review"][0] == (
        "1 grader", "labels given blind: 8 of 8", "nobody else labelled the same",
    )  # fmt: skip
    assert said(graded(tmp_path / "two", ("ana", "bea"), blind=False))["review"][0] == (
        "2 graders", "labels given blind: 0 of 16",
    )  # fmt: skip


def test_blinding_that_was_not_measured_is_said(toned: Any) -> None:
    assert "blinding not measured" in said(toned())["review"][0]

"""Confidence in a report: the first document's figures, after grading and never during."""

import csv
import json
import shutil
from contextlib import closing
from fractions import Fraction
from pathlib import Path

import pytest

from gradertui.cli import main
from gradertui.cli.demo import build
from gradertui.events import labelled
from gradertui.locale import use
from gradertui.model import Item, Plan, Question
from gradertui.report import FORMATS, gather
from gradertui.session import Session
from gradertui.session.making import make
from gradertui.summary.calibration import Declared, confident

NAMES = {
    "Haiku 5.5 sin RAG": "Alba sin notas",
    "Haiku 5.5 con RAG": "Alba con notas",
    "Sonnet 5.5 con RAG": "Brisa con notas",
}
"""The document's configurations, and the systems of our example that have their letters and confidences."""


@pytest.fixture(scope="module")
def sessions(tmp_path_factory) -> Path:
    """The example with the letters of the document, and the same with one of them missing."""
    use("en")
    folder = tmp_path_factory.mktemp("confident")
    text = (Path(__file__).parent / "reference" / "seed-confidences.csv").read_text("utf-8")
    rows = [f"{r['key']},{NAMES[r['configuration']]},{r['letter']}" for r in csv.DictReader(text.splitlines())]
    shipped = Path(__file__).parents[1] / "sessions" / "demo-grade"
    for name, n in (("whole", 75), ("early", 74)):
        shutil.copytree(shipped, folder / name, ignore=shutil.ignore_patterns("*.sqlite*", "labels"))
        build(folder / name)
        path = folder / f"{name}.csv"
        path.write_text("\n".join(("question_id,system,label", *rows[:n])) + "\n", "utf-8")
        assert main(["--sessions", str(folder), "plan", name, "change", "thresholds.confidence=0.6"]) == 0
        assert main(["--sessions", str(folder), "label", name, str(path), "--grader", "ana"]) == 0
    return folder


def reported(folder: Path):
    session = Session(folder)
    report = gather(session)
    session.close()
    return report


def test_the_errors_of_the_document_stand_beside_what_chance_would_show(sessions):
    text = " ".join(FORMATS["text"](reported(sessions / "whole")).split())
    for ece, mean, high in (("0.213", "0.104", "0.173"), ("0.091", "0.119", "0.201"), ("0.117", "0.097", "0.161")):
        assert f"Calibration error (ECE) {ece}. By chance" in text
        assert f"would show {mean}, and at most {high} in 95 % of studies" in text
    assert text.count("This is more than chance.") == 1
    assert text.count("Not to be told from perfect calibration") == 2
    assert "Too confident by 0.213 on average. Brier score 0.263." in text


def test_the_planned_threshold_is_marked_with_the_coverage_of_the_document(sessions):
    document = json.loads(FORMATS["json"](reported(sessions / "whole")))
    found = {each["arm"]: each for each in document["calibration"]}
    planned = {
        arm: (each["planned"]["coverage"]["k"], each["planned"]["precision"]["k"]) for arm, each in found.items()
    }
    # At 0.6 the document delivers 0.96, 0.92 and 0.88 of 25, of which 0.62, 0.87 and 1.00 are correct.
    assert planned == {"Alba sin notas": (24, 15), "Alba con notas": (23, 20), "Brisa con notas": (22, 22)}
    assert {arm: each["ece_exact"] for arm, each in found.items()} == {
        "Alba sin notas": "133/625",
        "Alba con notas": "227/2500",
        "Brisa con notas": "293/2500",
    }
    assert [found[arm]["chosen"]["threshold"] for arm in NAMES.values()] == [0.95, 0.75, 0.4]
    assert "≥ 0.60*" in FORMATS["text"](reported(sessions / "whole"))


def test_before_the_last_label_nothing_is_said_of_confidence(sessions):
    report = reported(sessions / "early")
    assert report.numbers.calibration == ()
    text = FORMATS["text"](report)
    assert "Calibration" not in text
    assert "What the declared confidences are worth is said once all is labelled." in text
    assert json.loads(FORMATS["json"](report))["calibration"] == []


def test_a_threshold_is_chosen_on_one_half_and_checked_on_the_other():
    answers = [Declared(f"q{i}", Fraction(i % 10, 10), i % 10 > 5) for i in range(40)]
    found = confident("s", answers, 0, seed=3, wanted=0.9)
    assert found.chosen.half == Fraction(11, 20)
    assert found.chosen.there.coverage.n == 20
    assert found.chosen.there.precision.estimate == 1.0
    assert found.planned is None
    assert confident("s", answers, 0, seed=4).chosen.here == found.chosen.here


def test_no_threshold_may_be_good_enough():
    found = confident("s", [Declared("q", Fraction(9, 10), False)], 2)
    assert (found.chosen.here, found.chosen.there, found.missing) == (None, None, 2)


@pytest.fixture
def arm(tmp_path):
    """What is found of one system whose answers have the letters and confidences given."""

    def found(*answers: tuple[Item, str], answerable: bool = True):
        asked = dict.fromkeys(item.question_id for item, _letter in answers)
        questions = [Question(each, "?", ("yes",) if answerable else (), answerable) for each in asked]
        make(tmp_path / "s", [*questions, *(item for item, _letter in answers)], Plan(seed=1), {})
        letters = {item.item_id: letter for item, letter in answers}
        with closing(Session(tmp_path / "s")) as session, closing(session.writable_log("ana")) as log:
            given = [
                labelled(task.task_id, at, letters[task.task_id], active_ms=1, blind=True, screen="live")
                for at, task in enumerate(log.tasks())
            ]
            log.append_all([session.frozen(), *given], "2026-03-01T11:00:00.000+00:00")
        (of_arm,) = json.loads(FORMATS["json"](reported(tmp_path / "s")))["calibration"]
        bins = {each["confidence"]: (each["n"], each["accuracy"]) for each in of_arm["reliability"]}
        return bins, of_arm["missing"]

    return found


def answer(key: str, confidence: float | None, question: str = "", replicate: int = 1) -> Item:
    return Item(key, "yes", question or key, "A", replicate=replicate, confidence=confidence)


def test_an_abstention_where_an_answer_exists_is_not_correct(arm):
    assert arm((answer("a", 0.5), "N")) == ({0.5: (1, 0.0)}, 0)


def test_an_abstention_where_the_sources_hold_no_answer_is_correct(arm):
    assert arm((answer("a", 0.5), "N"), answerable=False) == ({0.5: (1, 1.0)}, 0)


def test_answers_that_state_none_are_counted_and_left_out(arm):
    assert arm((answer("a", 0.5), "R"), (answer("b", None), "X")) == ({0.5: (1, 1.0)}, 1)


def test_of_repeated_draws_the_first_counts(arm):
    again = answer("a2", 0.9, "q", 2)
    assert arm((again, "X"), (answer("a", 0.5, "q"), "R")) == ({0.5: (1, 1.0)}, 0)

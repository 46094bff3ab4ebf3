"""`gradertui plan`: shown, frozen, changed and put back from the command line."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gradertui.model import Item, Plan, Question
from gradertui.session import Session, planning
from gradertui.session.making import make

Said = Callable[..., tuple[int, str, str]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    parts = [Question("q", "?", ("yes",), True), *(Item(f"q-{arm}", "yes", "q", arm) for arm in "ab")]
    make(tmp_path / "sessions" / "day", parts, Plan(seed=7), {})
    return tmp_path / "sessions" / "day"


def test_a_plan_that_is_free_says_what_comes_next(folder: Path, said: Said) -> None:
    status, out, _err = said("plan", "day")
    assert status == 0
    assert "The plan is not frozen" in out
    assert "next: edit session.toml, or gradertui plan day change KEY=VALUE; then gradertui plan day freeze" in out


@pytest.mark.parametrize(
    ("written", "key", "value"),
    [
        ("level=0.9", "level", 0.9),
        ("hypothesis=b invents less, by much", "hypothesis", "b invents less, by much"),
        ('kinds=["adds-true", "other"]', "kinds", ("adds-true", "other")),
        ("accepts_reverse=true", "accepts_reverse", True),
        ("thresholds.rate=0.1", "thresholds", {"rate": 0.1}),
        ("rubric.1=one", "rubric", {"1": "one"}),
        ("statistics=pooled", "statistics", "pooled"),
        ("title=", "title", ""),
    ],
)
def test_a_decision_is_written_as_it_is_said(folder: Path, said: Said, written: str, key: str, value: object) -> None:
    assert said("plan", "day", "change", written)[0] == 0
    assert getattr(Session(folder).plan, key) == value


@pytest.mark.parametrize("written", ["colour=red", "level", "=3", "level=high", "level=2", "event=good"])
def test_what_is_no_decision_changes_nothing(folder: Path, said: Said, written: str) -> None:
    before = (folder / "session.toml").read_text("utf-8")
    status, _out, err = said("plan", "day", "change", written)
    assert status == 2
    assert err.startswith("gradertui plan: ")
    assert (folder / "session.toml").read_text("utf-8") == before


def test_three_changes_after_freezing_one_refused_two_recorded(folder: Path, said: Said) -> None:
    assert said("plan", "day", "freeze", "--by", "eva", "--yes")[0] == 0
    status, _out, err = said("plan", "day", "change", "seed=8", "--reason", "luck")
    assert (status, "seed cannot be changed after the first label or freeze" in err) == (2, True)
    assert said("plan", "day", "change", "event=correct", "--reason", "asked for")[0] == 0
    _status, out, _err = said("plan", "day", "change", "level=0.9", "--reason", "too strict", "--by", "eva")
    assert "2 departures from the plan" in out
    assert "level: 0.95 → 0.9" in out


def test_a_second_freeze_says_since_when(folder: Path, said: Said) -> None:
    said("plan", "day", "freeze", "--by", "eva", "--yes")
    status, _out, err = said("plan", "day", "freeze", "--yes")
    assert status == 2
    assert "frozen already" in err
    assert "by eva" in err


def test_an_edit_after_freezing_is_put_back(folder: Path, said: Said) -> None:
    said("plan", "day", "freeze", "--yes")
    held = (folder / "session.toml").read_text("utf-8")
    (folder / "session.toml").write_text(held.replace("seed = 7", "seed = 8"), "utf-8")
    assert "session.toml was CHANGED" in said("plan", "day")[1]
    assert said("plan", "day", "restore")[0] == 0
    assert (folder / "session.toml").read_text("utf-8") == held


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_freezing_asks_once_whether_the_opposite_would_be_accepted(
    folder: Path, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    said("plan", "day", "change", "hypothesis=b invents less")
    monkeypatch.setattr(sys, "stdin", Terminal("y\nn\n"))
    status, _out, err = said("plan", "day", "freeze")
    assert "If the opposite came out, would you accept it as readily?" in err
    assert (status, planning.record(folder)) == (2, None)
    assert Session(folder).plan.accepts_reverse is True
    monkeypatch.setattr(sys, "stdin", Terminal("y\n"))
    status, out, err = said("plan", "day", "freeze")
    assert "opposite" not in err
    assert status == 0
    assert "as readily: yes" in " ".join(out.split())


def test_without_a_terminal_nothing_is_frozen_unasked(
    folder: Path, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
    status, _out, err = said("plan", "day", "freeze")
    assert (status, planning.record(folder)) == (2, None)
    assert "--yes freezes without asking" in err


def test_what_a_plan_can_reach_needs_no_session(folder: Path, said: Said) -> None:
    status, out, _err = said("plan", "--sample-size", "--rate", "0.16")
    assert status == 0
    assert "207" in out  # the first document: 207 questions at 0.16 for ±0.05
    assert said("plan", "day", "--sample-size")[0] == 0
    assert said("plan")[0] == 2


def test_what_to_know_beforehand_stands_under_the_plan(folder: Path, said: Said) -> None:
    _status, out, _err = said("plan", "day")
    assert "To know beforehand" in out
    assert "Too few questions: two systems with 1 in common can never be told apart" in " ".join(out.split())


def test_the_plan_as_json_is_the_one_of_the_report(folder: Path, said: Said) -> None:
    said("plan", "day", "freeze", "--by", "eva", "--yes")
    found = json.loads(said("plan", "day", "--format", "json")[1])
    assert (found["frozen_by"], found["seed"], found["deviations"]) == ("eva", 7, [])

"""What a report says of the plan: when it was frozen, what departed from it, whether a part is a sample."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from gradertui.events import labelled, skipped
from gradertui.model import Item, Plan, Question
from gradertui.report import FORMATS, gather
from gradertui.report.document import document
from gradertui.report.lines import lines
from gradertui.report.planned_text import departures, section
from gradertui.session import Session, planning
from gradertui.session.making import make
from gradertui.store import StoreError

AT = "2026-03-01T10:00:00.000+00:00"
LATER = "2026-03-02T11:30:00.000+00:00"
Made = Callable[..., Path]


@pytest.fixture
def made(tmp_path: Path) -> Made:
    """Six questions put to three systems, and labels at some positions of ana's order."""

    def make_it(positions: range | list[int] = range(18), letter: str = "R", **plan: Any) -> Path:
        folder = tmp_path / "day"
        parts = [
            *(Question(f"q{q}", "?", ("yes",), True) for q in range(6)),
            *(Item(f"q{q}-{arm}", "yes", f"q{q}", arm) for q in range(6) for arm in "abc"),
        ]
        make(folder, parts, Plan(seed=7, **plan), {})
        with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
            tasks = list(log.tasks())
            events = [
                labelled(tasks[i].task_id, i, letter, active_ms=900, blind=True, screen="live") for i in positions
            ]
            log.append_all([*session.freezing("", "ana", AT), *events], AT)
        return folder

    return make_it


def told(folder: Path) -> str:
    with closing(Session(folder)) as session:
        report = gather(session)
    return "\n".join(lines([*section(report.planned), *departures(report.planned)]))


def flat(text: str) -> str:
    return " ".join(text.split())


def said(folder: Path) -> dict[str, Any]:
    with closing(Session(folder)) as session:
        return document(gather(session))


def change(folder: Path, reason: str, **values: object) -> None:
    text = (folder / "session.toml").read_text("utf-8")
    planning.change(folder, text, values, reason=reason, by="eva", at=LATER)


def test_when_the_plan_was_frozen_and_by_whom_is_said(made: Made) -> None:
    folder = made(hypothesis="c invents less than a")
    assert "frozen 2026-03-01 10:00 (UTC) by the first label of ana; unchanged." in flat(told(folder))
    assert "c invents less than a (the opposite would be accepted as readily: not asked)" in flat(told(folder))
    assert said(folder)["plan"]["frozen_how"] == "label"


def test_one_change_refused_and_two_recorded_are_in_the_report(made: Made) -> None:
    folder = made()
    with pytest.raises(Exception, match="seed cannot be changed"):
        change(folder, "luck", seed=8)
    change(folder, "a reviewer asked", event="correct")
    change(folder, "too strict", level=0.9)
    text = told(folder)
    assert "2 departures below" in flat(text)
    assert "2026-03-02 11:30 (UTC), eva: a reviewer asked\n  event: incorrect → correct" in text
    assert "eva: too strict\n  level: 0.95 → 0.9" in text
    assert "seed" not in text.split("2 departures from the plan")[1]
    plan = said(folder)["plan"]
    assert [d["changes"] for d in plan["deviations"]] == [
        {"event": {"was": "incorrect", "now": "correct"}}, {"level": {"was": 0.95, "now": 0.9}},
    ]  # fmt: skip
    assert plan["changed"] is False


def test_a_plan_edited_after_freezing_is_said(made: Made) -> None:
    folder = made()
    path = folder / "session.toml"
    path.write_text(path.read_text("utf-8").replace("level = 0.95", "level = 0.9"), "utf-8")
    assert "session.toml was CHANGED after the plan was frozen" in told(folder)
    assert said(folder)["plan"]["changed"] is True


def test_the_first_part_of_a_shuffled_order_is_a_sample(made: Made) -> None:
    folder = made(range(9))
    assert said(folder)["sampled"] == "sample"
    with closing(Session(folder)) as session:
        assert "partial run" not in FORMATS["text"](gather(session))


@pytest.mark.parametrize(("positions", "plan"), [([0, 1, 2, 6, 7, 8], {}), (range(9), {"order": "file"})])
def test_a_part_that_was_chosen_is_a_partial_run_and_no_sample(made: Made, positions: Any, plan: Any) -> None:
    folder = made(positions, **plan)
    assert said(folder)["sampled"] == "partial"
    with closing(Session(folder)) as session:
        text = FORMATS["text"](gather(session))
    assert f"partial run {len(positions)}/18" in text
    assert "A partial run, not a sample" in text
    assert "provisional" not in text


def test_putting_off_is_choosing(made: Made) -> None:
    folder = made(range(3))
    with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
        tasks = list(log.tasks())
        later = labelled(tasks[4].task_id, 4, "X", active_ms=900, blind=True, screen="live")
        log.append_all([skipped(tasks[3].task_id, 3), later], LATER)
    assert said(folder)["sampled"] == "partial"


def test_all_of_it_is_complete_in_whatever_order(made: Made) -> None:
    assert said(made(list(reversed(range(18)))))["sampled"] == "complete"


def test_a_bank_that_is_not_what_was_planned_is_said(made: Made) -> None:
    import sqlite3

    folder = made()
    assert "bank                    author: not declared; date: not declared; " in told(folder)
    assert "unchanged" in told(folder).split("bank")[1]
    with closing(sqlite3.connect(folder / "items.sqlite")) as db, db:
        db.execute("update questions set refs = '[\"no\"]' where question_id = 'q3'")
    assert "CHANGED since the plan was written" in told(folder).replace("\n" + " " * 24, " ")
    assert said(folder)["plan"]["bank"]["unchanged"] is False


def test_the_primary_pair_is_judged_by_itself(made: Made) -> None:
    folder = made(primary=("a", "b"), pairs=(("a", "b"), ("a", "c"), ("b", "c")))
    pairs = {(pair["a"], pair["b"]): pair for pair in said(folder)["pairs"]}
    assert [pairs["a", "b"][key] for key in ("primary", "holm", "family")] == [True, None, None]
    assert [pairs["a", "c"][key] for key in ("primary", "holm", "family")] == [False, 1.0, 2]
    assert "primary comparison      a → b · incorrect" in told(folder)
    assert "2 planned pairs in one Holm family" in told(folder)


def test_under_codes_no_pair_is_the_primary_one(made: Made) -> None:
    folder = made(range(9), primary=("a", "b"), pairs=(("a", "b"), ("a", "c"), ("b", "c")))
    assert said(folder)["names"] == "codes"
    assert not any(pair["primary"] for pair in said(folder)["pairs"])


def test_a_threshold_fixed_beforehand_is_held_against_each_interval(made: Made) -> None:
    folder = made(letter="X", thresholds={"rate": 0.5})
    assert {arm["threshold"] for arm in said(folder)["arms"]} == {"above"}
    with closing(Session(folder)) as session:
        text = FORMATS["text"](gather(session))
    assert "Threshold of the plan: a rate of 0.500 at most." in text
    assert "a: the whole interval is above it." in text


def test_a_hidden_repeat_counts_once_and_is_told(made: Made) -> None:
    folder = made(range(20), repeats=2)
    found = said(folder)
    assert (found["complete"], found["done"], found["total"], found["waiting"]) == (True, 18, 18, 0)
    assert [arm["questions"] for arm in found["arms"]] == [6, 6, 6]
    assert "2 shown a second time, unannounced" in told(folder)


def held(tmp_path: Path, n: int, split: str = "test") -> Path:
    """Six questions, two of them held out; X to the held-out ones and R to the others, at the first positions."""
    folder = tmp_path / "held"
    parts = [
        *(Question(f"q{q}", "?", ("yes",), True, split="test" if q < 2 else "dev") for q in range(6)),
        *(Item(f"q{q}-{arm}", "yes", f"q{q}", arm) for q in range(6) for arm in "ab"),
    ]
    make(folder, parts, Plan(seed=7, held_out=split), {})
    with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
        given = [
            labelled(t.task_id, i, "X" if t.cluster in ("q0", "q1") else "R", active_ms=9, blind=True, screen="live")
            for i, t in enumerate(log.tasks())
        ]
        log.append_all([*session.freezing("", "ana", AT), *given[:n]], AT)
    return folder


def test_what_was_held_out_has_its_own_rates_at_the_end(tmp_path: Path) -> None:
    folder = held(tmp_path, 12)
    assert [(arm["rate"]["k"], arm["rate"]["n"]) for arm in said(folder)["held_out"]] == [(2, 2), (2, 2)]
    assert [(arm["rate"]["k"], arm["rate"]["n"]) for arm in said(folder)["arms"]] == [(2, 6), (2, 6)]
    with closing(Session(folder)) as session:
        assert "Held out: test" in FORMATS["text"](gather(session))


def test_what_is_held_out_is_not_told_apart_before(tmp_path: Path) -> None:
    folder = held(tmp_path, 6)
    assert said(folder)["held_out"] is None
    with closing(Session(folder)) as session:
        assert "told apart once all is labelled" in FORMATS["text"](gather(session))


def test_a_split_that_no_question_has_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"held_out: no question has the split “exam”; there are: test, dev"):
        held(tmp_path, 0, split="exam")

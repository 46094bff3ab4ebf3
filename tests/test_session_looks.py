"""Looks at what is held out: on record beside the plan, counted, kept by verify and by merge."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from gradertui.cli import main
from gradertui.events import labelled
from gradertui.model import Item, Plan, Question
from gradertui.session import Session, planning
from gradertui.session.looks import Look
from gradertui.session.making import make
from gradertui.store.log import Log

AT, LATER, LAST = (f"2026-03-0{day}T10:00:00.000+00:00" for day in (1, 2, 3))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    parts = [
        *(Question(f"q{q}", "?", ("yes",), True, split="test" if q < 2 else "dev") for q in range(4)),
        *(Item(f"q{q}-{arm}", "yes", f"q{q}", arm) for q in range(4) for arm in "ab"),
    ]
    make(tmp_path / "day", parts, Plan(seed=7, held_out="test"), {})
    return tmp_path / "day"


def label(folder: Path) -> None:
    with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
        given = [
            labelled(task.task_id, i, "R", active_ms=9, blind=True, screen="live") for i, task in enumerate(log.tasks())
        ]
        log.append_all([*session.freezing("", "ana", AT), *given], AT)


def looks(folder: Path) -> list[Look]:
    record = planning.record(folder)
    assert record is not None
    return list(record.looks)


def test_looks_are_counted_in_their_order_and_change_no_plan(folder: Path) -> None:
    label(folder)
    before = planning.record(folder)
    planning.look(folder, "test", by="ana", at=LATER, how="report")
    planning.look(folder, "test", by="eva", at=LAST, how="compare")
    assert looks(folder) == [Look(LATER, "ana", "report", "test"), Look(LAST, "eva", "compare", "test")]
    after = planning.record(folder)
    assert before is not None
    assert after is not None
    assert (after.current, after.deviations, after.at) == (before.current, (), before.at)
    assert main(["verify", folder.name, "--sessions", str(folder.parent)]) == 0


def test_where_nothing_was_frozen_nothing_is_recorded(folder: Path) -> None:
    assert planning.look(folder, "test", by="ana", at=AT, how="report") is None
    assert not (folder / planning.LOG).exists()


def test_a_look_makes_the_record_that_an_older_session_has_not(folder: Path) -> None:
    with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
        log.append(session.frozen(), AT)
    planning.look(folder, "test", by="eva", at=LATER, how="report")
    with closing(Log(folder / planning.LOG)) as log:
        assert [event.kind for event in log.events()] == ["PlanFrozen", "HeldOutOpened"]
    assert looks(folder) == [Look(LATER, "eva", "report", "test")]


def test_a_departure_after_a_look_is_recorded_after_it(folder: Path) -> None:
    label(folder)
    planning.look(folder, "test", by="ana", at=LATER, how="report")
    text = (folder / "session.toml").read_text("utf-8")
    planning.change(folder, text, {"level": 0.9}, reason="asked for", by="eva", at=LAST)
    record = planning.record(folder)
    assert record is not None
    assert (len(record.looks), len(record.deviations)) == (1, 1)


def merge(folder: Path, other: Path) -> int:
    return main(["merge", folder.name, str(other), "--sessions", str(folder.parent)])


def test_merging_brings_looks_together_whatever_the_order_and_once(folder: Path, tmp_path: Path) -> None:
    label(folder)
    there = tmp_path / "there"
    shutil.copytree(folder, there)
    planning.look(folder, "test", by="ana", at=LATER, how="report")
    planning.look(there, "test", by="eva", at=LAST, how="compare")
    assert merge(folder, there) == merge(there, folder) == merge(folder, there) == 0
    both = {Look(LATER, "ana", "report", "test"), Look(LAST, "eva", "compare", "test")}
    assert set(looks(folder)) == set(looks(there)) == both
    assert len(looks(folder)) == len(looks(there)) == 2
    assert main(["verify", folder.name, "--sessions", str(folder.parent)]) == 0


def test_a_record_that_goes_on_from_ours_keeps_our_looks(folder: Path, tmp_path: Path) -> None:
    label(folder)
    there = tmp_path / "there"
    shutil.copytree(folder, there)
    planning.look(folder, "test", by="ana", at=LATER, how="report")
    text = (there / "session.toml").read_text("utf-8")
    planning.change(there, text, {"level": 0.9}, reason="asked for", by="eva", at=LAST)
    assert merge(folder, there) == 0
    record = planning.record(folder)
    assert record is not None
    assert (len(record.deviations), record.looks) == (1, (Look(LATER, "ana", "report", "test"),))
    with closing(Session(folder)) as session:
        assert session.plan.level == 0.9

"""The record of a plan: frozen once, kept to, or departed from with a reason."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from gradertui import events
from gradertui.model import Item, Plan, Question
from gradertui.session import Session, planning
from gradertui.session.making import make
from gradertui.store import StoreError
from gradertui.store.verifying import examine
from gradertui.store.writable import WritableLog

AT, LATER = "2026-03-01T10:00:00.000+00:00", "2026-03-02T11:30:00.000+00:00"
QUOTED = 'hypothesis = "more than before"  # with its direction'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    parts = [
        *(Question(f"q{q}", "?", ("yes",), True) for q in range(4)),
        *(Item(f"q{q}-{arm}", "yes", f"q{q}", arm) for q in range(4) for arm in "ab"),
    ]
    make(tmp_path / "day", parts, Plan(seed=7, hypothesis="b invents less"), {})
    return tmp_path / "day"


def text(folder: Path) -> str:
    return (folder / "session.toml").read_text("utf-8")


def change(folder: Path, reason: str = "", **values: object) -> planning.Deviation | None:
    return planning.change(folder, text(folder), values, reason=reason, by="eva", at=LATER)


def frozen(folder: Path) -> planning.Record:
    return planning.freeze(folder, text(folder), by="ana", at=AT, how="command")


def labelled(folder: Path, grader: str = "ana", at: str = AT) -> None:
    session = Session(folder)
    log = session.writable_log(grader)
    known = {event.kind: event.value for event in log.notes()}.get("PlanFrozen", "")
    position = log.count()
    task = list(log.tasks())[position]
    label = events.labelled(task.task_id, position, "R", active_ms=900, blind=True, screen="live")
    log.append_all([*session.freezing(known, grader, at), label], at)
    log.close()
    session.close()


def edited(folder: Path, was: str, now: str) -> None:
    assert was in text(folder)
    (folder / "session.toml").write_text(text(folder).replace(was, now), "utf-8")


def test_a_plan_is_free_until_something_freezes_it(folder: Path) -> None:
    assert planning.record(folder) is None
    assert change(folder, level=0.9) is None
    assert Session(folder).plan.level == 0.9
    assert not (folder / "plan.sqlite").exists()


def test_the_first_label_freezes_it_for_everybody(folder: Path) -> None:
    labelled(folder)
    labelled(folder, "bea", LATER)
    record = planning.record(folder)
    assert record is not None
    assert (record.at, record.by, record.how, record.text) == (AT, "ana", "label", text(folder))
    edited(folder, "level = 0.95", "level = 0.9")
    with pytest.raises(StoreError, match=r"session\.toml was changed after the plan was frozen \(level\)"):
        Session(folder).writable_log("new")
    assert not (folder / "labels" / "new.sqlite").exists()


def test_the_first_who_freezes_it_is_kept(folder: Path) -> None:
    frozen(folder)
    labelled(folder, "bea", LATER)
    record = planning.record(folder)
    assert record is not None
    assert (record.by, record.how) == ("ana", "command")


def test_a_log_made_before_there_was_a_record_stands_for_it(folder: Path) -> None:
    session = Session(folder)
    for grader, at in (("bea", LATER), ("cleo", AT)):
        log = session.writable_log(grader)
        log.append(session.frozen(), at)
        log.close()
    record = planning.record(folder)
    assert record is not None
    assert (record.by, record.at, record.how) == ("cleo", AT, "label")


@pytest.mark.parametrize("key", ["seed", "blind", "repeats", "graders", "order", "bank.author"])
def test_what_labels_were_given_under_cannot_be_changed(folder: Path, key: str) -> None:
    frozen(folder)
    before = text(folder)
    new = {"seed": 8, "blind": False, "repeats": 2, "graders": ["ana"], "order": "file", "bank.author": "Eva"}[key]
    with pytest.raises(StoreError, match=f"{key} cannot be changed"):
        change(folder, "because", **{key: new})
    record = planning.record(folder)
    assert record is not None
    assert record.deviations == ()
    assert text(folder) == before


def test_a_change_after_freezing_needs_a_reason(folder: Path) -> None:
    frozen(folder)
    with pytest.raises(StoreError, match=r"say why with --reason TEXT \(event\)"):
        change(folder, event="correct")
    assert Session(folder).plan.event == "incorrect"


def test_changes_with_a_reason_are_recorded_in_order(folder: Path) -> None:
    first = frozen(folder)
    change(folder, "a reviewer asked", event="correct")
    change(folder, "a slip", **{"level": 0.9, "thresholds.rate": 0.2})
    record = planning.record(folder)
    assert record is not None
    assert record.plan_hash == first.plan_hash
    assert [(d.reason, d.by, d.at, dict(d.changes)) for d in record.deviations] == [
        ("a reviewer asked", "eva", LATER, {"event": ("incorrect", "correct")}),
        ("a slip", "eva", LATER, {"level": (0.95, 0.9), "thresholds.rate": (None, 0.2)}),
    ]
    assert record.current == (Session(folder).plan_hash, text(folder))
    assert len(record.hashes) == 3


def test_what_was_edited_by_hand_can_be_recorded(folder: Path) -> None:
    frozen(folder)
    edited(folder, 'hypothesis = "b invents less"', 'hypothesis = "more than before"')
    found = change(folder, "said better")
    assert found is not None
    assert dict(found.changes) == {"hypothesis": ("b invents less", "more than before")}
    assert QUOTED in text(folder)


def test_an_edit_that_mixes_in_what_is_fixed_changes_nothing(folder: Path) -> None:
    frozen(folder)
    edited(folder, "seed = 7", "seed = 8")
    edited(folder, "level = 0.95", "level = 0.9")
    with pytest.raises(StoreError, match="seed cannot be changed"):
        change(folder, "because")
    record = planning.record(folder)
    assert record is not None
    assert not record.deviations


def test_comments_survive_a_change(folder: Path) -> None:
    edited(folder, "seed = 7", "# chosen by a die\nseed = 7")
    frozen(folder)
    change(folder, "because", event="correct", statistics="pooled")
    assert "# chosen by a die\nseed = 7" in text(folder)
    assert 'event = "correct"  # what pairs are compared on' in text(folder)


def test_a_change_that_is_no_plan_changes_nothing(folder: Path) -> None:
    frozen(folder)
    before = text(folder)
    with pytest.raises(StoreError, match="level"):
        change(folder, "because", level=3)
    record = planning.record(folder)
    assert (text(folder), record and record.deviations) == (before, ())


def test_grading_goes_on_after_a_departure_and_the_log_says_under_which_plan(folder: Path) -> None:
    labelled(folder)
    change(folder, "because", event="correct")
    labelled(folder)
    session = Session(folder)
    with closing(session.log("ana")) as log:
        assert [event.kind for event in log.events()] == ["PlanFrozen", "Labelled", "PlanFrozen", "Labelled"]
        assert session.state(log).plan_hash == session.plan_hash


def test_the_plan_that_holds_can_be_put_back(folder: Path) -> None:
    frozen(folder)
    change(folder, "because", event="correct")
    held = text(folder)
    edited(folder, "seed = 7", "seed = 8")
    planning.restore(folder)
    assert text(folder) == held
    assert "seed = 8" in (folder / "session.toml.before").read_text("utf-8")


def test_nothing_is_put_back_where_nothing_was_frozen(folder: Path) -> None:
    with pytest.raises(StoreError, match="no plan was frozen"):
        planning.restore(folder)


def test_two_first_labels_at_once_make_one_record(folder: Path) -> None:
    log = WritableLog.start(folder / "empty.sqlite", folder / "plan.sqlite", "plan")
    log.append(events.plan_frozen(Session(folder).plan_hash, text(folder), "bea", "label"), AT)
    log.close()
    labelled(folder, "ana", LATER)
    record = planning.record(folder)
    assert record is not None
    assert record.by == "bea"


def test_the_record_cannot_be_rewritten_unseen(folder: Path) -> None:
    frozen(folder)
    change(folder, "because", event="correct")
    assert examine(folder / "plan.sqlite").findings == ()
    with closing(sqlite3.connect(folder / "plan.sqlite")) as db, db:
        db.execute("drop trigger events_no_update")
        db.execute("update events set body = replace(body, 'because', 'asked for') where kind = 'Deviated'")
    assert [finding.since for finding in examine(folder / "plan.sqlite").findings if finding.since] == [
        1
    ]  # event 2, or the one before


def test_a_grader_whom_the_plan_does_not_name_is_refused(folder: Path) -> None:
    change(folder, graders=["ana", "bea"])
    with pytest.raises(StoreError, match="the plan names who grades: ana, bea"):
        Session(folder).writable_log("cleo")


def test_graders_share_out_what_not_all_of_them_get(folder: Path) -> None:
    change(folder, **{"graders": ["ana", "bea"], "overlap": 0.5})
    session = Session(folder)
    mine: Callable[[str], set[str]] = lambda grader: {task.cluster for task in session.arranged(grader)}  # noqa: E731
    assert len(mine("ana") & mine("bea")) == 2
    assert mine("ana") | mine("bea") == {"q0", "q1", "q2", "q3"}


def test_in_the_order_of_the_file_questions_come_as_they_stand_there(tmp_path: Path) -> None:
    names = ["q10", "q2", "q1", "q3"]
    parts = [*(Question(q, "?") for q in names), *(Item(f"{q}-{arm}", "yes", q, arm) for q in names for arm in "ba")]
    make(tmp_path / "s", parts, Plan(seed=7, order="file", blind=False), {})
    found = [task.task_id for task in Session(tmp_path / "s").arranged("ana")]
    assert found == [f"{q}-{arm}" for q in names for arm in "ba"]


def test_blind_the_answers_to_a_question_are_shuffled_all_the_same(folder: Path) -> None:
    change(folder, order="file")
    found = [task.task_id for task in Session(folder).arranged("ana")]
    assert [task[:2] for task in found[::2]] == ["q0", "q1", "q2", "q3"]
    assert len({task[-1] for task in found[::2]}) == 2


def test_blind_cards_do_not_come_in_the_order_of_the_file(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="a card's place would tell the variant"):
        make(tmp_path / "s", [Item("c", "hi", template="t", variant="v")], Plan(mode="tone", order="file"), {})


@pytest.mark.parametrize("frozen_first", [True, False])
@pytest.mark.parametrize(("key", "value"), [("held_out", "exam"), ("arms", ["a"])])
def test_what_does_not_fit_the_items_changes_nothing(folder: Path, frozen_first: bool, key: str, value: object) -> None:
    if frozen_first:
        frozen(folder)
    before = text(folder)
    with pytest.raises(StoreError):
        change(folder, "because", **{key: value})
    record = planning.record(folder)
    assert text(folder) == before
    assert not (record and record.deviations)
    assert Session(folder).plan.held_out == ""


def test_a_plan_changed_elsewhere_is_said_to_whoever_has_it_open(folder: Path) -> None:
    session = Session(folder)
    change(folder, level=0.9)
    frozen(folder)
    with pytest.raises(StoreError, match="changed while this was open; quit and open it again"):
        session.freezing("", "ana", AT)


def test_more_cannot_come_again_than_there_is(folder: Path) -> None:
    with pytest.raises(StoreError, match="repeats: 8 cannot come again, there are 8"):
        change(folder, repeats=8)

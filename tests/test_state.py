from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gradertui import events
from gradertui.events import Event
from gradertui.model import Task
from gradertui.modes import MODES
from gradertui.modes.grade import Cell
from gradertui.order import Order
from gradertui.state import Mark, State, begin, fold, following, seen, whole

Bank = Callable[..., list[Task]]
RULES = MODES["grade"]


def started(tasks: Sequence[Task], *, partial: bool = True) -> State:
    return begin(Order(tasks), RULES, partial=partial)


def label(at: int, letter: str = "R", ms: int = 1000) -> Event:
    return events.labelled(f"t{at}", at, letter, active_ms=ms, blind=True, screen="live")


def done(state: State, *deeds: Event) -> State:
    """Take in events as a desk does: one at a time, numbered."""
    first = state.undo.seq + 1 if state.undo else 1
    for seq, event in enumerate(deeds, first + 100):
        state = fold(state, [event._replace(seq=seq)])
    return state


def undone(state: State) -> State:
    assert state.undo is not None
    return fold(state, [events.retracted(state.undo.seq, "t", state.undo.position)])


def facts(state: State) -> dict[str, object]:
    """All that can be seen of a state but its undo stack and the place of the last event."""
    return {
        "marks": [state.marks[i] for i in range(len(state.order))],
        "labelled": state.labelled, "excluded": state.excluded, "flagged": state.flagged, "skipped": state.skipped,
        "letters": state.letters, "cells": state.cells, "paces": state.paces, "settled": state.settled,
        "complete": state.complete, "plan": state.plan_hash, "revealed": state.revealed,
    }  # fmt: skip


def recounted(state: State) -> dict[str, object]:
    """The counts of a state from its marks alone."""
    marks = [state.marks[i] for i in range(len(state.order))]
    groups = groupby(enumerate(state.order), key=lambda numbered: numbered[1].cluster)
    cells = Counter(_cell([(task, marks[i]) for i, task in group], partial=state.partial) for _name, group in groups)
    del cells[None]
    return {
        "labelled": sum(m.label is not None for m in marks),
        "excluded": sum(m.excluded is not None for m in marks),
        "flagged": sum(m.flagged for m in marks),
        "skipped": tuple(sorted((i for i, m in enumerate(marks) if m.skipped), key=lambda i: marks[i].skipped)),
        "letters": Counter(m.label for m in marks if m.label),
        "paces": Counter(m.active_ds for m in marks if m.label and m.active_ds),
        "settled": sum(m.settled for m in marks),
        "complete": all(m.settled for m in marks),
        "cells": cells,
    }


def _cell(cluster: list[tuple[Task, Mark]], *, partial: bool) -> Cell | None:
    counted = [(task, mark) for task, mark in cluster if mark.excluded is None or not partial]
    given = [(task.arms[0], mark.label) for task, mark in counted if mark.label]
    if not given or (not partial and len(given) < len(counted)):
        return None
    return Cell(cluster[0][0].answerable, tuple(sorted(given)))


@pytest.fixture(scope="module", params=[True, False], ids=["open", "blind"])
def start(request: pytest.FixtureRequest, bank: Bank) -> State:
    return started(bank(4), partial=request.param)


@given(data=st.data())
@settings(max_examples=30)
def test_folding_one_by_one_is_folding_at_once(start, histories, data) -> None:
    log = data.draw(histories(list(start.order)))
    cut = data.draw(st.integers(0, len(log)))
    state = start
    for event in log:
        state = fold(state, [event])
    for other in (fold(start, log), fold(fold(start, log[:cut]), log[cut:])):
        assert facts(other) == facts(state)
        assert (other.undo, other.last) == (state.undo, state.last)


@given(data=st.data())
@settings(max_examples=30)
def test_undo_gives_back_the_state_before(start, histories, data) -> None:
    state, before = start, []
    for event in data.draw(histories(list(start.order))):
        if event.kind == "Retracted":
            assert facts(fold(state, [event])) == before.pop()
        else:
            before.append(facts(state))
        state = fold(state, [event])
    while before:
        state = undone(state)
        assert facts(state) == before.pop()
    assert state.undo is None
    assert facts(state) == facts(start)


@given(data=st.data())
@settings(max_examples=30)
def test_every_count_is_what_a_recount_gives(start, histories, data) -> None:
    state = start
    for event in data.draw(histories(list(start.order))):
        state = fold(state, [event])
        counted = facts(state)
        assert {key: counted[key] for key in recounted(state)} == recounted(state)


@given(data=st.data())
@settings(max_examples=30)
def test_what_is_seen_by_cluster_is_what_is_counted(start, histories, data) -> None:
    state = fold(start, data.draw(histories(list(start.order))))
    named = dict(seen(state))
    assert list(named) == ["q0", "q1", "q2", "q3"]
    assert Counter(cell for cell in named.values() if cell is not None) == state.cells


@given(data=st.data())
@settings(max_examples=30)
def test_a_state_is_never_changed(start, histories, data) -> None:
    state = fold(start, data.draw(histories(list(start.order))))
    before = facts(state)
    fold(state, [label(0, "X"), events.excluded("t1", 1, "torn")])
    assert facts(state) == before


EVERY_KIND = {
    "Labelled": label(1, "N"),
    "Skipped": events.skipped("t1", 1),
    "Excluded": events.excluded("t1", 1, "torn"),
    "Flagged": events.flagged("t1", 1, True),
    "Commented": events.commented("t1", 1, "sure?"),
}


@pytest.mark.parametrize("former", [None, *EVERY_KIND])
@pytest.mark.parametrize("kind", ["Commented", "Excluded", "Flagged", "Labelled", "Skipped"])
def test_undo_takes_back_an_event_of_each_kind(start: State, kind: str, former: str | None) -> None:
    before = done(start, label(0), *([EVERY_KIND[former]] if former else []))
    after = done(before, EVERY_KIND[kind])
    assert facts(undone(after)) == facts(before)
    assert kind == former or facts(after) != facts(before)


def test_undo_of_a_relabel_brings_the_former_label_back(start: State) -> None:
    state = done(start, label(0, "R"), label(0, "X"))
    assert state.marks[0].label == "X"
    assert undone(state).marks[0].label == "R"
    assert undone(undone(state)).marks[0].label is None


def test_a_label_that_is_taken_back_does_not_stand_in_the_way_of_the_next(start: State) -> None:
    state = done(undone(done(start, label(0, "R"))), label(0, "N"))
    assert state.letters == {"N": 1}
    assert undone(state).letters == {}


def test_only_the_last_event_that_stands_can_be_taken_back(start: State) -> None:
    state = fold(start, [label(0)._replace(seq=1), label(1)._replace(seq=2)])
    with pytest.raises(ValueError, match="event 3 takes back 1, which is not the last that stands"):
        fold(state, [events.retracted(1, "t0", 0)._replace(seq=3)])
    with pytest.raises(ValueError, match="takes back 1"):
        fold(start, [events.retracted(1, "t0", 0)._replace(seq=2)])


def test_a_label_ends_skip_and_exclusion_and_they_end_it(start: State) -> None:
    skip, exclude = events.skipped("t0", 0), events.excluded("t0", 0, "torn")
    assert done(start, skip, label(0)).skipped == ()
    assert done(start, exclude, label(0)).excluded == 0
    assert done(start, label(0), skip).labelled == 0
    assert done(start, label(0), exclude).labelled == 0
    assert done(start, skip, exclude).skipped == ()
    assert done(start, exclude, skip).excluded == 0


def test_flag_and_comment_stay_whatever_the_label(start: State) -> None:
    state = done(start, events.flagged("t0", 0, True), events.commented("t0", 0, "sure?"), label(0), label(0, "X"))
    assert state.marks[0][3:5] == (True, "sure?")
    assert state.flagged == 1


def test_time_spent_adds_up_over_relabels(start: State) -> None:
    state = done(start, label(0, ms=1299), label(0, "X", ms=2000))
    assert state.paces == {32: 1}
    assert undone(state).paces == {12: 1}


def test_a_frozen_plan_and_a_reveal_are_noted_and_not_undone(start: State) -> None:
    state = undone(done(start, label(0), events.plan_frozen("abc", ""), events.revealed("--open")))
    assert (state.plan_hash, state.revealed, state.labelled) == ("abc", True, 0)


def test_a_blind_question_counts_once_all_its_answers_are_labelled(bank: Bank) -> None:
    state = done(started(bank(2), partial=False), label(0), label(2, "X"))
    assert (state.cells, state.labelled) == ({}, 2)
    state = done(state, label(1, "N"))
    assert state.cells == {Cell(True, (("a", "R"), ("b", "N"), ("c", "X"))): 1}
    assert done(state, events.skipped("t1", 1)).cells == {}


def test_a_blind_question_with_an_answer_left_out_counts_at_the_end_and_names_no_arm(bank: Bank) -> None:
    state = done(started(bank(2), partial=False), label(0), label(2, "X"), events.excluded("t1", 1, "torn"))
    assert (state.cells, whole(state)) == ({}, state)
    state = done(state, *(label(i) for i in range(3, len(state.order))))
    assert state.complete
    assert whole(state).cells[Cell(True, (("a", "R"), ("c", "X")))] == 1
    assert sum(whole(state).cells.values()) == 2


def test_an_open_question_counts_with_its_first_answer(bank: Bank) -> None:
    assert done(started(bank(2)), label(4, "N")).cells == {Cell(True, (("b", "N"),)): 1}


def test_complete_means_labelled_or_left_out(bank: Bank) -> None:
    state = done(started(bank(1)), label(0), label(1))
    assert not done(state, events.skipped("t2", 2)).complete
    assert done(state, label(2)).complete
    assert done(state, events.excluded("t2", 2, "torn")).complete


def test_after_a_task_comes_the_next_open_one(bank: Bank) -> None:
    state = started(bank(2))
    assert following(state, -1) == 0
    assert following(done(state, label(0)), 0) == 1
    assert following(done(state, label(0), label(1), events.excluded("t2", 2, "torn")), 0) == 3


def test_after_the_last_task_comes_the_first_open_one(bank: Bank) -> None:
    assert following(done(started(bank(2)), label(0), label(5)), 5) == 1


def test_tasks_put_off_come_last_in_the_order_they_were_put_off(bank: Bank) -> None:
    state = done(started(bank(1)), *(events.skipped(f"t{i}", i) for i in (2, 0)))
    assert following(state, 0) == 1
    state = done(state, label(1))
    assert following(state, 1) == 2
    assert following(done(state, events.skipped("t2", 2)), 2) == 0
    assert following(done(state, label(2)), 2) == 0


def test_a_task_put_off_that_is_the_only_one_left_comes_again(bank: Bank) -> None:
    state = done(started(bank(1)), label(0), label(1), events.skipped("t2", 2))
    assert following(state, 2) == 2


@given(data=st.data())
@settings(max_examples=30)
def test_labelling_what_follows_ends_with_nothing_left(start, histories, data) -> None:
    state = fold(start, data.draw(histories(list(start.order))))
    at, steps = -1 if state.last is None else state.last, 0
    if not state.complete and following(state, at) is None:
        at = -1  # only the task itself is open
    while (found := following(state, at)) is not None:
        assert not state.marks[found].settled
        state, at, steps = done(state, label(found)), found, steps + 1
        assert steps <= len(state.order)
    assert state.complete or not state.marks[at].settled


@pytest.mark.parametrize("questions", [25, 3334])
def test_the_work_of_a_label_does_not_grow_with_the_session(bank: Bank, questions: int) -> None:
    calls = []

    def counting(*given: object) -> object:
        calls.append(given)
        return RULES.cell(*given)  # type: ignore[arg-type]

    state = started(bank(questions))
    state = fold(state, [label(i, "RXN"[i % 3])._replace(seq=i + 1) for i in range(3 * questions)])
    before = replace(state, rules=RULES._replace(cell=counting))
    after = fold(before, [label(5, "X")._replace(seq=10**6)])
    pairs = zip(before.marks._pages, after.marks._pages, strict=True)
    assert len(calls) == 2
    assert sum(was is not now for was, now in pairs) == 1
    assert len(after.cells) <= 10


def test_a_label_that_took_no_time_says_nothing_of_the_pace(start: State) -> None:
    state = done(start, label(0, ms=0), label(1, ms=500))
    assert (state.labelled, state.paces) == (2, {5: 1})

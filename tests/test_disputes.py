"""Which tasks are in dispute, in which order, and that no grader is known by a place."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradertui.disputes import Said, Voice, apart, disputes, placed
from gradertui.events import Event, settled
from gradertui.marks import Mark
from gradertui.model import Plan, Task
from gradertui.order import Order

TASKS = [Task(f"q{q}-{arm}", f"q{q}", (arm,), 1, True) for q in range(4) for arm in "abc"]
IDS = [task.task_id for task in TASKS]


def heard(labels: Mapping[str, str]) -> Said:
    """Task to one letter per grader, "." for none → what each grader said."""
    return {
        name: {task: Mark(label, comment=name) for task, said in labels.items() if (label := said[i]) != "."}
        for i, name in enumerate(("ana", "ben", "cam"))
    }


@pytest.mark.parametrize(
    ("mode", "labels", "far"),
    [("grade", "RRR", 0), ("grade", "RRX", 1), ("grade", "RXN", 2), ("grade", "X", 0),
     ("tone", "333", 0), ("tone", "345", 2), ("tone", "15", 4)],
)  # fmt: skip
def test_ratings_are_apart_by_their_difference_and_letters_by_how_many_there_are(
    mode: str, labels: str, far: int
) -> None:
    assert apart(mode, labels) == far


def test_those_that_are_furthest_apart_come_first_and_answers_to_a_question_stay_together() -> None:
    told = dict.fromkeys(IDS, "RRR") | dict.fromkeys(IDS[:6], "RRX") | {"q3-b": "RXN", "q0-c": "NRX"}
    found = disputes(Plan(seed=4), TASKS, heard(told), least=1)
    assert [each.apart for each in found] == [2, 2, 1, 1, 1, 1, 1]
    assert {each.task.task_id for each in found[:2]} == {"q3-b", "q0-c"}
    asked = [each.task.cluster for each in found[2:]]
    assert asked in (sorted(asked), sorted(asked, reverse=True))


def test_a_task_that_one_labelled_is_in_no_dispute() -> None:
    assert disputes(Plan(), TASKS, heard({"q0-a": "R..", "q0-b": ".X."}), least=1) == []


def test_what_was_settled_stays_and_what_others_settled_goes() -> None:
    told = heard({"q0-a": "RRR", "q1-a": "RXX", "q2-a": "RXN"})
    found = disputes(Plan(), TASKS, told, least=1, keep=["q0-a", "q3-a"], leave=["q1-a"])
    assert [each.task.task_id for each in found] == ["q2-a", "q0-a"]


def test_a_voice_has_no_name() -> None:
    assert Voice._fields == ("label", "kind", "comment")


def test_no_grader_has_a_place_of_their_own() -> None:
    found = disputes(Plan(seed=3), TASKS, heard(dict.fromkeys(IDS, "RXN")), least=1)
    first = [each.voices[0].comment for each in found]
    assert set(first) == {"ana", "ben", "cam"}
    again = disputes(Plan(seed=3), reversed(TASKS), heard(dict.fromkeys(IDS, "RXN")), least=1)
    assert again == found
    assert disputes(Plan(seed=4), TASKS, heard(dict.fromkeys(IDS, "RXN")), least=1) != found


LABELS = st.lists(st.sampled_from(["RRX", "RXN", "XX."]), min_size=len(IDS), max_size=len(IDS))


@given(st.permutations(["ana", "ben", "cam"]), LABELS)
def test_the_order_in_which_logs_are_read_changes_nothing(names: list[str], letters: list[str]) -> None:
    told = heard(dict(zip(IDS, letters, strict=True)))
    mixed = {name: told[name] for name in names}
    assert disputes(Plan(seed=1), TASKS, mixed, least=1) == disputes(Plan(seed=1), TASKS, told, least=1)


def test_an_event_gets_the_place_its_task_has_now_and_what_was_taken_back_is_gone() -> None:
    log = [
        Event("PlanFrozen", None, "hash"),
        settled("q0-a", "R", ""),
        settled("q1-a", "X", ""),
        settled("q0-a", "R", "slip"),
        Event("Retracted", None, undoes=2, task="q0-a"),
        Event("Skipped", None, task="q9"),
    ]
    numbered = [event._replace(seq=seq) for seq, event in enumerate(log, 1)]
    found = list(placed(numbered, Order([TASKS[3], TASKS[0]]), {}))
    assert [(event.seq, event.position) for event in found] == [(1, None), (3, 0), (4, 1)]

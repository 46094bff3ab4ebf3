from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradertui.model import Identity, Plan, Task
from gradertui.modes import MODES
from gradertui.modes.preference import (
    LABELS,
    Votes,
    by_text,
    cell,
    counted,
    ending,
    first_shown,
    firsts_of,
    tally,
    tasks,
    turned,
)
from gradertui.order import sided


def item(item_id: str, question: str, system: str, pair: str = "", side: str = "", replicate: int = 1) -> Identity:
    return Identity(item_id, question, system, pair, side, replicate)


def test_every_two_systems_of_a_question_are_a_pair_draw_by_draw():
    found = tasks([item("1", "q", "x"), item("2", "q", "y"), item("3", "q", "z"), item("4", "q", "x", "", "", 2)], {})
    assert [(task.task_id, task.arms) for task in found] == [
        ("1+2", ("x", "y")),
        ("1+3", ("x", "z")),
        ("2+3", ("y", "z")),
    ]
    assert {task.cluster for task in found} == {"q"}


def test_answers_that_came_in_pairs_stay_in_them_and_keep_their_order():
    rows = [item("1", "q", "z", "p1", "a"), item("2", "q", "y", "p1", "b"), item("3", "q", "x", "p2", "a")]
    found = tasks([*rows, item("4", "q", "y", "p2", "b")], {})
    assert [(task.task_id, task.arms) for task in found] == [("1+2", ("z", "y")), ("3+4", ("x", "y"))]


def test_choices_are_the_keys_of_the_design_and_none_of_them_is_a_command():
    assert [choice.key for choice in MODES["preference"].choices(Plan(mode="preference"))] == ["a", "b", "t", "z", "0"]


def test_a_query_says_what_its_votes_say_whoever_stood_left():
    found = cell("q", None, [(("x", "y"), "A"), (("y", "x"), None)], True)
    assert found == Votes((("x", "y", "A"),))
    assert cell("q", None, [(("x", "y"), "A"), (("y", "x"), None)], False) is None
    assert cell("q", None, [(("x", "y"), None)], True) is None


def test_wins_losses_ties_and_the_rest_are_told_apart():
    cells = {
        Votes((("x", "y", "A"),)): 3,  # x won
        Votes((("y", "x", "A"),)): 2,  # y won
        Votes((("x", "y", "T"),)): 4,
        Votes((("x", "y", "Z"),)): 1,
        Votes((("x", "y", "0"),)): 1,
        Votes((("y", "z", "A"),)): 9,
    }
    sums = tally(cells, [("x", "y"), ("z", "y")])
    assert sums["x", "y"].endings == Counter({"tie": 4, "a": 3, "b": 2, "bad": 1, "unsure": 1})
    assert sums["x", "y"].sides[True, "A"] == 3
    assert sums["x", "y"].sides[False, "A"] == 2
    assert sums["z", "y"].endings == Counter({"b": 9})


votes = st.lists(st.tuples(st.booleans(), st.sampled_from(LABELS)), min_size=1, max_size=6)


@given(votes)
def test_changing_sides_changes_nothing_of_what_a_query_comes_to(given):
    assert ending([(not left, turned(label)) for left, label in given]) == ending(given)


@given(votes)
def test_changing_arms_turns_what_a_query_comes_to(given):
    other = {"a": "b", "b": "a"}
    found = ending(given)
    assert ending([(not left, label) for left, label in given]) == other.get(found, found)


@given(st.sampled_from(LABELS), st.booleans())
def test_a_label_by_its_texts_and_back_is_itself(label, reverse):
    task = Task("t", "q", ("x", "y"), 1, None)
    stood = task._replace(arms=("y", "x")) if reverse else task
    firsts = firsts_of([task])
    assert by_text(stood, by_text(stood, label, firsts), firsts) == label
    assert by_text(stood, label, {}) == label


@given(st.integers(0, 2**31), st.integers(1, 60), st.sampled_from(["ana", "ben"]))
def test_of_every_two_arms_each_stands_left_in_half_of_their_pairs(seed, n, grader):
    pairs = [Task(f"{a}{b}{i}", f"q{i}", (a, b), 1, None) for i in range(n) for a, b in (("x", "y"), ("z", "y"))]
    found = sided(pairs, seed, grader)
    assert [task.task_id for task in found] == [task.task_id for task in pairs]
    for arms in ({"x", "y"}, {"y", "z"}):
        left = Counter(task.arms[0] for task in found if set(task.arms) == arms)
        assert sum(left.values()) == n
        assert max(left.values()) - min(left.values() if len(left) > 1 else [0]) <= 1


def test_sides_are_each_graders_own_and_stay():
    pairs = [Task(f"t{i}", f"q{i}", ("x", "y"), 1, None) for i in range(40)]
    assert sided(pairs, 7, "ana") == sided(pairs, 7, "ana") != sided(pairs, 7, "ben") != sided(pairs, 8, "ben")


def test_who_was_shown_first_is_counted_from_the_labels():
    assert first_shown({"A": 27, "B": 21, "T": 3}) == (27, 21)


@pytest.mark.parametrize("words", [["más viva", "Mas  viva", "MÁS VIVA"]])
def test_reasons_are_counted_whatever_their_case_accents_and_blanks(words):
    assert counted(words) == {"más viva": 3}

"""Rules of tone: what a card is, what may be said of it, and what statistics count."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gradertui import events
from gradertui.model import Identity, Plan, Task
from gradertui.modes import MODES
from gradertui.modes.tone import RATINGS, Cards, cell, choices, refusal, tally, tasks
from gradertui.order import Order, arranged
from gradertui.state import begin, fold

RULES = MODES["tone"]


def cards(templates=4, variants=("a", "b"), replicates=3):
    items = [
        Identity(f"{t}-{v}-{r}", "", "", f"t{t}", v, r)
        for t in range(templates)
        for v in variants
        for r in range(1, replicates + 1)
    ]
    return tasks(items, {})


def ordered(made, grader="ana"):
    return Order(arranged(made, 7, grader, together=RULES.together))


def test_a_card_is_a_task_its_template_the_cluster_and_its_variant_the_arm():
    items = [Identity("c1", "q", "model", "t", "a", 1), Identity("c2", "", "", "t", "b", 2)]
    assert tasks(items, {"q": True}) == [Task("c1", "t", ("a",), 1, None), Task("c2", "t", ("b",), 2, None)]


def test_there_are_five_ratings_each_on_its_own_key_and_each_in_words():
    given_ = choices(Plan(mode="tone"))
    assert [(choice.key, choice.label) for choice in given_] == [(n, n) for n in "12345"]
    assert len({choice.words for choice in given_}) == 5
    assert all(choice.words for choice in given_)
    assert (given_[0].words, given_[4].words) == ("cold or condescending", "warm and respectful")


@pytest.mark.parametrize("rating", RATINGS)
@pytest.mark.parametrize("answerable", [True, False, None])
def test_no_card_refuses_a_rating(rating, answerable):
    assert refusal(Task("c", "t", ("a",), 1, answerable), rating) is None


def test_what_is_seen_of_a_template_does_not_depend_on_the_order_of_its_cards():
    rated = [(("b",), "4"), (("a",), "5"), (("a",), "2")]
    seen = Cards("t", (("a", "2"), ("a", "5"), ("b", "4")))
    assert cell("t", None, rated, True) == cell("t", None, rated[::-1], True) == seen


def test_a_template_counts_before_all_of_it_is_rated_only_where_that_is_asked():
    rated = [(("a",), "5"), (("b",), None)]
    assert cell("t", None, rated, True) == Cards("t", (("a", "5"),))
    assert cell("t", None, rated, False) is None
    assert cell("t", None, [(("a",), None)], True) is None
    assert cell("t", None, [], False) is None


def test_how_often_each_rating_came_up_is_told_by_template_and_variant_and_adds_up_over_cells():
    told = tally(
        [Cards("t", (("a", "2"), ("a", "2"), ("b", "5"))), Cards("u", (("b", "1"),)), Cards("t", (("a", "3"),))]
    )
    assert told == {"t": {"a": Counter({2: 2, 3: 1}), "b": Counter({5: 1})}, "u": {"b": Counter({1: 1})}}
    assert tally([]) == {}


def test_cards_are_shuffled_over_everything_and_not_by_template():
    made = cards(10, replicates=6)
    order = ordered(made)
    assert sorted(order) == sorted(made)
    runs = 1 + sum(order.number(i) != order.number(i - 1) for i in range(1, len(order)))
    assert runs > 60  # ten if templates stood together
    turns = sum(order.arms(i) != order.arms(i - 1) for i in range(1, len(order)))
    assert turns > 30  # neither do variants
    assert list(order) == list(ordered(made))
    assert list(order) != list(ordered(made, "ben"))


def test_the_replicas_of_a_template_are_one_cluster_wherever_they_stand():
    order = ordered(cards())
    assert order.clusters == 4
    for number in range(4):
        members = order.members(number)
        assert len(members) == 6
        assert {order.name(i) for i in members} == {order.name(members[0])}
        assert Counter(order.arms(i) for i in members) == {("a",): 3, ("b",): 3}
        assert list(members) != list(range(members[0], members[0] + 6))
    state = fold(begin(order, RULES, partial=True), [rating(order, i, "4", i + 1) for i in range(len(order))])
    assert len(state.cells) == 4
    assert set(state.cells.values()) == {1}


def rating(order, position, value, seq):
    event = events.labelled(order[position].task_id, position, value, active_ms=900, blind=True, screen="live")
    return event._replace(seq=seq)


deeds = st.lists(
    st.tuples(st.sampled_from(["rate", "rate", "rate", "undo", "skip", "exclude"]), st.integers(0, 23),
              st.sampled_from(RATINGS)),
    max_size=40,
)  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(deeds)
def test_counts_equal_a_recount_whatever_was_rated_taken_back_put_off_or_left_out(steps):
    order = ordered(cards())
    state, standing = begin(order, RULES, partial=True), []
    for seq, (deed, at, value) in enumerate(steps, 1):
        task = order[at].task_id
        if deed == "undo":
            if not standing:
                continue
            last = standing.pop()
            event = events.retracted(last.seq, last.task, last.position)._replace(seq=seq)
        else:
            made = {"skip": lambda t=task, p=at: events.skipped(t, p),
                    "exclude": lambda t=task, p=at: events.excluded(t, p, "cut off"),
                    "rate": lambda p=at, v=value, s=seq: rating(order, p, v, s)}  # fmt: skip
            event = made[deed]()._replace(seq=seq)
            standing.append(event)
        state = fold(state, [event])
    recount: dict[str, dict[str, Counter[int]]] = {}
    for i, task in enumerate(order):
        if label := state.marks[i].label:
            recount.setdefault(task.cluster, {}).setdefault(task.arms[0], Counter())[int(label)] += 1
    assert tally(state.cells) == recount
    assert sum(state.letters.values()) == sum(
        n for sides in recount.values() for side in sides.values() for n in side.values()
    )

"""Both variants of a template, rated by one or by several."""

from collections import Counter
from fractions import Fraction as F

from hypothesis import given
from hypothesis import strategies as st

from gradertui.summary.sides import DIFFERENT_CARDS, Own, averaged, difference, mean, own, summed

VALUES = st.lists(st.lists(st.integers(1, 5), min_size=3, max_size=3), min_size=1, max_size=6)
"""Of each card what three graders say."""


def test_a_mean_is_in_points_of_the_scale_however_many_ratings_are_added_up():
    assert mean(Counter({14: 1, 13: 1})) == F(27, 2)
    assert mean(Counter({14: 1, 13: 1}), 3) == F(27, 6)
    assert mean(Counter(), 3) is None


@given(VALUES, VALUES)
def test_where_all_rated_the_same_cards_summing_and_averaging_give_the_same(a, b):
    sums = {"a": Counter(map(sum, a)), "b": Counter(map(sum, b))}
    graders = [{"a": Counter(card[i] for card in a), "b": Counter(card[i] for card in b)} for i in range(3)]
    found = averaged(sums, graders, "a", "b")
    assert found == summed(sums, "a", "b", 3)
    by_hand = [difference((mean(each["a"]), mean(each["b"]))) for each in graders]
    assert difference(found.means) == sum(by_hand) / 3


def test_where_graders_rated_different_cards_their_differences_are_averaged_and_nothing_is_tested():
    graders = [{"a": Counter({5: 2}), "b": Counter({3: 2})}, {"a": Counter({4: 1}), "b": Counter({3: 2})}]
    found = averaged({"a": Counter({5: 1, 9: 1}), "b": Counter({6: 2})}, graders, "a", "b")
    assert (found.a, found.b, found.reason, found.cards) == (Counter(), Counter(), DIFFERENT_CARDS, 4)
    assert difference(found.means) == F(2 + 1, 2)


def test_who_rated_one_side_only_has_no_difference_to_average():
    graders = [{"a": Counter({5: 1}), "b": Counter({3: 1})}, {"a": Counter({1: 1})}, {}]
    found = averaged({"a": Counter({6: 1}), "b": Counter({3: 1})}, graders, "a", "b")
    assert difference(found.means) == 2
    nobody = averaged({"a": Counter({6: 1}), "b": Counter({3: 1})}, [graders[1], {"b": Counter({3: 1})}], "a", "b")
    assert (nobody.means, nobody.reason) == ((None, None), None)


def test_a_grader_alone_is_counted_over_the_templates_with_both_sides():
    rated = {"t": {"a": Counter({5: 2}), "b": Counter({3: 1})}, "u": {"a": Counter({4: 1}), "b": Counter({4: 1})},
             "v": {"a": Counter({1: 9})}}  # fmt: skip
    assert own(rated, "a", "b") == Own(F(1), (F(9, 2), F(7, 2)), 2, 5)
    assert own({}, "a", "b") == Own(None, (None, None), 0, 0)

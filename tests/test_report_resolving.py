"""One voice for what several say of a task: laws that hold for any labels."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from gradertui.report.resolving import letter, rating

LETTERS = st.lists(st.sampled_from("RXN"), max_size=7)
RATINGS = st.lists(st.sampled_from("12345"), max_size=5)


@given(LETTERS, st.permutations(range(7)))
def test_the_order_of_the_graders_decides_nothing(labels, order):
    turned = [labels[i] for i in order if i < len(labels)]
    assert letter(tuple(labels)) == letter(tuple(turned))


@given(LETTERS)
def test_a_label_is_one_that_more_than_half_gave_and_without_one_it_is_unresolved(labels):
    voice = letter(tuple(labels))
    most = [label for label, n in Counter(labels).items() if n > len(labels) / 2]
    assert voice.label == (most[0] if most else None)
    assert (voice.way == "unresolved") == (bool(labels) and not most)
    assert (voice.way == "unanimous") == (len(labels) > 1 and len(set(labels)) == 1)
    assert (voice.way == "single") == (len(labels) == 1)


@given(LETTERS, st.sampled_from("RXN"))
def test_what_was_settled_stands_whatever_was_said(labels, settled):
    assert letter(tuple(labels), settled) == ("settled", settled)


@given(RATINGS, st.integers(1, 5))
def test_a_sum_counts_only_where_as_many_rated_as_have_to(ratings, needed):
    voice = rating(tuple(ratings), needed)
    enough = bool(ratings) and len(ratings) >= needed
    assert voice.label == (str(sum(int(each) for each in ratings)) if enough else None)
    assert voice.way == ("summed" if enough else "fewer" if ratings else None)

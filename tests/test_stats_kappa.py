from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stats.agreement import NO_VARIATION, NOT_TWICE
from stats.kappa import ONE_VALUE, cohen, fleiss, gwet

PAIRS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=12)
"""What two graders gave on the same units."""


def table(pairs):
    return [[pairs.count((a, b)) for b in range(3)] for a in range(3)]


def units(pairs):
    return [[pair.count(value) for value in range(3)] for pair in pairs]


@given(PAIRS)
def test_neither_grader_comes_first(pairs):
    turned = [(b, a) for a, b in pairs]
    assert cohen(table(turned)) == cohen(table(pairs))


@given(PAIRS)
def test_where_both_draw_alike_cohen_is_fleiss(pairs):
    both = [*pairs, *((b, a) for a, b in pairs)]
    assert cohen(table(both)).value == fleiss(units(both)).value


@given(PAIRS)
def test_all_three_see_the_same_agreement(pairs):
    seen = Fraction(sum(a == b for a, b in pairs), len(pairs))
    assert {cohen(table(pairs)).observed, fleiss(units(pairs)).observed, gwet(units(pairs)).observed} == {seen}


@given(PAIRS)
def test_only_complete_agreement_is_1(pairs):
    for found in (cohen(table(pairs)), fleiss(units(pairs)), gwet(units(pairs))):
        if found.value is not None:
            assert (found.value == 1) == all(a == b for a, b in pairs)


@given(PAIRS)
def test_near_misses_count_more_in_ac2_than_not_at_all(pairs):
    assert gwet(units(pairs), range(3)).observed >= gwet(units(pairs)).observed


def test_the_declared_scale_counts_and_not_the_values_seen():
    seen = [(5, 0), (5, 0), (3, 0), (4, 1), (4, 0)]
    declared = [(b, 0, a, 0, 0) for a, b in seen]
    assert [round(float(gwet(found).value), 5) for found in (seen, declared)] == [0.91334, 0.91843]


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        (gwet([(1, 0)]), NOT_TWICE),
        (gwet([(2,)]), ONE_VALUE),
        (fleiss([]), NOT_TWICE),
        (fleiss([(2, 0), (2, 0)]), NO_VARIATION),
        (cohen([(0, 0), (0, 0)]), NOT_TWICE),
        (cohen([(3, 0), (0, 0)]), NO_VARIATION),
    ],
)
def test_what_does_not_exist_says_why(found, reason):
    assert (found.value, found.reason) == (None, reason)


def test_all_the_same_on_a_scale_of_several_is_no_chance_to_gwet():
    assert gwet([(3, 0, 0)] * 4)[:3] == (1, 1, 0)


@pytest.mark.parametrize("bad", [[(1, 2)], [(1, -1), (0, 1)]])
def test_a_table_that_cannot_be_is_refused(bad):
    with pytest.raises(ValueError):
        cohen(bad)

import random
import time
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as oracle  # noqa: TID251 (an oracle, in tests only)

from stats.design import smallest_p_by_replicates
from stats.two_sample import TOO_FINE, distribution, in_units, is_countable, pooled, size_of, smallest_p, two_sample
from stats.two_sample_large import p_of_sum, probabilities

side = st.lists(st.integers(1, 5), min_size=1, max_size=14)
small = st.lists(st.integers(1, 5), min_size=1, max_size=5)


def p_of(a: list[int], b: list[int]) -> Fraction | float | None:
    return two_sample(Counter(a), Counter(b)).p


def by_enumeration(a: list[int], b: list[int]) -> Fraction:
    sums = [sum(chosen) for chosen in combinations(a + b, len(a))]
    tails = sum(s <= sum(a) for s in sums), sum(s >= sum(a) for s in sums)
    return min(Fraction(1), Fraction(2 * min(tails), len(sums)))


@given(small, small)
def test_the_p_is_that_of_all_relabellings_enumerated(a: list[int], b: list[int]) -> None:
    assert p_of(a, b) == by_enumeration(a, b)


@given(side, side, st.integers(-9, 9), st.integers(1, 7))
def test_sides_scale_and_direction_leave_the_p(a: list[int], b: list[int], shift: int, unit: int) -> None:
    p = p_of(a, b)
    assert isinstance(p, Fraction)
    assert 0 < p <= 1
    assert p_of(b, a) == p
    assert p_of([unit * x + shift for x in a], [unit * x + shift for x in b]) == p
    assert p_of([6 - x for x in a], [6 - x for x in b]) == p


@given(side, st.data())
def test_all_ways_of_choosing_are_counted(values: list[int], data: st.DataObject) -> None:
    size = data.draw(st.integers(0, len(values)))
    ways = distribution(Counter(values), size)
    assert sum(ways.values()) == comb(len(values), size)
    assert list(ways) == sorted(ways)
    assert sum(total * count for total, count in ways.items()) * len(values) == sum(values) * size * sum(ways.values())


@given(st.lists(st.integers(-3, 9), min_size=2, max_size=12).filter(lambda values: len(values) % 2 == 0))
def test_the_null_of_equal_groups_is_symmetric(values: list[int]) -> None:
    ways = distribution(Counter(values), len(values) // 2)
    assert ways == {sum(values) - total: count for total, count in ways.items()}


@given(small, small)
def test_under_the_null_it_rejects_no_more_often_than_it_says(a: list[int], b: list[int]) -> None:
    cards = a + b
    all_p = []
    for chosen in combinations(range(len(cards)), len(a)):
        rest = [cards[i] for i in range(len(cards)) if i not in chosen]
        all_p.append(p_of([cards[i] for i in chosen], rest))
    for p in set(all_p):
        assert Fraction(sum(other <= p for other in all_p), len(all_p)) <= p
    assert min(all_p) == smallest_p(Counter(cards), len(a))


def test_it_is_scipy_s_exact_test_on_whole_numbers() -> None:
    draw = random.Random(8)
    for _ in range(300):
        a, b = ([draw.randint(1, 5) for _ in range(draw.randint(2, 6))] for _ in range(2))
        # With the pooled ratings fixed the sum of one side, which is whole, decides the difference of means.
        theirs = oracle.permutation_test((a, b), lambda x, _, axis: x.sum(axis), n_resamples=10_000, vectorized=True)
        assert float(p_of(a, b)) == pytest.approx(theirs.pvalue, rel=1e-12)


@settings(deadline=None)
@given(
    st.sampled_from([(0, 1), (1, 2, 3, 4, 5), (1, 10, 11), tuple(range(3, 16)), (0, 1, 200)]),
    st.integers(1, 40),
    st.integers(1, 40),
    st.integers(0, 3),
    st.integers(0, 99),
)
def test_the_transform_agrees_with_the_count(values: tuple, n_a: int, n_b: int, drift: int, seed: int) -> None:
    draw = random.Random(seed)
    a = Counter(draw.choices(values, [1 + drift * i * i for i in range(len(values))], k=n_a))
    b = Counter(draw.choices(values, k=n_b))
    exact = two_sample(a, b).p
    if len(pooled(a, b)) > 1 and isinstance(exact, Fraction):
        pool, low, unit = in_units(pooled(a, b))
        total = (sum(a.elements()) - low * n_a) // unit
        assert p_of_sum(pool, n_a, total) == pytest.approx(float(exact), rel=1e-9)
        first, shares = probabilities(pool, n_a)
        ways = distribution(dict(pool), n_a)
        assert dict(enumerate(shares, first)) == pytest.approx(
            {s: ways.get(s, 0) / comb(n_a + n_b, n_a) for s in range(first, first + len(shares))}, abs=1e-14
        )


def test_the_far_tail_of_a_thousand_keeps_nine_digits() -> None:
    apart = two_sample({5: 500}, {1: 500})
    assert apart.p == pytest.approx(float(smallest_p({5: 500, 1: 500}, 500)), rel=1e-9)
    three = two_sample({3: 500}, {1: 300, 2: 200})
    assert three.p == pytest.approx(float(smallest_p({3: 500, 1: 300, 2: 200}, 500)), rel=1e-9)
    two = two_sample({0: 700, 1: 900}, {0: 900, 1: 700})
    ways = [comb(1600, k) * comb(1600, 1600 - k) for k in range(701)]
    assert two.p == pytest.approx(float(Fraction(2 * sum(ways), comb(3200, 1600))), rel=1e-9)


def test_a_p_too_small_for_a_float_is_not_zero() -> None:
    assert two_sample({5: 900}, {1: 900}).p == 5e-324


def test_five_hundred_against_five_hundred_do_not_hold_up_the_screen() -> None:
    draw = random.Random(5)
    a, b = (Counter(draw.choices(range(1, 6), [1, 2, 4, 6, 3], k=500)) for _ in range(2))
    assert not is_countable(pooled(a, b), 500)
    np.fft.irfft(np.ones(9))
    start = time.perf_counter()
    assert isinstance(two_sample(a, b).p, float)
    assert time.perf_counter() - start < 0.1


@given(st.integers(1, 30))
def test_without_ties_the_smallest_p_is_the_planned_one(replicates: int) -> None:
    pool = dict.fromkeys(range(2 * replicates), 1)
    assert smallest_p(pool, replicates) == smallest_p_by_replicates(replicates)


def test_all_equal_is_one_and_one_rating_on_a_side_is_enough() -> None:
    assert two_sample({4: 3}, {4: 900}).p == 1
    assert two_sample({5: 1}, {4: 1}).p == 1
    assert two_sample({5: 1, 2: 0}, {4: 1}).difference == 1


@pytest.mark.parametrize(("a", "b"), [({}, {3: 1}), ({3: 1}, {}), ({}, {}), ({3: 0}, {3: 2})])
def test_an_empty_side_has_no_p_but_a_reason(a, b) -> None:
    result = two_sample(a, b)
    assert (result.difference, result.p, result.reason) == (None, None, "no data on one side")
    assert smallest_p(pooled(a, b), size_of(a)) is None


def test_a_scale_of_millions_has_no_p_but_a_reason() -> None:
    a = {1_000_003 * i: 1 for i in range(20)}
    result = two_sample(a, {value + 1: 1 for value in a})
    assert (result.p, result.reason) == (None, TOO_FINE)


@pytest.mark.parametrize("bad", [{0.5: 1}, {None: 1}, {"4": 1}, {Fraction(1, 2): 1}])
def test_values_that_are_not_whole_are_refused(bad) -> None:
    with pytest.raises(ValueError, match="a value must be an int, not"):
        two_sample(bad, {1: 1})


@pytest.mark.parametrize("count", [-1, 0.5, None])
def test_a_count_that_is_none_is_refused(count) -> None:
    with pytest.raises(ValueError, match="a count must be a whole number of 0 or more"):
        two_sample({1: 1}, {1: count})


@pytest.mark.parametrize("size", [-1, 3])
def test_more_than_there_are_cannot_be_chosen(size: int) -> None:
    for function in (smallest_p, distribution, is_countable):
        with pytest.raises(ValueError, match="size must be between 0 and N = 2"):
            function({1: 2}, size)

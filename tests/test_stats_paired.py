import math
import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import bdtr

from stats.paired import (
    SMALLEST_P,
    agresti_min,
    bonett_price,
    can_conclude,
    difference,
    independent_z,
    mcnemar,
    mcnemar_mid,
    newcombe,
    smallest_p,
    tango,
    wald_difference,
)
from stats.proportion import wilson

counts = st.integers(0, 60)
tables = st.tuples(counts, counts, counts, counts).filter(any)


def binomtest(only_a: int, only_b: int) -> float:
    from scipy.stats import binomtest  # noqa: TID251  the oracle, in a test only

    return float(binomtest(only_a, only_a + only_b).pvalue) if only_a + only_b else 1.0


def by_integers(only_a: int, only_b: int) -> float:
    n, k = only_a + only_b, min(only_a, only_b)
    return min(1.0, 2 * sum(math.comb(n, i) for i in range(k + 1)) / 2**n)


def test_mcnemar_is_the_exact_binomial_test() -> None:
    draw = random.Random(18)
    for _ in range(400):
        only_a, only_b = (draw.randint(0, draw.choice([5, 30, 300])) for _ in "ab")
        assert mcnemar(only_a, only_b) == pytest.approx(binomtest(only_a, only_b), rel=1e-10)


def test_mcnemar_keeps_ten_digits_where_it_sums_floats() -> None:
    draw = random.Random(8)
    for _ in range(100):
        n = draw.randint(501, 1000)
        k = draw.randint(n // 4, n // 2)
        assert mcnemar(k, n - k) == pytest.approx(by_integers(k, n - k), rel=1e-11)


@pytest.mark.parametrize("gap", [2, 50, 400, 1000, 2000])
def test_mcnemar_keeps_ten_digits_at_fifty_thousand_pairs(gap: int) -> None:
    only_a, only_b = 25_000 - gap // 2, 25_000 + gap // 2
    # scipy's incomplete beta itself is good to about 1e-10 here.
    assert mcnemar(only_a, only_b) == pytest.approx(min(1.0, 2 * bdtr(only_a, 50_000, 0.5)), rel=5e-10)


def test_mcnemar_never_holds_the_interpreter() -> None:
    start = time.perf_counter()
    for only_a in range(0, 25_001, 1000):
        mcnemar(only_a, 50_000 - only_a)
    assert (time.perf_counter() - start) / 26 < 0.01


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_p_is_never_zero_and_never_above_one(only_a: int, only_b: int) -> None:
    for test in (mcnemar, mcnemar_mid):
        assert 0 < test(only_a, only_b) <= 1
        assert test(only_a, only_b) == test(only_b, only_a)


def test_a_p_too_small_for_a_float_is_the_smallest_one() -> None:
    assert mcnemar(0, 50_000) == SMALLEST_P > 0
    assert smallest_p(5000) == SMALLEST_P


def test_the_two_ways_to_sum_meet_where_they_change() -> None:
    for n in (500, 501):
        for k in (150, 220, 249):
            assert mcnemar(k, n - k) == pytest.approx(by_integers(k, n - k), rel=1e-12)
            mid = by_integers(k, n - k) - math.comb(n, k) / 2**n
            assert mcnemar_mid(k, n - k) == pytest.approx(mid, rel=1e-11)


def test_nothing_discordant_is_no_evidence() -> None:
    assert mcnemar(0, 0) == mcnemar_mid(0, 0) == smallest_p(0) == 1.0


@given(st.integers(0, 3000))
def test_the_smallest_p_is_that_of_full_agreement(discordant: int) -> None:
    assert smallest_p(discordant) == pytest.approx(mcnemar(0, discordant), rel=1e-12)


def test_fewer_than_six_pairs_cannot_conclude() -> None:
    assert [can_conclude(pairs) for pairs in range(8)] == [False] * 6 + [True] * 2
    assert can_conclude(0, still_open=6)
    assert not can_conclude(3, still_open=2)
    assert not can_conclude(6, level=0.99)


@given(tables)
def test_swapping_the_arms_mirrors_every_interval(table: tuple[int, int, int, int]) -> None:
    only_a, only_b, both, neither = table
    n = sum(table)
    for method in (tango, wald_difference, agresti_min, bonett_price):
        assert_mirrored(method(only_a, only_b, n), method(only_b, only_a, n))
    assert_mirrored(newcombe(only_a, only_b, both, neither), newcombe(only_b, only_a, both, neither))


def assert_mirrored(interval, mirror) -> None:
    assert interval.low == pytest.approx(-mirror.high, abs=1e-12)
    assert interval.high == pytest.approx(-mirror.low, abs=1e-12)


@given(tables)
def test_score_intervals_hold_the_difference_inside_minus_one_and_one(
    table: tuple[int, int, int, int],
) -> None:
    only_a, only_b, both, neither = table
    n = sum(table)
    estimate = difference(only_a, only_b, n)
    assert estimate is not None
    for interval in (tango(only_a, only_b, n), newcombe(only_a, only_b, both, neither)):
        assert interval is not None
        assert -1 <= interval.low <= estimate + 1e-15
        assert estimate - 1e-15 <= interval.high <= 1


@given(st.integers(1, 40_000), st.sampled_from([0.8, 0.95, 0.99]))
def test_tango_is_wilson_when_nothing_is_discordant(n: int, level: float) -> None:
    interval, rate = tango(0, 0, n, level), wilson(0, n, level)
    assert interval is not None
    assert rate is not None
    assert interval == pytest.approx((-rate.high, rate.high), abs=1e-12)


@given(st.integers(1, 40_000))
def test_tango_ends_exactly_where_every_question_changed(n: int) -> None:
    up, down = tango(0, n, n), tango(n, 0, n)
    assert up is not None
    assert down is not None
    assert (up.high, down.low) == (1.0, -1.0)


def test_the_test_and_the_interval_may_disagree_at_the_border() -> None:
    interval = tango(5, 0, 25)
    assert interval is not None
    assert interval.high < 0
    assert mcnemar(5, 0) > 0.05


def test_an_empty_table_has_no_difference() -> None:
    assert difference(0, 0, 0) is None
    assert [f(0, 0, 0) for f in (tango, wald_difference, agresti_min, bonett_price)] == [None] * 4
    assert newcombe(0, 0, 0, 0) is None


def test_rates_without_an_error_have_no_z() -> None:
    assert independent_z(0, 0, 1, 2) is None
    assert independent_z(0, 25, 0, 25) is None
    assert independent_z(25, 25, 30, 30) is None


def test_a_larger_rate_of_b_is_a_positive_z() -> None:
    test, mirror = independent_z(4, 25, 8, 25), independent_z(8, 25, 4, 25)
    assert test is not None
    assert mirror is not None
    assert test.z == -mirror.z > 0
    assert test.p == mirror.p


def test_impossible_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="only_a must be 0 or more, not -1"):
        mcnemar(-1, 3)
    with pytest.raises(ValueError, match="n must be 7 or more"):
        tango(4, 3, 6)
    with pytest.raises(ValueError, match="neither must be 0 or more, not -2"):
        newcombe(1, 1, 3, -2)
    with pytest.raises(ValueError, match="still_open must be 0 or more"):
        can_conclude(3, still_open=-1)
    with pytest.raises(ValueError, match="level"):
        tango(4, 3, 25, level=95)

import math
import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import bdtr

from stats.paired import (
    SMALLEST_P,
    can_conclude,
    difference,
    independent_z,
    mcnemar,
    mcnemar_mid,
    smallest_p,
)


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


def test_an_empty_table_has_no_difference() -> None:
    assert difference(0, 0, 0) is None


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
        difference(4, 3, 6)
    with pytest.raises(ValueError, match="still_open must be 0 or more"):
        can_conclude(3, still_open=-1)
    with pytest.raises(ValueError, match="level"):
        can_conclude(3, level=95)

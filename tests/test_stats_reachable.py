import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stats.paired import mcnemar
from stats.reachable import reachable_p

few = st.integers(0, 14)


def by_enumeration(only_a: int, only_b: int, remaining: int) -> tuple[float, float]:
    ends = [
        mcnemar(only_a + a, only_b + b)
        for a in range(remaining + 1)
        for b in range(remaining + 1 - a)  # what is neither stays concordant
    ]
    return min(ends), max(ends)


@given(few, few, few)
def test_the_bounds_are_those_of_all_completions(only_a: int, only_b: int, remaining: int) -> None:
    assert reachable_p(only_a, only_b, remaining) == by_enumeration(only_a, only_b, remaining)


@given(st.integers(0, 60), st.integers(0, 60), st.integers(0, 30))
def test_one_more_pair_narrows_the_bounds_or_leaves_them(only_a: int, only_b: int, remaining: int) -> None:
    low, high = reachable_p(only_a, only_b, remaining + 1)
    for a, b in ((only_a + 1, only_b), (only_a, only_b + 1), (only_a, only_b)):
        inner = reachable_p(a, b, remaining)
        assert low <= inner[0] <= inner[1] <= high


def test_a_finished_plan_has_one_p() -> None:
    assert reachable_p(4, 1, 0) == (mcnemar(4, 1),) * 2


def test_a_hundred_thousand_pairs_to_come_take_no_time() -> None:
    start = time.perf_counter()
    low, high = reachable_p(20_000, 21_000, 100_000)
    assert time.perf_counter() - start < 0.1
    assert 0 < low < 1e-300
    assert high == 1.0


def test_impossible_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="remaining must be 0 or more, not -1"):
        reachable_p(0, 0, -1)
    with pytest.raises(ValueError, match="only_b must be 0 or more"):
        reachable_p(0, -2, 1)

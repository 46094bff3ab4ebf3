import random
import time
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stats.permutation import sign_flip, smallest_sign_flip
from stats.sign_flip_interval import NO_SPREAD, TOO_FEW, sign_flip_interval, t_interval

rationals = st.fractions(-5, 5, max_denominator=12)
several = st.lists(rationals, min_size=6, max_size=9)


@settings(deadline=None)
@given(several, st.sampled_from([0.8, 0.9, 0.95]))
def test_the_ends_are_typical_values_of_all_subsets_enumerated(differences: list[Fraction], level: float) -> None:
    means = sorted(
        sum(some) / len(some) for size in range(1, len(differences) + 1) for some in combinations(differences, size)
    )
    k = int((1 - Fraction(str(level))) / 2 * 2 ** len(differences))
    if len(set(differences)) > 1:
        assert sign_flip_interval(differences, level).exact == (means[k - 1], means[-k])


@given(st.lists(st.integers(-9, 9), min_size=6, max_size=9))
def test_the_interval_holds_what_the_test_does_not_reject(differences: list[int]) -> None:
    ends = sign_flip_interval(differences).exact
    if ends:
        low, high = ends
        step = Fraction(1, 100)
        if high - low > step:
            assert sign_flip([d - low - step for d in differences]) > Fraction(1, 20)
        assert sign_flip([d - low + step for d in differences]) <= Fraction(1, 20)
        assert sign_flip([d - high - step for d in differences]) <= Fraction(1, 20)


@settings(deadline=None)
@given(several, st.fractions(-3, 3, max_denominator=9), st.fractions(Fraction(1, 9), 9))
def test_moving_and_stretching_the_differences_moves_and_stretches_it(differences, shift, unit) -> None:
    ends = sign_flip_interval(differences).exact
    moved = sign_flip_interval([d * unit + shift for d in differences]).exact
    assert moved == (ends and tuple(end * unit + shift for end in ends))


@settings(deadline=None)
@given(several)
def test_sums_that_floats_cannot_hold_are_ranked_exactly(differences: list[Fraction]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("stats.sign_flip_interval._EXACT_IN_FLOATS", 0)
        slow = sign_flip_interval(differences)
    assert slow == sign_flip_interval(differences)


@pytest.mark.parametrize("finest", [6, 10**14])
def test_twenty_differences_take_less_than_a_second(finest: int) -> None:
    draw = random.Random(20)
    parts = [finest + (i if finest > 6 else 0) for i in range(20)]
    differences = [Fraction(draw.randint(-2 * finest, 3 * finest), part) for part in parts]
    start = time.perf_counter()
    result = sign_flip_interval(differences)
    assert time.perf_counter() - start < 2
    assert result.method == "sign flip"
    assert result.interval.low < result.mean < result.interval.high


def test_above_twenty_the_t_interval_stands_in() -> None:
    result = sign_flip_interval([*range(21)])
    assert (result.method, result.exact, result.interval) == ("t", None, t_interval([*range(21)]))


@pytest.mark.parametrize(
    ("differences", "reason"),
    [([], "no data"), ([1, 2, 3, 4, 5], TOO_FEW), ([1] * 3, TOO_FEW), ([0] * 8, NO_SPREAD), ([2] * 30, NO_SPREAD)],
)
def test_what_has_no_interval_has_a_reason(differences: list[int], reason: str) -> None:
    result = sign_flip_interval(differences)
    assert (result.interval, result.exact, result.method, result.reason) == (None, None, None, reason)
    assert result.mean == (Fraction(sum(differences), len(differences)) if differences else None)


def test_five_at_a_lower_level_are_enough() -> None:
    assert sign_flip_interval([1, 2, 3, 4, 5], 0.9).exact == (1, 5)


@pytest.mark.parametrize("function", [sign_flip_interval, t_interval])
def test_floats_and_levels_in_percent_are_refused(function) -> None:
    with pytest.raises(ValueError, match="must be an int or a Fraction, not"):
        function([0.5, 1])
    with pytest.raises(ValueError, match="level must be strictly between 0 and 1"):
        function([1, 2], 95)


@pytest.mark.parametrize("differences", [[], [1], [2, 2]])
def test_without_spread_there_is_no_t_interval(differences: list[int]) -> None:
    assert t_interval(differences) is None


@given(st.integers(0, 40))
def test_the_smallest_p_is_that_of_differences_with_one_sign(effective: int) -> None:
    assert sign_flip([1] * effective) == smallest_sign_flip(effective)


def test_a_negative_number_of_differences_is_refused() -> None:
    with pytest.raises(ValueError, match="0 or more, not -1"):
        smallest_sign_flip(-1)

import random
import time
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stats.paired import mcnemar, smallest_p
from stats.permutation import _in_units, _length, _sign_vectors, _tail_by_transform, sign_flip

rationals = st.fractions(-5, 5, max_denominator=12)
few = st.lists(rationals, max_size=10)


def by_enumeration(differences: list[Fraction]) -> Fraction:
    observed = abs(sum(differences))
    sums = [
        sum(s * d for s, d in zip(signs, differences, strict=True))
        for signs in product((-1, 1), repeat=len(differences))
    ]
    return Fraction(sum(abs(total) >= observed for total in sums), len(sums))


@given(few)
def test_the_p_is_that_of_all_sign_vectors_enumerated(differences: list[Fraction]) -> None:
    assert sign_flip(differences) == by_enumeration(differences)


@given(few, st.fractions(Fraction(1, 9), 9), st.randoms())
def test_order_direction_and_unit_leave_the_p(differences: list[Fraction], unit: Fraction, draw) -> None:
    p = sign_flip(differences)
    assert sign_flip([-d for d in differences]) == p
    assert sign_flip([d * unit for d in differences]) == p
    assert sign_flip(draw.sample(differences, len(differences))) == p


@given(few)
def test_counts_and_a_list_give_the_same(differences: list[Fraction]) -> None:
    assert sign_flip(Counter(differences)) == sign_flip(differences) == sign_flip(iter(differences))


@given(few, st.integers(0, 50))
def test_zeros_drop_out(differences: list[Fraction], zeros: int) -> None:
    assert sign_flip([*differences, *[0] * zeros]) == sign_flip(differences)


@given(few)
def test_the_p_is_never_below_what_so_many_can_reach(differences: list[Fraction]) -> None:
    p = sign_flip(differences)
    assert smallest_p(sum(d != 0 for d in differences)) <= p <= 1


@given(st.lists(st.integers(1, 4), min_size=1, max_size=7))
def test_under_the_null_it_rejects_no_more_often_than_it_says(sizes: list[int]) -> None:
    all_p = [
        sign_flip([s * d for s, d in zip(signs, sizes, strict=True)]) for signs in product((-1, 1), repeat=len(sizes))
    ]
    for p in set(all_p):
        assert Fraction(sum(other <= p for other in all_p), len(all_p)) <= p


@given(st.integers(0, 400), st.integers(0, 400))
def test_differences_of_one_are_mcnemar(only_a: int, only_b: int) -> None:
    p = sign_flip({1: only_b, -1: only_a})
    assert isinstance(p, Fraction)
    assert float(p) == pytest.approx(mcnemar(only_a, only_b), rel=1e-11)


@given(st.lists(st.integers(-12, 15), min_size=2, max_size=120))
def test_the_transform_agrees_with_the_count_to_nine_digits(differences: list[int]) -> None:
    steps, observed = _in_units(Counter(differences))
    if observed:
        ways = _sign_vectors(steps, (_length(steps) - observed) // 2)
        exact = float(Fraction(ways, 2 ** sum(steps.values())))
        assert _tail_by_transform(steps, observed) == pytest.approx(exact, rel=1e-9)


@pytest.mark.parametrize(("down", "up"), [(5000, 5200), (16_000, 17_000), (15_000, 18_000), (16_499, 16_501)])
def test_large_problems_keep_nine_digits_deep_in_the_tail(down: int, up: int) -> None:
    assert sign_flip({1: up, -1: down}) == pytest.approx(mcnemar(down, up), rel=1e-9)


@pytest.mark.parametrize("parts", [1, 3, 10])
@pytest.mark.parametrize("drift", [0.0, 0.02, 0.3, 2.0])
def test_thirty_three_thousand_questions_take_less_than_a_quarter_second(parts: int, drift: float) -> None:
    draw = random.Random(33)
    shares = [max(-parts, min(parts, round(draw.gauss(drift * parts, parts / 2)))) for _ in range(33_000)]
    counts = Counter(Fraction(share, parts) for share in shares)
    sign_flip({1: 1500})
    start = time.perf_counter()
    p = sign_flip(counts)
    assert time.perf_counter() - start < 0.25
    assert 0 < p <= 1


def test_differences_too_varied_for_a_grid_give_an_upper_bound_close_by() -> None:
    draw = random.Random(4)
    fine = [
        Fraction(draw.randint(100, 250), draw.randint(45, 50)) - Fraction(draw.randint(100, 235), draw.randint(45, 50))
        for _ in range(100)
    ]
    coarse = [Fraction(round(d * 500), 500) for d in fine]
    bound, near = sign_flip(fine), sign_flip(coarse)
    assert isinstance(bound, float)
    assert bound == pytest.approx(float(near), rel=0.05)


@given(st.lists(st.integers(-300, 400), min_size=2, max_size=40), st.sampled_from([32, 256]))
def test_rounding_to_a_coarser_grid_never_lowers_the_p(differences: list[int], points: int) -> None:
    exact = sign_flip(differences)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("stats.permutation._EXACT_WORDS", -1)
        patch.setattr("stats.permutation._POINTS", points)
        assert sign_flip(differences) >= float(exact) * (1 - 1e-9)


def test_a_p_too_small_for_a_float_is_not_zero() -> None:
    assert 0 < sign_flip({Fraction(1, 3): 33_000})
    assert 0 < sign_flip({1: 32_000, -1: 10, 2: 500})


@pytest.mark.parametrize("bad", [[0.5, 1], ["1/2"], [1, None], [float("nan")]])
def test_floats_are_refused_because_ties_would_break(bad) -> None:
    with pytest.raises(ValueError, match="must be an int or a Fraction, not"):
        sign_flip(bad)


@pytest.mark.parametrize("count", [-1, 0.5, None])
def test_a_count_that_is_none_is_refused(count) -> None:
    with pytest.raises(ValueError, match="a count must be a whole number of 0 or more"):
        sign_flip({1: count})

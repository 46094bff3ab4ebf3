import math
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stats.paired import SMALLEST_P
from stats.permutation import sign_flip
from stats.sequential_flips import cosh_mixture, normal_mixture

few = st.lists(st.fractions(-4, 4, max_denominator=6), min_size=1, max_size=7)
TEN = [Fraction(d, 6) for d in (3, 0, 0, 3, 1, -1, 1, 1, 4, 3)]


def over_signs(process, differences: list[Fraction]) -> list[float]:
    return [
        process([sign * d for sign, d in zip(signs, differences, strict=True)]).after[-1].e
        for signs in product((1, -1), repeat=len(differences))
    ]


@given(few)
def test_the_cosh_mixture_is_one_on_average_over_all_sign_vectors(differences: list[Fraction]) -> None:
    each = over_signs(cosh_mixture, differences)
    assert sum(each) / len(each) == pytest.approx(1)


@given(few)
def test_the_normal_mixture_is_at_most_one_on_average(differences: list[Fraction]) -> None:
    each = over_signs(normal_mixture, differences)
    assert sum(each) / len(each) <= 1 + 1e-9


@given(few)
def test_the_other_direction_is_as_much_evidence(differences: list[Fraction]) -> None:
    for process in (cosh_mixture, normal_mixture):
        assert process([-d for d in differences]).p == pytest.approx(process(differences).p)


@given(few)
def test_evidence_that_was_reached_stays_reached(differences: list[Fraction]) -> None:
    for process in (cosh_mixture, normal_mixture):
        found = process(differences)
        assert len(found.after) == len(differences)
        assert found.p == pytest.approx(min(1.0, *(1 / each.e for each in found.after)))
        assert process(differences[:-1]).after == found.after[:-1]


def test_no_sign_pattern_of_the_ten_templates_reaches_twenty() -> None:
    assert 17.3 < max(over_signs(cosh_mixture, TEN)) < 17.4
    assert round(cosh_mixture(TEN).after[-1].e, 1) == 6.3
    assert float(sign_flip(TEN)) < 0.05 < cosh_mixture(TEN).p


def test_long_processes_neither_overflow_nor_vanish() -> None:
    same, mixed = cosh_mixture([4] * 5000), cosh_mixture([4, -4] * 2500)
    assert same.p == SMALLEST_P
    assert 0 < mixed.after[-1].e < 1e-300
    assert normal_mixture([4] * 5000).after[-1].log_e == pytest.approx(20_000**2 / 2 / 80_001 - math.log(80_001) / 2)


def test_no_differences_are_no_evidence() -> None:
    assert cosh_mixture([]) == normal_mixture([]) == ((), 1.0)


def test_floats_and_impossible_settings_are_refused() -> None:
    for process in (cosh_mixture, normal_mixture):
        with pytest.raises(ValueError, match="a difference must be an int or a Fraction"):
            process([0.5])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="lambdas must be one or more numbers above 0"):
        cosh_mixture([1], [])
    with pytest.raises(ValueError, match="rho must be above 0"):
        normal_mixture([1], 0)

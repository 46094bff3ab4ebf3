from fractions import Fraction
from math import sqrt

import pytest

from stats.design import margin
from stats.independent import wald_independent


def test_with_as_many_and_rates_of_a_half_it_is_root_two_times_the_margin_of_one():
    """The second document's table prints 13.9 points for n = 50."""
    found = wald_independent(25, 50, 25, 50)
    assert found.high == pytest.approx(sqrt(2) * margin(50))
    assert round(100 * margin(50), 1) == 13.9


def test_it_is_the_textbooks_formula_by_hand():
    """0.2593 ± 1.96 * sqrt(0.3065 * 0.6935 / 62 + 0.5658 * 0.4342 / 76) = 0.2593 ± 0.1600."""
    found = wald_independent(19, 62, 43, 76)
    assert [round(end, 4) for end in found] == [0.0994, 0.4193]


def test_swapping_the_arms_turns_it_round_and_shares_of_questions_count():
    one, other = wald_independent(Fraction(7, 3), 10, 8, 12), wald_independent(8, 12, Fraction(7, 3), 10)
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low))


def test_without_questions_there_is_none():
    assert wald_independent(0, 0, 1, 2) is None
    with pytest.raises(ValueError, match="k must be between"):
        wald_independent(3, 2, 1, 2)

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stats.blinding import Guesses, bang, guesses_test, james

answers = st.builds(Guesses, st.integers(0, 40), st.integers(0, 40), st.integers(0, 40))


@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 40))
def test_bang_lies_in_its_interval_and_changes_sign_with_the_guesses(right: int, wrong: int, unsure: int) -> None:
    one, other = bang(right, wrong, unsure), bang(wrong, right, unsure)
    if right + wrong + unsure:
        assert -1 <= one.interval.low <= one.value <= one.interval.high <= 1
        assert one.interval.low < one.interval.high
        assert other.value == -one.value
        assert other.se == one.se


@given(answers, answers)
def test_james_lies_between_0_and_1_whatever_the_arms_are_called(of_a: Guesses, of_b: Guesses) -> None:
    one = james(of_a, of_b)
    other = james(Guesses(of_b.b, of_b.a, of_b.unsure), Guesses(of_a.b, of_a.a, of_a.unsure))
    assert one == other
    if one.value is not None:
        assert 0 <= one.interval.low <= one.value
        assert one.interval.high <= 1


def test_what_was_not_asked_is_not_measured() -> None:
    nothing = Guesses(0, 0, 0)
    assert bang(0, 0, 0) == james(nothing, nothing) == (None, None, None, "blinding not measured")
    assert guesses_test([(nothing, Guesses(1, 2, 3))]) is None


def test_decided_guesses_about_one_arm_for_that_arm_only_have_no_james_index() -> None:
    assert james(Guesses(5, 0, 1), Guesses(0, 0, 6)).reason == "no chance agreement to compare with"


def test_guesses_all_right_within_templates() -> None:
    right = Guesses(6, 0, 0), Guesses(0, 6, 0)
    assert guesses_test([right]) == Fraction(2, comb(12, 6))
    assert guesses_test([right] * 10) == Fraction(2, comb(12, 6) ** 10)
    assert guesses_test([(Guesses(0, 0, 6), Guesses(0, 0, 6))]) == 1


def test_numbers_below_zero_are_refused() -> None:
    with pytest.raises(ValueError, match="0 or more, not -1"):
        bang(1, -1, 0)
    with pytest.raises(ValueError, match="0 or more, not -2"):
        james(Guesses(1, 1, 1), Guesses(0, 0, -2))
    with pytest.raises(ValueError, match="0 or more, not -1"):
        guesses_test([(Guesses(1, -1, 1), Guesses(0, 0, 2))])

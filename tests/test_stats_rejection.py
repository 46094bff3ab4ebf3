from fractions import Fraction
from itertools import islice
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stats.paired import mcnemar
from stats.power import mcnemar_power
from stats.rejection import mean_over_binomial, rejections, sign_test_power


@settings(deadline=None)
@given(st.integers(0, 60), st.integers(0, 20), st.sampled_from([0.5, 0.8, 0.9375, 0.95, 0.99]))
def test_the_sign_test_rejects_as_often_as_its_outcomes_do(decided: int, twentieths: int, level: float) -> None:
    share = Fraction(twentieths, 20)
    significant = (b for b in range(decided + 1) if mcnemar(b, decided - b) <= 1 - level)
    exact = sum((comb(decided, b) * share**b * (1 - share) ** (decided - b) for b in significant), Fraction(0))
    assert sign_test_power(decided, twentieths / 20, level) == pytest.approx(float(exact), abs=1e-12)


def test_thousands_of_pairs_stay_exact() -> None:
    from scipy.special import bdtr

    for decided, share in ((5_000, 0.52), (20_000, 0.49)):
        critical = max(k for k in range(decided // 2 - 400, decided // 2) if 2 * bdtr(k, decided, 0.5) <= 0.05)
        exact = bdtr(critical, decided, share) + bdtr(critical, decided, 1 - share)
        assert sign_test_power(decided, share) == pytest.approx(exact, abs=1e-10)


def test_preferences_without_ties_are_decided_pairs() -> None:
    for decided, share in ((6, 0.9), (40, 0.7), (500, 0.55)):
        assert sign_test_power(decided, share) == pytest.approx(mcnemar_power(decided, share, 1 - share), abs=1e-12)


def test_the_sequence_is_the_test_at_each_number_of_pairs() -> None:
    assert list(islice(rejections(0.7, 0.95), 50)) == [sign_test_power(d, 0.7) for d in range(50)]


@settings(deadline=None)
@given(st.integers(0, 400), st.floats(0, 1))
def test_the_mean_of_a_count_is_that_of_the_binomial(n: int, share: float) -> None:
    assert mean_over_binomial(range(n + 1), n, share) == pytest.approx(n * share, abs=1e-9)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match=r"between 0 and 1, not 1\.5"):
        sign_test_power(10, 1.5)
    with pytest.raises(ValueError, match="decided must be 0 or more, not -1"):
        sign_test_power(-1, 0.5)

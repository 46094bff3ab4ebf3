from fractions import Fraction
from itertools import product
from math import comb, exp

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stats.paired import can_conclude, mcnemar
from stats.power import fewest_discordant, mcnemar_power, pairs_for_power, smallest_change

SHARES = st.tuples(st.integers(0, 10), st.integers(0, 10)).map(lambda pair: (pair[0] / 20, pair[1] / 20))
LEVELS = st.sampled_from([0.8, 0.9, 0.9375, 0.95, 0.99])


def every_table(n: int, broke: Fraction, fixed: Fraction, level: float) -> Fraction:
    """The power by walking through all tables of (broke, fixed, the rest), as fractions."""
    return sum(
        (
            comb(n, b) * comb(n - b, c) * broke**b * fixed**c * (1 - broke - fixed) ** (n - b - c)
            for b, c in product(range(n + 1), repeat=2)
            if b + c <= n and mcnemar(b, c) <= 1 - level
        ),
        Fraction(0),
    )


def by_scipy(n: int, broke: float, fixed: float) -> float:
    """The power at 0.95 from scipy's binomial tails, looking for the critical count anew for each number of pairs."""
    from scipy.special import bdtr, xlog1py, xlogy

    discordant, total = broke + fixed, 0.0
    for d in range(n + 1):
        critical = max((k for k in range(d // 2 + 1) if 2 * bdtr(k, d, 0.5) <= 0.05), default=None)
        if critical is not None:
            mass = comb(n, d) * exp(xlogy(d, discordant) + xlog1py(n - d, -discordant))
            total += mass * sum(bdtr(critical, d, share / discordant) for share in (broke, fixed))
    return total


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 14), SHARES, LEVELS)
def test_the_power_is_that_of_walking_through_all_tables(n: int, shares: tuple[float, float], level: float) -> None:
    broke, fixed = (Fraction(str(share)) for share in shares)
    assert mcnemar_power(n, *shares, level) == pytest.approx(float(every_table(n, broke, fixed, level)), abs=1e-12)


@pytest.mark.parametrize(
    ("n", "broke", "fixed"), [(100, 0.1, 0.2), (249, 0.1, 0.2), (144, 0.25, 0.45), (320, 0.02, 0.06)]
)
def test_the_power_is_that_of_scipys_tails(n: int, broke: float, fixed: float) -> None:
    assert mcnemar_power(n, broke, fixed) == pytest.approx(by_scipy(n, broke, fixed), abs=1e-10)


def test_published_values_of_other_programs_come_out() -> None:
    # Held by tests of the R packages pwrss (power.exact.mcnemar) and MESS (power_mcnemar_test, one side of 0.025).
    assert mcnemar_power(100, 0.1, 0.2) == pytest.approx(0.373077084, abs=5e-10)
    assert mcnemar_power(249, 0.1, 0.2) == pytest.approx(0.801446921, abs=5e-10)
    assert round(mcnemar_power(144, 0.25, 0.45), 2) == 0.80
    assert pairs_for_power(0.1, 0.2) == (249, 249)


@settings(max_examples=10, deadline=None)
@given(SHARES.filter(lambda shares: abs(shares[0] - shares[1]) > 0.09), LEVELS, st.sampled_from([0.5, 0.8, 0.9]))
def test_the_sizes_are_those_found_by_looking_at_every_one(
    shares: tuple[float, float], level: float, power: float
) -> None:
    found = pairs_for_power(*shares, level, power)
    assert found is not None
    met = [mcnemar_power(n, *shares, level) >= power for n in range(found.lasting + 80)]
    assert found.first == met.index(True)
    assert found.lasting == next((n + 1 for n in reversed(range(len(met))) if not met[n]), 0)


def test_the_first_size_and_the_lasting_one_are_told_apart() -> None:
    found = pairs_for_power(0.4, 0.6)
    assert found == (199, 210)
    assert mcnemar_power(199, 0.4, 0.6) >= 0.8 > mcnemar_power(209, 0.4, 0.6)


@settings(deadline=None)
@given(st.integers(0, 400), SHARES, LEVELS)
def test_which_side_breaks_makes_no_difference(n: int, shares: tuple[float, float], level: float) -> None:
    assert mcnemar_power(n, *shares, level) == pytest.approx(mcnemar_power(n, *shares[::-1], level), abs=1e-12)


@settings(deadline=None)
@given(st.integers(0, 3000), st.floats(0, 0.5), LEVELS)
def test_without_a_difference_the_test_keeps_its_level(n: int, share: float, level: float) -> None:
    assert 0 <= mcnemar_power(n, share, share, level) <= 1 - level + 1e-12


def test_no_number_of_pairs_finds_a_difference_that_is_none() -> None:
    assert pairs_for_power(0.1, 0.1) is None
    assert pairs_for_power(0.0, 0.0) is None


def test_a_difference_that_needs_more_pairs_than_anybody_labels_has_no_size() -> None:
    assert pairs_for_power(0.10, 0.12, most=4000) is None
    assert pairs_for_power(0.10, 0.12) == (4407, 4407)


@settings(deadline=None)
@given(LEVELS, st.integers(1, 40))
def test_the_fewest_discordant_pairs_pass_holm_and_one_less_does_not(level: float, family: int) -> None:
    fewest = fewest_discordant(level, family)
    assert family * Fraction(2, 2**fewest) <= 1 - Fraction(str(level)) < family * Fraction(2, 2 ** (fewest - 1))
    if family == 1:
        assert can_conclude(fewest, level=level)
        assert not can_conclude(fewest - 1, level=level)


def test_six_pairs_have_to_differ_at_the_usual_level() -> None:
    assert fewest_discordant() == 6


@settings(deadline=None)
@given(st.integers(6, 300))
def test_the_smallest_change_is_found_as_often_as_wanted_and_a_smaller_one_less_often(n: int) -> None:
    share = smallest_change(n)
    assert share is not None
    assert mcnemar_power(n, 0, share) >= 0.8 - 1e-9
    assert mcnemar_power(n, 0, max(0, share - 1e-6)) < 0.8


def test_fewer_questions_than_have_to_differ_find_no_change() -> None:
    assert smallest_change(5) is None


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: mcnemar_power(-1, 0.1, 0.2), "n must be 0 or more, not -1"),
        (lambda: mcnemar_power(10, -0.1, 0.2), "broke must be a share between 0 and 1, not -0.1"),
        (lambda: mcnemar_power(10, 0.6, 0.5), "must not exceed 1 together, not 0.6 and 0.5"),
        (lambda: pairs_for_power(0.1, float("nan")), "fixed must be a share"),
        (lambda: pairs_for_power(0.1, 0.2, power=0.05), "power must be above 1 − level and below 1 .* not 0.05"),
        (lambda: pairs_for_power(0.1, 0.2, level=95), "level must be .* not 95"),
        (lambda: fewest_discordant(family=0), "family must be 1 or more, not 0"),
        (lambda: smallest_change(10, power=1), "power must be between 0 and 1 .* not 1"),
    ],
)
def test_what_cannot_be_is_refused(call, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()

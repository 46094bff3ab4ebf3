from fractions import Fraction

import pytest

from gradertui.summary.claims import Claimed, claim, claimed


@pytest.mark.parametrize(
    ("written", "rate", "decimals"),
    [
        ("0.847", "0.847", 3),
        ("0,85", "0.85", 2),
        (".5", "0.5", 1),
        ("84.7%", "0.847", 3),
        ("86 %", "0.86", 2),
        ("1", "1", 0),
    ],
)
def test_a_rate_is_read_with_the_decimals_it_is_written_with(written, rate, decimals):
    assert claimed(written) == Claimed(Fraction(rate), decimals)


@pytest.mark.parametrize("written", ["", "x", "1.2", "150 %", "-0.1", "."])
def test_what_is_no_rate_is_none(written):
    assert claimed(written) is None


@pytest.mark.parametrize(
    ("written", "n", "possible"),
    [("0.847", 50, False), ("0.85", 50, False), ("0.82", 50, True), ("0.86", 50, True), ("0.85", 200, True)],
)
def test_the_documents_rates_of_50_are_possible_or_not(written, n, possible):
    """It says: with 50 cases 0.85 is no possible result, and 0.847 was averaged or made up."""
    assert claim("A", written, claimed(written), n, Fraction(41, 50)).possible is possible


def test_an_impossible_rate_has_the_counts_around_it():
    found = claim("A", "0.847", claimed("0.847"), 50, Fraction(41, 50))
    assert (found.below, found.agrees) == (42, False)


def test_a_possible_rate_agrees_with_the_cases_or_does_not():
    assert claim("A", "0.82", claimed("0.82"), 50, Fraction(41, 50)).agrees
    assert not claim("A", "0.86", claimed("0.86"), 50, Fraction(41, 50)).agrees
    assert claim("A", "0.33", claimed("0.33"), 24, Fraction(8, 24)).agrees

import csv
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stats.calibration import NO_DATA, bin_of, calibration, delivered, smallest_threshold
from stats.calibration_floor import DRAWS, floor

hundredths = st.integers(0, 100).map(lambda h: Fraction(h, 100))
answers = st.lists(st.tuples(hundredths, st.booleans()), min_size=1, max_size=12)


@given(hundredths, st.integers(1, 20))
def test_a_bin_is_closed_on_the_right_and_holds_its_confidence(confidence, bins):
    number = bin_of(confidence, bins)
    assert Fraction(number, bins) < confidence <= Fraction(number + 1, bins) or (confidence == 0 == number)


@given(answers, st.randoms())
def test_the_order_of_the_answers_does_not_count(given, random):
    shuffled = random.sample(given, len(given))
    assert calibration(shuffled)[2:] == calibration(given)[2:]


@given(answers)
def test_the_gap_is_at_most_the_error(given):
    found = calibration(given)
    assert abs(found.gap) <= found.ece <= 1
    assert sum(b.n for b in found.bins) == found.n == len(given)


def test_fifteen_bins_give_other_errors_than_five():
    # The document's first configuration: 0.213 in 5 bins and 0.283 in 15 (statistics of the reference, section 8).
    text = (Path(__file__).parent / "reference" / "seed-confidences.csv").read_text("utf-8")
    rows = csv.DictReader(text.splitlines())
    first = [
        (Fraction(row["confidence"]), row["grade"] == "correcta")
        for row in rows
        if row["configuration"] == "Haiku 5.5 sin RAG"
    ]
    assert [round(float(calibration(first, bins).ece), 3) for bins in (5, 15)] == [0.213, 0.283]


def test_without_answers_there_is_no_error_and_the_reason():
    assert calibration([]) == (0, (), None, None, None, NO_DATA)
    with pytest.raises(ValueError, match="at least one"):
        floor([], Fraction(0))


@pytest.mark.parametrize("outside", [Fraction(-1, 100), Fraction(101, 100)])
def test_a_confidence_outside_is_refused_and_not_clipped(outside):
    with pytest.raises(ValueError, match="between 0 and 1"):
        calibration([(outside, True)])


@settings(deadline=None)  # the first call imports numpy
@given(st.lists(hundredths, min_size=1, max_size=7), hundredths)
def test_the_floor_is_the_mean_over_all_outcomes_by_enumeration(stated, ece):
    every = []
    for outcomes in product((False, True), repeat=len(stated)):
        chance = 1.0
        for confidence, right in zip(stated, outcomes, strict=True):
            chance *= float(confidence if right else 1 - confidence)
        every.append((calibration(list(zip(stated, outcomes, strict=True))).ece, chance))
    found = floor(stated, ece)
    assert found.mean == pytest.approx(sum(float(error) * chance for error, chance in every))
    assert found.p == pytest.approx(sum(chance for error, chance in every if error >= ece))
    assert sum(chance for error, chance in every if float(error) <= found.high + 1e-9) >= 0.95 - 1e-9


def test_a_simulated_floor_agrees_with_the_exact_one_and_follows_its_seed():
    stated = [Fraction(7, 10), Fraction(9, 10), Fraction(11, 20)] * 8
    exact = floor(stated, Fraction(1, 10))
    finer = [confidence + Fraction(1, 10**9) for confidence in stated]  # no whole hundredths: simulated
    drawn = floor(finer, Fraction(1, 10), seed=5)
    assert (exact.draws, drawn.draws) == (0, DRAWS)
    assert drawn.mean == pytest.approx(exact.mean, abs=0.004)
    assert drawn.p == pytest.approx(exact.p, abs=0.015)
    assert drawn == floor(finer, Fraction(1, 10), seed=5)


@given(answers, hundredths, hundredths)
def test_a_higher_threshold_delivers_no_more(given, one, other):
    low, high = sorted((one, other))
    assert delivered(given, low).coverage.k >= delivered(given, high).coverage.k


def test_precision_of_nothing_is_not_one():
    assert delivered([(Fraction(1, 2), True)], Fraction(1)).precision == (0, 0, None, None, NO_DATA)


def test_where_no_threshold_is_precise_enough_there_is_none():
    assert smallest_threshold([(Fraction(1, 2), False)], Fraction(19, 20), [Fraction(0)]) is None


@given(answers, hundredths)
def test_the_smallest_threshold_is_precise_and_no_smaller_one_is(given, wanted):
    grid = [Fraction(step, 20) for step in range(21)]
    found = smallest_threshold(given, wanted, grid)
    precise = [t for t in grid if (d := delivered(given, t).precision).n and Fraction(d.k, d.n) >= wanted]
    assert found == min(precise, default=None)

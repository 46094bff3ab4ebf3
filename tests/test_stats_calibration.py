import csv
from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stats.calibration import (
    NO_DATA,
    NOTHING_DELIVERED,
    bin_of,
    calibration,
    curve,
    delivered,
    smallest_threshold,
    total,
)
from stats.calibration_floor import floor

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


def test_a_floor_agrees_with_simulation_at_a_size_that_nobody_enumerates():
    rng = np.random.default_rng(5)
    stated = np.round(rng.beta(4, 2, 20_000), 2)
    found, bins = floor(map(as_written, stated), Fraction(1, 100)), np.ceil(np.round(stated * 100) / 20).astype(int)
    off = (((rng.random(len(stated)) < stated) - stated) for _draw in range(1500))
    errors = [np.abs(np.bincount(bins, each)).sum() / len(stated) for each in off]
    assert found.mean == pytest.approx(np.mean(errors), abs=4 * np.std(errors) / 1500**0.5)
    assert found.high == pytest.approx(np.quantile(errors, 0.95), abs=0.3 * np.std(errors))


def as_written(confidence):
    return Fraction(str(float(confidence)))


def test_confidences_of_many_digits_have_the_floor_that_enumeration_gives():
    stated = [Fraction("0.123456789"), Fraction(7, 8), Fraction("0.5555555555"), Fraction(1, 3)]
    found = floor(stated, Fraction(1, 10))
    assert found.mean == pytest.approx(sum(float(error) * chance for error, chance in outcomes(stated)))
    assert found.p == pytest.approx(sum(chance for error, chance in outcomes(stated) if error >= Fraction(1, 10)))


def outcomes(stated):
    for right in product((False, True), repeat=len(stated)):
        chance = prod(float(c if yes else 1 - c) for c, yes in zip(stated, right, strict=True))
        yield calibration(zip(stated, right, strict=True)).ece, chance


def test_the_p_of_a_floor_is_never_0_even_where_a_calibrated_system_could_not_do_it():
    assert floor([Fraction(1)], Fraction(1)) == (0.0, 0.0, 1e-25)
    assert 0 < floor({Fraction(99, 100): 5000}, Fraction(99, 100)).p < 1e-20


@given(answers)
def test_counted_or_one_by_one_is_the_same(given):
    assert calibration(Counter(given)) == calibration(given)
    confidences = [confidence for confidence, _right in given]
    assert floor(Counter(confidences), Fraction(1, 10)) == floor(confidences, Fraction(1, 10))


def test_a_curve_is_what_each_threshold_delivers_from_the_smallest_on():
    given = [(Fraction(9, 10), True), (Fraction(6, 10), True), (Fraction(6, 10), False), (Fraction(1, 5), False)]
    steps = [Fraction(1), Fraction(3, 5), Fraction(0)]
    assert curve(given, steps) == tuple(delivered(given, step) for step in reversed(steps))
    assert [(each.coverage.k, each.precision.k) for each in curve(given, steps)] == [(4, 2), (3, 2), (0, 0)]


@given(answers, hundredths, hundredths)
def test_a_higher_threshold_delivers_no_more(given, one, other):
    low, high = sorted((one, other))
    assert delivered(given, low).coverage.k >= delivered(given, high).coverage.k


def test_precision_of_nothing_is_not_one():
    assert delivered([(Fraction(1, 2), True)], Fraction(1)).precision == (0, 0, None, None, NOTHING_DELIVERED)


def test_where_no_threshold_is_precise_enough_there_is_none():
    assert smallest_threshold([(Fraction(1, 2), False)], Fraction(19, 20), [Fraction(0)]) is None


@given(answers, hundredths)
def test_the_smallest_threshold_is_precise_and_no_smaller_one_is(given, wanted):
    grid = [Fraction(step, 20) for step in range(21)]
    found = smallest_threshold(given, wanted, grid)
    precise = [t for t in grid if (d := delivered(given, t).precision).n and Fraction(d.k, d.n) >= wanted]
    assert found == min(precise, default=None)


@given(st.lists(st.tuples(st.fractions(0, 1), st.integers(0, 5))))
def test_a_total_is_the_sum(parts):
    assert total(parts) == sum((part * times for part, times in parts), Fraction(0))

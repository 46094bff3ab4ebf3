from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest
import scipy.special  # noqa: F401  its first import takes longer than Hypothesis lets an example take
from hypothesis import given
from hypothesis import strategies as st

from stats.agreement import NO_SPREAD, NO_VARIATION, NOT_TWICE, ONE_UNIT, alpha, coincidences, observed
from stats.interval import Interval

METRICS = ("nominal", "ordinal", "interval")
UNITS = st.lists(st.tuples(*[st.integers(0, 3)] * 4), min_size=1, max_size=8)
"""How often each of four values was given."""
MOUNTAINS = ((4, 0), (4, 0), (3, 1))


def textbook(units, metric):
    """Alpha by the sum over pairs of grades, as Krippendorff writes it, and not by sums over values."""
    grades = [[c for c, r in enumerate(unit) for _once in range(r)] for unit in units if sum(unit) > 1]
    pool = Counter(c for unit in grades for c in unit)

    def apart(c, k):
        if metric == "ordinal":
            low, high = sorted((c, k))
            return (sum(pool[g] for g in range(low, high + 1)) - Fraction(pool[c] + pool[k], 2)) ** 2
        return Fraction(c != k) if metric == "nominal" else Fraction((c - k) ** 2)

    within = sum(sum(apart(*pair) for pair in permutations(unit, 2)) / (len(unit) - 1) for unit in grades)
    between = sum(n * r * apart(c, k) for c, n in pool.items() for k, r in pool.items())
    return 1 - (pool.total() - 1) * Fraction(within) / between if between else None


@pytest.mark.parametrize("metric", METRICS)
@given(units=UNITS)
def test_alpha_is_what_the_sum_over_pairs_gives(metric, units):
    assert alpha(units, metric).value == textbook(units, metric)


@pytest.mark.parametrize("metric", METRICS)
@given(units=UNITS, seed=st.randoms(use_true_random=False))
def test_neither_the_order_of_units_nor_those_with_one_grade_matter(metric, units, seed):
    shuffled = [*units, (0, 1, 0, 0), (0, 0, 0, 0)]
    seed.shuffle(shuffled)
    assert alpha(shuffled, metric)[::3] == alpha(units, metric)[::3]
    assert alpha(shuffled, metric).interval == pytest.approx(alpha(units, metric).interval)
    assert observed(shuffled) == observed(units)


@given(units=UNITS)
def test_reversing_the_scale_changes_nothing(units):
    for metric in METRICS:
        assert alpha([unit[::-1] for unit in units], metric).value == alpha(units, metric).value


@given(units=UNITS, start=st.integers(-5, 5), step=st.fractions(Fraction(1, 7), 9))
def test_the_unit_of_measurement_does_not_matter(units, start, step):
    values = [start + step * i for i in range(4)]
    assert alpha(units, "interval", values=values).value == alpha(units, "interval").value


@given(units=UNITS)
def test_values_that_nobody_gave_change_no_alpha(units):
    wider = [(*unit, 0, 0) for unit in units]
    assert [alpha(wider, metric).value for metric in METRICS] == [alpha(units, metric).value for metric in METRICS]


@given(units=UNITS)
def test_an_interval_holds_its_value_and_ends_at_1(units):
    found = alpha(units)
    if found.interval:
        assert found.interval.low <= found.value <= found.interval.high <= 1
    else:
        assert found.reason


@pytest.mark.parametrize(
    ("units", "reason"),
    [
        ([], NOT_TWICE),
        ([(1, 0), (0, 1)], NOT_TWICE),
        ([(2, 0), (3, 0)], NO_VARIATION),
        ([(2, 0), (2, 0), (1, 1)], ONE_UNIT),
        ([(2, 0), (0, 2)], ONE_UNIT),
        ([(2, 0), (2, 0), (0, 2), (0, 2)], None),
        ([(1, 1), (1, 1), (1, 1)], NO_SPREAD),
    ],
)
def test_what_does_not_exist_says_why(units, reason):
    found = alpha(units)
    assert (found.value is None) == (reason in (NOT_TWICE, NO_VARIATION))
    if reason is None:
        assert (found.reason, found.interval) == (NO_SPREAD, None)
    else:
        assert (found.reason, found.interval) == (reason, None)


def test_alpha_near_0_with_nine_in_ten_agreeing_is_right():
    units = [(2, 0)] * 46 + [(1, 1)] * 4
    k, n = observed(units)
    assert (k / n, round(float(alpha(units).value), 3)) == (Fraction(23, 25), -0.031)


def test_a_unit_weighs_one_however_many_graded_it():
    assert observed([(2, 1), (1, 1), (5, 0)]) == (Fraction(4, 3), 3)


@given(units=UNITS)
def test_rows_of_the_table_sum_to_the_grades_in_pairs(units):
    table = coincidences(units)
    paired = [unit for unit in units if sum(unit) > 1]
    assert [sum(row) for row in table] == [sum(column) for column in zip(*paired, strict=True)]
    assert table == [list(column) for column in zip(*table, strict=True)]


@pytest.mark.parametrize("units", [[(1, 1), (2,)], [(-1, 3)]])
def test_counts_that_cannot_be_are_refused(units):
    with pytest.raises(ValueError):
        alpha(units)


def test_an_interval_is_wider_at_a_higher_level():
    units = [(2, 0, 0), (1, 1, 0), (0, 2, 0), (0, 0, 2), (0, 1, 1), (2, 0, 0)]
    narrow, wide = (alpha(units, level=level).interval for level in (0.8, 0.99))
    assert isinstance(narrow, Interval)
    assert wide.low < narrow.low

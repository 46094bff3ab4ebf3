from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stats.design import (
    gain_of_replicates,
    margin,
    questions_for_half_width,
    smallest_p_by_replicates,
    templates_for_holm,
)
from stats.multiplicity import holm
from stats.proportion import wilson


def narrow_enough(rate: float, n: int, half_width: float) -> bool:
    interval = wilson(round(rate * n), n)
    assert interval is not None
    return interval.high - interval.low <= 2 * half_width + 1e-15


@settings(max_examples=60)
@given(st.floats(0, 1), st.floats(0.04, 0.4))
def test_the_sizes_are_those_found_by_looking_at_every_one(rate: float, half_width: float) -> None:
    met = [n for n in range(10, 800) if narrow_enough(rate, n, half_width)]
    lasting = next((n + 1 for n in range(799, 9, -1) if not narrow_enough(rate, n, half_width)), 10)
    assert questions_for_half_width(rate, half_width) == (met[0], lasting)


def test_a_fine_target_costs_no_search_of_millions() -> None:
    first, lasting = questions_for_half_width(0.5, 0.0005)
    assert 3_800_000 < first <= lasting < 3_900_000


def test_a_wide_target_is_met_by_the_smallest_plan() -> None:
    assert questions_for_half_width(0.3, 3.0) == (10, 10)
    assert questions_for_half_width(0.3, 3.0, start=1) == (1, 1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"rate": 1.2, "half_width": 0.1}, "between 0 and 1, not 1.2"),
        ({"rate": 0.2, "half_width": 0}, "half_width must be positive, not 0"),
        ({"rate": 0.2, "half_width": 0.1, "start": 0}, "start must be 1 or more, not 0"),
        ({"rate": 0.2, "half_width": 0.1, "level": 95}, "level must be .* not 95"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(arguments, message) -> None:
    with pytest.raises(ValueError, match=message):
        questions_for_half_width(**arguments)


@given(st.integers(1, 10_000), st.floats(0, 1))
def test_four_times_the_questions_halve_the_margin(n: int, p: float) -> None:
    assert margin(4 * n, p) == pytest.approx(margin(n, p) / 2)


@given(st.integers(1, 30))
def test_holm_passes_one_template_at_its_limit_and_not_beyond(replicates: int) -> None:
    most, best = templates_for_holm(replicates), smallest_p_by_replicates(replicates)
    assert most * best <= Fraction(1, 20) < (most + 1) * best
    if 0 < most < 10_000:
        (adjusted,) = holm([best], planned=most)
        assert adjusted is not None
        assert adjusted <= 0.05 + 1e-15


def test_replicates_help_by_their_root() -> None:
    assert [gain_of_replicates(k) for k in (1, 4, 25)] == [1, 0.5, 0.2]


@pytest.mark.parametrize("need", [margin, smallest_p_by_replicates, templates_for_holm, gain_of_replicates])
def test_nothing_is_planned_with_nothing(need) -> None:
    with pytest.raises(ValueError, match="must be 1 or more, not 0"):
        need(0)

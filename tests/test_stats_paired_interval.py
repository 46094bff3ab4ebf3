import pytest
from hypothesis import given
from hypothesis import strategies as st

from stats.paired import difference, mcnemar
from stats.paired_interval import agresti_min, bonett_price, newcombe, tango, wald_difference
from stats.proportion import wilson

counts = st.integers(0, 60)
tables = st.tuples(counts, counts, counts, counts).filter(any)


@given(tables)
def test_swapping_the_arms_mirrors_every_interval(table: tuple[int, int, int, int]) -> None:
    only_a, only_b, both, neither = table
    n = sum(table)
    for method in (tango, wald_difference, agresti_min, bonett_price):
        assert_mirrored(method(only_a, only_b, n), method(only_b, only_a, n))
    assert_mirrored(newcombe(only_a, only_b, both, neither), newcombe(only_b, only_a, both, neither))


def assert_mirrored(interval, mirror) -> None:
    assert interval.low == pytest.approx(-mirror.high, abs=1e-12)
    assert interval.high == pytest.approx(-mirror.low, abs=1e-12)


@given(tables)
def test_score_intervals_hold_the_difference_inside_minus_one_and_one(
    table: tuple[int, int, int, int],
) -> None:
    only_a, only_b, both, neither = table
    n = sum(table)
    estimate = difference(only_a, only_b, n)
    assert estimate is not None
    for interval in (tango(only_a, only_b, n), newcombe(only_a, only_b, both, neither)):
        assert interval is not None
        assert -1 <= interval.low <= estimate + 1e-15
        assert estimate - 1e-15 <= interval.high <= 1


@given(st.integers(1, 40_000), st.sampled_from([0.8, 0.95, 0.99]))
def test_tango_is_wilson_when_nothing_is_discordant(n: int, level: float) -> None:
    interval, rate = tango(0, 0, n, level), wilson(0, n, level)
    assert interval is not None
    assert rate is not None
    assert interval == pytest.approx((-rate.high, rate.high), abs=1e-12)


@given(st.integers(1, 40_000))
def test_tango_ends_exactly_where_every_question_changed(n: int) -> None:
    up, down = tango(0, n, n), tango(n, 0, n)
    assert up is not None
    assert down is not None
    assert (up.high, down.low) == (1.0, -1.0)


def test_the_test_and_the_interval_may_disagree_at_the_border() -> None:
    interval = tango(5, 0, 25)
    assert interval is not None
    assert interval.high < 0
    assert mcnemar(5, 0) > 0.05


def test_an_empty_table_has_no_interval() -> None:
    assert [f(0, 0, 0) for f in (tango, wald_difference, agresti_min, bonett_price)] == [None] * 4
    assert newcombe(0, 0, 0, 0) is None


def test_impossible_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="n must be 7 or more"):
        tango(4, 3, 6)
    with pytest.raises(ValueError, match="neither must be 0 or more, not -2"):
        newcombe(1, 1, 3, -2)
    with pytest.raises(ValueError, match="level"):
        tango(4, 3, 25, level=95)

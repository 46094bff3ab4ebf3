import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stats.interval import normal_quantile
from stats.proportion import (
    clopper_pearson,
    proportion,
    standard_error,
    wald,
    wilson,
)

sizes = st.integers(1, 100_000)
levels = st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99, 0.999])


@given(st.data(), sizes, levels)
def test_wilson_is_inside_the_unit_interval_and_around_the_rate(data: st.DataObject, n: int, level: float) -> None:
    k = data.draw(st.integers(0, n))
    interval = wilson(k, n, level)
    assert interval is not None
    assert 0 <= interval.low <= k / n <= interval.high <= 1
    assert interval.low < interval.high


@given(st.data(), sizes, levels)
def test_wilson_grows_with_the_count(data: st.DataObject, n: int, level: float) -> None:
    k = data.draw(st.integers(0, n - 1))
    less, more = wilson(k, n, level), wilson(k + 1, n, level)
    assert less is not None
    assert more is not None
    assert less.low < more.low
    assert less.high < more.high


@given(st.data(), sizes)
def test_wilson_of_the_opposite_event_is_the_mirror_image(data: st.DataObject, n: int) -> None:
    k = data.draw(st.integers(0, n))
    interval, mirror = wilson(k, n), wilson(n - k, n)
    assert interval is not None
    assert mirror is not None
    assert interval.low == pytest.approx(1 - mirror.high, abs=1e-12)


@given(st.data(), st.integers(1, 500))
def test_clopper_pearson_is_around_the_rate(data: st.DataObject, n: int) -> None:
    k = data.draw(st.integers(0, n))
    interval = clopper_pearson(k, n)
    assert interval is not None
    assert 0 <= interval.low <= k / n <= interval.high <= 1


@pytest.mark.parametrize("n", [1, 2, 5, 14, 25, 332, 33_000])
@pytest.mark.parametrize("method", [wilson, clopper_pearson])
def test_none_and_all_end_exactly_at_0_and_1(method, n) -> None:
    assert method(0, n).low == 0.0
    assert method(n, n).high == 1.0


def test_shares_of_replicates_are_counts_too() -> None:
    exact, floating = proportion(Fraction(7, 3), 25), proportion(7 / 3, 25)
    assert exact.estimate == pytest.approx(7 / 75, rel=1e-15)
    assert exact.interval == pytest.approx(floating.interval)


def test_no_data_is_said_in_words_and_has_no_value() -> None:
    assert proportion(0, 0) == (0, 0, None, None, "no data")
    assert [f(0, 0) for f in (wilson, wald, standard_error, clopper_pearson)] == [None] * 4


def test_a_rate_with_data_has_no_reason() -> None:
    assert proportion(4, 25).reason is None


@pytest.mark.parametrize(("k", "n"), [(26, 25), (-1, 25), (0, -1), (math.nan, 25), (1, 0)])
def test_impossible_counts_are_refused(k, n) -> None:
    for method in (proportion, wilson, wald, standard_error, clopper_pearson):
        with pytest.raises(ValueError, match="must be"):
            method(k, n)


@pytest.mark.parametrize("level", [0, 1, 95, -0.1, math.nan])
def test_a_level_that_is_none_is_quoted_with_the_allowed_range(level) -> None:
    for method in (proportion, wilson, wald, clopper_pearson):
        with pytest.raises(ValueError, match=f"strictly between 0 and 1 .*not {level}"):
            method(4, 25, level)


@pytest.mark.parametrize("z", [0, -1.96, math.nan, math.inf])
def test_a_z_that_is_none_is_refused(z) -> None:
    with pytest.raises(ValueError, match="z must be positive"):
        wilson(4, 25, z=z)


def test_the_usual_level_costs_nothing_the_second_time() -> None:
    normal_quantile(0.95)
    before = normal_quantile.cache_info().hits
    wilson(4, 25)
    assert normal_quantile.cache_info().hits == before + 1

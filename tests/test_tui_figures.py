from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradertui.locale import use
from gradertui.tui.figures import block, count, drawn, duration, p_value, progress, rate, wide
from gradertui.tui.lines import Line

shares = st.floats(0, 1)
intervals = st.tuples(shares, shares, shares).map(sorted)


def text_of(line: Line) -> str:
    return "".join(text for text, _role in line)


@given(st.floats(-1, 1))
def test_a_rate_has_two_decimals_in_three_characters(x: float) -> None:
    text = rate(x).removeprefix("−")
    assert len(text) == 3
    assert float(text) == pytest.approx(abs(x), abs=0.0051)
    assert rate(x).startswith("−") == (x < 0 and float(text) > 0)


@given(st.floats(0, 1, exclude_min=True))
def test_a_p_is_never_printed_as_0(p: float) -> None:
    text = p_value(p)
    assert float(text.removeprefix("<")) > 0
    assert len(text) <= 5
    assert text.startswith("<") or float(text) == pytest.approx(p, abs=0.0051)


def test_a_p_that_does_not_exist_is_a_dash() -> None:
    assert p_value(None) == "–"


@given(st.fractions(0, 1000, max_denominator=7))
def test_a_count_is_whole_where_it_can_be(k: Fraction) -> None:
    assert float(count(k)) == pytest.approx(float(k), abs=0.0501)
    assert ("." in count(k)) == (k.denominator != 1)


@given(intervals, st.integers(3, 60))
def test_an_interval_fills_its_width_and_has_one_estimate(ends: list[float], width: int) -> None:
    text = text_of(drawn(*ends, width))
    assert len(text) == width
    assert text.count("●") == 1
    assert set(text) <= set("●━╼╾─")
    assert "─" not in text.strip("─")


@given(intervals, st.integers(3, 60))
def test_an_interval_lies_where_its_ends_are(ends: list[float], width: int) -> None:
    text = text_of(drawn(*ends, width))
    first, last = len(text) - len(text.lstrip("─")), len(text.rstrip("─")) - 1
    assert first == pytest.approx(ends[0] * (width - 0.5), abs=1)
    assert text.index("●") == pytest.approx(ends[1] * (width - 0.5), abs=1)
    assert last == pytest.approx(ends[2] * (width - 0.5), abs=1)


@given(intervals, st.integers(3, 60))
def test_a_difference_is_drawn_on_its_own_axis(ends: list[float], width: int) -> None:
    low, point, high = (2 * x - 1 for x in ends)
    assert drawn(low, point, high, width, -1.0, 1.0) == drawn(*((x + 1) / 2 for x in (low, point, high)), width)


def test_no_interval_is_drawn_where_there_is_no_room() -> None:
    assert drawn(0.1, 0.2, 0.3, 2) == ()


@given(st.integers(0, 200), st.integers(0, 200), st.integers(0, 40))
def test_progress_fills_its_width_and_is_full_only_at_the_end(done: int, open_: int, width: int) -> None:
    text = text_of(progress(done, done + open_, width))
    assert len(text) == width
    assert (text == "━" * width) == (width == 0 or (open_ == 0 and done > 0))


@pytest.mark.parametrize(("seconds", "text"), [(0, "0 s"), (89, "1 min"), (5400, "1.5 h")])
def test_time_left_is_as_rough_as_it_is_known(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_spanish_keeps_the_zero_and_has_a_comma(spanish: None) -> None:
    assert [rate(x) for x in (0.16, 1, -0.285, -0.001, 2.58)] == ["0,16", "1,00", "−0,28", "0,00", "2,58"]
    assert [p_value(p) for p in (0.375, 0.0156, 1.0, 1e-9)] == ["0,38", "0,016", "1", "<0,001"]
    assert (count(Fraction(7, 3)), duration(9000)) == ("2,3", "2,5 h")


@pytest.mark.parametrize(("language", "cells"), [("en", 5), ("es", 6)])
def test_a_signed_rate_and_a_blank_have_the_cells_of_the_widest_p(language: str, cells: int, spanish: None) -> None:
    use(language)
    assert wide() == cells == len(rate(-0.5)) + 1
    assert block() == 14 + 2 * cells
    assert all(len(rate(x / 100)) < wide() and len(p_value(x / 100)) <= wide() for x in range(-400, 401))


def test_a_rate_above_one_is_rounded_and_not_cut() -> None:
    assert [rate(x) for x in (1.36, 2.58, -3.96, 0.996)] == ["1.4", "2.6", "−4.0", "1.0"]

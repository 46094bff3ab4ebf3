import statistics
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradertui.tui.pace import IDLE, Stopwatch, median


def test_time_at_work_is_counted_from_key_to_key() -> None:
    watch = Stopwatch(100.0)
    watch.touch(101.5)
    assert watch.spent_ms(103.25) == 3250


def test_time_with_nobody_there_counts_a_minute_at_most() -> None:
    watch = Stopwatch(0.0)
    watch.touch(3600.0)
    assert watch.spent_ms(3601.0) == round(1000 * (IDLE + 1))


def test_time_away_from_the_terminal_does_not_count() -> None:
    watch = Stopwatch(0.0)
    watch.leave(5.0)
    watch.touch(45.0)
    assert watch.spent_ms(47.0) == 7000


def test_another_task_starts_from_nothing() -> None:
    watch = Stopwatch(0.0)
    watch.touch(9.0)
    watch.restart(10.0)
    assert watch.spent_ms(10.5) == 500


def test_a_clock_that_goes_back_takes_nothing_away() -> None:
    watch = Stopwatch(10.0)
    watch.touch(12.0)
    watch.touch(11.0)
    assert watch.spent_ms(11.0) == 2000


@given(st.lists(st.tuples(st.sampled_from(["touch", "leave"]), st.floats(0, 200)), max_size=20))
def test_time_spent_never_falls_and_never_exceeds_the_time_there_was(steps: list[tuple[str, float]]) -> None:
    watch, now, before = Stopwatch(0.0), 0.0, 0
    for deed, gap in steps:
        now += gap
        getattr(watch, deed)(now)
        spent = watch.spent_ms(now)
        assert before <= spent <= round(1000 * now) + 1
        before = spent


@given(st.lists(st.integers(0, 50), min_size=1))
def test_the_median_is_that_of_the_times_one_by_one(tenths: list[int]) -> None:
    assert median(Counter(tenths)) == pytest.approx(statistics.median_low(tenths) / 10)


def test_without_times_there_is_no_median() -> None:
    assert median({}) is None

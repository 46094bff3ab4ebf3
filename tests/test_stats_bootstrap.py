from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from stats.bootstrap import (
    bootstrap_difference,
    bootstrap_difference_slices,
    bootstrap_mean,
    bootstrap_mean_slices,
)


def test_slices_consume_the_stream_as_one_draw_does() -> None:
    values = [3, 0, 0, 3, 1, -1, 1]
    one, other = np.random.default_rng(7), np.random.default_rng(7)
    means = np.array(values)[one.integers(0, 7, size=(2000, 7))].mean(axis=1)
    ours = bootstrap_mean(values, rng=other)
    assert ours.interval == pytest.approx(np.percentile(means, [2.5, 97.5]), abs=1e-12)
    assert one.random() == other.random()


def test_a_seed_and_its_generator_give_the_same_and_counts_are_taken_ascending() -> None:
    a, b = [3, 4, 5, 5], [1, 2, 2]
    ours = bootstrap_difference(a, b, rng=5, resamples=300)
    assert ours == bootstrap_difference(a, b, rng=np.random.default_rng(5), resamples=300)
    assert ours == bootstrap_difference(Counter(a), Counter(b), rng=5, resamples=300)
    assert ours.estimate == Fraction(17, 4) - Fraction(5, 3)
    assert ours.interval.low <= ours.estimate <= ours.interval.high


def test_no_slice_holds_more_than_fifty_resamples() -> None:
    assert list(bootstrap_mean_slices([1, 2], rng=1)) == list(range(50, 2001, 50))
    assert list(bootstrap_difference_slices([1, 2], [1], rng=1, resamples=70)) == [50, 70, 120, 140]


def test_no_data_and_no_spread_claim_no_interval() -> None:
    assert bootstrap_mean([], rng=1) == (None, None, None, 0, "no data")
    assert bootstrap_difference({4: 2}, {}, rng=1) == (None, None, None, 0, "no data")
    flat = bootstrap_difference({4: 2}, {3: 5}, rng=1)
    assert (flat.interval, flat.percentile, flat.reason) == (None, (1, 1), "all values are equal")
    assert bootstrap_difference({4: 2}, {3: 5, 2: 1}, rng=1).interval is not None


def test_a_level_in_percent_and_no_resamples_are_refused() -> None:
    with pytest.raises(ValueError, match="level must be strictly between 0 and 1"):
        bootstrap_mean([1, 2], 95, rng=1)
    with pytest.raises(ValueError, match="resamples must be 1 or more, not 0"):
        bootstrap_mean([1, 2], rng=1, resamples=0)

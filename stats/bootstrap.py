"""Intervals by resampling: the percentile bootstrap that documents print.

Here to reproduce them; ``sign_flip_interval`` is the interval to show. Each bootstrap also comes in slices
of 50 resamples, so that a screen can answer between them.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from stats.interval import Interval, check_level
from stats.slices import finish

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Values = Sequence[int | Fraction] | Mapping[int, int]
"""Values one by one, whose order decides which a seed draws; or how often each occurs, taken ascending."""

Slices = Generator[int, None, "Bootstrap"]
"""Yields the resamples done so far, returns the result."""

NO_DATA: Final = "no data"
"""The reason why there is nothing to resample."""

NO_SPREAD: Final = "all values are equal"
"""The reason why resampling says nothing about how far off the estimate may be."""

_BATCH: Final = 50
"""Resamples in a slice."""


class Bootstrap(NamedTuple):
    """An estimate, its percentile interval and the quantiles behind it, or the reason why it claims none."""

    estimate: Fraction | None
    interval: Interval | None
    percentile: Interval | None
    resamples: int
    reason: str | None


def bootstrap_mean(
    differences: Values, level: float = 0.95, *, rng: int | np.random.Generator, resamples: int = 2000
) -> Bootstrap:
    """Bound the mean of template differences by resampling templates.

    Parameters
    ----------
    differences : sequence of int or Fraction, shape (J,), or mapping of value to count
        One per template.
    level : float
        Confidence level.
    rng : int or numpy.random.Generator
        A seed to store with the result, or a generator, which is consumed.
    resamples : int
        How many samples with replacement.

    Returns
    -------
    Bootstrap
        With no differences everything is None; when all are equal, ``percentile`` is the point and
        ``interval``, the claim, is None. ``reason`` says why.

    Raises
    ------
    ValueError
        If the level is outside (0, 1) or there is less than one resample.

    Notes
    -----
    Covers less than it says: on re-simulated tones, at 95 %, 84 % with 5 templates, 89 % with 10, 93 % with 20
    and with 40. The ends carry Monte Carlo noise besides, which another seed changes.

    References
    ----------
    Efron and Tibshirani (1993), An Introduction to the Bootstrap, chapter 13.

    Examples
    --------
    >>> sixths = [Fraction(d, 6) for d in (3, 0, 0, 3, 1, -1, 1, 1, 4, 3)]
    >>> [round(end, 2) for end in bootstrap_mean(sixths, rng=1).interval]
    [0.1, 0.4]
    >>> bootstrap_mean([1, 1, 1], rng=1).reason
    'all values are equal'
    """
    return finish(bootstrap_mean_slices(differences, level, rng=rng, resamples=resamples))


def bootstrap_mean_slices(
    differences: Values, level: float = 0.95, *, rng: int | np.random.Generator, resamples: int = 2000
) -> Slices:
    """Do what `bootstrap_mean` does, 50 resamples a slice.

    Parameters
    ----------
    differences : sequence of int or Fraction, shape (J,), or mapping of value to count
        One per template.
    level : float
        Confidence level.
    rng : int or numpy.random.Generator
        A seed, or a generator, which is consumed as by one draw of shape (resamples, J).
    resamples : int
        How many samples with replacement.

    Yields
    ------
    int
        Resamples done so far.

    Returns
    -------
    Bootstrap
        As `bootstrap_mean` does.

    Raises
    ------
    ValueError
        If the level is outside (0, 1) or there is less than one resample.

    Examples
    --------
    >>> list(bootstrap_mean_slices([1, 2, 4], rng=1, resamples=120))
    [50, 100, 120]
    """
    _check(level, resamples)
    values = _listed(differences)
    if not values:
        return Bootstrap(None, None, None, 0, NO_DATA)
    means = yield from _means(values, _generator(rng), resamples, 0)
    return _result(Fraction(sum(values), len(values)), means, level, len(set(values)) == 1)


def bootstrap_difference(
    a: Values, b: Values, level: float = 0.95, *, rng: int | np.random.Generator, resamples: int = 2000
) -> Bootstrap:
    """Bound the difference of two means, A minus B, by resampling each side.

    Parameters
    ----------
    a, b : sequence of int or Fraction, shapes (n_a,) and (n_b,), or mapping of value to count
        Ratings of each arm.
    level : float
        Confidence level.
    rng : int or numpy.random.Generator
        A seed to store with the result, or a generator, which is consumed: first side A, then side B.
    resamples : int
        How many samples with replacement.

    Returns
    -------
    Bootstrap
        With nothing on a side everything is None; when no side has any spread, ``percentile`` is the point and
        ``interval``, the claim, is None. ``reason`` says why.

    Raises
    ------
    ValueError
        If the level is outside (0, 1) or there is less than one resample.

    Notes
    -----
    Covers less than it says with few ratings, as `bootstrap_mean` does.

    References
    ----------
    Efron and Tibshirani (1993), An Introduction to the Bootstrap, chapter 13.

    Examples
    --------
    >>> bootstrap_difference({5: 4, 4: 2}, {5: 2, 4: 3, 3: 1}, rng=1).estimate
    Fraction(1, 2)
    """
    return finish(bootstrap_difference_slices(a, b, level, rng=rng, resamples=resamples))


def bootstrap_difference_slices(
    a: Values, b: Values, level: float = 0.95, *, rng: int | np.random.Generator, resamples: int = 2000
) -> Slices:
    """Do what `bootstrap_difference` does, 50 resamples of one side a slice.

    Parameters
    ----------
    a, b : sequence of int or Fraction, shapes (n_a,) and (n_b,), or mapping of value to count
        Ratings of each arm.
    level : float
        Confidence level.
    rng : int or numpy.random.Generator
        A seed, or a generator, which is consumed as by one draw for A and then one for B.
    resamples : int
        How many samples with replacement.

    Yields
    ------
    int
        Resamples done so far, those of both sides.

    Returns
    -------
    Bootstrap
        As `bootstrap_difference` does.

    Raises
    ------
    ValueError
        If the level is outside (0, 1) or there is less than one resample.

    Examples
    --------
    >>> list(bootstrap_difference_slices([1, 2], [3, 4], rng=1, resamples=60))
    [50, 60, 110, 120]
    """
    _check(level, resamples)
    of_a, of_b = _listed(a), _listed(b)
    if not of_a or not of_b:
        return Bootstrap(None, None, None, 0, NO_DATA)
    rng = _generator(rng)
    means_a = yield from _means(of_a, rng, resamples, 0)
    means_b = yield from _means(of_b, rng, resamples, resamples)
    estimate = Fraction(sum(of_a), len(of_a)) - Fraction(sum(of_b), len(of_b))
    return _result(estimate, means_a - means_b, level, len(set(of_a)) == len(set(of_b)) == 1)


def _means(
    values: Sequence[int | Fraction], rng: np.random.Generator, resamples: int, done: int
) -> Generator[int, None, NDArray[np.float64]]:
    """Means of the resamples, shape (resamples,), in batches that consume the stream as one draw would."""
    import numpy as np

    sample = np.array([float(value) for value in values])
    means = np.empty(resamples)
    for start in range(0, resamples, _BATCH):
        batch = means[start : start + _BATCH]
        batch[:] = sample[rng.integers(0, len(sample), size=(len(batch), len(sample)))].mean(axis=1)
        yield done + start + len(batch)
    return means


def _result(estimate: Fraction, means: NDArray[np.float64], level: float, flat: bool) -> Bootstrap:
    import numpy as np

    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    ends = Interval(float(low), float(high))
    return Bootstrap(estimate, None if flat else ends, ends, len(means), NO_SPREAD if flat else None)


def _listed(values: Values) -> list[int | Fraction]:
    if isinstance(values, Mapping):
        return [value for value, count in sorted(values.items()) for _ in range(count)]
    return list(values)


def _generator(rng: int | np.random.Generator) -> np.random.Generator:
    import numpy as np

    return np.random.default_rng(rng)


def _check(level: float, resamples: int) -> None:
    check_level(level)
    if resamples < 1:
        raise ValueError(f"resamples must be 1 or more, not {resamples!r}")

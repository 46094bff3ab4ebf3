"""Before the first label: what a plan needs, in questions, replicates or templates, to be able to conclude.

Nothing here looks at data; what was found belongs in ``proportion``, ``paired`` and ``permutation``.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb, sqrt
from typing import Final, NamedTuple

from stats.interval import check_level, quantile

_HALF_COUNT: Final = 0.5 + 1e-9
"""How far rounding to a whole count can move it; the excess is for floats."""


class SampleSize(NamedTuple):
    """The first n that meets a target, and the n from which every larger one does."""

    first: int
    lasting: int


def questions_for_half_width(
    rate: float, half_width: float, level: float = 0.95, *, z: float | None = None, start: int = 10
) -> SampleSize:
    """Find how many questions make the Wilson interval of an expected rate narrow enough.

    Parameters
    ----------
    rate : float
        Expected rate, in [0, 1]; the count at n is the whole number nearest to ``rate * n``.
    half_width : float
        Half of the wanted width, in the unit of the rate, positive.
    level : float
        Confidence level.
    z : float, optional
        Used in place of the normal quantile of the level.
    start : int
        Smallest n considered, at least 1.

    Returns
    -------
    SampleSize
        ``first`` ≤ ``lasting``. Plan with ``lasting``.

    Raises
    ------
    ValueError
        If the rate is outside [0, 1], the half-width or ``start`` is not positive, or the level is
        outside (0, 1).

    Notes
    -----
    Counts are whole, so the half-width is a sawtooth in n: one question more can widen it. Between the
    smallest and the largest half-width that rounding can give, both of which fall with n, every n is
    looked at; the rest is found by bisection. A count halfway is rounded to even.

    References
    ----------
    Wilson (1927), JASA 22:209.

    Examples
    --------
    >>> questions_for_half_width(0.08, 0.05)
    SampleSize(first=116, lasting=121)
    """
    _check_rate(rate)
    if not half_width > 0:
        raise ValueError(f"half_width must be positive, not {half_width!r}")
    if start < 1:
        raise ValueError(f"start must be 1 or more, not {start!r}")
    z = quantile(level, z)
    sizes = range(start, start + 1 + int((z / half_width) ** 2))

    def met(n: int) -> bool:
        return _half_width(round(rate * n) / n, n, z) <= half_width

    def met_at_best(n: int) -> bool:
        return _half_width(_away_from_half(rate, n), n, z) <= half_width

    def met_at_worst(n: int) -> bool:
        return _half_width(_towards_half(rate, n), n, z) <= half_width

    return first_and_lasting(sizes, met, met_at_best, met_at_worst)


def first_and_lasting(
    sizes: Sequence[int],
    met: Callable[[int], bool],
    met_at_best: Callable[[int], bool],
    met_at_worst: Callable[[int], bool],
) -> SampleSize:
    """Find the first size that meets a target, and the one from which it is met, where sizes are a sawtooth.

    Parameters
    ----------
    sizes : sequence of int
        Increasing; the largest meets the target even at worst.
    met : callable
        Whether a size meets the target.
    met_at_best, met_at_worst : callable
        Bounds of ``met``, each false up to some size and true from there on.

    Returns
    -------
    SampleSize
        ``first`` ≤ ``lasting``.

    Examples
    --------
    >>> first_and_lasting(range(1, 100), lambda n: n > 12 or n == 10, lambda n: n > 8, lambda n: n > 15)
    SampleSize(first=10, lasting=13)
    """
    possible = sizes[bisect_left(sizes, True, key=met_at_best)]
    certain = sizes[bisect_left(sizes, True, key=met_at_worst)]
    first = next(n for n in range(possible, certain + 1) if met(n))
    failed = next((n for n in range(certain - 1, first, -1) if not met(n)), first - 1)
    return SampleSize(first, failed + 1)


def margin(n: int, p: float = 0.5, level: float = 0.95, *, z: float | None = None) -> float:
    """Return the textbook margin of error of a rate.

    Parameters
    ----------
    n : int
        Number of questions, at least 1.
    p : float
        Expected rate, in [0, 1].
    level : float
        Confidence level.
    z : float, optional
        Used in place of the normal quantile of the level.

    Returns
    -------
    float
        In the unit of the rate; times 100 for points.

    Raises
    ------
    ValueError
        If n is below 1, p is outside [0, 1], or the level is outside (0, 1).

    References
    ----------
    Brown, Cai and DasGupta (2001), Statistical Science 16:101.

    Examples
    --------
    >>> round(100 * margin(50), 1)
    13.9
    """
    _check_at_least_one("n", n)
    _check_rate(p)
    return quantile(level, z) * sqrt(p * (1 - p) / n)


def smallest_p_by_replicates(replicates: int) -> Fraction:
    """Return the smallest p that a template can reach with so many replicates on each side.

    Parameters
    ----------
    replicates : int
        Ratings of each of the two variants, at least 1.

    Returns
    -------
    Fraction
        Two-sided, of the exact permutation test.

    Raises
    ------
    ValueError
        If there is less than one replicate.

    Notes
    -----
    Without ties, when all ratings of one side exceed all of the other. Ties in the pooled ratings can
    only make it larger.

    References
    ----------
    Pagano and Tritchler (1983), JASA 78:435.

    Examples
    --------
    >>> smallest_p_by_replicates(6)
    Fraction(1, 462)
    """
    _check_at_least_one("replicates", replicates)
    return Fraction(2, comb(2 * replicates, replicates))


def templates_for_holm(replicates: int, level: float = 0.95) -> int:
    """Return how many templates a plan may hold so that one alone could still pass Holm.

    Parameters
    ----------
    replicates : int
        Ratings of each of the two variants, at least 1.
    level : float
        Confidence level of the family.

    Returns
    -------
    int
        0 when not even a single template could be significant.

    Raises
    ------
    ValueError
        If there is less than one replicate or the level is outside (0, 1).

    Notes
    -----
    The level is taken as the decimal it is written as: 0.95 is 19/20.

    References
    ----------
    Holm (1979), Scandinavian Journal of Statistics 6:65.

    Examples
    --------
    >>> [templates_for_holm(replicates) for replicates in (3, 4, 5, 6)]
    [0, 1, 6, 23]
    """
    check_level(level)
    return (1 - Fraction(str(level))) // smallest_p_by_replicates(replicates)


def gain_of_replicates(k: int) -> float:
    """Return the factor by which k replicates shrink the noise that is within a question.

    Parameters
    ----------
    k : int
        Replicates of each question, at least 1.

    Returns
    -------
    float
        In (0, 1].

    Raises
    ------
    ValueError
        If k is below 1.

    Notes
    -----
    The variation between questions does not shrink: for that, more questions.

    References
    ----------
    Miller (2024), arXiv 2411.00640.

    Examples
    --------
    >>> gain_of_replicates(4)
    0.5
    """
    _check_at_least_one("k", k)
    return 1 / sqrt(k)


def _half_width(p: float, n: int, z: float) -> float:
    return z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)


def _towards_half(rate: float, n: int) -> float:
    step = _HALF_COUNT / n
    return min(rate + step, 0.5) if rate < 0.5 else max(rate - step, 0.5)


def _away_from_half(rate: float, n: int) -> float:
    step = _HALF_COUNT / n
    return max(rate - step, 0.0) if rate < 0.5 else min(rate + step, 1.0)


def _check_rate(rate: float) -> None:
    if not 0 <= rate <= 1:
        raise ValueError(f"a rate must be between 0 and 1, not {rate!r}")


def _check_at_least_one(name: str, value: int) -> None:
    if value < 1:
        raise ValueError(f"{name} must be 1 or more, not {value!r}")

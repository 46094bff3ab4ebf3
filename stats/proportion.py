"""One rate k/n: its estimate and its intervals.

Two rates side by side belong in ``paired``, choosing n beforehand in ``design``, which rates n allows in
``granularity``.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from stats.interval import Interval, check_level, quantile

if TYPE_CHECKING:
    from fractions import Fraction

NO_DATA: Final = "no data"
"""The reason why a rate with nothing in its denominator has no value."""


class Proportion(NamedTuple):
    """A rate with its denominator and its Wilson interval, or the reason why there is none."""

    k: float | Fraction
    n: int
    estimate: float | None
    interval: Interval | None
    reason: str | None

    def against(self, most: float) -> Literal["below", "above", "undecided"] | None:
        """Say where the interval lies to a threshold that was fixed beforehand.

        Parameters
        ----------
        most : float
            The largest rate that is acceptable.

        Returns
        -------
        str or None
            "below" if no rate in the interval exceeds the threshold, "above" if all do, None without an interval.

        Examples
        --------
        >>> proportion(0, 50).against(0.1), proportion(8, 25).against(0.1), proportion(4, 25).against(0.1)
        ('below', 'above', 'undecided')
        """
        if self.interval is None:
            return None
        return "below" if self.interval.high <= most else "above" if self.interval.low > most else "undecided"


def proportion(k: float | Fraction, n: int, level: float = 0.95, *, z: float | None = None) -> Proportion:
    """Estimate a rate and its Wilson interval.

    Parameters
    ----------
    k : int, float or Fraction
        How many of the n have the event; with replicates, the sum of the shares of each question.
    n : int
        How many could have it.
    level : float
        Confidence level.
    z : float, optional
        Used in place of the normal quantile of the level.

    Returns
    -------
    Proportion
        With ``estimate`` and ``interval`` None and ``reason`` "no data" when n is 0.

    Raises
    ------
    ValueError
        If k is outside 0..n, n is negative, or the level is outside (0, 1).

    References
    ----------
    Wilson (1927), JASA 22:209.

    Examples
    --------
    >>> proportion(4, 25).estimate
    0.16
    >>> proportion(0, 0)
    Proportion(k=0, n=0, estimate=None, interval=None, reason='no data')
    """
    interval = wilson(k, n, level, z=z)
    if interval is None:
        return Proportion(k, n, None, None, NO_DATA)
    return Proportion(k, n, float(k / n), interval, None)


def wilson(k: float | Fraction, n: int, level: float = 0.95, *, z: float | None = None) -> Interval | None:
    """Invert the score test of a rate.

    Parameters
    ----------
    k : int, float or Fraction
        How many of the n have the event; need not be whole.
    n : int
        How many could have it.
    level : float
        Confidence level.
    z : float, optional
        Used in place of the normal quantile of the level.

    Returns
    -------
    Interval or None
        Inside [0, 1]; None when n is 0.

    Raises
    ------
    ValueError
        If k is outside 0..n, n is negative, or the level is outside (0, 1).

    Notes
    -----
    Holds its level on average over rates, not at each: with 25 questions at 0.95 it covers most rates in 92 to 96 %,
    and a rate just below 0.0071, which 0 of 25 alone covers, in 84 %. `clopper_pearson` never covers less than it says.

    At k = 0 the low end is exactly 0.0 and at k = n the high end exactly 1.0; the bare formula gives
    -2.8e-17 for 0 of 5 and 1.0000000000000002 for 5 of 5.

    References
    ----------
    Wilson (1927), JASA 22:209. Brown, Cai and DasGupta (2001), Statistical Science 16:101.

    Examples
    --------
    >>> wilson(0, 25)
    Interval(low=0.0, high=0.13319225093904843)
    >>> wilson(5, 5).high
    1.0
    """
    _check_count(k, n)
    z = quantile(level, z)
    if n == 0:
        return None
    p = float(k / n)
    shrink = 1 + z * z / n
    centre = (p + z * z / (2 * n)) / shrink
    half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / shrink
    return Interval(0.0 if k == 0 else max(0.0, centre - half), 1.0 if k == n else min(1.0, centre + half))


def standard_error(k: float | Fraction, n: int) -> float | None:
    """Estimate the standard deviation of a rate from the rate itself.

    Parameters
    ----------
    k : int, float or Fraction
        How many of the n have the event.
    n : int
        How many could have it.

    Returns
    -------
    float or None
        In the unit of the rate; None when n is 0.

    Raises
    ------
    ValueError
        If k is outside 0..n or n is negative.

    Notes
    -----
    0 at k = 0 and k = n, which claims a certainty that n does not give: use `wilson` there.

    References
    ----------
    Brown, Cai and DasGupta (2001), Statistical Science 16:101.

    Examples
    --------
    >>> round(standard_error(41, 50), 4)
    0.0543
    """
    _check_count(k, n)
    if n == 0:
        return None
    p = float(k / n)
    return sqrt(p * (1 - p) / n)


def wald(k: float | Fraction, n: int, level: float = 0.95, *, z: float | None = None) -> Interval | None:
    """Step z standard errors to both sides of the rate, as textbooks do.

    Parameters
    ----------
    k : int, float or Fraction
        How many of the n have the event.
    n : int
        How many could have it.
    level : float
        Confidence level.
    z : float, optional
        Used in place of the normal quantile of the level.

    Returns
    -------
    Interval or None
        Not clipped: it may leave [0, 1]; None when n is 0.

    Raises
    ------
    ValueError
        If k is outside 0..n, n is negative, or the level is outside (0, 1).

    Notes
    -----
    Here to be compared with `wilson`, never to be relied on: it has no width at k = 0 and k = n and
    covers too little near them.

    References
    ----------
    Brown, Cai and DasGupta (2001), Statistical Science 16:101.

    Examples
    --------
    >>> tuple(round(end, 3) for end in wald(1, 25))
    (-0.037, 0.117)
    """
    z = quantile(level, z)
    error = standard_error(k, n)
    if error is None:
        return None
    p = float(k / n)
    return Interval(p - z * error, p + z * error)


def clopper_pearson(k: int, n: int, level: float = 0.95) -> Interval | None:
    """Bound a rate by inverting both exact binomial tails.

    Parameters
    ----------
    k : int
        How many of the n have the event.
    n : int
        How many could have it.
    level : float
        Confidence level.

    Returns
    -------
    Interval or None
        Inside [0, 1]; None when n is 0.

    Raises
    ------
    ValueError
        If k is outside 0..n, n is negative, or the level is outside (0, 1).

    Notes
    -----
    Never covers less than the level, therefore wider than `wilson`. Imports scipy.special when called.

    References
    ----------
    Clopper and Pearson (1934), Biometrika 26:404.

    Examples
    --------
    >>> tuple(round(end, 3) for end in clopper_pearson(4, 25))
    (0.045, 0.361)
    """
    _check_count(k, n)
    check_level(level)
    if n == 0:
        return None
    from scipy.special import betaincinv

    tail = (1 - level) / 2
    low = 0.0 if k == 0 else float(betaincinv(k, n - k + 1, tail))
    high = 1.0 if k == n else float(betaincinv(k + 1, n - k, 1 - tail))
    return Interval(low, high)


def _check_count(k: float | Fraction, n: int) -> None:
    if n < 0:
        raise ValueError(f"n must be 0 or more, not {n!r}")
    if not 0 <= k <= n:
        raise ValueError(f"k must be between 0 and n = {n}, not {k!r}")

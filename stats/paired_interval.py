"""Two arms on the same questions: intervals of the difference.

The counts are those of ``paired``, where the tests are; every difference is B minus A. `tango` is the one to
rely on, `newcombe` checks it, and the others are what textbooks and papers print.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from stats.interval import Interval, quantile
from stats.paired import check_not_negative, check_pairs
from stats.proportion import wilson

if TYPE_CHECKING:
    from collections.abc import Callable


def tango(only_a: int, only_b: int, n: int, level: float = 0.95, *, z: float | None = None) -> Interval | None:
    """Invert the score test of the difference of two paired rates.

    Parameters
    ----------
    only_a, only_b : int
        Questions with the event in that arm only.
    n : int
        All questions.
    level : float
        Confidence level.
    z : float, optional
        Used in place of the normal quantile of the level.

    Returns
    -------
    Interval or None
        Of B minus A, inside [−1, 1]; None when n is 0.

    Raises
    ------
    ValueError
        If a count is negative, the discordant exceed n, or the level is outside (0, 1).

    Notes
    -----
    With nothing discordant each side is the upper Wilson limit of 0 of n. The high end is exactly 1
    when ``only_b == n``, the low end exactly −1 when ``only_a == n``. Near the border the interval can
    exclude 0 while the exact p is above the level (5 against 0): the p decides.

    References
    ----------
    Tango (1998), Statistics in Medicine 17:891.

    Examples
    --------
    >>> tuple(round(end, 4) for end in tango(0, 6, 200))
    (0.0106, 0.0639)
    """
    check_pairs(only_a, only_b, n)
    limit = quantile(level, z) ** 2
    if n == 0:
        return None

    def excluded(delta: float) -> bool:
        linear = (2 * n - only_b + only_a) * delta - only_a - only_b
        constant = -only_a * delta * (1 - delta)
        q = (sqrt(linear * linear - 8 * n * constant) - linear) / (4 * n)
        return (only_b - only_a - n * delta) ** 2 > limit * n * (2 * q + delta * (1 - delta))

    estimate = (only_b - only_a) / n
    return Interval(_border(excluded, estimate, -1.0), _border(excluded, estimate, 1.0))


def newcombe(
    only_a: int, only_b: int, both: int, neither: int, level: float = 0.95, *, z: float | None = None
) -> Interval | None:
    """Combine the Wilson intervals of both rates, corrected for their correlation.

    Parameters
    ----------
    only_a, only_b, both, neither : int
        The paired table.
    level : float
        Confidence level.
    z : float, optional
        Used in place of the normal quantile of the level.

    Returns
    -------
    Interval or None
        Of B minus A, inside [−1, 1]; None when the table is empty.

    Raises
    ------
    ValueError
        If a count is negative or the level is outside (0, 1).

    Notes
    -----
    Method 10 of the paper, in closed form: a check on `tango`.

    References
    ----------
    Newcombe (1998), Statistics in Medicine 17:2635.

    Examples
    --------
    >>> tuple(round(end, 4) for end in newcombe(0, 6, 164, 30))
    (0.0031, 0.0597)
    """
    for name, count in (("both", both), ("neither", neither)):
        check_not_negative(name, count)
    n = only_a + only_b + both + neither
    check_pairs(only_a, only_b, n)
    a, b = wilson(both + only_a, n, level, z=z), wilson(both + only_b, n, level, z=z)
    if a is None or b is None:
        return None
    p_a, p_b = (both + only_a) / n, (both + only_b) / n
    phi = _correlation(only_a, only_b, both, neither)
    below = _combined(p_b - b.low, a.high - p_a, phi)
    above = _combined(b.high - p_b, p_a - a.low, phi)
    return Interval(max(-1.0, p_b - p_a - below), min(1.0, p_b - p_a + above))


def wald_difference(
    only_a: int, only_b: int, n: int, level: float = 0.95, *, z: float | None = None
) -> Interval | None:
    """Step z standard errors to both sides of the difference, as textbooks do.

    Parameters
    ----------
    only_a, only_b : int
        Questions with the event in that arm only.
    n : int
        All questions.
    level : float
        Confidence level.
    z : float, optional
        Used in place of the normal quantile of the level.

    Returns
    -------
    Interval or None
        Of B minus A, not clipped; None when n is 0.

    Raises
    ------
    ValueError
        If a count is negative, the discordant exceed n, or the level is outside (0, 1).

    Notes
    -----
    Has no width when nothing is discordant and covers too little when few are: use `tango`.

    References
    ----------
    Fagerland, Lydersen and Laake (2014), Statistics in Medicine 33:2850.

    Examples
    --------
    >>> tuple(round(end, 4) for end in wald_difference(0, 6, 200))
    (0.0064, 0.0536)
    """
    check_pairs(only_a, only_b, n)
    z = quantile(level, z)
    return _wald(only_a, only_b, n, z) if n else None


def agresti_min(only_a: int, only_b: int, n: int, level: float = 0.95, *, z: float | None = None) -> Interval | None:
    """Compute the Wald interval after adding half a question to each of the four cells.

    Parameters
    ----------
    only_a, only_b : int
        Questions with the event in that arm only.
    n : int
        All questions.
    level : float
        Confidence level.
    z : float, optional
        Used in place of the normal quantile of the level.

    Returns
    -------
    Interval or None
        Of B minus A, clipped to [−1, 1]; None when n is 0.

    Raises
    ------
    ValueError
        If a count is negative, the discordant exceed n, or the level is outside (0, 1).

    References
    ----------
    Agresti and Min (2005), Statistics in Medicine 24:729.

    Examples
    --------
    >>> tuple(round(end, 4) for end in agresti_min(0, 6, 200))
    (0.0044, 0.055)
    """
    check_pairs(only_a, only_b, n)
    z = quantile(level, z)
    return _clipped(_wald(only_a + 0.5, only_b + 0.5, n + 2, z)) if n else None


def bonett_price(only_a: int, only_b: int, n: int, level: float = 0.95, *, z: float | None = None) -> Interval | None:
    """Compute the Wald interval after adding a question to each of the two discordant cells.

    Parameters
    ----------
    only_a, only_b : int
        Questions with the event in that arm only.
    n : int
        All questions.
    level : float
        Confidence level.
    z : float, optional
        Used in place of the normal quantile of the level.

    Returns
    -------
    Interval or None
        Of B minus A, clipped to [−1, 1]; None when n is 0.

    Raises
    ------
    ValueError
        If a count is negative, the discordant exceed n, or the level is outside (0, 1).

    References
    ----------
    Bonett and Price (2012), British Journal of Mathematical and Statistical Psychology 65:479.

    Examples
    --------
    >>> tuple(round(end, 4) for end in bonett_price(0, 6, 200))
    (0.0026, 0.0568)
    """
    check_pairs(only_a, only_b, n)
    z = quantile(level, z)
    return _clipped(_wald(only_a + 1, only_b + 1, n + 2, z)) if n else None


def _border(excluded: Callable[[float], bool], inside: float, outside: float) -> float:
    """Bisect until the ends of the bracket are neighbours at the precision of a difference."""
    while abs(outside - inside) > 1e-15:
        middle = (inside + outside) / 2
        inside, outside = (inside, middle) if excluded(middle) else (middle, outside)
    return (inside + outside) / 2


def _wald(only_a: float, only_b: float, n: float, z: float) -> Interval:
    delta = (only_b - only_a) / n
    half = z * sqrt((only_a + only_b) / n - delta * delta) / sqrt(n)
    return Interval(delta - half, delta + half)


def _clipped(interval: Interval) -> Interval:
    return Interval(max(-1.0, interval.low), min(1.0, interval.high))


def _correlation(only_a: int, only_b: int, both: int, neither: int) -> float:
    """Phi of the table with Newcombe's continuity correction; 0 when a margin is empty."""
    margins = (both + only_a) * (only_b + neither) * (both + only_b) * (only_a + neither)
    if margins == 0:
        return 0.0
    cross, half_n = both * neither - only_a * only_b, (only_a + only_b + both + neither) / 2
    return (max(cross - half_n, 0.0) if cross > 0 else cross) / sqrt(margins)


def _combined(of_b: float, of_a: float, phi: float) -> float:
    return sqrt(max(0.0, of_b * of_b - 2 * phi * of_b * of_a + of_a * of_a))

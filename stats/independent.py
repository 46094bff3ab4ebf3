"""Two rates of different questions: the interval of their difference, which pairing would have made narrower.

The test that goes with it is ``paired.independent_z``; arms that answered the same questions belong in ``paired`` and
``paired_interval``.
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from stats.interval import Interval, quantile
from stats.proportion import standard_error


def wald_independent(
    k_a: float | Fraction,
    n_a: int,
    k_b: float | Fraction,
    n_b: int,
    level: float = 0.95,
    *,
    z: float | None = None,
) -> Interval | None:
    """Step z standard errors, not pooled, to both sides of the difference of two independent rates.

    Parameters
    ----------
    k_a, k_b : int, float or Fraction
        How many have the event in each arm; with replicates, the sum of the shares of each question.
    n_a, n_b : int
        How many could have it in each arm.
    level : float
        Confidence level.
    z : float, optional
        Used in place of the normal quantile of the level.

    Returns
    -------
    Interval or None
        Of B minus A, not clipped; None when an arm is empty.

    Raises
    ------
    ValueError
        If a count is outside 0..n or the level is outside (0, 1).

    Notes
    -----
    Has no width where each arm is all or nothing, and covers too little near that: 64 % at 0.95 with rates of 0.02 of
    75 and 0.04 of 25. A comparison of different questions is never declared on it (``decision``).

    Half of its width is what ``decision`` calls the margin of different questions: with as many in both arms and rates
    of one half, √2 times the margin of one rate.

    References
    ----------
    Agresti (2013), Categorical Data Analysis, section 3.1.

    Examples
    --------
    >>> tuple(round(end, 4) for end in wald_independent(164, 200, 170, 200))
    (-0.0427, 0.1027)
    """
    z = quantile(level, z)
    of_a, of_b = standard_error(k_a, n_a), standard_error(k_b, n_b)
    if of_a is None or of_b is None:
        return None
    difference = float(k_b / n_b - k_a / n_a)
    half = z * sqrt(of_a**2 + of_b**2)
    return Interval(difference - half, difference + half)

"""Two arms on the same questions: exact tests and intervals of the difference.

An event happens, or does not, under arm A and under arm B. A question counts in ``both``, in ``only_a``,
in ``only_b`` or in ``neither``; the tests need the two in the middle, which are called discordant. Every
difference is B minus A. `independent_z`, which ignores the pairing, is here to be compared with.

With replicates a difference is no longer −1, 0 or 1: use ``permutation.sign_flip``.
"""

from __future__ import annotations

from math import atanh, erfc, exp, lgamma, log, log1p, pi, sqrt, ulp
from typing import TYPE_CHECKING, Final, NamedTuple

from stats.interval import Interval, check_level, quantile
from stats.proportion import standard_error, wilson

if TYPE_CHECKING:
    from collections.abc import Callable

SMALLEST_P: Final = ulp(0.0)
"""What is returned for a p-value that a float cannot hold: the smallest positive float, never 0."""

_INTEGERS_UP_TO: Final = 500
"""Discordant pairs up to which tails are sums of integers, rounded once: 0.05 ms at most."""


class ZTest(NamedTuple):
    """A normal statistic and its two-sided p-value."""

    z: float
    p: float


def mcnemar(only_a: int, only_b: int) -> float:
    """Test whether the event is equally frequent in both arms, exactly.

    Parameters
    ----------
    only_a, only_b : int
        Questions with the event in that arm only.

    Returns
    -------
    float
        Two-sided p = min(1, 2 P(X ≤ min(only_a, only_b))), X binomial with probability ½; 1.0 when
        nothing is discordant.

    Raises
    ------
    ValueError
        If a count is negative.

    Notes
    -----
    Up to 500 discordant pairs a sum of integers, rounded once. Beyond, a sum of floats from the observed
    count outwards, with a relative error below 1e-12 and a cost that grows with the square root of the
    number of pairs. A p below the smallest positive float is given as that float, `SMALLEST_P`.

    References
    ----------
    McNemar (1947), Psychometrika 12:153. Fagerland, Lydersen and Laake (2013), BMC Medical Research
    Methodology 13:91.

    Examples
    --------
    >>> mcnemar(0, 6)
    0.03125
    >>> mcnemar(0, 0)
    1.0
    """
    n, k = _discordant(only_a, only_b)
    if n - 2 * k <= 1:
        return 1.0
    return max(SMALLEST_P, min(1.0, 2 * _half_binomial_tail(k, n)))


def mcnemar_mid(only_a: int, only_b: int) -> float:
    """Test as `mcnemar` does, counting only half of what was observed.

    Parameters
    ----------
    only_a, only_b : int
        Questions with the event in that arm only.

    Returns
    -------
    float
        Two-sided mid-p; 1.0 when nothing is discordant.

    Raises
    ------
    ValueError
        If a count is negative.

    Notes
    -----
    Less conservative than the exact test, and no longer guaranteed: only for a plan that says so
    beforehand. The formula would give 0.5 when nothing is discordant, which is no evidence at all.

    References
    ----------
    Fagerland, Lydersen and Laake (2013), BMC Medical Research Methodology 13:91.

    Examples
    --------
    >>> mcnemar_mid(0, 6)
    0.015625
    """
    n, k = _discordant(only_a, only_b)
    if n == 0:
        return 1.0
    if only_a == only_b:
        return 1 - _half_binomial(k, n) / 2
    return max(SMALLEST_P, min(1.0, 2 * _half_binomial_tail(k, n) - _half_binomial(k, n)))


def smallest_p(discordant: int) -> float:
    """Return the smallest p that so many discordant pairs can reach.

    Parameters
    ----------
    discordant : int
        Pairs with the event in one arm only; for a sign-flip test, differences that are not 0.

    Returns
    -------
    float
        Two-sided, when all point the same way; 1.0 for none or one.

    Raises
    ------
    ValueError
        If the count is negative.

    References
    ----------
    Tarone (1990), Biometrics 46:515.

    Examples
    --------
    >>> smallest_p(5), smallest_p(6)
    (0.0625, 0.03125)
    """
    _check_not_negative("discordant", discordant)
    return max(SMALLEST_P, min(1.0, 2.0 ** (1 - discordant)))


def can_conclude(discordant: int, still_open: int = 0, level: float = 0.95) -> bool:
    """Say whether any outcome of the pairs could still be significant.

    Parameters
    ----------
    discordant : int
        Pairs known to be discordant.
    still_open : int
        Pairs not known yet.
    level : float
        Confidence level; p ≤ 1 − level is significant.

    Returns
    -------
    bool
        False when even complete agreement of direction would not do: fewer than 6 pairs at 0.95.

    Raises
    ------
    ValueError
        If a count is negative or the level is outside (0, 1).

    References
    ----------
    Tarone (1990), Biometrics 46:515.

    Examples
    --------
    >>> can_conclude(5), can_conclude(5, still_open=1)
    (False, True)
    """
    check_level(level)
    _check_not_negative("still_open", still_open)
    return smallest_p(discordant + still_open) <= 1 - level


def difference(only_a: int, only_b: int, n: int) -> float | None:
    """Return the difference of the two rates, B minus A.

    Parameters
    ----------
    only_a, only_b : int
        Questions with the event in that arm only.
    n : int
        All questions.

    Returns
    -------
    float or None
        In [−1, 1]; None when n is 0.

    Raises
    ------
    ValueError
        If a count is negative or the discordant exceed n.

    Examples
    --------
    >>> difference(only_a=4, only_b=0, n=25)
    -0.16
    """
    _check_pairs(only_a, only_b, n)
    return (only_b - only_a) / n if n else None


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
    _check_pairs(only_a, only_b, n)
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
        _check_not_negative(name, count)
    n = only_a + only_b + both + neither
    _check_pairs(only_a, only_b, n)
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
    _check_pairs(only_a, only_b, n)
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
    _check_pairs(only_a, only_b, n)
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
    _check_pairs(only_a, only_b, n)
    z = quantile(level, z)
    return _clipped(_wald(only_a + 1, only_b + 1, n + 2, z)) if n else None


def independent_z(k_a: int, n_a: int, k_b: int, n_b: int) -> ZTest | None:
    """Compare two rates as if they came from different questions, with the pooled error.

    Parameters
    ----------
    k_a, k_b : int
        How many have the event in each arm.
    n_a, n_b : int
        How many could have it in each arm.

    Returns
    -------
    ZTest or None
        z positive when B has the event more often. None when an arm is empty, or when all or none have
        the event in both, where there is no error to divide by.

    Raises
    ------
    ValueError
        If a count is outside 0..n.

    Notes
    -----
    Wrong for arms that answered the same questions: shown beside `mcnemar` for what pairing is worth.

    References
    ----------
    Agresti (2013), Categorical Data Analysis, section 3.1.

    Examples
    --------
    >>> round(independent_z(164, 200, 170, 200).p, 3)
    0.419
    """
    errors = standard_error(k_a, n_a), standard_error(k_b, n_b)
    if None in errors or k_a + k_b in (0, n_a + n_b):
        return None
    pooled = (k_a + k_b) / (n_a + n_b)
    error = sqrt(pooled * (1 - pooled) * (1 / n_a + 1 / n_b))
    z = (k_b / n_b - k_a / n_a) / error
    return ZTest(z, max(SMALLEST_P, erfc(abs(z) / sqrt(2))))


def _half_binomial_tail(k: int, n: int) -> float:
    """P(X ≤ k) of a binomial X with probability ½, for k ≤ n/2."""
    if n <= _INTEGERS_UP_TO:
        ways = total = 1
        for i in range(k):
            ways = ways * (n - i) // (i + 1)
            total += ways
        return float(total / 2**n)
    term = total_share = _half_binomial(k, n)
    while term > total_share * 1e-18:
        term *= k / (n - k + 1)
        total_share += term
        k -= 1
    return total_share


def _half_binomial(k: int, n: int) -> float:
    """P(X = k) of a binomial X with probability ½, for k ≤ n/2, by Loader's saddle point."""
    if k == 0:
        return 0.5**n
    u = 1 - 2 * k / n
    deviance = n / 2 * (2 * u * atanh(u) + log1p(-u * u))
    correction = _stirling_error(n) - _stirling_error(k) - _stirling_error(n - k)
    return exp(correction - deviance) * sqrt(n / (2 * pi * k * (n - k)))


def _stirling_error(x: int) -> float:
    """Log of x! minus Stirling's formula; its series from 16 on, where lgamma would cancel."""
    if x < 16:
        return lgamma(x + 1) - (x + 0.5) * log(x) + x - log(2 * pi) / 2
    y = 1 / (x * x)
    return (1 / 12 - y * (1 / 360 - y * (1 / 1260 - y / 1680))) / x


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


def _discordant(only_a: int, only_b: int) -> tuple[int, int]:
    for name, count in (("only_a", only_a), ("only_b", only_b)):
        _check_not_negative(name, count)
    return only_a + only_b, min(only_a, only_b)


def _check_pairs(only_a: int, only_b: int, n: int) -> None:
    discordant, _ = _discordant(only_a, only_b)
    if discordant > n:
        raise ValueError(f"n must be {discordant} or more, the number of discordant pairs, not {n!r}")


def _check_not_negative(name: str, count: int) -> None:
    if count < 0:
        raise ValueError(f"{name} must be 0 or more, not {count!r}")

"""The binomial with probability ½, which exact tests of discordant pairs rest on: fast and close at any size."""

from __future__ import annotations

from math import atanh, exp, lgamma, log, log1p, pi, sqrt
from typing import Final

_INTEGERS_UP_TO: Final = 500
"""Throws up to which tails are sums of integers, rounded once: 0.05 ms at most."""


def tail(k: int, n: int) -> float:
    """Return P(X ≤ k) of a binomial X with probability ½.

    Parameters
    ----------
    k : int
        In 0..n/2: the lower tail only.
    n : int
        Throws.

    Returns
    -------
    float
        Up to 500 throws a sum of integers, rounded once; beyond, relative error below 1e-12.

    Examples
    --------
    >>> tail(0, 6), tail(2, 5)
    (0.015625, 0.5)
    """
    if n <= _INTEGERS_UP_TO:
        ways = total = 1
        for i in range(k):
            ways = ways * (n - i) // (i + 1)
            total += ways
        return float(total / 2**n)
    term = total_share = mass(k, n)
    while term > total_share * 1e-18:
        term *= k / (n - k + 1)
        total_share += term
        k -= 1
    return total_share


def mass(k: int, n: int) -> float:
    """Return P(X = k) of a binomial X with probability ½.

    Parameters
    ----------
    k : int
        In 0..n/2.
    n : int
        Throws.

    Returns
    -------
    float
        By the saddle point.

    References
    ----------
    Loader (2000), Fast and Accurate Computation of Binomial Probabilities.

    Examples
    --------
    >>> round(mass(3, 6), 12)
    0.3125
    """
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

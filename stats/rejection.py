"""How often the exact two-sided sign test rejects, given the number of discordant pairs and the share of one side.

What follows for a number of pairs of which only some are discordant is in ``power``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, islice
from typing import Final, NamedTuple

from stats.interval import check_level
from stats.paired import check_not_negative

_NEGLIGIBLE: Final = 1e-17
"""Mass, as a share of the largest, at which a sum over a binomial ends."""


class _Tail(NamedTuple):
    """Of a binomial over d throws, at a count c."""

    share: float
    up_to: float
    """P(X ≤ c)"""
    at: float
    """P(X = c)"""


def rejections(share: float, level: float) -> Iterator[float]:
    """Yield the probability that the test rejects for 0, 1, 2 … discordant pairs, without end.

    Parameters
    ----------
    share : float
        Expected share of them that go one way, in [0, 1].
    level : float
        Confidence level; p ≤ 1 − level is significant.

    Yields
    ------
    float
        In [0, 1]; both directions count. A sawtooth.

    Notes
    -----
    The largest count that is significant grows by one at most with every pair. So each tail follows from the one
    before, with an absolute error that stays below 1e-12 for tens of thousands of pairs.

    Examples
    --------
    >>> list(islice(rejections(1.0, 0.95), 8))
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0]
    """
    threshold = (1 - level) / 2
    null, one, other, c = _Tail(0.5, 1.0, 1.0), _Tail(share, 1.0, 1.0), _Tail(1 - share, 1.0, 1.0), 0
    for d in count():
        if null.up_to <= threshold:
            c += 1
            null, one, other = (_counted(tail, d, c) for tail in (null, one, other))
        yield min(1.0, max(0.0, one.up_to - one.at + other.up_to - other.at))
        null, one, other = (_thrown(tail, d, c) for tail in (null, one, other))


def sign_test_power(decided: int, share: float, level: float = 0.95) -> float:
    """Return the probability that the exact two-sided sign test finds an assumed preference.

    Parameters
    ----------
    decided : int
        Pairs that are decided, which is to say discordant.
    share : float
        Expected share of them that go one way, in [0, 1].
    level : float
        Confidence level; p ≤ 1 − level is significant.

    Returns
    -------
    float
        In [0, 1]; both directions count.

    Raises
    ------
    ValueError
        If the count is negative, the share outside [0, 1], or the level outside (0, 1).

    Notes
    -----
    Conditional on the number of decided pairs; `power.mcnemar_power` is not.

    References
    ----------
    Bennett and Underwood (1970), Biometrics 26:339.

    Examples
    --------
    >>> sign_test_power(5, 1.0), sign_test_power(6, 1.0)
    (0.0, 1.0)
    """
    check_level(level)
    check_not_negative("decided", decided)
    if not 0 <= share <= 1:
        raise ValueError(f"share must be between 0 and 1, not {share!r}")
    return next(islice(rejections(share, level), decided, None))


def mean_over_binomial(values: Sequence[float], n: int, share: float) -> float:
    """Return the mean of a value over a binomial count.

    Parameters
    ----------
    values : sequence of float, shape (n + 1,)
        The value at each count; those whose counts have negligible probability may be missing at the end.
    n : int
        Throws.
    share : float
        Probability of each, in [0, 1].

    Returns
    -------
    float
        From the mode outwards, each mass a ratio to the largest, so that nothing underflows.

    Examples
    --------
    >>> mean_over_binomial([0, 0, 1], 2, 0.5)
    0.25
    """
    mode = min(n, int((n + 1) * share))
    total, weights, mass = values[mode], 1.0, 1.0
    for d in range(mode + 1, n + 1):
        mass *= (n - d + 1) * share / (d * (1 - share))
        if mass < _NEGLIGIBLE:
            break
        total, weights = total + mass * values[d], weights + mass
    mass = 1.0
    for d in range(mode - 1, -1, -1):
        mass *= (d + 1) * (1 - share) / ((n - d) * share)
        if mass < _NEGLIGIBLE:
            break
        total, weights = total + mass * values[d], weights + mass
    return total / weights


def _counted(tail: _Tail, d: int, c: int) -> _Tail:
    """The tail of d throws, at c instead of c − 1."""
    odds = tail.share / (1 - tail.share) if tail.share < 1 else 0.0
    at = tail.at * (d - c + 1) / c * odds
    return _Tail(tail.share, tail.up_to + at, at)


def _thrown(tail: _Tail, d: int, c: int) -> _Tail:
    """The tail at c, of d + 1 throws instead of d."""
    # Multiplied before it is divided, so that a null of few throws stays an exact binary fraction.
    at = tail.at * (d + 1) * (1 - tail.share) / (d + 1 - c)
    return _Tail(tail.share, tail.up_to - tail.share * tail.at, at)

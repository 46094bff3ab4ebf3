"""Before the first label: how often the exact tests of discordant pairs would find a difference that is assumed.

Sizes that need no assumption about a difference are in ``design``; the tests themselves are in ``paired``.

Power rises with n as a sawtooth: the rejection region grows by whole counts. Given the number of discordant pairs it is
in ``rejection``; here it is summed over that number, which is binomial.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, islice
from math import ceil, sqrt
from typing import Final

from stats.design import SampleSize, first_and_lasting
from stats.interval import check_level
from stats.paired import check_not_negative
from stats.rejection import mean_over_binomial, rejections

_SPREAD: Final = 9
"""Standard deviations within which lies all mass that is not negligible."""


def fewest_discordant(level: float = 0.95, family: int = 1) -> int:
    """Return how many pairs have to be discordant before any outcome could be significant.

    Parameters
    ----------
    level : float
        Confidence level.
    family : int
        Comparisons that Holm corrects together, at least 1; the first of them has to pass.

    Returns
    -------
    int
        When all of them point the same way.

    Raises
    ------
    ValueError
        If the level is outside (0, 1) or the family is empty.

    Notes
    -----
    The level is taken as the decimal it is written as: 0.95 is 19/20.

    References
    ----------
    Tarone (1990), Biometrics 46:515.

    Examples
    --------
    >>> fewest_discordant(), fewest_discordant(family=3)
    (6, 7)
    """
    check_level(level)
    if family < 1:
        raise ValueError(f"family must be 1 or more, not {family!r}")
    needed = 2 * family / (1 - Fraction(str(level)))
    return (ceil(needed) - 1).bit_length()


def mcnemar_power(n: int, broke: float, fixed: float, level: float = 0.95) -> float:
    """Return the probability that the exact two-sided McNemar test finds an assumed difference.

    Parameters
    ----------
    n : int
        Pairs, discordant or not.
    broke, fixed : float
        Expected shares of all pairs with the event in the one arm only and in the other only.
    level : float
        Confidence level; p ≤ 1 − level is significant.

    Returns
    -------
    float
        In [0, 1]; both directions count.

    Raises
    ------
    ValueError
        If n is negative, a share is, the shares exceed 1 together, or the level is outside (0, 1).

    Notes
    -----
    Unconditional: the number of discordant pairs is not known beforehand and is summed over. With the shares of
    pairs that prefer the one and the other, ties being the rest, it is the power of the sign test on decided pairs.

    References
    ----------
    Bennett and Underwood (1970), Biometrics 26:339. Duffy (1984), Biometrics 40:1005.

    Examples
    --------
    >>> round(mcnemar_power(100, broke=0.1, fixed=0.2), 6)
    0.373077
    """
    check_level(level)
    check_not_negative("n", n)
    discordant = _discordant(broke, fixed)
    needed = _largest(n, discordant) + 1
    return mean_over_binomial(list(islice(rejections(_direction(broke, fixed), level), needed)), n, discordant)


def pairs_for_power(
    broke: float, fixed: float, level: float = 0.95, power: float = 0.8, *, most: int = 100_000
) -> SampleSize | None:
    """Find how many pairs the exact McNemar test needs to find an assumed difference often enough.

    Parameters
    ----------
    broke, fixed : float
        Expected shares of all pairs with the event in the one arm only and in the other only.
    level : float
        Confidence level.
    power : float
        Wanted probability of finding it, above 1 − level and below 1.
    most : int
        Pairs beyond which nobody looks.

    Returns
    -------
    SampleSize or None
        ``first`` ≤ ``lasting``. Plan with ``lasting``. None if ``most`` pairs do not reach it, as when the shares
        are equal.

    Raises
    ------
    ValueError
        If a share is negative, the shares exceed 1 together, or the level or the power cannot be.

    Notes
    -----
    Given the number of discordant pairs, power lies between its largest value so far and its smallest one to come,
    both of which rise; so do their means over the binomial number of discordant pairs. Between the two sizes at
    which these reach the target every n is looked at.

    References
    ----------
    Bennett and Underwood (1970), Biometrics 26:339. Duffy (1984), Biometrics 40:1005.

    Examples
    --------
    >>> pairs_for_power(broke=0.1, fixed=0.2)
    SampleSize(first=249, lasting=249)
    """
    check_level(level)
    discordant = _discordant(broke, fixed)
    if not 1 - level < power < 1:
        raise ValueError(f"power must be above 1 − level and below 1 (such as 0.8), not {power!r}")
    if broke == fixed:
        return None
    reach = _rejections_until(_direction(broke, fixed), discordant, level, power, most)
    if reach is None:
        return None
    found, limit = reach
    so_far, to_come = list(accumulate(found, max)), _smallest_to_come(found)

    def meets(rejections: Sequence[float], n: int) -> bool:
        return mean_over_binomial(rejections, n, discordant) >= power

    return first_and_lasting(
        range(limit + 1), lambda n: meets(found, n), lambda n: meets(so_far, n), lambda n: meets(to_come, n)
    )


def smallest_change(n: int, level: float = 0.95, power: float = 0.8) -> float | None:
    """Return the smallest one-sided change that so many pairs find often enough.

    Parameters
    ----------
    n : int
        Pairs, discordant or not.
    level : float
        Confidence level.
    power : float
        Wanted probability of finding it, in (0, 1).

    Returns
    -------
    float or None
        Expected share of pairs that change, all of them in one direction; None when n pairs can never conclude.

    Raises
    ------
    ValueError
        If the level or the power is outside (0, 1).

    Notes
    -----
    The most favourable case there is: pairs that change in the other direction only ask for more. Then the test
    rejects as soon as `fewest_discordant` pairs have changed. By bisection, to 1e-9.

    References
    ----------
    Tarone (1990), Biometrics 46:515.

    Examples
    --------
    >>> round(smallest_change(25), 3), smallest_change(5)
    (0.298, None)
    """
    if not 0 < power < 1:
        raise ValueError(f"power must be between 0 and 1 (such as 0.8), not {power!r}")
    fewest = fewest_discordant(level)
    if n < fewest:
        return None
    enough = [float(d >= fewest) for d in range(n + 1)]
    low, high = 0.0, 1.0
    while high - low > 1e-9:
        share = (low + high) / 2
        low, high = (low, share) if mean_over_binomial(enough, n, share) >= power else (share, high)
    return high


def _discordant(broke: float, fixed: float) -> float:
    """The share of pairs that are discordant."""
    for name, share in (("broke", broke), ("fixed", fixed)):
        if not share >= 0:
            raise ValueError(f"{name} must be a share between 0 and 1, not {share!r}")
    if broke + fixed > 1 + 1e-12:
        raise ValueError(f"broke and fixed must not exceed 1 together, not {broke!r} and {fixed!r}")
    return min(broke + fixed, 1.0)


def _direction(broke: float, fixed: float) -> float:
    """The share of discordant pairs that broke; one half when there are none."""
    return broke / (broke + fixed) if broke + fixed else 0.5


def _rejections_until(
    direction: float, discordant: float, level: float, power: float, most: int
) -> tuple[list[float], int] | None:
    """What `rejections` gives, as far as it matters, and a number of pairs that reaches the power even at worst."""
    source, found, limit = rejections(direction, level), list[float](), min(64, most)
    while True:
        # As many again, so that the smallest one to come is known for every count that matters.
        found += islice(source, 2 * _largest(limit, discordant) + 64 - len(found))
        if mean_over_binomial(_smallest_to_come(found), limit, discordant) >= power:
            return found, limit
        if limit == most:
            return None
        limit = min(2 * limit, most)


def _smallest_to_come(rejections: Sequence[float]) -> list[float]:
    return list(accumulate(reversed(rejections), min))[::-1]


def _largest(n: int, share: float) -> int:
    """A count that a binomial exceeds with negligible probability."""
    return min(n, ceil(n * share + _SPREAD * sqrt(n * share * (1 - share)) + _SPREAD**2))

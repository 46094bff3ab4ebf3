"""Two arms on the same questions: the difference, and exact tests of it.

An event happens, or does not, under arm A and under arm B. A question counts in ``both``, in ``only_a``,
in ``only_b`` or in ``neither``; the tests need the two in the middle, which are called discordant. Every
difference is B minus A. `independent_z`, which ignores the pairing, is here to be compared with.

Intervals are in ``paired_interval``. With replicates a difference is no longer −1, 0 or 1: use
``permutation.sign_flip``.
"""

from __future__ import annotations

from math import erfc, sqrt, ulp
from typing import TYPE_CHECKING, Final, NamedTuple

from stats.half_binomial import mass, tail
from stats.interval import check_level
from stats.proportion import standard_error

if TYPE_CHECKING:
    from fractions import Fraction

SMALLEST_P: Final = ulp(0.0)
"""What is returned for a p-value that a float cannot hold: the smallest positive float, never 0."""


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
    return max(SMALLEST_P, min(1.0, 2 * tail(k, n)))


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
        return 1 - mass(k, n) / 2
    return max(SMALLEST_P, min(1.0, 2 * tail(k, n) - mass(k, n)))


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
    check_not_negative("discordant", discordant)
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
    check_not_negative("still_open", still_open)
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
    check_pairs(only_a, only_b, n)
    return (only_b - only_a) / n if n else None


def independent_z(k_a: float | Fraction, n_a: int, k_b: float | Fraction, n_b: int) -> ZTest | None:
    """Compare two rates as if they came from different questions, with the pooled error.

    Parameters
    ----------
    k_a, k_b : int, float or Fraction
        How many have the event in each arm; with replicates, the sum of the shares of each question.
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
    pooled = float((k_a + k_b) / (n_a + n_b))
    error = sqrt(pooled * (1 - pooled) * (1 / n_a + 1 / n_b))
    z = float(k_b / n_b - k_a / n_a) / error
    return ZTest(z, max(SMALLEST_P, erfc(abs(z) / sqrt(2))))


def check_pairs(only_a: int, only_b: int, n: int) -> None:
    """Refuse discordant counts that n questions cannot have.

    Parameters
    ----------
    only_a, only_b : int
        Questions with the event in that arm only.
    n : int
        All questions.

    Raises
    ------
    ValueError
        If a count is negative or the discordant exceed n.
    """
    discordant, _ = _discordant(only_a, only_b)
    if discordant > n:
        raise ValueError(f"n must be {discordant} or more, the number of discordant pairs, not {n!r}")


def check_not_negative(name: str, count: int) -> None:
    """Refuse a count below 0.

    Parameters
    ----------
    name : str
        What the message calls it.
    count : int
        The count.

    Raises
    ------
    ValueError
        If the count is negative.
    """
    if count < 0:
        raise ValueError(f"{name} must be 0 or more, not {count!r}")


def _discordant(only_a: int, only_b: int) -> tuple[int, int]:
    for name, count in (("only_a", only_a), ("only_b", only_b)):
        check_not_negative(name, count)
    return only_a + only_b, min(only_a, only_b)

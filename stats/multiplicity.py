"""Many tests at once: p-values adjusted for the family that was planned.

The p-values themselves come from ``paired`` and ``permutation``. The size of the family is always the
planned number of tests, not the number finished.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from stats.interval import check_level

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction


def holm(p_values: Sequence[float | Fraction | None], planned: int | None = None) -> tuple[float | None, ...]:
    """Adjust p-values so that the family makes a false alarm no more often than one test.

    Parameters
    ----------
    p_values : sequence of float, Fraction or None, shape (J,)
        In any order; None for a planned test that is not available yet.
    planned : int, optional
        Number of tests planned, at least J. Without it, J, the ones that are None included.

    Returns
    -------
    tuple of float or None, shape (J,)
        In the order given, each at least the raw p and at most 1; None stays None.

    Raises
    ------
    ValueError
        If a p-value is outside [0, 1], or fewer tests were planned than are given.

    Notes
    -----
    A test not available yet counts as not significant. The running maximum keeps the adjusted values
    in the order of the raw ones.

    References
    ----------
    Holm (1979), Scandinavian Journal of Statistics 6:65.

    Examples
    --------
    >>> holm([0.01, 0.011])
    (0.02, 0.02)
    >>> holm([0.01, None], planned=10)
    (0.1, None)
    """
    m = _family(p_values, planned)
    known = sorted((float(p), place) for place, p in enumerate(p_values) if p is not None)
    steps = accumulate(((m - rank) * p for rank, (p, _) in enumerate(known)), max)
    adjusted = {place: min(1.0, step) for (_, place), step in zip(known, steps, strict=True)}
    return tuple(adjusted.get(place) for place in range(len(p_values)))


def bonferroni(m: int, level: float = 0.95) -> float:
    """Return the p-value that each of m tests must reach by Bonferroni's rule.

    Parameters
    ----------
    m : int
        Number of tests planned, at least 1.
    level : float
        Confidence level of the family.

    Returns
    -------
    float
        The threshold of each test.

    Raises
    ------
    ValueError
        If m is below 1 or the level is outside (0, 1).

    Notes
    -----
    `holm` is never weaker; this one is here because it fits in a sentence.

    References
    ----------
    Dunn (1961), JASA 56:52.

    Examples
    --------
    >>> round(bonferroni(10), 12)
    0.005
    """
    _check_family(m)
    check_level(level)
    return (1 - level) / m


def chance_of_false_alarm(m: int, level: float = 0.95) -> float:
    """Return the chance that at least one of m independent true nulls is rejected.

    Parameters
    ----------
    m : int
        Number of tests planned, at least 1.
    level : float
        Confidence level of each single test.

    Returns
    -------
    float
        A probability.

    Raises
    ------
    ValueError
        If m is below 1 or the level is outside (0, 1).

    References
    ----------
    Šidák (1967), JASA 62:626.

    Examples
    --------
    >>> round(chance_of_false_alarm(10), 3)
    0.401
    """
    _check_family(m)
    check_level(level)
    return float(1 - level**m)


def _family(p_values: Sequence[float | Fraction | None], planned: int | None) -> int:
    for p in p_values:
        if p is not None and not 0 <= p <= 1:
            raise ValueError(f"a p-value must be between 0 and 1, or None, not {p!r}")
    if planned is not None and planned < len(p_values):
        raise ValueError(f"planned must be {len(p_values)} or more, the number of tests given, not {planned!r}")
    return len(p_values) if planned is None else planned


def _check_family(m: int) -> None:
    if m < 1:
        raise ValueError(f"m must be 1 or more, not {m!r}")

"""Agreement corrected for chance, the kappa family: Gwet's AC1 and AC2, Fleiss' and Cohen's kappa.

A second opinion beside ``agreement.alpha``, and what a reader may know by name. They differ in what they take chance
to be; the number of values is the one that was declared, not the one that was seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from stats.agreement import NO_VARIATION, NOT_TWICE, Units, pairable, same_pairs

UNEQUAL: Final = "units have different numbers of grades"
"""The reason why Fleiss' kappa does not exist."""

ONE_VALUE: Final = "the scale has one value"
"""The reason why Gwet's coefficient does not exist."""


class Kappa(NamedTuple):
    """A coefficient with the agreement that was seen and that of chance, or the reason why there is none."""

    value: Fraction | None
    observed: Fraction | None
    chance: Fraction | None
    reason: str | None


def gwet(units: Units, values: Sequence[int | Fraction] | None = None) -> Kappa:
    """Correct for the chance of hard units: AC1, or with numbers AC2 with quadratic weights.

    Parameters
    ----------
    units : sequence of sequences of int, shape (U, V), or mapping of a row to count
        How often each of the V declared values was given to each unit.
    values : sequence of int or Fraction, shape (V,), optional
        The numbers of the scale: near misses count by 1 − (difference / range)². Without it only the same is the same.

    Returns
    -------
    Kappa
        ``value`` None with ``reason`` where nothing was graded twice or V is 1. Where all grades are the same on a
        scale of several values, chance agreement is 0 and the value 1.

    Raises
    ------
    ValueError
        If a count is negative, or the rows are not of one length.

    Notes
    -----
    (p_a − p_e) / (1 − p_e), p_e = T / (V (V − 1)) Σ π_k (1 − π_k), with π_k the mean over units of the share of value
    k, units with one grade included, and T the sum of all weights, V for AC1. It stays high where one value is
    frequent, where alpha and kappa fall towards 0.

    References
    ----------
    Gwet (2008), British Journal of Mathematical and Statistical Psychology 61:29. Gwet (2014), Handbook of Inter-Rater
    Reliability, 4th edition.

    Examples
    --------
    >>> round(float(gwet([(4, 0), (4, 0), (3, 1)]).value), 4)
    0.8033
    """
    patterns, every = pairable(units), pairable(units, 1)
    if not patterns:
        return Kappa(None, None, None, NOT_TWICE)
    v = len(next(iter(every)))
    if v == 1:
        return Kappa(None, None, None, ONE_VALUE)
    near = _near(values)
    shares = (n * _alike(unit, near) for unit, n in patterns.items())
    seen = sum(shares, Fraction(0)) / patterns.total()
    spread = 1 - sum((pi * pi for pi in _prevalence(every)), Fraction(0))
    return _corrected(seen, _whole(v, values) * spread / (v * (v - 1)))


def fleiss(units: Units) -> Kappa:
    """Correct for graders who draw from the pooled values.

    Parameters
    ----------
    units : sequence of sequences of int, shape (U, V), or mapping of a row to count
        How often each of V values was given to each unit, as often in each; units without grades are left out.

    Returns
    -------
    Kappa
        ``value`` None with ``reason`` where units have different numbers of grades, fewer than two, or all grades are
        the same.

    Raises
    ------
    ValueError
        If a count is negative, or the rows are not of one length.

    References
    ----------
    Fleiss (1971), Psychological Bulletin 76:378.

    Examples
    --------
    >>> fleiss([(2, 0), (2, 0), (1, 1), (0, 2)]).value
    Fraction(7, 15)
    """
    patterns = pairable(units)
    if not patterns:
        return Kappa(None, None, None, NOT_TWICE)
    if len({sum(unit) for unit in units} - {0}) > 1:
        return Kappa(None, None, None, UNEQUAL)
    grades = sum(sum(unit) * n for unit, n in patterns.items())
    columns = zip(*patterns, strict=True)
    totals = [sum(r * n for r, n in zip(column, patterns.values(), strict=True)) for column in columns]
    seen = sum((n * same_pairs(unit) for unit, n in patterns.items()), Fraction(0)) / patterns.total()
    return _corrected(seen, Fraction(sum(r * r for r in totals), grades * grades))


def cohen(table: Sequence[Sequence[int]]) -> Kappa:
    """Correct for two graders who each draw from their own values.

    Parameters
    ----------
    table : sequence of sequences of int, shape (V, V)
        On how many units the first grader gave the value of the row and the second that of the column.

    Returns
    -------
    Kappa
        ``value`` None with ``reason`` where there is no unit, or both gave one and the same value throughout.

    Raises
    ------
    ValueError
        If a count is negative, or the table is not square.

    References
    ----------
    Cohen (1960), Educational and Psychological Measurement 20:37.

    Examples
    --------
    >>> cohen([(20, 5), (10, 15)]).value
    Fraction(2, 5)
    """
    if any(len(row) != len(table) or min(row) < 0 for row in table):
        raise ValueError("the table must be square, its counts 0 or more")
    n = sum(map(sum, table))
    if not n:
        return Kappa(None, None, None, NOT_TWICE)
    of_second = [sum(column) for column in zip(*table, strict=True)]
    chance = sum(sum(row) * column for row, column in zip(table, of_second, strict=True))
    return _corrected(Fraction(sum(table[c][c] for c in range(len(table))), n), Fraction(chance, n * n))


def _near(values: Sequence[int | Fraction] | None) -> Callable[[int, int], Fraction]:
    """How much two values count as the same."""
    if values is None:
        return lambda c, k: Fraction(c == k)
    reach = max(values) - min(values)
    return lambda c, k: 1 - (Fraction(values[c] - values[k]) / reach) ** 2


def _whole(v: int, values: Sequence[int | Fraction] | None) -> Fraction:
    """The sum of all weights, without looking at each of the V²."""
    if values is None:
        return Fraction(v)
    squares = v * sum(x * x for x in values) - sum(values) ** 2
    return v * v - 2 * Fraction(squares) / (max(values) - min(values)) ** 2


def _prevalence(every: Counter[tuple[int, ...]]) -> list[Fraction]:
    """The mean share of each value over units."""
    found = [Fraction(0)] * len(next(iter(every)))
    for unit, n in every.items():
        for c, r in enumerate(unit):
            if r:
                found[c] += Fraction(n * r, sum(unit))
    return [total / every.total() for total in found]


def _alike(unit: Sequence[int], near: Callable[[int, int], Fraction]) -> Fraction:
    """The share of a unit's pairs of grades that count as the same."""
    m, given = sum(unit), [c for c, r in enumerate(unit) if r]
    pairs = (unit[c] * (unit[k] - (c == k)) * near(c, k) for c in given for k in given)
    return sum(pairs, Fraction(0)) / (m * (m - 1))


def _corrected(seen: Fraction, chance: Fraction) -> Kappa:
    if chance == 1:
        return Kappa(None, seen, chance, NO_VARIATION)
    return Kappa((seen - chance) / (1 - chance), seen, chance, None)

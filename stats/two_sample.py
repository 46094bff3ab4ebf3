"""One template, two arms: the exact permutation test of the difference of their means.

Ratings come as counts, how often each value occurs on a side, so a hundred ratings on a scale of five
cost what five numbers cost. Values are whole: with several graders, the sum over graders of a card. What is
too large to count exactly is in ``two_sample_large``; many templates together in ``stratified``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb, gcd
from typing import Final, NamedTuple

Counts = Mapping[int, int]
"""How often each value occurs."""

Pool = tuple[tuple[int, int], ...]
"""Values from 0 in their greatest common unit, ascending, and how often each occurs on both sides together."""

ONE_SIDE_EMPTY: Final = "no data on one side"
"""The reason why there is nothing to compare."""

TOO_FINE: Final = "the scale is too fine to count"
"""The reason why ratings with thousands of units between them have no p-value here."""

_EXACT_BITS: Final = 300_000_000
"""Bits that the exact count may write: about 10 ms."""


class TwoSample(NamedTuple):
    """The difference of two means, A minus B, and its p-value, or the reason why there is none."""

    n_a: int
    n_b: int
    difference: Fraction | None
    p: Fraction | float | None
    reason: str | None


def two_sample(a: Counts, b: Counts) -> TwoSample:
    """Test whether the ratings of a template are exchangeable between its two arms.

    Parameters
    ----------
    a, b : mapping of value to count
        Ratings of each arm; missing ratings are left out by the caller.

    Returns
    -------
    TwoSample
        With the difference of means, A minus B, and the two-sided p = min(1, 2 min(P(T ≤ t), P(T ≥ t))).
        A Fraction is exact; a float, for large problems only, has a relative error below 1e-9 and is never
        0. With nothing on a side, ``difference`` and ``p`` are None and ``reason`` says so.

    Raises
    ------
    ValueError
        If a value is not an int, or a count is not an int of 0 or more.

    Notes
    -----
    T is the sum of one side over all choices of which ratings stand on it; with the pooled ratings fixed it
    decides the difference of means. Doubling the smaller tail licenses a sentence with a direction and
    fits an inverted interval; R's coin, which counts what lies as far from the centre, gives another
    p when the sides differ in size. All ratings equal: p = 1. One rating on a side is enough.

    Counted exactly where that takes about 10 ms at most (50 against 50 on a scale of five take 1 to 3), and
    remembered for every pool of ratings. Beyond, ``two_sample_large``, which imports numpy.

    References
    ----------
    Streitberg and Röhmel (1986), Statistical Software Newsletter 12:10. Pagano and Tritchler (1983), JASA
    78:435. Fay (2010), Biostatistics 11:373, for the doubling.

    Examples
    --------
    >>> two_sample({5: 4, 4: 2}, {5: 2, 4: 3, 3: 1})
    TwoSample(n_a=6, n_b=6, difference=Fraction(1, 2), p=Fraction(17, 42), reason=None)
    >>> two_sample({}, {3: 1, 4: 1}).reason
    'no data on one side'
    """
    n_a, n_b = size_of(a), size_of(b)
    if not n_a or not n_b:
        return TwoSample(n_a, n_b, None, None, ONE_SIDE_EMPTY)
    sum_a, sum_b = sum_of(a), sum_of(b)
    pool, low, unit = in_units(pooled(a, b))
    size, total = min((n_a, sum_a), (n_b, sum_b))
    p = _p(pool, size, (total - low * size) // unit)
    return TwoSample(n_a, n_b, Fraction(sum_a, n_a) - Fraction(sum_b, n_b), p, TOO_FINE if p is None else None)


def smallest_p(pool: Counts, size: int) -> Fraction | None:
    """Return the smallest p that any labelling of these ratings could reach.

    Parameters
    ----------
    pool : mapping of value to count
        Ratings of both arms together: nobody is unblinded.
    size : int
        How many of them belong to one arm, either one.

    Returns
    -------
    Fraction or None
        None when one arm has none of them.

    Raises
    ------
    ValueError
        If the size is outside 0..N, a value is not an int, or a count is not an int of 0 or more.

    Notes
    -----
    Reached where one arm has all the highest or all the lowest ratings. Ties make it larger than the
    2 / C(2R, R) of ``design.smallest_p_by_replicates``.

    Examples
    --------
    >>> smallest_p({5: 6, 4: 5, 3: 1}, 6)
    Fraction(1, 462)
    >>> smallest_p({4: 12}, 6)
    Fraction(1, 1)
    """
    n = _check_size(pool, size)
    if size in (0, n):
        return None
    ascending = sorted((value, count) for value, count in pool.items() if count)
    ways = min(_ways_at_the_end(ascending, size), _ways_at_the_end(reversed(ascending), size))
    return min(Fraction(1), Fraction(2 * ways, comb(n, size)))


def distribution(pool: Counts, size: int) -> dict[int, int]:
    """Count in how many ways each sum comes about when ``size`` of the ratings are chosen.

    Parameters
    ----------
    pool : mapping of value to count
        Ratings of both arms together.
    size : int
        How many are chosen.

    Returns
    -------
    dict of int to int
        From the sum of the chosen to its number of ways, ascending; C(N, size) ways in all.

    Raises
    ------
    ValueError
        If the size is outside 0..N, a value is not an int, or a count is not an int of 0 or more.

    Notes
    -----
    Exact at any size, and as slow as that is: see `is_countable`.

    Examples
    --------
    >>> distribution({1: 2, 3: 2}, 2)
    {2: 1, 4: 4, 6: 1}
    """
    if _check_size(pool, size) == 0:
        return {0: 1}
    units, low, unit = in_units(pool)
    row, cell = _row(units, size)
    cells = row.to_bytes(-(-row.bit_length() // 8), "little")
    ways = (int.from_bytes(cells[at : at + cell // 8], "little") for at in range(0, len(cells), cell // 8))
    return {low * size + unit * place: count for place, count in enumerate(ways) if count}


def is_countable(pool: Counts, size: int) -> bool:
    """Say whether the distribution is exact within about 10 ms.

    Parameters
    ----------
    pool : mapping of value to count
        Ratings of both arms together.
    size : int
        How many of them belong to one arm.

    Returns
    -------
    bool
        Whether `two_sample` gives a Fraction.

    Raises
    ------
    ValueError
        If the size is outside 0..N, a value is not an int, or a count is not an int of 0 or more.

    Examples
    --------
    >>> is_countable({4: 60, 5: 40}, 50), is_countable(dict.fromkeys(range(1, 6), 200), 500)
    (True, False)
    """
    n = _check_size(pool, size)
    return n == 0 or _bits(in_units(pool)[0], min(size, n - size)) <= _EXACT_BITS


def size_of(counts: Counts) -> int:
    """Return how many ratings there are, and refuse what is no count of whole values."""
    for value, count in counts.items():
        if not isinstance(value, int):
            raise ValueError(f"a value must be an int, not {value!r}")
        if not isinstance(count, int) or count < 0:
            raise ValueError(f"a count must be a whole number of 0 or more, not {count!r}")
    return sum(counts.values())


def sum_of(counts: Counts) -> int:
    """Return the sum of all ratings."""
    return sum(value * count for value, count in counts.items())


def pooled(a: Counts, b: Counts) -> Counter[int]:
    """Add the counts of two sides."""
    pool = Counter(dict(a))
    pool.update(b)
    return pool


def in_units(pool: Counts) -> tuple[Pool, int, int]:
    """Subtract the lowest value and divide by the greatest common unit; return pool, lowest value and unit."""
    present = sorted((value, count) for value, count in pool.items() if count)
    low = present[0][0]
    unit = gcd(*(value - low for value, _ in present)) or 1
    return tuple(((value - low) // unit, count) for value, count in present), low, unit


@lru_cache(maxsize=8192)
def _p(pool: Pool, size: int, total: int) -> Fraction | float | None:
    if len(pool) == 1:
        return Fraction(1)
    if _bits(pool, size) > _EXACT_BITS:
        from stats.two_sample_large import p_of_sum

        return p_of_sum(pool, size, total)
    row, cell = _row(pool, size)
    one = (1 << cell) - 1
    ways = comb(sum(count for _, count in pool), size)
    below = (row & ((1 << cell * (total + 1)) - 1)) % one
    above = ways - below + (row >> cell * total & one)
    return min(Fraction(1), Fraction(2 * min(below, above), ways))


@lru_cache(maxsize=1024)
def _row(pool: Pool, size: int) -> tuple[int, int]:
    """Coefficient of y^size in ∏ Σ_j C(m_v, j) y^j x^{vj}, packed, and the width of its cells; a row per y^j."""
    left = sum(count for _, count in pool)
    cell = 8 * (comb(left, size).bit_length() // 8 + 1)
    rows, first = [1], 0
    for value, count in _cheapest_order(pool):
        left -= count
        ways = [comb(count, taken) for taken in range(count + 1)]
        chosen = range(max(first, size - left), min(size, first + len(rows) - 1 + count) + 1)
        rows, first = [_step(rows, ways, number - first, cell * value) for number in chosen], chosen.start
    return rows[0], cell


def _step(rows: list[int], ways: list[int], number: int, shift: int) -> int:
    """Σ_j ways_j · rows_{number-j} · x^{shift·j}, by Horner's rule."""
    fewest = max(0, number - len(rows) + 1)
    total = 0
    for taken in range(min(len(ways) - 1, number), fewest - 1, -1):
        total = (total << shift) + rows[number - taken] * ways[taken]
    return total << shift * fewest


def _cheapest_order(pool: Pool) -> list[tuple[int, int]]:
    """The two most frequent values at the ends, where there are few rows or only one is needed."""
    rising = sorted(pool, key=lambda pair: pair[1])
    return rising[-2:-1] + rising[:-2] + rising[-1:]


def _bits(pool: Pool, size: int) -> int:
    """Bits that `_row` writes, about."""
    n = sum(count for _, count in pool)
    between = sum(count + 1 for _, count in _cheapest_order(pool)[1:-1])
    digits = size * (pool[-1][0] + 1) + 1
    return (size + 1) * (between + 2) * digits * min(n, comb(n, size).bit_length() if n < 2000 else n)


def _ways_at_the_end(values: Iterable[tuple[int, int]], size: int) -> int:
    for _, count in values:
        if count >= size:
            return comb(count, size)
        size -= count
    return 1


def _check_size(pool: Counts, size: int) -> int:
    n = size_of(pool)
    if not 0 <= size <= n:
        raise ValueError(f"size must be between 0 and N = {n}, not {size!r}")
    return n

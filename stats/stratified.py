"""Many templates, cards relabelled within each: one exact test of all of them together.

A sensitivity test beside ``permutation.sign_flip``, which takes the template and not the card as its unit;
and the test of guesses in ``blinding``. Templates one by one are in ``two_sample``.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from fractions import Fraction
from math import gcd, isqrt, prod
from typing import TYPE_CHECKING, Final

from stats.slices import finish
from stats.two_sample import Counts, distribution, in_units, is_countable, pooled, size_of, sum_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Null = tuple[int, NDArray[np.float64]]

_EXACT_BITS: Final = 150_000
"""Bits of the product up to which it is multiplied exactly: about 10 ms."""

_FLOAT_ERROR: Final = 1e-9
"""Bound of the absolute error of a p that is not exact."""


def stratified(strata: Iterable[tuple[Counts, Counts]]) -> Fraction | float | None:
    """Test whether ratings are exchangeable between the arms within every template.

    Parameters
    ----------
    strata : iterable of (counts of arm A, counts of arm B)
        One pair for each template; one that lacks a side has nothing to exchange and drops out.

    Returns
    -------
    Fraction, float or None
        Two-sided p = min(1, 2 min(P(T ≤ t), P(T ≥ t))), T the sum of all ratings of arm A. A Fraction is
        exact; a float, for large problems only, has an absolute error below 1e-9 and is at least that. None
        when no template has ratings on both sides, or a scale is too fine to count.

    Raises
    ------
    ValueError
        If a value is not an int, or a count is not an int of 0 or more.

    Notes
    -----
    The null distribution is the convolution of those of the templates: a product of polynomials, each
    packed into one integer. Its null is another than that of the sign flip: on the document's tones 0.104
    against 0.039. The plan names which one decides. Templates of unequal sizes weigh as their ratings do.

    References
    ----------
    Streitberg and Röhmel (1986), Statistical Software Newsletter 12:10. Hothorn et al. (2006), The American
    Statistician 60:257 (R's coin, blocks).

    Examples
    --------
    >>> stratified([({5: 2}, {4: 2}), ({3: 1}, {2: 1})])
    Fraction(1, 6)
    >>> stratified([({5: 2}, {})]) is None
    True
    """
    return finish(stratified_slices(strata))


def stratified_slices(strata: Iterable[tuple[Counts, Counts]]) -> Generator[None, None, Fraction | float | None]:
    """Do what `stratified` does, one template a slice.

    Parameters
    ----------
    strata : iterable of (counts of arm A, counts of arm B)
        One pair for each template.

    Yields
    ------
    None
        After every template counted, and after every one convolved.

    Returns
    -------
    Fraction, float or None
        As `stratified` does.

    Raises
    ------
    ValueError
        If a value is not an int, or a count is not an int of 0 or more.

    Examples
    --------
    >>> sum(1 for _ in stratified_slices([({5: 2}, {4: 2}), ({3: 1}, {2: 1})]))
    2
    """
    kept = [(a, b) for a, b in strata if size_of(a) and size_of(b)]
    if not kept:
        return None
    observed = sum(sum_of(a) for a, _ in kept)
    if all(is_countable(pooled(a, b), size_of(a)) for a, b in kept):
        nulls = []
        for a, b in kept:
            nulls.append(distribution(pooled(a, b), size_of(a)))
            yield
        if _bits(nulls) <= _EXACT_BITS:
            return _doubled(_convolved(nulls), observed)
    return (yield from _by_transform(kept, observed))


def _bits(nulls: Sequence[dict[int, int]]) -> int:
    """Length of the product of all distributions, packed."""
    ways, unit = sum(sum(null.values()).bit_length() for null in nulls), _unit(nulls)
    return ways * sum((max(null) - min(null)) // unit + 1 for null in nulls)


def _unit(nulls: Sequence[dict[int, int]]) -> int:
    return gcd(*(place - low for null in nulls for low in [min(null)] for place in null)) or 1


def _convolved(nulls: Sequence[dict[int, int]]) -> dict[int, int]:
    """Multiply the distributions: from the sum over all templates to its number of ways."""
    unit = _unit(nulls)
    cell = prod(sum(null.values()) for null in nulls).bit_length() // 8 + 1
    product = prod(_packed(null, unit, cell) for null in nulls)
    cells = product.to_bytes(-(-product.bit_length() // (8 * cell)) * cell, "little")
    low = sum(min(null) for null in nulls)
    return {
        low + unit * (at // cell): count
        for at in range(0, len(cells), cell)
        if (count := int.from_bytes(cells[at : at + cell], "little"))
    }


def _packed(null: dict[int, int], unit: int, cell: int) -> int:
    low = min(null)
    places = range(low, max(null) + 1, unit)
    return int.from_bytes(b"".join(null.get(place, 0).to_bytes(cell, "little") for place in places), "little")


def _doubled(ways: dict[int, int], observed: int) -> Fraction:
    below = sum(count for place, count in ways.items() if place <= observed)
    above = sum(count for place, count in ways.items() if place >= observed)
    return min(Fraction(1), Fraction(2 * min(below, above), sum(ways.values())))


def _by_transform(kept: Sequence[tuple[Counts, Counts]], observed: int) -> Generator[None, None, float | None]:
    """Multiply the transforms of all templates on a circle that holds all but 1e-18 of the sum."""
    import numpy as np

    nulls, mean = [], Fraction(0)
    for a, b in kept:
        null = _probabilities(a, b)
        if null is None:
            return None
        nulls.append(null)
        mean += Fraction(sum_of(pooled(a, b)) * size_of(a), size_of(a) + size_of(b))
        yield
    window = 1 + min(sum(2 * len(shares) for _, shares in nulls), isqrt(85 * sum(len(s) ** 2 for _, s in nulls)))
    points = 1 << window.bit_length()
    product = np.ones(points // 2 + 1, dtype=complex)
    for _, shares in nulls:
        product *= np.fft.rfft(shares, points)
        yield
    circle, low = np.fft.irfft(product, points), sum(low for low, _ in nulls)
    sums = round(mean) + np.arange(-(points // 2) + 1, points // 2)
    around = np.clip(circle[(sums - low) % points], 0, None)
    tail = min(float(around[sums <= observed].sum()), float(around[sums >= observed].sum()))
    return max(_FLOAT_ERROR, min(1.0, 2 * tail))


def _probabilities(a: Counts, b: Counts) -> Null | None:
    """The lowest sum of side A, and the probability of every one from there on."""
    import numpy as np

    pool, size = pooled(a, b), size_of(a)
    if is_countable(pool, size):
        ways = distribution(pool, size)
        low, whole = min(ways), sum(ways.values())
        return low, np.array([ways.get(place, 0) / whole for place in range(low, max(ways) + 1)])
    from stats.two_sample_large import probabilities

    units, lowest, unit = in_units(pool)
    found = probabilities(units, size)
    if found is None:
        return None
    spread = np.zeros((len(found[1]) - 1) * unit + 1)
    spread[::unit] = found[1]
    return lowest * size + unit * found[0], spread

"""Exact tests by relabelling: what the difference would be had the arms been swapped.

A distribution is counted, never drawn: no seed, no Monte Carlo noise. Differences are rationals, because
floating means that should tie do not. Pairs whose difference is only −1, 0 or 1 have the closed form in
``paired``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import exp, gcd, isqrt, lcm, log, log1p, tanh, ulp
from numbers import Rational
from operator import itemgetter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Differences = Mapping[int | Fraction, int] | Iterable[int | Fraction]
"""Differences one by one, or how often each occurs."""

Steps = dict[int, int]
"""Absolute differences other than 0 as multiples of a common unit, and how often each occurs."""

_EXACT_WORDS: Final = 3_000_000
"""Machine words that the exact count may write: about 10 ms."""

_EXACT_DIFFERENCES: Final = 1_000
"""Differences up to which the count is exact; 2 to this power still fits a float."""

_POINTS: Final = 1 << 17
"""Units that the transform may span: about 0.1 s with hundreds of distinct differences."""


def sign_flip(differences: Differences) -> Fraction | float:
    """Test whether paired differences are symmetric around 0.

    Parameters
    ----------
    differences : mapping of difference to count, or iterable of differences
        int or Fraction, one per cluster (a question, a template), in one direction. A mapping costs
        nothing per cluster, a sequence about a microsecond each.

    Returns
    -------
    Fraction or float
        Two-sided p = min(1, 2 P(T ≥ t)), where t is the absolute sum of the differences and T the sum
        over all choices of signs. A Fraction is exact. A float, for large problems only, is never 0 and has a
        relative error below 1e-9, or is the upper bound that Notes describe.

    Raises
    ------
    ValueError
        If a difference is not an int or a Fraction, or a count is not a whole number of 0 or more.

    Notes
    -----
    Means of many and of few ratings have no symmetric difference where ratings pile up at an end of the scale. Up to
    three times as many on one side that does not matter; with 1 against 10, nearly all of them equal, a test at 0.05
    finds in a quarter of studies what is not there (tests/simulation). ``stratified`` needs no symmetry.

    Differences of 0 carry no sign and drop out; with none left, p = 1. The smallest p is 2 / 2^J for J
    differences other than 0 (`smallest_sign_flip`).

    In units of their greatest common divisor the differences are whole, and a dynamic programme counts
    the sign vectors that reach the observed sum, in one long integer. Where that would take more than
    about 10 ms, the distribution is tilted until its mean is the observed sum, taken from its
    characteristic function by one Fourier transform, and tilted back, which keeps the relative precision
    of small tails. Differences so varied that even this grid would be too long (cards with 45 to 50
    ratings) are rounded to a coarser one, and the observed sum is lowered by all that rounding could have
    moved it: p is then an upper bound.

    References
    ----------
    Pagano and Tritchler (1983), JASA 78:435. Streitberg and Röhmel (1986), Statistical Software
    Newsletter 12:10.

    Examples
    --------
    >>> sign_flip([3, 0, 0, 3, 1, -1, 1, 1, 4, 3])
    Fraction(5, 128)
    >>> sign_flip({Fraction(1, 3): 4, Fraction(-1, 3): 1, Fraction(2, 3): 2})
    Fraction(3, 32)
    >>> sign_flip([])
    Fraction(1, 1)
    """
    steps, observed = _in_units(counted(differences))
    if observed == 0:
        return Fraction(1)
    flipped = (_length(steps) - observed) // 2
    count = sum(steps.values())
    if count <= _EXACT_DIFFERENCES and count * count * (flipped + 1) // 128 <= _EXACT_WORDS:
        return min(Fraction(1), Fraction(2 * _sign_vectors(steps, flipped), 2**count))
    return max(ulp(0.0), min(1.0, 2 * _tail_by_transform(*_on_grid(steps, observed))))


def smallest_sign_flip(effective: int) -> Fraction:
    """Return the smallest p that so many differences can reach.

    Parameters
    ----------
    effective : int
        Differences other than 0; those planned, when the plan is written.

    Returns
    -------
    Fraction
        2 / 2^effective, at most 1. With 5 or fewer it is above 0.05: such a plan cannot conclude.

    Raises
    ------
    ValueError
        If the number is negative.

    Examples
    --------
    >>> smallest_sign_flip(5), smallest_sign_flip(6), smallest_sign_flip(0)
    (Fraction(1, 16), Fraction(1, 32), Fraction(1, 1))
    """
    if effective < 0:
        raise ValueError(f"the number of differences must be 0 or more, not {effective!r}")
    return Fraction(1, 2 ** max(0, effective - 1))


def counted(differences: Differences) -> Mapping[int | Fraction, int]:
    """Count differences that come one by one.

    Parameters
    ----------
    differences : mapping of difference to count, or iterable of differences
        int or Fraction.

    Returns
    -------
    mapping of difference to count
        What was given, if it was that.

    Raises
    ------
    ValueError
        If a difference is not an int or a Fraction, or a count is not a whole number of 0 or more.

    Examples
    --------
    >>> counted([1, -1, 1])
    Counter({1: 2, -1: 1})
    """
    counts = differences if isinstance(differences, Mapping) else Counter(differences)
    for value, count in counts.items():
        if not isinstance(value, Rational):
            raise ValueError(f"a difference must be an int or a Fraction, not {value!r}")
        if not isinstance(count, int) or count < 0:
            raise ValueError(f"a count must be a whole number of 0 or more, not {count!r}")
    return counts


def _in_units(counts: Mapping[int | Fraction, int]) -> tuple[Steps, int]:
    """Express differences in the greatest unit that measures them all; return steps and the absolute sum."""
    present = {value: count for value, count in counts.items() if value and count}
    scale = lcm(*(value.denominator for value in present))
    whole = {int(value * scale): count for value, count in present.items()}
    unit = gcd(*whole) or 1
    steps: Steps = Counter()
    for value, count in whole.items():
        steps[abs(value) // unit] += count
    return steps, abs(sum(value * count for value, count in whole.items())) // unit


def _length(steps: Steps) -> int:
    return sum(step * count for step, count in steps.items())


def _sign_vectors(steps: Steps, limit: int) -> int:
    """How many sign vectors flip at most ``limit`` units: coefficients of ∏(1 + x^step) up to x^limit.

    All coefficients stand side by side in one integer, each in a cell wide enough for 2^J.
    """
    cell = sum(steps.values()) + 1
    within = (1 << cell * (limit + 1)) - 1
    ways = 1
    for step, count in sorted(steps.items()):
        for _ in range(count):
            ways = (ways + (ways << cell * step)) & within
    return ways % ((1 << cell) - 1)


def _on_grid(steps: Steps, observed: int) -> tuple[Steps, int]:
    """Round steps to a grid that the transform can afford, and lower the observed sum by the error."""
    unit = -(-_window(steps) // _POINTS)
    if unit == 1:
        return steps, observed
    rounded: Steps = Counter()
    error = 0
    for step, count in steps.items():
        multiple = (2 * step + unit) // (2 * unit)
        rounded[multiple] += count
        error += count * abs(step - multiple * unit)
    rounded.pop(0, None)
    return rounded, -((error - observed) // unit)


def _window(steps: Steps) -> int:
    """Return how many units hold all but 1e-18 of the tilted sum, by Hoeffding's inequality."""
    return 1 + min(_length(steps), isqrt(85 * sum(step * step * count for step, count in steps.items())))


def _tail_by_transform(steps: Steps, observed: int) -> float:
    """P(T ≥ observed), counted in the units that keep their sign."""
    length = _length(steps)
    if observed <= 0:
        return 1.0
    kept = (length + observed + 1) // 2
    if kept >= length:
        return float(kept == length) * 0.5 ** sum(steps.values())
    import numpy as np

    tilt = _tilt(steps, 2 * kept - length)
    tilted = np.clip(_tilted(steps, tilt, kept), 0, None)
    log_mass = sum(count * _log_cosh(tilt * step) for step, count in steps.items()) - tilt * (2 * kept - length)
    return exp(log_mass) * float(tilted @ np.exp(-2 * tilt * np.arange(len(tilted))))


def _tilted(steps: Steps, tilt: float, kept: int) -> NDArray[np.float64]:
    """Return the tilted probabilities of ``kept`` units and more, to the end of the window.

    No factor exceeds 1, so a frequency whose product is negligible is dropped for good.
    """
    import numpy as np

    points = 1 << _window(steps).bit_length()
    circle = np.exp(-2j * np.pi * np.arange(points) / points)
    alive = np.arange(points // 2 + 1)
    product = np.ones(len(alive), dtype=complex)
    for step, count in sorted(steps.items(), key=itemgetter(1), reverse=True):
        keeps = 1 / (1 + exp(-2 * tilt * step))
        factor = (1 - keeps) + keeps * circle[alive * step % points]
        product *= factor if count == 1 else factor**count
        matters = np.abs(product) > 1e-25
        alive, product = alive[matters], product[matters]
    transform = np.zeros(points // 2 + 1, dtype=complex)
    transform[alive] = product
    above = np.arange(kept, min(_length(steps), kept + points // 2) + 1)
    return np.fft.irfft(transform, points)[above % points]


def _tilt(steps: Steps, target: int) -> float:
    """Find the exponent that moves the mean of the sum to the target, by bisection."""

    def short(tilt: float) -> bool:
        return sum(count * step * tanh(tilt * step) for step, count in steps.items()) < target

    low, high = 0.0, 1 / max(steps)
    while short(high):
        low, high = high, 2 * high
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if short(middle) else (low, middle)
    return high


def _log_cosh(x: float) -> float:
    """Return log cosh x for x ≥ 0, where cosh itself would overflow."""
    return x + log1p(exp(-2 * x)) - log(2)

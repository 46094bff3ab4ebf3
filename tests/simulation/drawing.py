"""Drawing by `Random.random` alone, whose numbers Python promises not to change: so a table repeats to the byte."""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import comb, cos, log, pi, sqrt
from random import Random
from typing import TypeVar

from stats.interval import Interval

T = TypeVar("T")
EASE = (0.55, 0.65, 0.75, 0.85, 0.9)
"""How warm templates are: the share of the way from 1 to 5. Most ratings are 4 and 5."""


def times(rng: Random, n: int, p: float) -> int:
    """How many of n come out, each with probability p."""
    return sum(rng.random() < p for _ in range(n))


def pick(rng: Random, shares: Sequence[float]) -> int:
    """A place, with the probabilities that are given and add up to 1."""
    return min(bisect(_sums(tuple(shares)), rng.random()), len(shares) - 1)


def picks(rng: Random, n: int, shares: Sequence[float]) -> list[int]:
    """How often each place came up in n draws."""
    found = Counter(pick(rng, shares) for _ in range(n))
    return [found[place] for place in range(len(shares))]


def shuffled(rng: Random, values: Sequence[T]) -> list[T]:
    """In random order."""
    return [values[at] for at in sorted(range(len(values)), key=[rng.random() for _ in values].__getitem__)]


def normal(rng: Random) -> float:
    """Standard normal, by Box and Muller."""
    return sqrt(-2 * log(1 - rng.random())) * cos(2 * pi * rng.random())


def rating(rng: Random, ease: float) -> int:
    """1 to 5: four steps, each taken with a probability; skewed wherever that is not one half."""
    return 1 + pick(rng, _steps(round(ease, 6)))


def ratings(rng: Random, n: int, ease: float) -> Counter[int]:
    """How often each rating came up on n cards."""
    return Counter(rating(rng, ease) for _ in range(n))


def mean_of(counts: Counter[int]) -> Fraction:
    """Of ratings."""
    return Fraction(sum(value * count for value, count in counts.items()), counts.total())


def covers(interval: Interval | None, truth: float) -> bool | None:
    """Whether an interval holds the truth; None without an interval."""
    return None if interval is None else interval.low - 1e-12 <= truth <= interval.high + 1e-12


@cache
def _sums(shares: tuple[float, ...]) -> list[float]:
    return list(accumulate(shares))


@cache
def _steps(ease: float) -> tuple[float, ...]:
    return tuple(comb(4, k) * ease**k * (1 - ease) ** (4 - k) for k in range(5))

"""Agreement between graders: the jackknife interval of alpha, and the interval of how often they say the same.

Items have a true value, drawn from shares; a grader says it, or guesses by the same shares. Then agreement and alpha
are known of all items there could be, and are what an interval is to cover.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from random import Random

from stats.agreement import Metric, alpha, observed
from stats.proportion import proportion

from .drawing import covers, pick
from .proportions import SINGLE
from .scenario import Draw, Scenario

LETTERS = (0.3, 0.2, 0.5)
RARE = (0.92, 0.08)
TONES = (0.05, 0.1, 0.15, 0.3, 0.4)


def item(rng: Random, shares: Sequence[float], knows: float, graders: int, missing: float) -> list[int]:
    """How often each value was given to one item; a grader may be missing."""
    truth, counts = pick(rng, shares), [0] * len(shares)
    for _grader in range(graders):
        if rng.random() >= missing:
            counts[truth if rng.random() < knows else pick(rng, shares)] += 1
    return counts


def of_all(shares: Sequence[float], knows: float, metric: Metric) -> float:
    """Alpha of all items there could be: agreement beyond chance is the chance that both graders know."""
    return knows * knows if _far(shares, metric) else 0.0


def _far(shares: Sequence[float], metric: Metric) -> float:
    """Mean squared distance of values of different items."""
    ranks = [before + share / 2 for before, share in zip(accumulate(shares, initial=0.0), shares, strict=False)]
    points = ranks if metric == "ordinal" else range(len(shares))
    pairs = [(a, b) for a in range(len(shares)) for b in range(len(shares)) if a != b]
    distance = [1.0 if metric == "nominal" else (points[a] - points[b]) ** 2 for a, b in pairs]
    return sum(d * shares[a] * shares[b] for d, (a, b) in zip(distance, pairs, strict=True))


def bounded(
    items: int, shares: Sequence[float], knows: float, metric: Metric, graders: int = 2, missing: float = 0.0
) -> Draw:
    """Whether the interval of alpha covers it."""
    truth = of_all(shares, knows, metric)

    def draw(rng: Random) -> bool | None:
        units = [item(rng, shares, knows, graders, missing) for _ in range(items)]
        return covers(alpha(units, metric).interval, truth)

    return draw


def same(items: int, shares: Sequence[float], knows: float, graders: int) -> Draw:
    """Whether Wilson's interval of how often graders say the same covers it; an item weighs one."""
    chance = sum(share * share for share in shares)
    truth = knows * knows + (1 - knows * knows) * chance

    def draw(rng: Random) -> bool | None:
        k, n = observed([item(rng, shares, knows, graders, 0.0) for _ in range(items)])
        return covers(proportion(k, n).interval, truth)

    return draw


_FEW = (
    "the jackknife of alpha needs a rare value to occur: where few items hold it the interval is too narrow; said in "
    "the docstring, and in the report where one label dominates"
)
_ROWS: list[tuple[int, Sequence[float], float, Metric, int, float]] = [
    (10, LETTERS, 0.8, "nominal", 2, 0.0),
    (20, LETTERS, 0.8, "nominal", 2, 0.0),
    (40, LETTERS, 0.8, "nominal", 2, 0.0),
    (75, LETTERS, 0.5, "nominal", 2, 0.0),
    (75, LETTERS, 0.9, "nominal", 3, 0.2),
    (40, TONES, 0.7, "ordinal", 2, 0.0),
    (120, TONES, 0.7, "ordinal", 3, 0.0),
    (40, TONES, 0.7, "interval", 2, 0.0),
    (75, LETTERS, 0.0, "nominal", 2, 0.0),
    (150, RARE, 0.8, "nominal", 2, 0.0),
]
_THIN: list[tuple[int, Sequence[float], float, Metric, int, float]] = [
    (25, RARE, 0.8, "nominal", 2, 0.0),
    (50, RARE, 0.8, "nominal", 2, 0.0),
]
_WHAT = {LETTERS: "three letters", RARE: "one of two values in 92 %", TONES: "tones 1 to 5"}


def _row(of: tuple[int, Sequence[float], float, Metric, int, float], known: str) -> Scenario:
    items, shares, knows, metric, graders, missing = of
    name = f"alpha {metric}, {items} items, {_WHAT[tuple(shares)]}, {graders} graders, {knows} known, {missing} missing"
    return Scenario(name, "agreement.alpha", "covers alpha", "at least", 0.95, bounded(*of), 3000, SINGLE, known)


SCENARIOS = [
    *(_row(of, "") for of in _ROWS),
    *(_row(of, _FEW) for of in _THIN),
    *(
        Scenario(f"same, {items} items, {_WHAT[shares]}, {graders} graders", "agreement.observed proportion.proportion",
                 "covers how often two say the same", "at least", 0.95, same(items, shares, 0.8, graders), 3000, SINGLE)
        for items, shares, graders in [(10, LETTERS, 2), (25, LETTERS, 3), (75, RARE, 2), (75, TONES, 4)]
    ),
]  # fmt: skip
"""Coverage of agreement."""

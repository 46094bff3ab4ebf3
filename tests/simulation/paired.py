"""Two arms on the same questions: the exact test, its sharper sister, and the intervals of the difference."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

from stats.interval import Interval
from stats.paired import can_conclude, mcnemar, mcnemar_mid, smallest_p
from stats.paired_interval import agresti_min, bonett_price, newcombe, tango, wald_difference
from stats.power import mcnemar_power
from stats.reachable import reachable_p

from .drawing import covers, picks
from .proportions import SINGLE
from .scenario import Draw, Scenario

Cells = tuple[int, int, int, int]
"""How many questions only the first arm has, only the second, both and neither."""
_TESTS = {"mcnemar": cache(mcnemar), "mcnemar_mid": cache(mcnemar_mid)}
_OF_COUNTS: dict[str, Callable[[int, int, int], Interval | None]] = {
    "tango": cache(tango),
    "wald_difference": cache(wald_difference),
    "agresti_min": cache(agresti_min),
    "bonett_price": cache(bonett_price),
}
_newcombe = cache(newcombe)
WALD = "Wald's, which the page shows beside Tango's, the one to rely on"


def cells(rng: Random, n: int, a: float, b: float) -> Cells:
    """A paired table, of shares that only the one arm has, and only the other; of the rest a third have both."""
    rest = 1 - a - b
    only_a, only_b, both, neither = picks(rng, n, (a, b, rest / 3, rest * 2 / 3))
    return only_a, only_b, both, neither


def significant(test: str, n: int, a: float, b: float) -> Draw:
    """Whether a test finds a difference."""
    of = _TESTS[test]

    def draw(rng: Random) -> bool:
        only_a, only_b, *_rest = cells(rng, n, a, b)
        return of(only_a, only_b) <= 0.05

    return draw


def covered(method: str, n: int, a: float | None, b: float = 0.0) -> Draw:
    """Whether an interval covers the difference; without shares they are drawn evenly from all there are."""

    def draw(rng: Random) -> bool | None:
        first, second = (a, b) if a is not None else _even(rng)
        only_a, only_b, both, neither = cells(rng, n, first, second)
        if method == "newcombe":
            return covers(_newcombe(only_a, only_b, both, neither), second - first)
        return covers(_OF_COUNTS[method](only_a, only_b, n), second - first)

    return draw


def _even(rng: Random) -> tuple[float, float]:
    """Two shares and what is left of 1."""
    low, high = sorted((rng.random(), rng.random()))
    return low, high - low


def _evenly(rng: Random, n: int) -> Cells:
    return cells(rng, n, *_even(rng))


def bounded(n: int) -> Draw:
    """Whether, after every question, the p of the finished plan lies within what was said to be reachable."""
    reach = cache(reachable_p)

    def draw(rng: Random) -> bool:
        a, b = _even(rng)
        known, bounds = [0, 0], []
        for at in range(n):
            kind = rng.random()
            known[0] += kind < a
            known[1] += a <= kind < a + b
            bounds.append(reach(known[0], known[1], n - at - 1))
        p = _TESTS["mcnemar"](*known)
        return all(low <= p <= high for low, high in bounds)

    return draw


def not_smaller(n: int) -> Draw:
    """Whether p is at least the smallest that so many discordant pairs can reach, and significant only if they can."""

    def draw(rng: Random) -> bool:
        only_a, only_b, *_rest = _evenly(rng, n)
        p, discordant = _TESTS["mcnemar"](only_a, only_b), only_a + only_b
        return p >= smallest_p(discordant) and (p > 0.05 or can_conclude(discordant))

    return draw


def _coverage(method: str, n: int, a: float | None, b: float = 0.0, known: str = "") -> Scenario:
    at = "shares drawn evenly" if a is None else f"{a} only the first, {b} only the second"
    slack = 0.01 if a is None else SINGLE
    claim, draw = "covers the difference", covered(method, n, a, b)
    name = f"{method}, n = {n}, {at}"
    return Scenario(name, f"paired_interval.{method}", claim, "at least", 0.95, draw, 10_000, slack, known)


SHORT = (75, 0.0, 0.03)
"""Few questions differ, all in one direction."""
_TRUTHS = [(10, 0.1, 0.3), (25, 0.02, 0.02), (25, 0.04, 0.16), (25, 0.2, 0.2), SHORT, (200, 0.01, 0.04)]
SCENARIOS = [
    *(
        Scenario(f"mcnemar, n = {n}, {share} each way", "paired.mcnemar", "finds a difference where there is none",
                 "at most", 0.05, significant("mcnemar", n, share, share))
        for n, share in [(5, 0.4), (10, 0.3), (25, 0.1), (25, 0.4), (75, 0.05), (75, 0.2), (200, 0.02), (200, 0.4)]
    ),
    *(
        Scenario(f"mcnemar mid-p, n = {n}, {share} each way", "paired.mcnemar_mid",
                 "finds a difference where there is none", "at most", 0.05, significant("mcnemar_mid", n, share, share),
                 10_000, 0.01)
        for n, share in [(10, 0.3), (25, 0.1), (75, 0.2), (200, 0.4)]
    ),
    *(
        Scenario(f"mcnemar, n = 75, {gain} more the one way", "paired.mcnemar power.mcnemar_power",
                 "finds the difference as often as promised",
                 "exactly", mcnemar_power(75, 0.05, 0.05 + gain), significant("mcnemar", 75, 0.05, 0.05 + gain),
                 rises="mcnemar")
        for gain in (0.0, 0.05, 0.1, 0.2, 0.4)
    ),
    *(_coverage(method, n, None) for method in ("tango", "newcombe") for n in (5, 10, 25, 75, 200)),
    *(_coverage(method, 25, None) for method in ("agresti_min", "bonett_price")),
    *(
        _coverage(method, *truth)
        for method in ("tango", "newcombe", "agresti_min", "bonett_price")
        for truth in _TRUTHS if (method, truth) != ("agresti_min", SHORT)
    ),
    _coverage("agresti_min", *SHORT, "no page shows it; Tango's is the one to rely on"),
    _coverage("tango", 25, 0.0, 0.0),
    _coverage("wald_difference", 200, 0.2, 0.2),
    *(_coverage("wald_difference", *truth, WALD) for truth in [(25, 0.04, 0.16), SHORT, (10, 0.05, 0.15)]),
    Scenario("reachable p, 40 questions, after each", "reachable.reachable_p", "holds the final p at every look",
             "at least", 1.0, bounded(40), 2000),
    Scenario("smallest p, 25 questions", "paired.smallest_p paired.can_conclude", "is not undercut", "at least", 1.0,
             not_smaller(25)),
]  # fmt: skip
"""False alarms, power and coverage of pairs."""

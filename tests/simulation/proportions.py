"""One rate, and two rates of different questions: Wilson's interval, what it is compared with, and thresholds."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from random import Random

from stats.independent import wald_independent
from stats.interval import Interval
from stats.paired import independent_z
from stats.proportion import clopper_pearson, proportion, wald, wilson

from .drawing import covers, times
from .scenario import Draw, Scenario

SINGLE = 0.03
"""Slack of an approximate interval at one single truth, where counts are whole; on average over truths it is 0.01."""
NEAR_0 = (
    "just below the low end of 1/n the rate is covered by 0/n alone: the least that Wilson's covers; said in the "
    "docstring, and in the methods of a report that it covers less at some rates near 0 and 1"
)
APART = (
    "Wald's, the only one of different questions: the page says that it is too narrow where nearly all or hardly any "
    "pass, and nothing is declared on it"
)
WALD = "Wald's, which the page shows to compare and tells not to rely on"
_INTERVALS: dict[str, Callable[[int, int], Interval | None]] = {
    "wilson": cache(wilson),
    "wald": cache(wald),
    "clopper_pearson": cache(clopper_pearson),
}


def covered(method: str, n: int, p: float | None) -> Draw:
    """Whether an interval covers the rate: a given one, or one drawn evenly."""
    of = _INTERVALS[method]

    def draw(rng: Random) -> bool | None:
        truth = rng.random() if p is None else p
        return covers(of(times(rng, n, truth), n), truth)

    return draw


def replicated(n: int, draws: int, *, as_questions: bool) -> Draw:
    """Repeated draws of questions, most of which nearly always come out the same: rates 0.05 and 0.6, 7 to 3."""

    def draw(rng: Random) -> bool | None:
        hits = sum(times(rng, draws, 0.6 if rng.random() < 0.3 else 0.05) for _ in range(n))
        k, of = (Fraction(hits, draws), n) if as_questions else (hits, n * draws)
        return covers(wilson(k, of), 0.215)

    return draw


def three_at_once(rng: Random) -> bool | None:
    """Whether the intervals of three arms cover all three rates."""
    of = _INTERVALS["wilson"]
    return all(covers(of(times(rng, 75, p), 75), p) for p in (0.08, 0.16, 0.32))


def wrongly(side: str, n: int, p: float) -> Draw:
    """Whether a rate that is exactly at the threshold is said to lie on a side of it."""

    def draw(rng: Random) -> bool:
        return proportion(times(rng, n, p), n).against(p) == side

    return draw


def apart(n: tuple[int, int], p: tuple[float, float]) -> Draw:
    """Whether Wald's interval of a difference of independent rates covers it."""

    def draw(rng: Random) -> bool | None:
        a, b = (times(rng, m, q) for m, q in zip(n, p, strict=True))
        return covers(wald_independent(a, n[0], b, n[1]), p[1] - p[0])

    return draw


def differ(n: tuple[int, int], p: float, *, together: float = 0.0) -> Draw:
    """Whether the z test finds a difference of two equal rates; `together` is the share of pairs that are the same."""

    def draw(rng: Random) -> bool:
        a = [rng.random() < p for _ in range(n[0])]
        b = [a[at] if at < n[0] and rng.random() < together else rng.random() < p for at in range(n[1])]
        found = independent_z(sum(a), n[0], sum(b), n[1])
        return found is not None and found.p <= 0.05

    return draw


def _covered(method: str, n: int, p: float | None, known: str = "") -> Scenario:
    at = "rate drawn evenly" if p is None else f"rate {p}"
    claim = "covers the rate"
    slack = 0.0 if method == "clopper_pearson" else 0.01 if p is None else SINGLE
    draw = covered(method, n, p)
    return Scenario(
        f"{method}, n = {n}, {at}", f"proportion.{method}", claim, "at least", 0.95, draw, 10_000, slack, known
    )


_Z = "finds a difference of equal rates"
SCENARIOS = [
    *(_covered("wilson", n, None) for n in (5, 10, 25, 75, 332)),
    *(
        _covered("wilson", n, p)
        for n, p in [(5, 0.5), (10, 0.05), (25, 0.04), (25, 0.16), (25, 0.5), (25, 0.96), (75, 0.01), (75, 0.08)]
    ),
    *(_covered("wilson", n, p) for n, p in [(75, 0.99), (332, 0.04), (332, 0.16)]),
    _covered("wilson", 25, 0.007, NEAR_0),
    *(_covered("clopper_pearson", n, p) for n in (5, 10, 25, 75) for p in (0.01, 0.16, 0.5)),
    *(_covered("clopper_pearson", n, None) for n in (5, 25, 332)),
    *(_covered("wald", n, p) for n, p in [(75, 0.5), (332, 0.16)]),
    *(_covered("wald", n, p, WALD) for n, p in [(25, 0.04), (75, 0.01), (10, 0.9)]),
    *(
        Scenario(f"wilson, {n} questions drawn {m} times, each question one", "proportion.wilson proportion.proportion",
                 "covers the rate", "at least", 0.95, replicated(n, m, as_questions=True), 5000, SINGLE)
        for n, m in [(25, 3), (75, 5), (10, 3)]
    ),
    Scenario("wilson, 25 questions drawn 3 times, each answer one", "proportion.wilson", "covers the rate", "at least",
             0.95, replicated(25, 3, as_questions=False), 5000, SINGLE,
             "answers to one question counted as if they were apart: what the program never does"),
    Scenario("wilson, 3 arms at once, n = 75", "proportion.wilson", "covers all three rates", "at least", 0.95,
             three_at_once, 10_000, 0.01, "intervals hold one at a time, as the pane says"),
    *(
        Scenario(f"against a threshold, n = {n}, rate {p}: {side}", "proportion.proportion",
                 "a rate at the threshold lies on a side of it", "at most", 0.025, wrongly(side, n, p), 10_000, 0.01)
        for n, p in [(50, 0.1), (25, 0.16), (332, 0.08)] for side in ("below", "above")
    ),
    *(
        Scenario(f"two rates apart, n = {n[0]} and {n[1]}, rates {p[0]} and {p[1]}", "independent.wald_independent",
                 "covers the difference", "at least", 0.95, apart(n, p), 10_000, SINGLE)
        for n, p in [((200, 200), (0.82, 0.85)), ((50, 50), (0.16, 0.32)), ((75, 25), (0.3, 0.5))]
    ),
    *(
        Scenario(f"two rates apart, n = {n[0]} and {n[1]}, rates {p[0]} and {p[1]}", "independent.wald_independent",
                 "covers the difference", "at least", 0.95, apart(n, p), 10_000, SINGLE, APART)
        for n, p in [((10, 75), (0.08, 0.16)), ((75, 25), (0.02, 0.04))]
    ),
    *(
        Scenario(f"z of two rates apart, n = {n[0]} and {n[1]}, rate {p}", "paired.independent_z", _Z, "at most", 0.05,
                 differ(n, p), 10_000, 0.015)
        for n, p in [((200, 200), 0.82), ((50, 50), 0.16), ((75, 25), 0.3), ((10, 75), 0.16), ((25, 25), 0.04)]
    ),
    Scenario("z of the same 50 questions, 8 of 10 alike, rate 0.3", "paired.independent_z", _Z, "at most", 0.05,
             differ((50, 50), 0.3, together=0.8)),
]  # fmt: skip
"""False alarms and coverage of rates."""

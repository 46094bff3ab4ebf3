"""Whether an improvement is declared where there is none, and how often where there is one."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random

from stats.decision import Facts, decide
from stats.independent import wald_independent
from stats.multiplicity import holm
from stats.paired import independent_z, mcnemar

from .drawing import times
from .scenario import Draw, Scenario

_mcnemar = cache(mcnemar)


def declared(n: int, broke: float, fixed: float) -> Draw:
    """Whether the second of two systems is declared better; one comparison, planned."""

    def draw(rng: Random) -> bool:
        lost = times(rng, n, broke)
        won = times(rng, n - lost, fixed / (1 - broke))
        return decide(Facts(n, Fraction(won - lost, n), _mcnemar(lost, won), critical=None, chosen=False)).declare

    return draw


def best_of(n: int, variants: int, *, told: bool) -> Draw:
    """Whether the best of several variants, none better than the first, is declared better; told is how many."""

    def draw(rng: Random) -> bool:
        first = [rng.random() < 0.7 for _ in range(n)]
        counts = []
        for _variant in range(variants):
            other = [passed if rng.random() < 0.5 else rng.random() < 0.7 for passed in first]
            pairs = list(zip(first, other, strict=True))
            counts.append((sum(a > b for a, b in pairs), sum(b > a for a, b in pairs)))
        ps = [_mcnemar(*both) for both in counts]
        at = max(range(variants), key=lambda v: counts[v][1] - counts[v][0])
        delta, corrected = Fraction(counts[at][1] - counts[at][0], n), holm(ps)[at]
        tried = {"variants": variants, "corrected": corrected} if told else {}
        return decide(Facts(n, delta, ps[at], chosen=False, **tried)).declare  # type: ignore[arg-type]

    return draw


def different(n: tuple[int, int], p: tuple[float, float]) -> Draw:
    """Whether anything is declared of systems that answered different questions: it never may be."""

    def draw(rng: Random) -> bool:
        a, b = (times(rng, m, q) for m, q in zip(n, p, strict=True))
        test, wide = independent_z(a, n[0], b, n[1]), wald_independent(a, n[0], b, n[1])
        half = None if wide is None else (wide.high - wide.low) / 2
        delta = Fraction(b, n[1]) - Fraction(a, n[0])
        return decide(Facts(min(n), delta, test.p if test else None, paired=False, half_width=half)).declare

    return draw


_NOTHING = "declares an improvement where there is none"
SCENARIOS = [
    *(
        Scenario(f"decision, {n} questions, {share} each way", "decision.decide", _NOTHING, "at most", 0.025,
                 declared(n, share, share), 5000)
        for n, share in [(25, 0.2), (30, 0.2), (50, 0.1), (75, 0.3), (200, 0.05)]
    ),
    *(
        Scenario(f"decision, 75 questions, {gain} more fixed", "decision.decide", "declares the improvement", "shown",
                 0.0, declared(75, 0.05, 0.05 + gain), 3000, rises="decision")
        for gain in (0.0, 0.05, 0.1, 0.2, 0.4)
    ),
    *(
        Scenario(f"decision, the best of {m} variants, {n} questions, told", "decision.decide multiplicity.holm",
                 _NOTHING, "at most", 0.05, best_of(n, m, told=True), draws)
        for m, n, draws in [(5, 50, 1500), (20, 50, 500)]
    ),
    Scenario("decision, the best of 20 variants, 50 questions, not told", "decision.decide", _NOTHING, "at most", 0.05,
             best_of(50, 20, told=False), 500, known="how many were tried cannot be seen: the page asks for it, and "
             "says where nobody told"),
    Scenario("decision, different questions, 200 and 150", "decision.decide", _NOTHING, "at most", 0.0,
             different((200, 150), (0.6, 0.8)), 2000),
]  # fmt: skip
"""False alarms and power of the table of decisions."""

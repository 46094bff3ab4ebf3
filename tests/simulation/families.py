"""Many tests at once: Holm and min-P on tests that are related, families that are not finished, and none corrected."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from math import erfc, sqrt
from random import Random

from stats.min_p import minp_step_down
from stats.multiplicity import bonferroni, chance_of_false_alarm, holm
from stats.paired import mcnemar
from stats.two_sample import two_sample

from .drawing import EASE, normal, ratings
from .scenario import Draw, Scenario

_mcnemar = cache(mcnemar)
Corrected = Callable[[Sequence[float]], Sequence[float | None]]


def systems(n: int, rates: Sequence[float], *, alike: float) -> Draw:
    """Whether Holm over all pairs of systems finds one that is as good as another, on the same questions.

    Systems share how hard a question is: `alike` of the questions come out the same for all of them.
    """
    equal = [(a, b) for a, b in combinations(range(len(rates)), 2) if rates[a] == rates[b]]

    def draw(rng: Random) -> bool:
        counts = dict.fromkeys(combinations(range(len(rates)), 2), (0, 0))
        for _question in range(n):
            hard = rng.random() if rng.random() < alike else None
            events = [(rng.random() if hard is None else hard) < rate for rate in rates]
            for (a, b), (x, y) in counts.items():
                counts[a, b] = (x + (events[a] > events[b]), y + (events[b] > events[a]))
        adjusted = dict(zip(counts, holm([_mcnemar(*both) for both in counts.values()]), strict=True))
        return any((p := adjusted[pair]) is not None and p <= 0.05 for pair in equal)

    return draw


def templates(j: int, cards: tuple[int, int], of: str, planned: int | None = None, effects: int = 0) -> Draw:
    """Whether a correction finds a difference in any template that has none; the first `effects` have a large one."""

    def draw(rng: Random) -> bool:
        sides = []
        for at in range(j):
            ease = EASE[int(rng.random() * 3)]
            sides.append((ratings(rng, cards[0], ease + (0.2 if at < effects else 0)), ratings(rng, cards[1], ease)))
        if of == "min-p":
            found = minp_step_down(sides, planned)
        else:
            ps = [float(two_sample(a, b).p or 1) for a, b in sides]
            found = holm(ps, planned) if of == "holm" else tuple(ps)
        return any(p is not None and p <= 0.05 for p in found[effects:])

    return draw


def sides_of_zero(m: int, correct: Corrected, *, together: float = 0.0) -> Draw:
    """Whether any of m normal tests of nothing is found; `together` is their correlation."""

    def draw(rng: Random) -> bool:
        common = normal(rng)
        zs = (sqrt(together) * common + sqrt(1 - together) * normal(rng) for _ in range(m))
        return any(p is not None and p <= 0.05 for p in correct([erfc(abs(z) / sqrt(2)) for z in zs]))

    return draw


def by_bonferroni(ps: Sequence[float]) -> Sequence[float | None]:
    """0 for what Bonferroni's threshold lets pass."""
    return [0.0 if p <= bonferroni(len(ps)) else 1.0 for p in ps]


_ANY = "finds any difference where there is none"
SCENARIOS = [
    *(
        Scenario(f"Holm, 3 equal systems, {n} questions, rate {rate}, {alike} alike", "multiplicity.holm", _ANY,
                 "at most", 0.05, systems(n, (rate,) * 3, alike=alike), draws)
        for n, rate, alike, draws in [(25, 0.16, 0.5, 10_000), (75, 0.3, 0.5, 5000), (75, 0.3, 0.0, 5000)]
    ),
    Scenario("Holm, 5 equal systems, 50 questions, rate 0.4, 0.5 alike", "multiplicity.holm", _ANY, "at most", 0.05,
             systems(50, (0.4,) * 5, alike=0.5), 3000),
    Scenario("Holm, 3 systems, two of them equal and one worse, 75 questions", "multiplicity.holm", _ANY, "at most",
             0.05, systems(75, (0.2, 0.2, 0.6), alike=0.3), 5000),
    *(
        Scenario(f"{of}, {j} templates of {m} planned, {a} against {b} cards",
                 "min_p.minp_step_down" if of == "min-p" else "multiplicity.holm", _ANY, "at most", 0.05,
                 templates(j, (a, b), of, m), draws)
        for of in ("holm", "min-p") for j, m, a, b, draws in [(10, 10, 6, 6, 3000), (5, 10, 6, 6, 3000),
                                                              (6, 6, 4, 9, 3000), (4, 4, 4, 4, 5000)]
    ),
    *(
        Scenario(f"{of}, 10 templates, 4 of them with an effect", "min_p.minp_step_down" if of == "min-p" else
                 "multiplicity.holm", _ANY, "at most", 0.05, templates(10, (6, 6), of, 10, 4), 3000)
        for of in ("holm", "min-p")
    ),
    Scenario("10 templates without correction, 6 against 6 cards", "multiplicity.chance_of_false_alarm",
             "any is found no more often than is said", "at most", chance_of_false_alarm(10),
             templates(10, (6, 6), "raw"), 3000),
    *(
        Scenario(f"{m} tests without correction", "multiplicity.chance_of_false_alarm",
                 "any is found as often as is said", "exactly", chance_of_false_alarm(m),
                 sides_of_zero(m, lambda ps: ps))
        for m in (1, 3, 10)
    ),
    *(
        Scenario(f"{name}, {m} tests, correlation {together}", f"multiplicity.{name}", _ANY, "at most", 0.05,
                 sides_of_zero(m, of, together=together))
        for name, of in (("holm", holm), ("bonferroni", by_bonferroni)) for m, together in [(3, 0.0), (10, 0.5)]
    ),
]  # fmt: skip
"""False alarms of families."""

"""Before the first label: the width, the power and the smallest p that are promised, and whether studies get them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from random import Random

from stats.decision import smallest_difference
from stats.design import (
    SampleSize,
    margin,
    questions_for_half_width,
    smallest_p_by_replicates,
    templates_for_holm,
)
from stats.paired import mcnemar
from stats.power import fewest_discordant, mcnemar_power, pairs_for_power, smallest_change
from stats.proportion import wilson
from stats.rejection import sign_test_power
from stats.two_sample import two_sample

from .drawing import picks, shuffled, times
from .scenario import Draw, Scenario

_mcnemar, _wilson = cache(mcnemar), cache(wilson)


def narrow(rate: float, half_width: float, n: int, *, expected: bool) -> Draw:
    """Whether the interval is as narrow as was wanted; expected is at the count nearest to the expected rate."""

    def draw(rng: Random) -> bool:
        interval = _wilson(round(rate * n) if expected else times(rng, n, rate), n)
        return interval is not None and (interval.high - interval.low) / 2 <= half_width + 1e-12

    return draw


def found(n: int, broke: float, fixed: float) -> Draw:
    """Whether the exact test of pairs finds the difference."""

    def draw(rng: Random) -> bool:
        return _mcnemar(*picks(rng, n, (broke, fixed, 1 - broke - fixed))[:2]) <= 0.05

    return draw


def decided(n: int, share: float) -> Draw:
    """Whether the sign test of decided pairs finds the preference."""

    def draw(rng: Random) -> bool:
        wins = times(rng, n, share)
        return _mcnemar(wins, n - wins) <= 0.05

    return draw


def within_margin(n: int, p: float) -> Draw:
    """Whether the rate that is found lies within the margin of the true one."""
    return lambda rng: abs(times(rng, n, p) / n - p) <= margin(n, p) + 1e-12


def too_few(family: int) -> Draw:
    """Whether one pair fewer than are needed ever passes, whatever comes."""
    n = fewest_discordant(family=family) - 1

    def draw(rng: Random) -> bool:
        one = times(rng, n, rng.random())
        return _mcnemar(one, n - one) * family <= 0.05

    return draw


def too_small(n: int) -> Draw:
    """Whether a difference below the smallest that so many questions can show is ever significant."""
    least = smallest_difference(n)
    assert least is not None

    def draw(rng: Random) -> bool:
        a, b, _rest = picks(rng, n, (0.02, 0.1, 0.88))
        return abs(b - a) < least * n and _mcnemar(a, b) <= 0.05

    return draw


def extreme(cards: int) -> Draw:
    """Whether a template without ties reaches the smallest p where nothing differs."""

    def draw(rng: Random) -> bool:
        order = shuffled(rng, range(2 * cards))
        p = two_sample(Counter(order[:cards]), Counter(order[cards:])).p
        return p is not None and p <= smallest_p_by_replicates(cards)

    return draw


def among(cards: int, more: int) -> Draw:
    """Whether a template that differs as much as can be passes Holm among as many as are said, and `more`."""
    m, p = templates_for_holm(cards) + more, two_sample({5: cards}, {1: cards}).p
    return lambda _rng: p is not None and p * m <= Fraction(1, 20)


def _promised(size: SampleSize | None) -> int:
    assert size is not None
    return size.lasting


_CHANGES: Sequence[tuple[float, float]] = [(0.0, 0.1), (0.04, 0.16), (0.05, 0.08), (0.1, 0.2)]
SCENARIOS = [
    *(
        Scenario(f"questions for ±{width}, rate {rate}, as expected", "design.questions_for_half_width",
                 "is as narrow as promised", "at least", 1.0,
                 narrow(rate, width, questions_for_half_width(rate, width).lasting, expected=True), 1)
        for rate, width in [(0.16, 0.05), (0.32, 0.05), (0.08, 0.1)]
    ),
    *(
        Scenario(f"questions for ±{width}, rate {rate}, the count by chance", "design.questions_for_half_width",
                 "is as narrow as promised", "at least", 1.0,
                 narrow(rate, width, questions_for_half_width(rate, width).lasting, expected=False), 3000,
                 known="promised of the count that is expected; by chance about half of all studies come out wider, "
                 "and the page says so")
        for rate, width in [(0.16, 0.05), (0.08, 0.1)]
    ),
    *(
        Scenario(f"power of {n} pairs, {broke} broke, {fixed} fixed", "power.mcnemar_power",
                 "finds the difference as often as promised", "exactly", mcnemar_power(n, broke, fixed),
                 found(n, broke, fixed))
        for n, broke, fixed in [(10, 0.1, 0.6), (25, 0.04, 0.16), (75, 0.02, 0.12), (200, 0.1, 0.1)]
    ),
    *(
        Scenario(f"pairs for power 0.8, {broke} broke, {fixed} fixed", "power.pairs_for_power",
                 "finds the difference as often as promised", "at least", 0.8,
                 found(_promised(pairs_for_power(broke, fixed)), broke, fixed), 4000 if fixed - broke > 0.05 else 250)
        for broke, fixed in _CHANGES
    ),
    *(
        Scenario(f"smallest change that {n} pairs find", "power.smallest_change", "finds it as often as promised",
                 "exactly", 0.8, found(n, 0.0, smallest_change(n) or 0.0), 10_000 if n < 100 else 4000)
        for n in (10, 25, 75, 200)
    ),
    *(
        Scenario(f"power of {n} decided pairs, {share} to one side", "rejection.sign_test_power",
                 "finds the preference as often as promised", "exactly", sign_test_power(n, share), decided(n, share))
        for n, share in [(10, 0.9), (24, 0.75), (75, 0.5), (75, 0.65)]
    ),
    *(
        Scenario(f"margin of {n} questions, rate {p}", "design.margin", "holds what is found", "at least", 0.95,
                 within_margin(n, p), 5000, 0.03)
        for n, p in [(50, 0.5), (200, 0.85), (20, 0.5)]
    ),
    *(
        Scenario(f"one discordant pair too few, {m} in the family", "power.fewest_discordant", "passes", "at most", 0.0,
                 too_few(m), 3000)
        for m in (1, 3)
    ),
    Scenario("below the smallest difference of 50 questions", "decision.smallest_difference", "is significant",
             "at most", 0.0, too_small(50), 3000),
    *(
        Scenario(f"smallest p of {cards} cards", "design.smallest_p_by_replicates", "is as rare as it says", "exactly",
                 float(smallest_p_by_replicates(cards)), extreme(cards), 5000)
        for cards in (2, 3, 4)
    ),
    *(
        Scenario(f"{cards} cards: one template passes Holm among as many as said", "design.templates_for_holm",
                 "passes", "at least", 1.0, among(cards, 0), 1)
        for cards in (4, 6)
    ),
    *(
        Scenario(f"{cards} cards: one template passes Holm among one more", "design.templates_for_holm", "passes",
                 "at most", 0.0, among(cards, 1), 1)
        for cards in (4, 6)
    ),
]  # fmt: skip
"""What is promised of sizes."""

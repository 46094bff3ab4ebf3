"""Cards relabelled within a template: one template, many of them together, and graders whose ratings are added up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from random import Random

from stats.min_p import p_at_most
from stats.stratified import stratified
from stats.two_sample import smallest_p, two_sample
from stats.two_sample_large import p_of_sum

from .drawing import EASE, rating, ratings, shuffled, times
from .scenario import Draw, Scenario


def exchanged(cards: tuple[int, int], ease: float, effect: float = 0.0) -> Draw:
    """Whether the permutation test of one template finds a difference."""

    def draw(rng: Random) -> bool | None:
        p = two_sample(ratings(rng, cards[0], ease + effect), ratings(rng, cards[1], ease)).p
        return None if p is None else p <= 0.05

    return draw


def by_several(cards: int, severities: Sequence[float], *, apart: bool) -> Draw:
    """Whether the test of cards that several graders rated finds a difference; cards differ whoever rates them.

    `apart` takes the ratings of a card for cards of their own.
    """

    def side(rng: Random) -> Counter[int]:
        found = Counter[int]()
        for _card in range(cards):
            ease = EASE[int(rng.random() * len(EASE))]
            said = [rating(rng, ease - severe) for severe in severities]
            found.update(said if apart else [sum(said)])
        return found

    def draw(rng: Random) -> bool:
        p = two_sample(side(rng), side(rng)).p
        return p is not None and p <= 0.05

    return draw


def yes_or_no(cards: tuple[int, int], p: float) -> Draw:
    """Whether the test of a template finds a difference where only two ratings are in use."""

    def draw(rng: Random) -> bool:
        a, b = (times(rng, n, p) for n in cards)
        found = two_sample({5: a, 4: cards[0] - a}, {5: b, 4: cards[1] - b}).p
        return found is not None and found <= 0.05

    return draw


def large(size: int, total: int, values: int) -> Draw:
    """Whether the p of a large template is at most 0.05, some of the pooled ratings drawn as one side."""
    pool = tuple((value, total // values) for value in range(values))
    every = [value for value, count in pool for _ in range(count)]

    def draw(rng: Random) -> bool | None:
        p = p_of_sum(pool, size, sum(shuffled(rng, every)[:size]))
        return None if p is None else p <= 0.05

    return draw


def within(j: int, cards: tuple[int, int], effect: float = 0.0, warm: Sequence[float] = EASE) -> Draw:
    """Whether the stratified test finds a difference over templates of different warmth."""

    def draw(rng: Random) -> bool | None:
        strata = []
        for _template in range(j):
            ease = warm[int(rng.random() * len(warm))]
            strata.append((ratings(rng, cards[0], ease + effect), ratings(rng, cards[1], ease)))
        p = stratified(strata)
        return None if p is None else p <= 0.05

    return draw


def not_smaller(rng: Random) -> bool | None:
    """Whether p is at least the smallest that the pooled ratings allow."""
    a, b = ratings(rng, 5, 0.9), ratings(rng, 3, 0.6)
    least, p = smallest_p(a + b, 5), two_sample(a, b).p
    return None if p is None or least is None else p >= least


POOL = {2: 1, 3: 2, 4: 4, 5: 5}
"""Ratings of a template; 6 of them are one arm's."""


def as_small(p: Fraction) -> tuple[float, Draw]:
    """The chance that a template's p is at most this one, and whether it is in a relabelling."""
    every = [value for value, count in POOL.items() for _ in range(count)]

    def draw(rng: Random) -> bool:
        order = shuffled(rng, every)
        found = two_sample(Counter(order[:6]), Counter(order[6:])).p
        return found is not None and found <= p

    return float(p_at_most(p, Counter(every[:6]), Counter(every[6:]))), draw


_ALARM = "finds a difference where there is none"
SCENARIOS = [
    *(
        Scenario(f"one template, {a} against {b} cards, warmth {ease}", "two_sample.two_sample", _ALARM, "at most",
                 0.05, exchanged((a, b), ease))
        for a, b, ease in [(3, 3, 0.7), (6, 6, 0.85), (4, 7, 0.85), (1, 11, 0.6), (10, 10, 0.95), (2, 30, 0.75)]
    ),
    Scenario("one template, 50 against 50 cards", "two_sample.two_sample", _ALARM, "at most", 0.05,
             exchanged((50, 50), 0.75), 1000),
    *(
        Scenario(f"one template, {a} against {b} cards, two ratings, {p}", "two_sample.two_sample", _ALARM, "at most",
                 0.05, yes_or_no((a, b), p))
        for a, b, p in [(6, 6, 0.5), (10, 25, 0.9), (25, 25, 0.04)]
    ),
    *(
        Scenario(f"one template, 6 cards of 3 graders added up{', severities differ' if any(of) else ''}",
                 "two_sample.two_sample", _ALARM, "at most", 0.05, by_several(6, of, apart=False))
        for of in [(0.0, 0.0, 0.0), (0.0, 0.1, 0.4)]
    ),
    Scenario("one template, 6 cards of 3 graders, each rating a card", "two_sample.two_sample", _ALARM, "at most", 0.05,
             by_several(6, (0.0, 0.0, 0.0), apart=True),
             known="ratings of one card counted as cards: what the program never does"),
    *(
        Scenario(f"one large template, {size} of {total} on a scale of {values}",
                 "two_sample_large.p_of_sum two_sample.two_sample", _ALARM, "at most", 0.05,
                 large(size, total, values), draws)
        for size, total, values, draws in [(20, 40, 5, 2000), (500, 1000, 5, 250)]
    ),
    *(
        Scenario(f"one template, 6 against 6 cards, effect {4 * effect:g} points", "two_sample.two_sample",
                 "finds the difference", "shown", 0.0, exchanged((6, 6), 0.5, effect), rises="template")
        for effect in (0.0, 0.1, 0.2, 0.4)
    ),
    Scenario("smallest p of pooled ratings, 5 against 3 cards", "two_sample.smallest_p", "is not undercut", "at least",
             1.0, not_smaller),
    *(
        Scenario(f"p of a template at most {p}, given its ratings", "min_p.p_at_most", "is as rare as computed",
                 "exactly", *as_small(p))
        for p in (Fraction(1, 20), Fraction(1, 5), Fraction(1, 2))
    ),
    *(
        Scenario(f"stratified, {j} templates, {a} against {b} cards", "stratified.stratified", _ALARM, "at most", 0.05,
                 within(j, (a, b)), draws)
        for j, a, b, draws in [(3, 2, 2, 10_000), (10, 6, 6, 2000), (10, 1, 1, 10_000), (8, 2, 5, 3000)]
    ),
    Scenario("stratified, 10 templates, 1 card against 10, nearly all of them 5", "stratified.stratified", _ALARM,
             "at most", 0.05, within(10, (1, 10), warm=(0.97,)), 5000),
    Scenario("stratified, 60 templates, 20 against 20 cards", "stratified.stratified stratified.stratified_slices",
             _ALARM, "at most", 0.05, within(60, (20, 20)), 100),
    *(
        Scenario(f"stratified, 6 templates, 4 against 4 cards, effect {4 * effect:g} points", "stratified.stratified",
                 "finds the difference", "shown", 0.0, within(6, (4, 4), effect), 2000, rises="stratified")
        for effect in (0.0, 0.025, 0.05, 0.1)
    ),
]  # fmt: skip
"""False alarms and power of tests that relabel cards."""

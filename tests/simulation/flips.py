"""The template as the unit: the sign flip over differences, its interval, and the resampling that documents print."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from stats.bootstrap import bootstrap_difference, bootstrap_mean
from stats.overlap import reuse
from stats.permutation import sign_flip, smallest_sign_flip
from stats.sign_flip_interval import sign_flip_interval, t_interval

from .drawing import EASE, covers, mean_of, normal, rating, ratings, times
from .proportions import SINGLE
from .scenario import Draw, Scenario

NARROW = (
    "percentile bootstrap as documents print it: the report labels it as too narrow where templates or cards are few"
)
UNEQUAL = (
    "means of many and of few cards are not symmetric around 0 where ratings pile up at an end of the scale; said in "
    "the docstring, and in the report where a template has four times as many cards of one variant"
)
EFFECT = 0.05
"""On the share of each of four steps, so 0.2 points of the scale."""


def differences(
    rng: Random, j: int, cards: tuple[int, int], effect: float = 0.0, mixed: bool = False, warm: Sequence[float] = EASE
) -> list[Fraction]:
    """Templates of different warmth: mean of the first arm's ratings minus that of the second's.

    Mixed is an effect that half of the templates have twice, and half not at all.
    """
    found = []
    for _template in range(j):
        ease, shift = warm[int(rng.random() * len(warm))], effect * (2 * (rng.random() < 0.5) if mixed else 1)
        found.append(mean_of(ratings(rng, cards[0], ease + shift)) - mean_of(ratings(rng, cards[1], ease)))
    return found


def summed(rng: Random, j: int, cards: int, severities: Sequence[float]) -> list[Fraction]:
    """Templates whose cards several graders rate, each with a severity of their own: sums over graders of a card."""
    found = []
    for _template in range(j):
        ease = EASE[int(rng.random() * len(EASE))]
        arms = [[sum(rating(rng, ease - severe) for severe in severities) for _card in range(cards)] for _arm in "ab"]
        found.append(Fraction(sum(arms[0]) - sum(arms[1]), cards * len(severities)))
    return found


def flipped(j: int, cards: tuple[int, int], effect: float = 0.0, warm: Sequence[float] = EASE) -> Draw:
    """Whether the sign flip finds a difference."""
    return lambda rng: sign_flip(differences(rng, j, cards, effect, warm=warm)) <= 0.05


def by_several(j: int, cards: int, severities: Sequence[float]) -> Draw:
    """Whether the sign flip over sums of several graders finds a difference."""
    return lambda rng: sign_flip(summed(rng, j, cards, severities)) <= 0.05


def of_questions(n: int, draws: int, effect: float = 0.0, *, apart: bool = False) -> Draw:
    """Whether the sign flip finds a difference of shares of questions that were drawn several times.

    Questions differ much, and each arm has its own way with each. `apart` takes every draw for a question.
    """

    def draw(rng: Random) -> bool:
        shares = []
        for _question in range(n):
            a, b = (times(rng, draws, 0.85 if rng.random() < 0.4 + shift else 0.05) for shift in (0.0, effect))
            shares.append(Fraction(b - a, draws))
        steps = [Fraction(d > 0) - Fraction(d < 0) for d in shares for _ in range(abs(int(d * draws)) or 1)]
        return sign_flip(steps if apart else shares) <= 0.05

    return draw


def many(n: int) -> Draw:
    """Whether the sign flip finds a difference where it is computed by a transform: no two differences alike."""

    def draw(rng: Random) -> bool:
        return sign_flip([Fraction(round(1e6 * normal(rng)), 997 + at) for at in range(n)]) <= 0.05

    return draw


def not_smaller(rng: Random) -> bool:
    """Whether p is at least the smallest that so many templates can reach."""
    found = differences(rng, 7, (2, 2))
    return sign_flip(found) >= smallest_sign_flip(sum(d != 0 for d in found))


def bounded(method: str, j: int, cards: tuple[int, int], effect: float, mixed: bool = False) -> Draw:
    """Whether an interval covers the mean difference."""

    def draw(rng: Random) -> bool | None:
        found = differences(rng, j, cards, effect, mixed)
        if method == "t_interval":
            return covers(t_interval(found), 4 * effect)
        return covers(sign_flip_interval(found).interval, 4 * effect)

    return draw


def resampled(j: int) -> Draw:
    """Whether the bootstrap of documents covers the mean difference."""

    def draw(rng: Random) -> bool | None:
        found = differences(rng, j, (6, 6), EFFECT)
        return covers(bootstrap_mean(found, rng=int(rng.random() * 2**32)).interval, 4 * EFFECT)

    return draw


def resampled_cards(cards: int) -> Draw:
    """Whether the bootstrap of one template covers the difference of its two arms."""

    def draw(rng: Random) -> bool | None:
        a, b = ratings(rng, cards, 0.8 + EFFECT), ratings(rng, cards, 0.8)
        return covers(bootstrap_difference(a, b, rng=int(rng.random() * 2**32)).interval, 4 * EFFECT)

    return draw


def reused(n: int, gain: float, *, interval: bool) -> Draw:
    """Of outputs of 12 words, whether a difference is found of those with retrieval, or the interval covers it."""

    def draw(rng: Random) -> bool | None:
        pairs = []
        for _query in range(n):
            base = 0.1 + 0.3 * rng.random()
            pairs.append((Fraction(times(rng, 12, base + gain), 12), Fraction(times(rng, 12, base), 12)))
        found = reuse(pairs)
        return covers(found.mean.interval, gain) if interval else found.p <= 0.05

    return draw


_ALARM = "finds a difference where there is none"
SCENARIOS = [
    *(
        Scenario(f"sign flip, {j} templates, {a} against {b} cards", "permutation.sign_flip", _ALARM, "at most", 0.05,
                 flipped(j, (a, b)), draws)
        for j, a, b, draws in [(5, 6, 6, 2000), (6, 6, 6, 10_000), (10, 6, 6, 10_000), (10, 1, 1, 10_000),
                               (20, 3, 3, 10_000), (10, 4, 7, 10_000), (40, 6, 6, 2000)]
    ),
    *(
        Scenario(f"sign flip, {j} templates, {a} card against {b}", "permutation.sign_flip", _ALARM, "at most", 0.05,
                 flipped(j, (a, b)), draws, 0.01)
        for j, a, b, draws in [(10, 1, 10, 10_000), (20, 1, 6, 5000)]
    ),
    *(
        Scenario(f"sign flip, {j} templates, {a} against {b} cards, nearly all of them 5", "permutation.sign_flip",
                 _ALARM, "at most", 0.05, flipped(j, (a, b), warm=(0.97,)), 5000, 0.01, known)
        for j, a, b, known in [(10, 4, 7, ""), (20, 2, 6, ""), (10, 1, 3, ""), (20, 1, 10, UNEQUAL),
                               (10, 1, 10, UNEQUAL)]
    ),
    Scenario("sign flip, 10 templates, 3 cards of 3 graders", "permutation.sign_flip", _ALARM, "at most", 0.05,
             by_several(10, 3, (0.0, 0.1, 0.3))),
    *(
        Scenario(f"sign flip, {n} questions drawn {m} times", "permutation.sign_flip", _ALARM, "at most", 0.05,
                 of_questions(n, m))
        for n, m in [(10, 3), (25, 3), (75, 3)]
    ),
    Scenario("sign flip, 25 questions drawn 3 times, each draw one", "permutation.sign_flip", _ALARM, "at most", 0.05,
             of_questions(25, 3, apart=True), known="draws of one question counted as if they were apart: what the "
             "program never does"),
    Scenario("sign flip, 60 differences of which no two are alike", "permutation.sign_flip", _ALARM, "at most", 0.05,
             many(60), 150),
    *(
        Scenario(f"sign flip, 10 templates, 6 cards, effect {4 * effect:g} points", "permutation.sign_flip",
                 "finds the difference", "shown", 0.0, flipped(10, (6, 6), effect), 5000, rises="sign flip")
        for effect in (0.0, 0.025, 0.05, 0.1)
    ),
    *(
        Scenario(f"sign flip, 25 questions drawn 3 times, {effect} more", "permutation.sign_flip",
                 "finds the difference", "shown", 0.0, of_questions(25, 3, effect), 5000, rises="questions")
        for effect in (0.0, 0.1, 0.2, 0.4)
    ),
    Scenario("smallest p, 7 templates, 2 cards", "permutation.smallest_sign_flip", "is not undercut", "at least", 1.0,
             not_smaller),
    *(
        Scenario(f"sign-flip interval, {j} templates, {a} against {b} cards, effect {4 * effect:g} points",
                 "sign_flip_interval.sign_flip_interval", "covers the mean difference", "at least", 0.95,
                 bounded("sign flip", j, (a, b), effect), draws, slack)
        for j, a, b, effect, draws, slack in [
            (6, 6, 6, 0.0, 10_000, 0.0), (10, 6, 6, 0.0, 10_000, 0.0), (10, 1, 1, 0.0, 5000, 0.0),
            (10, 6, 6, EFFECT, 10_000, 0.01), (10, 4, 7, EFFECT, 5000, 0.01), (14, 6, 6, EFFECT, 2000, 0.01),
            (20, 6, 6, EFFECT, 500, 0.01), (40, 6, 6, EFFECT, 2000, 0.01), (75, 2, 2, EFFECT, 1000, 0.01)]
    ),
    Scenario("sign-flip interval, 10 templates, half of them with 0.4 points", "sign_flip_interval.sign_flip_interval",
             "covers the mean difference", "at least", 0.95, bounded("sign flip", 10, (6, 6), EFFECT, True), 5000,
             0.01),
    *(
        Scenario(f"t interval, {j} templates, 6 cards, effect 0.2 points", "sign_flip_interval.t_interval",
                 "covers the mean difference", "at least", 0.95, bounded("t_interval", j, (6, 6), EFFECT), draws, 0.01)
        for j, draws in [(5, 5000), (10, 5000), (40, 2000)]
    ),
    *(
        Scenario(f"bootstrap, {j} templates, 6 cards", "bootstrap.bootstrap_mean bootstrap.bootstrap_mean_slices",
                 "covers the mean difference", "at least", 0.95, resampled(j), 1500, 0.01, NARROW)
        for j in (5, 10)
    ),
    Scenario("bootstrap, 40 templates, 6 cards", "bootstrap.bootstrap_mean", "covers the mean difference", "at least",
             0.95, resampled(40), 600, SINGLE),
    *(
        Scenario(f"bootstrap of one template, {cards} cards", "bootstrap.bootstrap_difference "
                 "bootstrap.bootstrap_difference_slices", "covers the difference", "at least", 0.95,
                 resampled_cards(cards), 1500, 0.01, NARROW)
        for cards in (3, 6)
    ),
    *(
        Scenario(f"reuse, {n} queries", "overlap.reuse", _ALARM, "at most", 0.05, reused(n, 0.0, interval=False), 2000)
        for n in (6, 12, 25)
    ),
    *(
        Scenario(f"reuse, {n} queries, {gain} more", "overlap.reuse", "covers the mean difference", "at least", 0.95,
                 reused(n, gain, interval=True), 2000, 0.01)
        for n, gain in [(8, 0.0), (10, 0.2), (25, 0.1)]
    ),
]  # fmt: skip
"""False alarms, power and coverage over templates."""

"""Stated confidence: the error that chance alone would show, and what is delivered from a threshold on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from random import Random

from stats.calibration import calibration, curve, delivered, smallest_threshold
from stats.calibration_floor import Floor, floor

from .drawing import covers
from .proportions import SINGLE
from .scenario import Draw, Scenario

STATED = tuple(Fraction(percent, 100) for percent in (50, 60, 60, 70, 80, 80, 85, 90, 90, 90, 95, 95, 95, 99, 99))
"""What systems state, most of it high; taken again for more answers."""
LOW = tuple(Fraction(percent, 100) for percent in (5, 10, 20, 30, 45, 55, 62, 71, 83, 97))
GRID = tuple(Fraction(step, 20) for step in range(21))


@cache
def _floor(stated: Sequence[Fraction], error: Fraction) -> Floor:
    return floor(Counter(stated), error)


def answers(rng: Random, stated: Sequence[Fraction], off: float, drawn: int = 1) -> list[tuple[Fraction, bool]]:
    """Answers that are right as often as stated, less what they are off; some drawn again and again, all alike."""
    found = []
    for at, confidence in enumerate(stated):
        if at % drawn == 0:
            chance = rng.random()
        found.append((confidence, chance < float(confidence) - off))
    return found


def told(stated: Sequence[Fraction], off: float = 0.0, drawn: int = 1, *, high: bool = False) -> Draw:
    """Whether p of the error is at most 0.05, or the error above the end that chance seldom passes."""

    def draw(rng: Random) -> bool:
        error = calibration(answers(rng, stated, off, drawn)).ece
        assert error is not None
        of = _floor(tuple(stated), error)
        return float(error) > of.high + 1e-12 if high else of.p <= 0.05

    return draw


def precise(stated: Sequence[Fraction], threshold: Fraction, *, share: bool = False) -> Draw:
    """Whether the interval of the precision from a planned threshold on covers it, or that of the share delivered."""
    kept = [confidence for confidence in stated if confidence >= threshold]
    truth = float(sum(kept) / len(kept))

    def draw(rng: Random) -> bool | None:
        # Confidences are drawn too, so that how many are delivered is by chance.
        given = [stated[int(rng.random() * len(stated))] for _ in stated]
        found = delivered(answers(rng, given, 0.0), threshold)
        if share:
            return covers(found.coverage.interval, len(kept) / len(stated))
        return covers(found.precision.interval, truth)

    return draw


def at_each(n: int) -> Draw:
    """Whether the precision at a threshold drawn from the curve is covered, one at a time."""

    def draw(rng: Random) -> bool | None:
        given = [STATED[int(rng.random() * len(STATED))] for _ in range(n)]
        found = curve(answers(rng, given, 0.0), GRID)[int(rng.random() * 20)]
        kept = [confidence for confidence in STATED if confidence >= found.threshold]
        return covers(found.precision.interval, float(sum(kept) / len(kept)))

    return draw


def chosen(n: int, *, elsewhere: bool) -> Draw:
    """Whether the precision of a threshold that was chosen by its precision comes out above what it is.

    `elsewhere` judges it by other answers than those it was chosen by.
    """

    def draw(rng: Random) -> bool | None:
        parts = [answers(rng, [Fraction(int(50 + 50 * rng.random()), 100) for _ in range(n)], 0.1) for _half in "ab"]
        threshold = smallest_threshold(parts[0], Fraction(19, 20), GRID)
        if threshold is None:
            return None
        found = delivered(parts[elsewhere], threshold).precision.estimate
        truth = (max(float(threshold), 0.5) + 0.99) / 2 - 0.1
        return None if found is None else found > truth

    return draw


_CHANCE = "an error is found of confidences that are all right"
SCENARIOS = [
    *(
        Scenario(f"calibration, {len(stated)} answers{what}, {'upper end' if high else 'p'}", "calibration_floor.floor",
                 _CHANCE, "at most", 0.05, told(stated, high=high), draws)
        for stated, what, draws in [(STATED[:5], "", 5000), (LOW, " of all confidences", 5000), (STATED * 2, "", 3000),
                                    (STATED * 5, "", 2000)]
        for high in (False, True)
    ),
    *(
        Scenario(f"calibration, 75 answers, {off} too confident", "calibration_floor.floor",
                 "the error is found", "shown", 0.0, told(STATED * 5, off), 1500, rises="calibration")
        for off in (0.0, 0.05, 0.1, 0.2)
    ),
    Scenario("calibration, 15 answers each drawn 5 times, all alike", "calibration_floor.floor", _CHANCE, "at most",
             0.05, told(tuple(c for c in STATED for _ in range(5)), drawn=5), 1500,
             known="draws of one question counted as if they were apart: the report counts the first and says so"),
    *(
        Scenario(f"delivered from {threshold} on, {n} answers, {'share' if share else 'precision'}",
                 "calibration.delivered", "covers it", "at least", 0.95,
                 precise(STATED * (n // 15), threshold, share=share), 3000, SINGLE)
        for n, threshold in [(30, Fraction(9, 10)), (75, Fraction(4, 5))] for share in (False, True)
    ),
    Scenario("delivered, 75 answers, a threshold at a time", "calibration.curve", "covers the precision", "at least",
             0.95, at_each(75), 2000, SINGLE),
    Scenario("threshold chosen on one half, judged by the other, 75 answers each", "calibration.smallest_threshold",
             "the precision looks better than it is", "at most", 0.5, chosen(75, elsewhere=True), 3000, 0.1),
    Scenario("threshold chosen on the answers it is judged by, 75 answers", "calibration.smallest_threshold",
             "the precision looks better than it is", "at most", 0.5, chosen(75, elsewhere=False), 3000, 0.1,
             "the report says: chosen on these same answers, so optimistic"),
]  # fmt: skip
"""False alarms and power of calibration, coverage of what is delivered."""

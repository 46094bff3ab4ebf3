"""What the confidence is worth that answers declare: reliability, and what is gained by holding back the unsure.

The question is the unit: of repeated draws the first counts. Correct is the outcome; an answer that abstains where it
could have answered is not correct, as in the first document.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from gradertui.order import halved
from stats.calibration import Answer, Calibration, Delivered, calibration, curve, delivered, smallest_threshold
from stats.calibration_floor import Floor, floor

GRID = tuple(Fraction(step, 20) for step in range(21))
"""Thresholds that are looked at: 0, 0.05 … 1."""
WANTED = Fraction(19, 20)
"""Precision that is wanted where the plan says nothing."""


class Declared(NamedTuple):
    """One answer that was labelled and declares its confidence."""

    question: str
    confidence: float | Fraction
    """As it was written."""
    correct: bool


class Chosen(NamedTuple):
    """The smallest threshold that is precise enough: on all, and chosen on one half and checked on the other."""

    wanted: Fraction
    here: Delivered | None
    """Chosen on the answers it is judged by, so that it looks better than it is; None where no threshold does."""
    half: Fraction | None
    """Chosen on one half of the questions."""
    there: Delivered | None
    """What that gives on the other half."""


class Confident(NamedTuple):
    """Everything about the confidence of one arm."""

    arm: str
    found: Calibration
    floor: Floor | None
    curve: tuple[Delivered, ...]
    """Where raising the threshold changes what is delivered."""
    planned: Delivered | None
    """At the plan's threshold."""
    chosen: Chosen
    missing: int
    """Labelled answers that declare none."""


def confident(
    arm: str,
    answers: Sequence[Declared],
    missing: int,
    *,
    level: float = 0.95,
    seed: int = 0,
    threshold: float | None = None,
    wanted: float | None = None,
) -> Confident:
    """Compute every number of one arm.

    Args:
        arm: whose answers they are.
        answers: one for each question.
        missing: labelled answers without a confidence.
        level: confidence of the intervals.
        seed: of the plan, from which the halves follow.
        threshold: planned, from which on an answer is delivered.
        wanted: precision that the plan wants of what is delivered.
    """
    one = halved((each.question for each in answers), seed)
    first = _counted(each for each in answers if each.question in one)
    second = _counted(each for each in answers if each.question not in one)
    every = first + second
    found = calibration(every)
    planned = None if threshold is None else delivered(every, as_fraction(threshold), level)
    aim = WANTED if wanted is None else as_fraction(wanted)
    steps = tuple(_steps(curve(every, GRID, level)))
    return Confident(
        arm, found, _floor(every, found, level), steps, planned, _chosen(first, second, aim, level), missing
    )


def _counted(answers: Iterable[Declared]) -> Counter[Answer]:
    """By what was written, of which little is distinct; only that becomes rationals."""
    written = Counter((each.confidence, each.correct) for each in answers)
    found = Counter[Answer]()
    for (confidence, right), times in written.items():
        found[as_fraction(confidence), right] += times
    return found


def _floor(counts: Mapping[Answer, int], found: Calibration, level: float) -> Floor | None:
    if found.ece is None:
        return None
    confidences = Counter[Fraction]()
    for (confidence, _right), times in counts.items():
        confidences[confidence] += times
    return floor(confidences, found.ece, level=level)


@lru_cache(maxsize=1024)
def as_fraction(written: float | Fraction) -> Fraction:
    """A number as it was written: 0.6 is 3/5 and not the float below it."""
    return Fraction(str(written))


def _steps(walked: Iterable[Delivered]) -> Iterable[Delivered]:
    before = None
    for each in walked:
        if each.coverage.k != before:
            yield each
        before = each.coverage.k


def _chosen(first: Counter[Answer], second: Counter[Answer], wanted: Fraction, level: float) -> Chosen:
    every = first + second
    here = smallest_threshold(every, wanted, GRID)
    half = smallest_threshold(first, wanted, GRID)
    return Chosen(
        wanted,
        None if here is None else delivered(every, here, level),
        half,
        None if half is None else delivered(second, half, level),
    )

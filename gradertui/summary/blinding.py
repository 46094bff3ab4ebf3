"""Whether blinding held: what graders took the arms for after rating, against what they were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from stats.blinding import Bang, Guesses, James, bang, guesses_test, james

UNSURE = "?"
"""What stands for "cannot tell"."""


class ArmGuessed(NamedTuple):
    """What the cards of one arm were taken for."""

    arm: str
    right: int
    wrong: int
    unsure: int
    bang: Bang


class Blinding(NamedTuple):
    """How well the arms could be told."""

    arms: tuple[ArmGuessed, ...]
    james: James | None
    """With two arms."""
    p: Fraction | float | None
    """Exact stratified test of the guesses within templates, with two arms."""
    asked: int


def blinding(guesses: Iterable[tuple[str, str, str]], arms: Sequence[str], level: float = 0.95) -> Blinding:
    """Measure blinding.

    Args:
        guesses: template, arm and guess of each card that was asked about.
        arms: that could be guessed.
        level: confidence of the intervals.
    """
    given = Counter(guesses)
    rows = tuple(_arm(arm, given, level) for arm in arms)
    if len(arms) != 2:
        return Blinding(rows, None, None, given.total())
    of_a, of_b = (_guesses(given, arm, arms) for arm in arms)
    templates = sorted({template for template, _arm, _guess in given})
    strata = [(_guesses(given, arms[0], arms, t), _guesses(given, arms[1], arms, t)) for t in templates]
    p = guesses_test(strata) if given else None
    return Blinding(rows, james(of_a, of_b, level) if given else None, p, given.total())


def _arm(arm: str, given: Counter[tuple[str, str, str]], level: float) -> ArmGuessed:
    of_arm = Counter[str]()
    for (_template, truth, guess), n in given.items():
        if truth == arm:
            of_arm["right" if guess == arm else "unsure" if guess == UNSURE else "wrong"] += n
    right, wrong, unsure = of_arm["right"], of_arm["wrong"], of_arm["unsure"]
    return ArmGuessed(arm, right, wrong, unsure, bang(right, wrong, unsure, level))


def _guesses(
    given: Counter[tuple[str, str, str]], arm: str, arms: Sequence[str], template: str | None = None
) -> Guesses:
    counts = [0, 0, 0]
    for (stratum, truth, guess), n in given.items():
        if truth == arm and template in (None, stratum):
            counts[2 if guess == UNSURE else arms.index(guess)] += n
    return Guesses(*counts)

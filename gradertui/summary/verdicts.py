"""What a judge or a verifier is worth: its flags set against the labels of people.

Any judge is measured this way: how many of the wrong answers it caught, what it flagged that was right, what still
reaches the reader and what somebody must read by hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gradertui.modes.grade import outcome
from gradertui.summary.shares import Rate, rate


class Case(NamedTuple):
    """An answer to be read again."""

    question: str
    arm: str
    replicate: int


class Judged(NamedTuple):
    """An answer that was labelled and has a verdict."""

    case: Case
    wrong: bool
    flagged: bool


class Measured(NamedTuple):
    """What one tool is worth on some answers."""

    caught: Rate
    """Flagged, of the wrong ones."""
    false_alarms: Rate
    """Flagged without being wrong, of all."""
    false_alarms_of_right: Rate
    """The same, of those that are not wrong."""
    before: Rate
    """Wrong, of all: what reaches the reader without the tool."""
    after: Rate
    """Wrong and not flagged, of all: what reaches the reader still."""
    by_hand: Rate
    """Flagged, of all: what somebody must read."""
    precision: Rate
    """Wrong, of the flagged ones."""
    caught_cases: tuple[Case, ...]
    false_cases: tuple[Case, ...]
    missed_cases: tuple[Case, ...]


def wrong(answerable: bool | None, letter: str) -> bool:
    """Whether a label says that an answer is wrong: by its outcome, or X where it is not known if an answer exists."""
    return letter == "X" if answerable is None else outcome(answerable, letter) == "incorrect"


def measure(answers: Iterable[Judged], level: float) -> Measured:
    """Set verdicts against labels.

    Args:
        answers: labelled and judged.
        level: confidence of the intervals.
    """
    every = list(answers)
    bad, right = [x for x in every if x.wrong], [x for x in every if not x.wrong]
    flagged = [x for x in every if x.flagged]

    def of(some: Iterable[Judged], hits: Iterable[Judged]) -> Rate:
        counted = set(hits)
        return rate(((x.case.question, x in counted) for x in some), level)

    caught, false = [x for x in bad if x.flagged], [x for x in right if x.flagged]
    missed = [x for x in bad if not x.flagged]
    return Measured(
        of(bad, caught),
        of(every, false),
        of(right, false),
        of(every, bad),
        of(every, missed),
        of(every, flagged),
        of(flagged, caught),
        *(tuple(sorted(x.case for x in some)) for some in (caught, false, missed)),
    )

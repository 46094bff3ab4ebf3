"""What each grader inclines to, against the others on the same items, in the course of the work and on repeats.

Shown, not tested: with so few graders a difference between them is a fact about them and no sample of anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from gradertui.summary.labels import Labels, Ways, ways
from stats.proportion import Proportion, proportion

STRETCH = 5
"""Labels that a third of a grader's work must have for the first to be set against the last."""

Shares = Mapping[str, Fraction]
"""Value to its share."""


class Stretch(NamedTuple):
    """The first or the last third of a grader's labels."""

    labels: int
    shares: Shares
    mean: Fraction | None
    """Where values are numbers."""


class Tendency(NamedTuple):
    """One grader."""

    grader: str
    items: int
    """Labelled by this grader and at least one other."""
    own: Shares
    """On these items."""
    others: Shares
    """Of the other graders on the same items; each item weighs one."""
    mean: Fraction | None
    others_mean: Fraction | None
    """Where values are numbers."""
    never: Mapping[str, int]
    """Values that others gave on these items and this grader never gave at all, and how often others did."""
    drift: tuple[Stretch, Stretch] | None
    """First and last third, where the order is known and there are enough of them."""
    again: Proportion | None
    """Hidden repeats that got the same value a second time; None where there are none."""


def tendencies(labels: Labels, numbers: Sequence[Fraction] | None, level: float) -> tuple[Tendency, ...]:
    """Describe each grader.

    Args:
        labels: of all graders.
        numbers: the values of the scale, where they are numbers.
        level: confidence of the intervals.
    """
    of = dict(zip(labels.scale, numbers, strict=True)) if numbers else None
    counted = ways(labels)
    graders = sorted({grader for said in counted for grader, _value in said})
    return tuple(_tendency(labels, counted, grader, of, level) for grader in graders)


def _tendency(labels: Labels, counted: Ways, grader: str, of: Shares | None, level: float) -> Tendency:
    own, others, met = Counter[str](), dict[str, Fraction](), Counter[str]()
    for (value, rest), times in _beside(counted, grader).items():
        own[value] += times
        for other in rest:
            others[other] = others.get(other, Fraction(0)) + Fraction(times, len(rest))
            met[other] += times
    given = {value for said in counted for who, value in said if who == grader}
    n = own.total()
    mine, theirs = _shares(own, labels.scale, n), _shares(others, labels.scale, n)
    return Tendency(
        grader,
        n,
        mine,
        theirs,
        _mean(mine, of) if n else None,
        _mean(theirs, of) if n else None,
        {value: met[value] for value in labels.scale if value not in given and met[value]},
        _drift(labels.courses.get(grader, ()), labels.scale, of),
        _again(labels.again.get(grader, ()), level),
    )


def _beside(counted: Ways, grader: str) -> Counter[tuple[str, tuple[str, ...]]]:
    """How often which value of the grader stood beside which of others."""
    found = Counter[tuple[str, tuple[str, ...]]]()
    for said, times in counted.items():
        own = [value for who, value in said if who == grader]
        if own and len(said) > 1:
            found[own[0], tuple(sorted(value for who, value in said if who != grader))] += times
    return found


def _shares(counted: Mapping[str, int | Fraction], scale: Sequence[str], n: int) -> Shares:
    return {value: Fraction(counted.get(value, 0)) / n for value in scale} if n else {}


def _mean(shares: Shares, of: Shares | None) -> Fraction | None:
    return sum((of[value] * share for value, share in shares.items()), Fraction(0)) if of else None


def _drift(course: Sequence[str], scale: Sequence[str], of: Shares | None) -> tuple[Stretch, Stretch] | None:
    third = len(course) // 3
    if third < STRETCH:
        return None
    ends = (_shares(Counter(part), scale, third) for part in (course[:third], course[-third:]))
    first, last = (Stretch(third, shares, _mean(shares, of)) for shares in ends)
    return first, last


def _again(twice: Sequence[tuple[str, str]], level: float) -> Proportion | None:
    return proportion(sum(first == second for first, second in twice), len(twice), level) if twice else None

"""A rate of answers whose interval counts questions: what every number about machines and checks is made of."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from stats.proportion import Proportion, proportion


class Rate(NamedTuple):
    """So many of so many answers."""

    k: int
    n: int
    share: Proportion
    """Over questions: each weighs one, however many of the answers are to it. The same as k of n where none has two."""


def rate(hits: Iterable[tuple[str, bool]], level: float) -> Rate:
    """Count answers, and estimate over their questions.

    Args:
        hits: of each answer its question, and whether it shows what is counted.
        level: confidence of the interval.

    Examples:
        >>> rate([("p01", True), ("p01", False), ("p02", True)], 0.95)[:2]
        (2, 3)
    """
    by_question: dict[str, tuple[int, int]] = {}
    for question, hit in hits:
        k, n = by_question.get(question, (0, 0))
        by_question[question] = (k + hit, n + 1)
    whole = sum(k for k, n in by_question.values() if n == 1)
    parts = sum((Fraction(k, n) for k, n in by_question.values() if n > 1), Fraction(0))
    return Rate(
        sum(k for k, _n in by_question.values()),
        sum(n for _k, n in by_question.values()),
        proportion(whole + parts if parts else whole, len(by_question), level),
    )

"""Stated confidence against what came out: reliability, and what is left when the unsure is held back.

Confidences come as exact fractions of 1 and outcomes as yes or no; what counts as correct, and which draw of a question
counts, is the caller's. All sums are exact: a float edge of a bin would put 0.6 below 0.6. What chance alone would show
is in ``calibration_floor``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil
from typing import Final, NamedTuple

from stats.proportion import NO_DATA, Proportion, proportion

BINS: Final = 5
"""Of equal width, as the document has them: 15 of them turn its 0.213 into 0.283."""
Answer = tuple[Fraction, bool]
"""Stated confidence, and whether the answer was correct."""


class Bin(NamedTuple):
    """Answers whose stated confidence lies in one bin."""

    number: int
    n: int
    confidence: Fraction
    """Mean of what was stated, not the middle of the bin."""
    accuracy: Fraction


class Calibration(NamedTuple):
    """How far stated confidence is from what came out."""

    n: int
    bins: tuple[Bin, ...]
    """Those that hold something."""
    ece: Fraction | None
    """Expected calibration error: mean over answers of the absolute gap of their bin."""
    gap: Fraction | None
    """Mean confidence minus accuracy: above 0 is too confident."""
    brier: Fraction | None
    """Mean squared error of the confidence, which needs no bins."""
    reason: str | None


class Delivered(NamedTuple):
    """What is delivered from a threshold on."""

    threshold: Fraction
    coverage: Proportion
    precision: Proportion
    """Without an estimate where nothing is delivered: precision of nothing is not 1."""


def bin_of(confidence: Fraction, bins: int = BINS) -> int:
    """Return the bin of a confidence, from 0; bins are closed on the right, and 0 is in the first.

    Parameters
    ----------
    confidence : Fraction
        In [0, 1].
    bins : int
        Of equal width.

    Returns
    -------
    int
        In 0..bins − 1.

    Raises
    ------
    ValueError
        If the confidence is outside [0, 1].

    References
    ----------
    Guo et al. (2017), On Calibration of Modern Neural Networks, ICML.

    Examples
    --------
    >>> [bin_of(Fraction(n, 10)) for n in (0, 2, 6, 10)]
    [0, 0, 2, 4]
    """
    if not 0 <= confidence <= 1:
        raise ValueError(f"a confidence must be between 0 and 1, not {confidence!r}")
    return max(ceil(confidence * bins) - 1, 0)


def calibration(answers: Iterable[Answer], bins: int = BINS) -> Calibration:
    """Set stated confidences against outcomes.

    Parameters
    ----------
    answers : iterable of (Fraction, bool)
        Stated confidence and whether the answer was correct.
    bins : int
        Of equal width, closed on the right.

    Returns
    -------
    Calibration
        Without any number, and with a reason, where there are no answers.

    Raises
    ------
    ValueError
        If a confidence is outside [0, 1].

    References
    ----------
    Guo et al. (2017), ICML. Brier (1950), Monthly Weather Review 78:1.

    Examples
    --------
    >>> found = calibration([(Fraction(9, 10), True), (Fraction(9, 10), False), (Fraction(1, 2), True)])
    >>> found.ece, found.gap
    (Fraction(13, 30), Fraction(1, 10))
    """
    every = list(answers)
    if not every:
        return Calibration(0, (), None, None, None, NO_DATA)
    n, parted = len(every), dict[int, list[Answer]]()
    for answer in every:
        parted.setdefault(bin_of(answer[0], bins), []).append(answer)
    found = tuple(_bin(number, parted[number]) for number in sorted(parted))
    ece = sum((b.n * abs(b.accuracy - b.confidence) for b in found), Fraction(0)) / n
    gap = sum((confidence - right for confidence, right in every), Fraction(0)) / n
    brier = sum(((confidence - right) ** 2 for confidence, right in every), Fraction(0)) / n
    return Calibration(n, found, ece, gap, brier, None)


def _bin(number: int, answers: Sequence[Answer]) -> Bin:
    n = len(answers)
    stated = sum((confidence for confidence, _right in answers), Fraction(0))
    return Bin(number, n, stated / n, Fraction(sum(right for _confidence, right in answers), n))


def delivered(answers: Iterable[Answer], threshold: Fraction, level: float = 0.95) -> Delivered:
    """Say what is delivered when answers below a confidence are held back.

    Parameters
    ----------
    answers : iterable of (Fraction, bool)
        Stated confidence and whether the answer was correct.
    threshold : Fraction
        Delivered is what has this confidence or more.
    level : float
        Confidence level of the intervals.

    Returns
    -------
    Delivered
        Share delivered, and share correct of it, with Wilson's intervals.

    References
    ----------
    Geifman and El-Yaniv (2017), Selective Classification for Deep Neural Networks, NeurIPS.

    Examples
    --------
    >>> found = delivered([(Fraction(9, 10), True), (Fraction(1, 2), False)], Fraction(6, 10))
    >>> found.coverage.estimate, found.precision.estimate
    (0.5, 1.0)
    """
    every = list(answers)
    kept = [right for confidence, right in every if confidence >= threshold]
    return Delivered(threshold, proportion(len(kept), len(every), level), proportion(sum(kept), len(kept), level))


def smallest_threshold(answers: Sequence[Answer], wanted: Fraction, thresholds: Iterable[Fraction]) -> Fraction | None:
    """Find the smallest threshold from which on the delivered are precise enough.

    Parameters
    ----------
    answers : sequence of (Fraction, bool)
        Stated confidence and whether the answer was correct.
    wanted : Fraction
        Precision that is wanted.
    thresholds : iterable of Fraction
        To choose from.

    Returns
    -------
    Fraction or None
        None where no threshold delivers anything that precise.

    Notes
    -----
    Chosen on the answers it is then judged by, it looks better than it is: check it on others.

    References
    ----------
    Geifman and El-Yaniv (2017), NeurIPS.

    Examples
    --------
    >>> answers = [(Fraction(9, 10), True), (Fraction(1, 2), False)]
    >>> smallest_threshold(answers, Fraction(19, 20), [Fraction(k, 10) for k in range(11)])
    Fraction(3, 5)
    """
    for threshold in sorted(thresholds):
        kept = [right for confidence, right in answers if confidence >= threshold]
        if kept and Fraction(sum(kept), len(kept)) >= wanted:
            return threshold
    return None

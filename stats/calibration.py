"""Stated confidence against what came out: reliability, and what is left when the unsure is held back.

Confidences come as exact fractions of 1 and outcomes as yes or no; what counts as correct, and which draw of a question
counts, is the caller's. All sums are exact: a float edge of a bin would put 0.6 below 0.6. What chance alone would show
is in ``calibration_floor``.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import accumulate
from math import ceil, lcm
from typing import Final, NamedTuple

from stats.proportion import NO_DATA, Proportion, proportion

BINS: Final = 5
"""Of equal width, as the document has them: 15 of them turn its 0.213 into 0.283."""
Answer = tuple[Fraction, bool]
"""Stated confidence, and whether the answer was correct."""
Answers = Mapping[Answer, int] | Iterable[Answer]
"""Answers one by one, or how often each occurs, which costs nothing per answer: few confidences are distinct."""
NOTHING_DELIVERED: Final = "nothing is delivered"
"""The reason why a threshold above every confidence has no precision."""


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


def calibration(answers: Answers, bins: int = BINS) -> Calibration:
    """Set stated confidences against outcomes.

    Parameters
    ----------
    answers : mapping of (Fraction, bool) to count, or iterable of (Fraction, bool)
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
    counts = _counts(answers)
    n = sum(counts.values())
    if not n:
        return Calibration(0, (), None, None, None, NO_DATA)
    parted: dict[int, dict[Answer, int]] = defaultdict(dict)
    for answer, times in counts.items():
        parted[bin_of(answer[0], bins)][answer] = times
    found = tuple(_bin(number, parted[number]) for number in sorted(parted))
    ece = total((abs(b.accuracy - b.confidence), b.n) for b in found) / n
    gap = total((b.confidence - b.accuracy, b.n) for b in found) / n
    brier = total(((confidence - right) ** 2, times) for (confidence, right), times in counts.items()) / n
    return Calibration(n, found, ece, gap, brier, None)


def _counts(answers: Answers) -> Mapping[Answer, int]:
    return answers if isinstance(answers, Mapping) else Counter(answers)


def _bin(number: int, counts: Mapping[Answer, int]) -> Bin:
    n = sum(counts.values())
    stated = total((confidence, times) for (confidence, _right), times in counts.items())
    return Bin(number, n, stated / n, Fraction(sum(times for (_c, right), times in counts.items() if right), n))


def total(parts: Iterable[tuple[int | Fraction, int]]) -> Fraction:
    """Add rationals over one denominator.

    Parameters
    ----------
    parts : iterable of (int or Fraction, int)
        A number and how often it is there.

    Returns
    -------
    Fraction
        10,000 confidences of 16 digits take 12 ms, added one after the other 30 ms.

    Examples
    --------
    >>> total([(Fraction(1, 2), 3), (Fraction(1, 3), 1)])
    Fraction(11, 6)
    """
    every = list(parts)
    whole = lcm(*(part.denominator for part, _times in every))
    return Fraction(sum(part.numerator * (whole // part.denominator) * times for part, times in every), whole)


def delivered(answers: Answers, threshold: Fraction, level: float = 0.95) -> Delivered:
    """Say what is delivered when answers below a confidence are held back.

    Parameters
    ----------
    answers : mapping of (Fraction, bool) to count, or iterable of (Fraction, bool)
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
    return curve(answers, (threshold,), level)[0]


def curve(answers: Answers, thresholds: Iterable[Fraction], level: float = 0.95) -> tuple[Delivered, ...]:
    """Say what is delivered at each of several thresholds.

    Parameters
    ----------
    answers : mapping of (Fraction, bool) to count, or iterable of (Fraction, bool)
        Stated confidence and whether the answer was correct.
    thresholds : iterable of Fraction
        In any order.
    level : float
        Confidence level of each interval, one at a time.

    Returns
    -------
    tuple of Delivered
        From the smallest threshold to the largest. A step function: nothing is to be drawn between them.

    References
    ----------
    Geifman and El-Yaniv (2017), NeurIPS.

    Examples
    --------
    >>> answers = [(Fraction(9, 10), True), (Fraction(1, 2), False)]
    >>> [found.coverage.k for found in curve(answers, [Fraction(k, 2) for k in range(3)])]
    [2, 2, 0]
    """
    counts = _counts(answers)
    n = sum(counts.values())
    return tuple(
        Delivered(threshold, proportion(kept, n, level), _precision(right, kept, level))
        for threshold, kept, right in _kept(counts, thresholds)
    )


def _precision(right: int, kept: int, level: float) -> Proportion:
    found = proportion(right, kept, level)
    return found if kept else found._replace(reason=NOTHING_DELIVERED)


def _kept(counts: Mapping[Answer, int], thresholds: Iterable[Fraction]) -> list[tuple[Fraction, int, int]]:
    """From the smallest threshold on, how many are delivered and how many of them are correct; one pass for all."""
    ordered = sorted(thresholds)
    kept, right = [0] * (len(ordered) + 1), [0] * (len(ordered) + 1)
    for (confidence, correct), times in counts.items():
        at = bisect_right(ordered, confidence)
        kept[at] += times
        right[at] += times * correct
    sums = [list(accumulate(reversed(column)))[::-1] for column in (kept, right)]
    return list(zip(ordered, sums[0][1:], sums[1][1:], strict=True))


def smallest_threshold(answers: Answers, wanted: Fraction, thresholds: Iterable[Fraction]) -> Fraction | None:
    """Find the smallest threshold from which on the delivered are precise enough.

    Parameters
    ----------
    answers : mapping of (Fraction, bool) to count, or iterable of (Fraction, bool)
        Stated confidence and whether the answer was correct.
    wanted : Fraction
        Precision that is wanted.
    thresholds : iterable of Fraction
        To choose from.

    Returns
    -------
    Fraction or None
        None where no threshold delivers anything that precise. A larger one may be less precise again.

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
    found = (t for t, kept, right in _kept(_counts(answers), thresholds) if kept and right >= wanted * kept)
    return next(found, None)

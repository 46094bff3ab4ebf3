"""Did blinding hold: what graders guess when asked, once a rating is locked, which arm they saw.

An answer is right, wrong or "cannot tell". Nothing asked is not the same as nothing guessed: with no
answers every value here is None, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import sqrt
from typing import Final, NamedTuple

from stats.interval import Interval, check_level, normal_quantile
from stats.paired_interval import tango
from stats.stratified import stratified

NOT_MEASURED: Final = "blinding not measured"
"""The reason why nobody knows."""

NO_CHANCE: Final = "no chance agreement to compare with"
"""The reason why the decided guesses have no James index: there was but one way to decide."""


class Guesses(NamedTuple):
    """Answers about the cards of one arm: how many guessed arm A, guessed arm B, or could not tell."""

    a: int
    b: int
    unsure: int


class Bang(NamedTuple):
    """How far the guesses of one arm lean to the truth, or the reason why that is not known."""

    value: Fraction | None
    se: float | None
    interval: Interval | None
    reason: str | None


class James(NamedTuple):
    """How blind both arms together were, or the reason why that is not known."""

    value: Fraction | None
    se: float | None
    interval: Interval | None
    reason: str | None


def bang(correct: int, wrong: int, unsure: int, level: float = 0.95) -> Bang:
    """Measure by how much right guesses outnumber wrong ones, among all answers of one arm.

    Parameters
    ----------
    correct, wrong, unsure : int
        Answers that named the true arm, named the other, or could not tell.
    level : float
        Confidence level.

    Returns
    -------
    Bang
        Index (correct − wrong) / all from −1 to 1: 0 is chance or not telling, above 0 is unblinded, below 0
        is opposite guessing. All None with ``reason`` when nobody was asked.

    Raises
    ------
    ValueError
        If a number is negative, or the level is outside (0, 1).

    Notes
    -----
    The standard error is that of a difference of two shares of the same answers,
    √((p_c (1 − p_c) + p_w (1 − p_w) + 2 p_c p_w) / n). The interval inverts the score test of that difference
    (``paired_interval.tango``): ± z standard errors would have no width when all answers are alike. CRAN's BI goes
    through a ratio and has no value where everybody cannot tell; it is 0.

    Cards of one template share clues, so both are optimistic: test with `guesses_test`.

    References
    ----------
    Bang, Ni and Davis (2004), Controlled Clinical Trials 25:143. Tango (1998), Statistics in Medicine 17:891.

    Examples
    --------
    >>> bang(40, 18, 20).value
    Fraction(11, 39)
    >>> bang(0, 0, 0).reason
    'blinding not measured'
    """
    check_level(level)
    _check(correct, wrong, unsure)
    n = correct + wrong + unsure
    if n == 0:
        return Bang(None, None, None, NOT_MEASURED)
    index, decided = Fraction(correct - wrong, n), Fraction(correct + wrong, n)
    return Bang(index, sqrt((decided - index**2) / n), tango(wrong, correct, n, level), None)


def james(of_a: Guesses, of_b: Guesses, level: float = 0.95) -> James:
    """Measure how blind both arms together were, crediting who cannot tell.

    Parameters
    ----------
    of_a, of_b : Guesses
        Answers about the cards of each arm.
    level : float
        Confidence level.

    Returns
    -------
    James
        Index from 0, everybody right, over ½, guessing at random, to 1, nobody could tell. None with
        ``reason`` when nobody was asked, or when decided guesses could not have disagreed.

    Raises
    ------
    ValueError
        If a number is negative, or the level is outside (0, 1).

    Notes
    -----
    Secondary to `bang`: it rewards not answering, and hides one arm behind the other. With shares of all
    answers, U unsure, D = 1 − U, W wrong, and E the wrong ones that chance would give, it is
    U + W D² / (2 E), which is ½ (1 + U + D K) with K = (W / D − E / D²) / (E / D²). The standard error
    follows by the delta method. Where all answers are alike the interval has no width, and claims too much.

    References
    ----------
    James et al. (1996), Statistics in Medicine 15:1421.

    Examples
    --------
    >>> round(float(james(Guesses(40, 18, 20), Guesses(15, 44, 19)).value), 4)
    0.4616
    >>> james(Guesses(0, 0, 60), Guesses(0, 0, 60)).value
    Fraction(1, 1)
    """
    check_level(level)
    _check(*of_a, *of_b)
    n = sum(of_a) + sum(of_b)
    if n == 0:
        return James(None, None, None, NOT_MEASURED)
    unsure = of_a.unsure + of_b.unsure
    if unsure == n:
        return James(Fraction(1), 0.0, Interval(1.0, 1.0), None)
    index, slopes = _james(of_a, of_b, n - unsure)
    if index is None:
        return James(None, None, None, NO_CHANCE)
    index = (unsure + index) / n
    squares = sum(count * slope**2 for count, slope in slopes) + unsure
    se = sqrt((squares / n - index**2) / n)
    half = normal_quantile(level) * se
    return James(index, se, Interval(max(0.0, float(index) - half), min(1.0, float(index) + half)), None)


def guesses_test(strata: Iterable[tuple[Guesses, Guesses]]) -> Fraction | float | None:
    """Test whether guesses are exchangeable between the arms within every template.

    Parameters
    ----------
    strata : iterable of (guesses on the cards of arm A, guesses on those of arm B)
        One pair for each template.

    Returns
    -------
    Fraction, float or None
        Two-sided p of ``stratified.stratified``; None when no template has answers on both sides.

    Raises
    ------
    ValueError
        If a number is negative.

    Notes
    -----
    A guess of B scores 0, "cannot tell" 1, a guess of A 2.

    References
    ----------
    Hothorn et al. (2006), The American Statistician 60:257.

    Examples
    --------
    >>> guesses_test([(Guesses(3, 0, 0), Guesses(0, 3, 0))])
    Fraction(1, 10)
    >>> guesses_test([]) is None
    True
    """
    return stratified((_scores(of_a), _scores(of_b)) for of_a, of_b in strata)


def _scores(guesses: Guesses) -> dict[int, int]:
    return {0: guesses.b, 1: guesses.unsure, 2: guesses.a}


def _james(of_a: Guesses, of_b: Guesses, decided: int) -> tuple[Fraction | None, list[tuple[int, Fraction]]]:
    """W D² / (2 E) in counts, and every decided cell with the slope of the index there.

    E counts, for each guess, the cards of the other arm whose graders decided.
    """
    wrong = of_a.b + of_b.a
    cards = of_a.a + of_a.b, of_b.a + of_b.b
    named = of_a.a + of_b.a, of_a.b + of_b.b
    chance = named[0] * cards[1] + named[1] * cards[0]
    if chance == 0:
        return None, []
    whole = Fraction(wrong * decided**2, 2 * chance)
    slopes = []
    for arm, row in enumerate((of_a, of_b)):
        for guess, count in enumerate(row[:2]):
            grows = Fraction(named[1 - arm] + cards[1 - guess], chance)
            own = Fraction(decided**2, 2 * chance) if arm != guess else Fraction(0)
            slopes.append((count, own + 2 * whole / decided - whole * grows))
    return whole, slopes


def _check(*numbers: int) -> None:
    for number in numbers:
        if number < 0:
            raise ValueError(f"a number of answers must be 0 or more, not {number!r}")

"""Whether an improvement may be declared: a table that is read from the top, where the first row that applies decides.

Numbers and plain facts in, the rows out. The numbers come from ``paired``, ``paired_interval``, ``permutation`` and
``multiplicity``; what a row is called where people read is not known here.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from stats.interval import check_level
from stats.power import fewest_discordant

Code = Literal[
    "few", "granularity", "margin", "different-questions", "p", "worse", "critical", "variants", "same-set", "yes"
]
HeldOut = Literal["confirmed", "not confirmed"]

FEWEST: Final = 30
"""Questions below which nothing is declared."""

NO_QUESTION: Final = "no question"
NO_DIFFERENCE: Final = "no difference at all"
IMPOSSIBLE: Final = "no count of so many questions gives it"
LESS_THAN_ONE: Final = "less than one question"
NOT_CONFIRMED: Final = "the held-out part does not confirm it"


class Facts(NamedTuple):
    """What is known of a comparison of a second arm with a first one; a difference is second minus first."""

    n: int
    """Questions, however often each was drawn; of different questions, those of the arm that has fewer."""
    delta: Fraction | None
    """Difference of the rates of passing; None without questions."""
    p: float | Fraction | None
    """Of the exact paired test, or of the independent one for different questions."""
    paired: bool = True
    level: float = 0.95
    step: Fraction | int = 1
    """The smallest difference that one question can show: 1, and less where it was drawn several times."""
    half_width: float | None = None
    """Of different questions: half the width of the interval of the difference."""
    least: float | None = None
    """The smallest difference that matters, where one was declared."""
    possible: bool = True
    """Whether every rate that was reported can be a count of its questions."""
    critical: int | None = 0
    """Questions that broke and are marked critical; None where it is not known which broke."""
    variants: int | None = None
    """How many variants were tried, this one included; None where nobody said."""
    corrected: float | None = None
    """The p corrected for them."""
    chosen: bool | None = None
    """Whether the second was chosen by looking at these questions; None where nobody said."""
    held_out: HeldOut | None = None
    """What questions said that nobody had looked at; None where there are none, or nobody looked."""


class Row(NamedTuple):
    """One row of the table."""

    code: Code
    applies: bool | None
    """None where nothing is known that it could be asked of."""
    limit: Fraction | None = None
    """What the number of the row is held against."""
    reason: str | None = None
    """Why it applies, where it can for several reasons."""


class Decision(NamedTuple):
    """The table, and what it comes to."""

    rows: tuple[Row, ...]
    """All of them, in their order."""

    @property
    def first(self) -> Row:
        """The row that decides: the first that applies."""
        return next(row for row in self.rows if row.applies)

    @property
    def code(self) -> Code:
        """Of the row that decides."""
        return self.first.code

    @property
    def declare(self) -> bool:
        """Whether an improvement may be declared."""
        return self.code == "yes"


def decide(facts: Facts) -> Decision:
    """Read the table of when an improvement may be declared.

    Parameters
    ----------
    facts : Facts
        Of one comparison.

    Returns
    -------
    Decision
        Every row in order, with whether it applies; "yes" applies when no other does.

    Raises
    ------
    ValueError
        If n is negative or the level is outside (0, 1).

    Notes
    -----
    The rows, in order. "few": fewer than 30 questions. "granularity": a difference below 1/n, which is none at all or
    a number that no count gives, or a reported rate that none gives. "margin": see below. "different-questions". "p":
    not below 1 − level. "worse": below it, in the other direction. "critical": a question broke that is marked
    critical. "variants": several were tried and the corrected p is not below 1 − level, unless held-out questions
    confirm the one that is declared, which is a single comparison and needs no correction. "same-set": it was chosen
    by looking at these questions and nothing held out confirms it, or what was held out does not confirm it. "yes".

    A margin is the smallest difference that the data could show at all. On the same questions it does not depend on
    the two rates but on how many questions have to differ before any outcome is significant, when all differ in one
    direction: ``fewest_discordant(level) * step / n``, 6/50 = 0.12 at n = 50 and 6/200 = 0.03 at n = 200. So 41 and
    43 of 50 lie below it whatever the questions are, and 164 and 170 of 200 reach it exactly. The textbook margin of
    a single rate (±0.099 at n = 50, ±0.049 at n = 200, p = 0.85) would refuse the second as well, because it keeps
    the differences between questions that pairing takes away. It is in place where the questions are different ones:
    there half the width of the interval of the difference counts. A declared smallest difference that matters counts
    if it is larger. Differences are compared as rationals: 6/200 is not below 0.03.

    With replicates the step of a question is smaller than 1, and so is the margin; n stays the number of questions.

    References
    ----------
    Tarone (1990), Biometrics 46:515. Brown and Heathers (2017), Social Psychological and Personality Science 8:363.

    Examples
    --------
    >>> decide(Facts(200, Fraction(6, 200), 0.03125)).code
    'yes'
    >>> decide(Facts(50, Fraction(2, 50), 0.625)).code
    'margin'
    >>> decide(Facts(200, Fraction(6, 200), 0.03125, variants=20, corrected=0.625)).code
    'variants'
    """
    check_level(facts.level)
    if facts.n < 0:
        raise ValueError(f"n must be 0 or more, not {facts.n!r}")
    rows = tuple(_rows(facts))
    return Decision((*rows, Row("yes", not any(row.applies for row in rows))))


def smallest_difference(n: int, level: float = 0.95, step: Fraction | int = 1) -> Fraction | None:
    """Return the smallest difference that so many paired questions can show at all.

    Parameters
    ----------
    n : int
        Questions.
    level : float
        Confidence level.
    step : int or Fraction
        The smallest difference that one question can show.

    Returns
    -------
    Fraction or None
        None without questions; above 1 where so many can never show any.

    Raises
    ------
    ValueError
        If the level is outside (0, 1).

    References
    ----------
    Tarone (1990), Biometrics 46:515.

    Examples
    --------
    >>> smallest_difference(50), smallest_difference(200), smallest_difference(5)
    (Fraction(3, 25), Fraction(3, 100), Fraction(6, 5))
    """
    return Fraction(fewest_discordant(level) * step) / n if n > 0 else None


def _rows(facts: Facts) -> Iterator[Row]:
    """Every row but the last."""
    limit = 1 - Fraction(str(facts.level))
    significant = facts.p is not None and facts.p < limit
    yield Row("few", facts.n < FEWEST, Fraction(FEWEST))
    yield _granularity(facts)
    yield _margin(facts)
    yield Row("different-questions", not facts.paired)
    yield Row("p", not significant, limit)
    yield Row("worse", significant and facts.delta is not None and facts.delta < 0)
    yield Row("critical", None if facts.critical is None or not facts.paired else facts.critical > 0)
    yield _variants(facts, limit)
    yield _same_set(facts)


def _granularity(facts: Facts) -> Row:
    least = Fraction(1, facts.n) if facts.n else None
    if facts.delta is None or least is None:
        return Row("granularity", True, least, NO_QUESTION)
    if not facts.possible:
        return Row("granularity", True, least, IMPOSSIBLE)
    if abs(facts.delta) >= least:
        return Row("granularity", False, least)
    known = LESS_THAN_ONE if facts.step < 1 or not facts.paired else IMPOSSIBLE
    return Row("granularity", True, least, NO_DIFFERENCE if facts.delta == 0 else known)


def _margin(facts: Facts) -> Row:
    own = smallest_difference(facts.n, facts.level, facts.step) if facts.paired else _rational(facts.half_width)
    known = [margin for margin in (own, _rational(facts.least)) if margin is not None]
    if not known or facts.delta is None:
        return Row("margin", None)
    return Row("margin", abs(facts.delta) < max(known), max(known))


def _rational(x: float | None) -> Fraction | None:
    """The decimal that a number is written as: 0.03 is 3/100."""
    return None if x is None else Fraction(str(x))


def _variants(facts: Facts, limit: Fraction) -> Row:
    if facts.variants is None:
        return Row("variants", None, limit)
    below = facts.corrected is not None and facts.corrected < limit
    return Row("variants", facts.variants > 1 and not below and facts.held_out != "confirmed", limit)


def _same_set(facts: Facts) -> Row:
    if facts.held_out is not None:
        refuted = facts.held_out == "not confirmed"
        return Row("same-set", refuted, None, NOT_CONFIRMED if refuted else None)
    return Row("same-set", facts.chosen)

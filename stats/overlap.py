"""How much of a text comes from another, from counts of words; and whether it is more than without the other.

Which words carry content is not known here: a text arrives as how many distinct ones it has, and how many of them
the other text has too. Two texts on one subject share words by chance; the same share of an output that was made
without the retrieved text says how many, and only the difference per query may be put down to retrieval.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from math import isfinite
from typing import Final, NamedTuple

from stats.interval import check_level
from stats.paired import check_not_negative, mcnemar, smallest_p
from stats.sign_flip_interval import MeanInterval, sign_flip_interval

NO_WORDS: Final = "no content words"
"""The reason why an output that says nothing has no share."""

Share = Fraction | float | None
"""A share in [0, 1], or None where it does not exist."""


class Overlap(NamedTuple):
    """The share of an output's words that another text has, or the reason why there is none."""

    shared: int
    produced: int
    share: Fraction | None
    reason: str | None


class Reuse(NamedTuple):
    """Over queries, whether outputs made with retrieval share more with what was retrieved than those without.

    ``mean`` holds the mean difference (with minus without), its interval and the method; ``smallest`` the smallest
    p that so many unequal queries can reach.
    """

    more: int
    less: int
    equal: int
    missing: int
    p: float
    smallest: float
    mean: MeanInterval


def overlap(shared: int, produced: int) -> Overlap:
    """Return the share of an output's content words that the retrieved text has.

    Parameters
    ----------
    shared : int
        Distinct content words of the output that are in the retrieved text too.
    produced : int
        All distinct content words of the output.

    Returns
    -------
    Overlap
        ``share`` is exact; None, with the reason "no content words", when there are none.

    Raises
    ------
    ValueError
        If a count is negative or shared exceeds produced.

    Notes
    -----
    Over the output, not over what was retrieved: the question is how much of what was written came from there.
    The document that proposes the measure gives 0.0 to an output without content words. That would count an
    empty output as one that reuses nothing, and as less than its baseline in `reuse`; here it has no share.

    No interval: the words of one text are not a sample of anything. Queries are (`reuse`).

    Examples
    --------
    >>> overlap(3, 12).share
    Fraction(1, 4)
    >>> overlap(0, 0).reason
    'no content words'
    """
    check_not_negative("shared", shared)
    if shared > produced:
        raise ValueError(f"produced must be {shared} or more, the number of shared words, not {produced!r}")
    return Overlap(shared, produced, *((Fraction(shared, produced), None) if produced else (None, NO_WORDS)))


def reuse(pairs: Iterable[tuple[Share, Share]], level: float = 0.95) -> Reuse:
    """Compare shares with and without retrieval, query by query.

    Parameters
    ----------
    pairs : iterable of (with, without)
        Per query the share of the output made with retrieval, and of the output made without it, both against
        the same retrieved text. A query with a None is counted as missing and enters nothing else.
    level : float
        Confidence level of the interval of the mean difference.

    Returns
    -------
    Reuse
        ``p`` is the exact two-sided sign test over the queries that are not equal, 1.0 when there are none.
        ``mean`` is the mean difference over all that have one, equal ones included, bounded by inverting the
        sign-flip test (t above 20 queries), with its own reason where it has none.

    Raises
    ------
    ValueError
        If a share is outside 0..1, or the level is outside (0, 1).

    Notes
    -----
    Shares are compared as rationals. A float is taken as the decimal that it is written as, so that 0.1 equals
    Fraction(1, 10); a third has no such decimal, and shares of counted words are best given as Fractions.

    References
    ----------
    Dixon and Mood (1946), JASA 41:557. Tritchler (1984), JASA 79:200.

    Examples
    --------
    >>> found = reuse([(Fraction(1, 2), Fraction(1, 3))] * 19 + [(0.1, 0.25)] * 5)
    >>> found.more, found.less, round(found.p, 4)
    (19, 5, 0.0066)
    """
    check_level(level)
    known, missing = Counter[Fraction](), 0
    for (one, other), times in Counter(pairs).items():
        with_texts, without = _exact(one), _exact(other)
        if with_texts is None or without is None:
            missing += times
        else:
            known[with_texts - without] += times
    more, less = (sum(times for d, times in known.items() if sign * d > 0) for sign in (1, -1))
    return Reuse(
        *(more, less, known[Fraction(0)], missing),
        p=mcnemar(less, more),
        smallest=smallest_p(more + less),
        mean=sign_flip_interval(known, level),
    )


def _exact(share: Share) -> Fraction | None:
    if share is None:
        return None
    if not isfinite(share) or not 0 <= share <= 1:
        raise ValueError(f"a share must be between 0 and 1, not {share!r}")
    return share if isinstance(share, Fraction) else Fraction(str(share))

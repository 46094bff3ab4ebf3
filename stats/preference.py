"""Choices between two texts with ties: who is preferred, by how much, and whether the text shown first wins.

Counts of queries come in: of repeated draws of a query, whoever calls decides what they come to. A tie is an answer
and no evidence for either side: it is shown, counts in the net preference, and stays out of the sign test.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from stats.interval import Interval
from stats.paired import difference, mcnemar
from stats.paired_interval import tango
from stats.proportion import Proportion, proportion

NEVER_TIES: Final = 30
"""Labels without any tie from which on that is itself a finding: if one in ten were a tie, 0.9 ** 30 = 4 % of graders
would have none."""


class Preference(NamedTuple):
    """What wins, losses and ties of one side against the other say."""

    wins: int
    losses: int
    ties: int
    p: float
    """Exact sign test of the decided, two-sided; 1.0 when nothing is decided."""
    share: Proportion
    """Wins of the decided, with Wilson's interval."""
    net: float | None
    """(wins − losses) of all, ties included; None without any."""
    net_interval: Interval | None
    """Tango's."""
    tie_rate: Proportion


class Position(NamedTuple):
    """Whether the text shown first wins more often than the other."""

    first: int
    second: int
    p: float
    share: Proportion
    """Wins of the first, of the decided."""


def preference(wins: int, losses: int, ties: int, level: float = 0.95) -> Preference:
    """Compare two sides on the same queries.

    Parameters
    ----------
    wins, losses : int
        Queries on which the first side is preferred, and on which the other is.
    ties : int
        Queries on which neither is.
    level : float
        Confidence level of the intervals.

    Returns
    -------
    Preference
        With a share that says "no data" when nothing is decided.

    Raises
    ------
    ValueError
        If a count is negative or the level is outside (0, 1).

    Notes
    -----
    Ties are not split in half into the sign test: that would inflate n without information. The net preference
    has Tango's interval, as the difference of two paired rates has: of winning, and of losing.

    References
    ----------
    Dixon and Mood (1946), JASA 41:557. Wilson (1927), JASA 22:209. Tango (1998), Statistics in Medicine 17:891.

    Examples
    --------
    >>> found = preference(19, 5, 0)
    >>> round(found.p, 4), round(found.net, 3)
    (0.0066, 0.583)
    >>> preference(0, 0, 10).share.reason
    'no data'
    """
    n = wins + losses + ties
    p, net = mcnemar(losses, wins), difference(losses, wins, max(n, wins + losses))
    share = proportion(wins, wins + losses, level)
    return Preference(wins, losses, ties, p, share, net, tango(losses, wins, n, level), proportion(ties, n, level))


def position(first: int, second: int, level: float = 0.95) -> Position:
    """Test whether the text shown first wins more often.

    Parameters
    ----------
    first, second : int
        How often the text shown first won, and how often the other.
    level : float
        Confidence level of the interval.

    Returns
    -------
    Position
        With the exact sign test, two-sided; p is 1.0 when nothing is decided.

    Raises
    ------
    ValueError
        If a count is negative or the level is outside (0, 1).

    Notes
    -----
    Where sides are balanced, whoever is better wins on both sides as often: what is left is the side itself.

    References
    ----------
    Dixon and Mood (1946), JASA 41:557.

    Examples
    --------
    >>> position(27, 21).p == preference(27, 21, 0).p
    True
    """
    return Position(first, second, mcnemar(second, first), proportion(first, first + second, level))


def never_ties(labels: int, ties: int) -> bool:
    """Say whether a grader tied so seldom that it should make one wonder: never, in enough labels.

    Parameters
    ----------
    labels : int
        All that were given.
    ties : int
        Those among them that prefer neither.

    Returns
    -------
    bool
        True from `NEVER_TIES` labels on without any tie.

    Examples
    --------
    >>> never_ties(48, 0), never_ties(12, 0), never_ties(48, 1)
    (True, False, False)
    """
    return labels >= NEVER_TIES and ties == 0

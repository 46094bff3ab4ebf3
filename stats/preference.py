"""Which of two texts is preferred, when a tie is a valid answer.

Every pair of texts counts once: in ``wins``, in ``losses`` or in ``ties``. A pair with a winner is called decided.
Wins and losses are the discordant pairs of ``paired``, whose exact test and interval (``paired_interval``) are used
here. What of this may be said before all pairs are judged is in ``reachable`` and ``sequential``.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from stats.interval import Interval, check_level
from stats.paired import check_not_negative, difference, mcnemar
from stats.paired_interval import tango
from stats.proportion import NO_DATA, Proportion, proportion

NOTHING_DECIDED: Final = "nothing decided"
"""The reason why ties alone have no winner's share."""

NEVER_TIES: Final = 30
"""Labels from which on not one tie is a warning.

Were one pair in ten a tie, 30 labels would hold none with a chance of 0.9 ** 30 = 0.042, below 0.05; 20 labels would
with a chance of 0.12, which is no warning yet.
"""


class Preference(NamedTuple):
    """What was preferred over all pairs, with the reason for what does not exist."""

    wins: int
    losses: int
    ties: int
    p: float
    share: Proportion
    net: float | None
    net_interval: Interval | None
    tie_rate: Proportion
    reason: str | None


class Position(NamedTuple):
    """How often the text that was shown first won among the decided pairs."""

    first: int
    second: int
    p: float
    share: Proportion


def preference(wins: int, losses: int, ties: int, level: float = 0.95) -> Preference:
    """Test and estimate a preference, with ties shown and never split.

    Parameters
    ----------
    wins, losses : int
        Pairs in which the one, or the other, was preferred.
    ties : int
        Pairs without a preference, those in which both are bad among them.
    level : float
        Confidence level.

    Returns
    -------
    Preference
        ``p`` is the exact two-sided sign test on the decided pairs, 1.0 when nothing is decided. ``share`` is
        wins among decided, ``tie_rate`` ties among all, both with Wilson. ``net`` is (wins − losses) / all with
        the interval of Tango, both None without pairs. ``reason`` says what is missing: "no data" without
        pairs, "nothing decided" when all tie.

    Raises
    ------
    ValueError
        If a count is negative or the level is outside (0, 1).

    Notes
    -----
    Ties tell nothing about the direction. Half of them given to each side would raise the number of decided
    pairs, and with it the precision claimed, by pairs in which nobody decided.

    References
    ----------
    Dixon and Mood (1946), JASA 41:557. Tango (1998), Statistics in Medicine 17:891.

    Examples
    --------
    >>> round(preference(19, 5, 0).p, 4)
    0.0066
    >>> preference(12, 6, 30).net
    0.125
    >>> preference(0, 0, 10).reason
    'nothing decided'
    """
    for name, count in (("wins", wins), ("losses", losses), ("ties", ties)):
        check_not_negative(name, count)
    check_level(level)
    n = wins + losses + ties
    share = _share(wins, losses, NOTHING_DECIDED if n else NO_DATA, level)
    return Preference(
        *(wins, losses, ties, mcnemar(losses, wins), share),
        net=difference(losses, wins, n),
        net_interval=tango(losses, wins, n, level) if n else None,
        tie_rate=proportion(ties, n, level),
        reason=share.reason,
    )


def position(first_won: int, second_won: int, level: float = 0.95) -> Position:
    """Test whether the text that is shown first wins more often.

    Parameters
    ----------
    first_won, second_won : int
        Decided pairs won by the text shown first (left, or above), and by the other.
    level : float
        Confidence level.

    Returns
    -------
    Position
        ``p`` of the exact two-sided sign test, 1.0 when nothing is decided; ``share`` of the first among
        decided, with Wilson, or with the reason "nothing decided".

    Raises
    ------
    ValueError
        If a count is negative or the level is outside (0, 1).

    Notes
    -----
    Sides are balanced beforehand, so that a grader without a favourite side gives each half of the wins,
    whichever text is better.

    References
    ----------
    Dixon and Mood (1946), JASA 41:557.

    Examples
    --------
    >>> round(position(30, 18).p, 3)
    0.111
    """
    check_not_negative("first_won", first_won)
    check_not_negative("second_won", second_won)
    check_level(level)
    share = _share(first_won, second_won, NOTHING_DECIDED, level)
    return Position(first_won, second_won, mcnemar(second_won, first_won), share)


def never_ties(labels: int, ties: int) -> bool:
    """Say whether a grader had ample occasion to tie and never did.

    Parameters
    ----------
    labels : int
        Pairs that the grader judged.
    ties : int
        Those without a preference.

    Returns
    -------
    bool
        True from 30 labels on (`NEVER_TIES`) without a tie: one that finds a winner in every pair may be
        finding differences that are not there. With a tie in one pair of ten, 30 pairs hold none with a
        chance of 0.9 ** 30 = 0.042; after fewer, their absence would say little.

    Raises
    ------
    ValueError
        If a count is negative or ties exceed labels.

    Examples
    --------
    >>> never_ties(48, 0), never_ties(48, 1), never_ties(12, 0)
    (True, False, False)
    """
    check_not_negative("ties", ties)
    if ties > labels:
        raise ValueError(f"labels must be {ties} or more, the number of ties, not {labels!r}")
    return labels >= NEVER_TIES and ties == 0


def _share(one: int, other: int, reason: str, level: float) -> Proportion:
    if one + other == 0:
        return Proportion(0, 0, None, None, reason)
    return proportion(one, one + other, level)

"""Preferences with ties: the sign test, the shares and the net preference, favourite sides, graders who never tie."""

from __future__ import annotations

from functools import cache
from random import Random

from stats.power import mcnemar_power
from stats.preference import never_ties, position, preference
from stats.rejection import sign_test_power

from .drawing import covers, picks, times
from .proportions import SINGLE
from .scenario import Draw, Scenario

_preference, _position = cache(preference), cache(position)


def found(n: int, wins: float, losses: float) -> Draw:
    """Whether the sign test finds a preference."""
    shares = (wins, losses, 1 - wins - losses)
    return lambda rng: _preference(*picks(rng, n, shares)).p <= 0.05


def covered(what: str, n: int, wins: float, losses: float) -> Draw:
    """Whether the interval of a share, of the net preference or of the ties covers it."""
    shares = (wins, losses, 1 - wins - losses)
    truth = {"share": wins / (wins + losses), "net": wins - losses, "ties": shares[2]}[what]

    def draw(rng: Random) -> bool | None:
        of = _preference(*picks(rng, n, shares))
        return covers({"share": of.share.interval, "net": of.net_interval, "ties": of.tie_rate.interval}[what], truth)

    return draw


def sided(n: int, better: float, favourite: float) -> Draw:
    """Whether the first side is found to win more often, sides being balanced.

    Args:
        n: decided pairs.
        better: how often the better text wins by itself.
        favourite: how often the grader takes the first side without looking.
    """

    def draw(rng: Random) -> bool:
        first = 0
        for at in range(n):
            wins = rng.random() < better
            first += True if rng.random() < favourite else wins == (at % 2 == 0)
        return _position(first, n - first).p <= 0.05

    return draw


def tieless(labels: int, ties: float) -> Draw:
    """Whether a grader who ties is warned of never doing so."""
    return lambda rng: never_ties(labels, times(rng, labels, ties))


_ALARM = "finds a preference where there is none"
_SHARES = [(10, 0.3, 0.3), (25, 0.1, 0.1), (48, 0.4, 0.1), (75, 0.02, 0.9), (25, 0.5, 0.5)]
SCENARIOS = [
    *(
        Scenario(f"sign test, {n} pairs, {w} each way", "preference.preference", _ALARM, "at most", 0.05,
                 found(n, w, w))
        for n, w in [(5, 0.5), (10, 0.4), (25, 0.1), (48, 0.3), (75, 0.5), (200, 0.05)]
    ),
    *(
        Scenario(f"sign test, 48 pairs, a third ties, {gain} more the one way", "preference.preference",
                 "finds the preference as often as promised", "exactly",
                 mcnemar_power(48, 1 / 3 + gain, 1 / 3 - gain), found(48, 1 / 3 + gain, 1 / 3 - gain),
                 rises="preference")
        for gain in (0.0, 0.05, 0.1, 0.2, 0.3)
    ),
    *(
        Scenario(f"{what} of {n} pairs, {w} won, {lost} lost", "preference.preference", "covers the truth",
                 "at least", 0.95, covered(what, n, w, lost), 10_000, SINGLE)
        for n, w, lost in _SHARES for what in ("share", "net", "ties")
    ),
    *(
        Scenario(f"first side, {n} decided, the better text wins {better}", "preference.position",
                 "finds a favourite side where there is none", "at most", 0.05, sided(n, better, 0.0))
        for n, better in [(10, 0.5), (25, 0.7), (48, 0.9), (75, 0.5)]
    ),
    *(
        Scenario(f"first side, 48 decided, taken blindly {favourite}", "preference.position rejection.sign_test_power",
                 "finds the favourite side as often as promised",
                 "exactly", sign_test_power(48, (1 + favourite) / 2), sided(48, 0.5, favourite), rises="side")
        for favourite in (0.0, 0.2, 0.4, 0.8)
    ),
    *(
        Scenario(f"never ties, {labels} labels, a tie in {ties}", "preference.never_ties",
                 "warns who ties in one pair of ten", "at most", 0.05, tieless(labels, ties))
        for labels, ties in [(30, 0.1), (48, 0.1), (29, 0.01)]
    ),
]  # fmt: skip
"""False alarms, power and coverage of preferences."""

"""Rates that somebody reported, held against what so many questions can give and against what they gave."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from stats.granularity import is_possible_rate

_RATE = re.compile(r"(\d*)(?:[.,](\d+))?\s*(%?)")


class Claimed(NamedTuple):
    """A rate as it was written."""

    rate: Fraction
    decimals: int


class Claim(NamedTuple):
    """A reported rate of one arm."""

    arm: str
    written: str
    claimed: Claimed
    n: int
    """Questions, or answers where questions were drawn several times."""
    possible: bool
    """Whether some count of n rounds to it."""
    below: int
    """The count next to it, or below it."""
    found: Fraction
    """The rate that the questions gave."""

    @property
    def agrees(self) -> bool:
        """Whether what the questions gave rounds to it."""
        return abs(self.found - self.claimed.rate) <= Fraction(1, 2 * 10**self.claimed.decimals)


def claimed(written: str) -> Claimed | None:
    """Read a rate with the decimals it is written with; None if it is none.

    Examples:
        >>> claimed("0.847"), claimed("84,7 %"), claimed("84"), claimed("x")
        (Claimed(rate=Fraction(847, 1000), decimals=3), Claimed(rate=Fraction(847, 1000), decimals=3), None, None)
    """
    match = _RATE.fullmatch(written.strip())
    if match is None or not (match[1] or match[2]):
        return None
    whole, decimals, percent = match[1] or "0", match[2] or "", bool(match[3])
    rate = Fraction(f"{whole}.{decimals or 0}") / (100 if percent else 1)
    return Claimed(rate, len(decimals) + 2 * percent) if rate <= 1 else None


def claim(arm: str, written: str, said: Claimed, n: int, found: Fraction) -> Claim:
    """Hold a reported rate against n.

    Args:
        arm: whose.
        written: as it was written.
        said: what it says.
        n: of which it is a rate.
        found: the rate that there is.
    """
    possible = is_possible_rate(float(said.rate), n, said.decimals)
    return Claim(arm, written, said, n, possible, int(said.rate * n), found)

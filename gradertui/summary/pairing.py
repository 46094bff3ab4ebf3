"""Two arms on the same questions, from how many questions show which two shares of an event: what is tested, once.

An arm's share of a question is 0 or 1, or between where the question was drawn several times. What the numbers are
called, and which family they belong to, is up to the mode's own file and to `comparing.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from gradertui.modes.grade import Share
from stats.interval import Interval
from stats.paired import mcnemar
from stats.paired_interval import tango
from stats.permutation import sign_flip

Shares = Mapping[tuple[Share, Share], int]
"""Share of the first arm and of the second to how many questions show them."""


class Measured(NamedTuple):
    """What a table of shares says; differences are second minus first."""

    n: int
    up: int
    """Questions on which the second has more of the event."""
    down: int
    p: float | None
    """None without questions."""
    difference: Fraction | None
    replicated: bool
    """Whether a share lies between 0 and 1, so that signs are flipped and not counted."""
    tango: Interval | None
    """None with replicates or without questions."""


def measured(table: Shares, level: float) -> Measured:
    """Test a table exactly: McNemar, or a sign flip over questions where a question has several draws.

    Args:
        table: of shares.
        level: confidence of the interval.
    """
    n = sum(table.values())
    up = sum(times for (x, y), times in table.items() if y > x)
    down = sum(times for (x, y), times in table.items() if y < x)
    replicated = any(share not in (0, 1) for pair in table for share in pair)
    differences = differences_of(table)
    if replicated:
        p: float | None = float(sign_flip(differences))
        interval = None
    else:
        p = mcnemar(down, up) if n else None
        interval = tango(down, up, n, level) if n else None
    total = sum((d * times for d, times in differences.items()), Fraction(0))
    return Measured(n, up, down, p, Fraction(total) / n if n else None, replicated, interval)


def differences_of(table: Shares) -> dict[Share, int]:
    """How many questions show which difference."""
    counted: dict[Share, int] = {}
    for (x, y), times in table.items():
        counted[y - x] = counted.get(y - x, 0) + times
    return counted

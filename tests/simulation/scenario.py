"""What a row of the table is: a claim, and how to draw once whether it came true."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Literal, NamedTuple

Kind = Literal["at most", "at least", "exactly", "shown"]
"""Shown is what nobody promises a number for, such as power against an alternative; it has to rise on its ladder."""
Drawn = bool | None
"""Whether there was a false alarm, a covered truth, a hit; None where the number does not exist and claims nothing."""
Draw = Callable[[Random], Drawn]


class Scenario(NamedTuple):
    """One row."""

    name: str
    """Unique; the seed of a row follows from it, so that rows do not depend on each other."""
    of: str
    """The functions whose claim it is, `module.function` of `stats` or a room of `gradertui`, by spaces."""
    claim: str
    kind: Kind
    claimed: float
    draw: Draw
    draws: int = 10_000
    slack: float = 0.0
    """By how much a method that is only approximate may fall short; 0 for what is guaranteed."""
    known: str = ""
    """Why the claim is not kept here, in words, and who is told; the row fails where it is kept after all."""
    rises: str = ""
    """Rows of one ladder: what is seen may not fall from one to the next."""

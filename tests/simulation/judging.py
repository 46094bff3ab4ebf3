"""Running a row, and whether its claim holds within the Monte Carlo interval of what was seen."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from random import Random
from typing import NamedTuple

from stats.proportion import wilson

from .scenario import Drawn, Kind, Scenario

LEVEL = 0.999
"""Of each Monte Carlo interval: hundreds of them are read together, and a claim may be met exactly."""
KEPT = 40
"""Outcomes that the table keeps one by one, so that drawing a few again can be held against it."""
_MARKS: dict[Drawn, str] = {True: "1", False: "0", None: "-"}


class Seen(NamedTuple):
    """What came of a row."""

    draws: int
    given: int
    """Draws in which the number existed."""
    hits: int
    first: str
    """The first outcomes: 1, 0, or - where there was none."""

    @property
    def share(self) -> float | None:
        """Of those given."""
        return self.hits / self.given if self.given else None

    @property
    def interval(self) -> tuple[float, float]:
        """Of the share: what simulation knows of it."""
        return wilson(self.hits, self.given, LEVEL) or (0.0, 1.0)


def run(row: Scenario, seed: int, draws: int | None = None) -> Seen:
    """Draw a row as often as it says, or not more often than is asked for."""
    rng, n = Random(f"{seed} {row.name}"), row.draws if draws is None else min(draws, row.draws)
    given = hits = 0
    first = ""
    for at in range(n):
        drawn = row.draw(rng)
        given += drawn is not None
        hits += drawn is True
        if at < KEPT:
            first += _MARKS[drawn]
    return Seen(n, given, hits, first)


def verdict(row: Scenario, seen: Seen) -> str:
    """`ok`, `known: …` where the claim is not kept and that is told, or what is wrong."""
    holds = kept(row.kind, row.claimed, row.slack, seen)
    if row.known:
        # With fewer draws than it takes, a claim may look kept.
        return (
            "WRONG: kept after all, and said not to be" if holds and seen.draws == row.draws else f"known: {row.known}"
        )
    return "ok" if holds else f"WRONG: {row.kind} {row.claimed:g} is not kept"


def kept(kind: Kind, claimed: float, slack: float, seen: Seen) -> bool:
    """Whether what was seen agrees with the claim, within what simulation knows of it."""
    low, high = seen.interval
    not_above, not_below = low <= claimed + slack, high >= claimed - slack
    return {"at most": not_above, "at least": not_below, "exactly": not_above and not_below, "shown": True}[kind]


def falling(rows: Iterable[tuple[Scenario, Seen]]) -> list[str]:
    """Names of rows that are seen less often than the one before on their ladder, beyond chance."""
    ladders: dict[str, list[tuple[Scenario, Seen]]] = {}
    for row, seen in rows:
        if row.rises:
            ladders.setdefault(row.rises, []).append((row, seen))
    return [
        row.name
        for ladder in ladders.values()
        for (_before, lower), (row, upper) in pairwise(ladder)
        if upper.interval[1] < lower.interval[0]
    ]

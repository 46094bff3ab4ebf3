"""All numbers of a preference session for one revision of the labels. The query is the unit.

A tie is an answer: it counts in the net preference and in the share of ties, and in no test of the decided. What nobody
can tell is missing in both. Who stood left is counted from the labels themselves, over all arms.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from gradertui.modes.preference import PairTally, Votes, first_shown, tally
from stats.multiplicity import chance_of_false_alarm, holm
from stats.paired import can_conclude, smallest_p
from stats.preference import Position, Preference, never_ties, position, preference

__all__ = ["PairSummary", "Pooled", "Position", "Preference", "Summary", "pooled", "summarize"]


class Pooled(NamedTuple):
    """What all labels say whoever stood where: it tells nothing of the arms, and moves with every key."""

    labels: int
    ties: int
    """T and Z."""
    position: Position
    """Whether the text shown first wins."""
    never_ties: bool


class PairSummary(NamedTuple):
    """One arm against another: wins are the first one's."""

    a: str
    b: str
    queries: int
    """With a label that tells something, or that nobody can tell."""
    bad: int
    """Both bad: ties, counted apart."""
    unsure: int
    """Cannot tell: missing in every number."""
    found: Preference
    holm: float | None
    smallest_p: float
    """The smallest p that so many decided queries could give."""
    reach: bool
    """Whether the decided queries could be significant at all."""
    sides: Mapping[tuple[bool, str], int]
    """Labels: whether the first arm stood left, and the label as given."""
    primary: bool = False
    """The one planned comparison: judged by its own p, outside the family of the others."""

    @property
    def judged(self) -> float | None:
        """The p that decides: corrected, unless this is the primary pair."""
        return self.found.p if self.primary or self.holm is None else self.holm


@dataclass(frozen=True, slots=True)
class Summary:
    """Every number of a session in preference mode."""

    level: float
    pairs: tuple[PairSummary, ...]
    """The primary pair first."""
    family: int
    """Planned pairs that are corrected together; 1 is no family."""
    false_alarm: float
    done: int
    total: int

    @property
    def complete(self) -> bool:
        """Every planned pair is labelled or left out."""
        return self.done == self.total


def pooled(labels: Mapping[str, int], level: float = 0.95) -> Pooled:
    """What the labels of one grader say of the grader.

    Args:
        labels: how often each was given, as it was given.
        level: confidence of the intervals.
    """
    n, ties = sum(labels.values()), labels.get("T", 0) + labels.get("Z", 0)
    return Pooled(n, ties, position(*first_shown(labels), level), never_ties(n - labels.get("0", 0), ties))


def summarize(
    cells: Mapping[Hashable, int],
    *,
    pairs: Sequence[tuple[str, str]],
    level: float = 0.95,
    primary: tuple[str, ...] = (),
    done: int = 0,
    total: int = 0,
) -> Summary:
    """Compute every number from counts.

    Args:
        cells: how many queries show which labels.
        pairs: planned comparisons; wins are those of the first arm.
        level: confidence of the intervals; 1 - level is the level of the tests.
        primary: the pair that is tested by itself, outside the family of the others.
        done: pairs labelled or left out.
        total: pairs planned.
    """
    sums = tally({cell: n for cell, n in cells.items() if isinstance(cell, Votes)}, pairs)
    found = _judged([_pair(a, b, sums[a, b], level) for a, b in pairs], primary)
    family = sum(not pair.primary for pair in found)
    chance = chance_of_false_alarm(family, level) if family else 0.0
    return Summary(level, tuple(found), family, chance, done, total)


def _pair(a: str, b: str, sums: PairTally, level: float) -> PairSummary:
    ends = sums.endings
    found = preference(ends["a"], ends["b"], ends["tie"] + ends["bad"], level)
    decided = ends["a"] + ends["b"]
    return PairSummary(
        a,
        b,
        ends.total(),
        ends["bad"],
        ends["unsure"],
        found,
        None,
        smallest_p(decided),
        can_conclude(decided, 0, level),
        dict(sums.sides),
    )


def _judged(pairs: Sequence[PairSummary], primary: tuple[str, ...]) -> list[PairSummary]:
    """The primary pair first, by itself; several others corrected among themselves."""
    first = [pair._replace(primary=True) for pair in pairs if (pair.a, pair.b) == primary]
    others = [pair for pair in pairs if (pair.a, pair.b) != primary]
    if len(others) > 1:
        adjusted = holm([pair.found.p for pair in others], len(others))
        others = [pair._replace(holm=p) for pair, p in zip(others, adjusted, strict=True)]
    return [*first, *others]


def without_sign(summary: Summary) -> Summary:
    """The same numbers with every pair turned so that the first has the more wins: while blind nobody sees whose."""
    return replace(summary, pairs=tuple(_turned(pair, summary.level) for pair in summary.pairs))


def _turned(pair: PairSummary, level: float) -> PairSummary:
    found = pair.found
    if found.wins >= found.losses:
        return pair._replace(sides={})
    return pair._replace(found=preference(found.losses, found.wins, found.ties, level), sides={})

"""Which of several logs of one grader goes on from the others, and whether two of them fork. Pure.

What is compared is what a grader did by hand: labels that were taken from a file or another session stand after it,
and are compared label by label (`rows.py`). Equal events have equal hashes, because each hash is made of all events
before it. Where the logs come from is `copies.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from gradertui.events import Event, by_hand


@dataclass(frozen=True)
class Chain:
    """A log's events, whole and in order."""

    events: tuple[Event, ...]
    source: Path
    """Where it was found, for messages."""
    copy: Path | None = None
    """What would take the place of ours; None is ours itself."""

    @cached_property
    def core(self) -> int:
        """How many events there are up to the last that was done by hand."""
        return next((event.seq for event in reversed(self.events) if by_hand(event)), 0)


class Fork(NamedTuple):
    """Two logs that go on differently."""

    one: Chain
    other: Chain
    shared: int
    """How many events both begin with."""


def shared(one: Chain, other: Chain) -> int:
    """How many events two logs both begin with."""
    pairs = enumerate(zip(one.events, other.events, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one.events), len(other.events)))


def joined(chains: Sequence[Chain]) -> Chain | Fork:
    """Find the log that holds what all the others hold by hand; the same whatever their order.

    Args:
        chains: of one grader, at least one.

    Returns:
        The longest; ours, or one that goes on from ours, among those that are as long. Or the first fork.
    """
    for one, other in combinations(sorted(chains, key=_rank), 2):
        if (n := shared(one, other)) < min(one.core, other.core):
            return Fork(one, other, n)
    longest = max(chain.core for chain in chains)
    ours = next((chain for chain in chains if chain.copy is None), None)
    best = [chain for chain in chains if chain.core == longest]
    return max(best, key=lambda chain: (_goes_on(ours, chain), len(chain.events), repr(chain.events[-1:])))


def left(chain: Chain, base: Chain) -> tuple[Event, ...]:
    """What one log has that the joined one has not: nothing of it was done by hand."""
    return chain.events[shared(chain, base) :]


def _goes_on(ours: Chain | None, chain: Chain) -> bool:
    return ours is not None and shared(ours, chain) == len(ours.events)


def _rank(chain: Chain) -> tuple[bool, str]:
    """Ours first."""
    return chain.copy is not None, str(chain.source)

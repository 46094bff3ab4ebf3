"""Rows in one process or in several; a row is found by its name, because what draws it cannot be sent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from multiprocessing import get_context

from .judging import Seen, run
from .scenario import Scenario
from .table import SCENARIOS


def ran(rows: Sequence[Scenario], seed: int, draws: int | None, jobs: int) -> Iterator[tuple[Scenario, Seen]]:
    """Each row with what was seen of it, in their order."""
    names = [(row.name, seed, draws) for row in rows]
    if jobs == 1:
        yield from zip(rows, map(_by_name, names), strict=True)
        return
    # Spawned, so that what one has cached or imported is no other's.
    with get_context("spawn").Pool(jobs) as pool:
        yield from zip(rows, pool.imap(_by_name, names), strict=True)


def _by_name(asked: tuple[str, int, int | None]) -> Seen:
    name, seed, draws = asked
    (row,) = (row for row in SCENARIOS if row.name == name)
    return run(row, seed, draws)

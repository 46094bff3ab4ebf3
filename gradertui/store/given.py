"""How the labels of a log were given, counted by SQLite: what a report says of a record without reading its rows."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import Any, NamedTuple

from gradertui.events import ELSEWHERE, Event, facts

_GIVEN = """
    select body, late, count(*), min(at), max(at) from (
      select max(seq), kind, body, at,
        case when exists (select 1 from events where kind = 'Revealed')
          then seq > (select min(seq) from events where kind = 'Revealed') else at > ? end as late
      from standing where kind in ('Labelled', 'Skipped', 'Excluded') group by position)
    where kind = 'Labelled' group by body, late
"""


class Given(NamedTuple):
    """How some labels were given."""

    facts: Mapping[str, Any]
    """What the record keeps of each: blind, statistics, imported, carried."""
    revealed: bool
    """Whether the arms had been revealed before."""
    labels: int
    first: str
    """When the first was given."""
    last: str

    @property
    def here(self) -> bool:
        """Whether they were given in this session: not taken from a file, and not carried from another session."""
        return not any(self.facts.get(key) for key in ELSEWHERE)


def given(db: sqlite3.Connection, revealed: str) -> list[Given]:
    """Count the labels that stand, by how they were given.

    Args:
        db: of the log.
        revealed: when the arms were revealed elsewhere; "~", never, is later than all times.
    """
    rows = db.execute(_GIVEN, (revealed,))
    return [Given(facts(Event("Labelled", body=body)), bool(late), *rest) for body, late, *rest in rows]

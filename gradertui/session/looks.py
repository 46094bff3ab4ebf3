"""Looks at what the plan holds out: who saw those numbers when, of which only the first look is a test.

What a look is; it is recorded beside the plan by `planning.py`, and counted by whoever shows the numbers.
"""

from __future__ import annotations

from typing import NamedTuple

from gradertui.events import Event, facts


class Look(NamedTuple):
    """Somebody looked at the numbers of a split that is held out."""

    at: str
    by: str
    how: str
    """By which command."""
    split: str


def look_of(event: Event) -> Look:
    """The look that an event of the plan's log records."""
    said = facts(event)
    return Look(event.at, said["by"], said["how"], event.value)

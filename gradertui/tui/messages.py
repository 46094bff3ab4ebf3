"""What background work tells the screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from gradertui.overview import Next, Overview
    from gradertui.summary import AnySummary


@dataclass
class SummaryReady(Message):
    """Numbers were computed from the counts of one revision."""

    revision: int
    summary: AnySummary

    def can_replace(self, message: Message) -> bool:
        """A newer one makes an older one in the queue pointless."""
        return isinstance(message, SummaryReady)


@dataclass
class Compared(Message):
    """It is known where the graders of a session differ."""

    overview: Overview


@dataclass
class Told(Message):
    """The report or the audit of a session was made."""

    what: Next
    name: str
    text: str

"""The row of keys that label: a cap and a few words for each choice, as there is room."""

from __future__ import annotations

from collections.abc import Sequence

from gradertui.locale import _
from gradertui.model import Choice
from gradertui.tui.lines import Line, width_of


def capped(choices: Sequence[Choice], chosen: str | None, width: int) -> Line:
    """A cap and a few words per choice; closer together, words at the ends only, or caps alone, as there is room.

    Args:
        choices: in order.
        chosen: the label that stands.
        width: cells.
    """
    everything = range(len(choices))
    ends = (0, len(choices) - 1) if len(choices) > 3 else ()
    for gap, worded in (("    ", everything), ("  ", everything), ("  ", ends), ("  ", ())):
        line = _caps(choices, chosen, gap, worded)
        if width_of(line) <= width:
            break
    return line


def _caps(choices: Sequence[Choice], chosen: str | None, gap: str, worded: Sequence[int]) -> Line:
    line: list[tuple[str, str]] = []
    for place, choice in enumerate(choices):
        words = f" {_(choice.words)}" if place in worded else ""
        line += [
            (gap if line else "", ""),
            (f" {choice.label} ", "chosen" if choice.label == chosen else "cap"),
            (words, ""),
        ]
    return tuple(line)

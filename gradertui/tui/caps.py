"""The row of keys that label: a cap and a few words for each choice, as there is room."""

from __future__ import annotations

from collections.abc import Sequence

from gradertui.locale import _
from gradertui.model import Choice
from gradertui.tui.keynames import large
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
        named = named_apart(choice) + (_(choice.words) if place in worded else "")
        line += [
            (gap if line else "", ""),
            (f" {large(choice.key)} ", "chosen" if choice.label == chosen else "cap"),
            (named and f" {named.rstrip()}", ""),
        ]
    return tuple(line)


def named_apart(choice: Choice) -> str:
    """The label, where its key is not called so, and a blank."""
    return "" if large(choice.key) == choice.label else f"{choice.label} "

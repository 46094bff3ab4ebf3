"""What a plan cannot reach, or pays for without need: one caution each, from the material alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from gradertui.summary.sizes import Material, cards_for_holm
from stats.design import templates_for_holm
from stats.paired import can_conclude, smallest_p
from stats.power import fewest_discordant

Code = Literal["few-templates", "few-cards", "few-discordant", "small", "repeats"]

SMALL = 30
"""Questions below which a rate says little, as the second document has it."""
ENOUGH = 150
"""Questions below which a repeat is better spent on another one: 150 once beat 50 three times (second document)."""
REPEATS = 3
"""Answers to a question from which on it counts as repeated much."""


class Caution(NamedTuple):
    """What is wrong, and the numbers that say so."""

    code: Code
    numbers: Mapping[str, float]


def cautions(of: Material, level: float = 0.95) -> tuple[Caution, ...]:
    """Say what to know before the first label, what weighs most first.

    Args:
        of: what there is to label.
        level: confidence level of the plan.
    """
    if not of.clusters:
        return ()
    return tuple(_of_tone(of, level) if of.mode == "tone" else _of_questions(of, level))


def _of_tone(of: Material, level: float) -> Iterator[Caution]:
    paired = min(of.paired, default=of.clusters)
    if not can_conclude(paired, level=level):
        needed = fewest_discordant(level)
        yield Caution("few-templates", {"templates": paired, "smallest_p": smallest_p(paired), "needed": needed})
    allowed = templates_for_holm(of.fewest, level)
    if of.clusters > allowed:
        needed = cards_for_holm(of.clusters, level)
        numbers = {"cards": of.fewest, "templates": of.clusters, "allowed": allowed, "needed": needed}
        yield Caution("few-cards", numbers)


def _of_questions(of: Material, level: float) -> Iterator[Caution]:
    paired = min(of.paired, default=None)
    if paired is not None and not can_conclude(paired, level=level):
        needed = fewest_discordant(level)
        yield Caution("few-discordant", {"questions": paired, "smallest_p": smallest_p(paired), "needed": needed})
    if of.clusters < SMALL:
        yield Caution("small", {"questions": of.clusters, "needed": SMALL})
    if of.fewest >= REPEATS and of.clusters < ENOUGH:
        once = of.clusters * of.fewest
        yield Caution("repeats", {"replicates": of.fewest, "questions": of.clusters, "once": once, "enough": ENOUGH})

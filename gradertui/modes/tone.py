"""Tone: one card at a time, from 1 (cold or condescending) to 5 (warm and respectful), without knowing whose it is.

The template is the unit: its cards are not independent of each other. What is counted is how often each rating came
up for each variant of each template, as whole numbers, so that every test on them is exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from gradertui.locale import mark
from gradertui.model import Choice, Identity, Plan, Task

RATINGS = ("1", "2", "3", "4", "5")
_WORDS = {
    "1": mark("cold or condescending"),
    "2": mark("rather cold"),
    "3": mark("correct"),
    "4": mark("rather warm"),
    "5": mark("warm and respectful"),
}


class Cards(NamedTuple):
    """What statistics see of one template: which variant got which ratings."""

    template: str
    ratings: tuple[tuple[str, str], ...]
    """(variant, rating), sorted, one per labelled card."""


def tasks(items: Iterable[Identity], answerable: Mapping[str, bool | None]) -> list[Task]:
    """One card is one task; the cards of a template are its cluster; variants are the arms."""
    return [Task(x.item_id, x.template, (x.variant,), x.replicate, None) for x in items]


def choices(plan: Plan) -> tuple[Choice, ...]:
    """The five ratings."""
    return tuple(Choice(rating, rating, _WORDS[rating]) for rating in RATINGS)


def refusal(task: Task, label: str) -> str | None:
    """Every card can have every rating."""
    return None


def cell(
    name: str, answerable: bool | None, cluster: Sequence[tuple[tuple[str, ...], str | None]], partial: bool
) -> Cards | None:
    """Read one template's ratings; None if there is nothing to count yet.

    Args:
        name: of the template.
        answerable: not looked at.
        cluster: variant and rating (None: still open) of each of its cards.
        partial: count a template of which some cards are still open.
    """
    ratings = sorted((variant, rating) for (variant,), rating in cluster if rating)
    if not ratings or (not partial and len(ratings) < len(cluster)):
        return None
    return Cards(name, tuple(ratings))


def tally(cells: Iterable[Cards]) -> dict[str, dict[str, Counter[int]]]:
    """How often each rating came up: by template and variant."""
    counts: dict[str, dict[str, Counter[int]]] = {}
    for cards in cells:
        by_variant = counts.setdefault(cards.template, {})
        for variant, rating in cards.ratings:
            by_variant.setdefault(variant, Counter())[int(rating)] += 1
    return counts

"""What graders said, each by themselves: the labels that agreement is about, wherever they come from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from stats.agreement import Metric

Ways = Counter[tuple[tuple[str, str], ...]]
"""Graders and values to how many items got them: few ways, however many items there are."""
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Labels:
    """What graders said, each by themselves."""

    items: Mapping[str, Mapping[str, str]]
    """Item to grader to value."""
    scale: tuple[str, ...]
    """The declared values, in their order."""
    metrics: tuple[Metric, ...] = ("nominal",)
    """How values are apart: the first is the one that counts, the others stand beside it."""
    clusters: Mapping[str, str] = field(default_factory=dict)
    """Item to its question or template, where there are any."""
    courses: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Grader to values in the order of the grader's tasks, where it is known."""
    again: Mapping[str, Sequence[tuple[str, str]]] = field(default_factory=dict)
    """Grader to the first and second value of each hidden repeat."""


def ways(labels: Labels) -> Ways:
    """How many items got which values from whom."""
    return Counter(tuple(said.items()) for said in labels.items.values())


def numbers(scale: Iterable[str]) -> list[Fraction] | None:
    """The values of a scale as numbers; None where one is no number.

    Examples:
        >>> numbers(["1", "2.5"]), numbers(["R", "1"])
        ([Fraction(1, 1), Fraction(5, 2)], None)
    """
    values = list(scale)
    return [Fraction(value) for value in values] if all(map(_NUMBER.fullmatch, values)) else None

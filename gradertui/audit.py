"""What still tells the variants apart after masking: gendered twins, words tied to one variant, names, habits.

Cards in, findings out; every card a text with its template and its variant. Pure: no disk and no screen. How names
are masked is `masking.py`, which words could be twins is `twins.py`, how findings are shown and decided is the command.

The template is the stratum: cards of one template are not independent, so that every test exchanges variants within
templates only. Each family (endings, words, habits) keeps its own level.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from gradertui.locale import mark
from gradertui.masking import accented, folded_with_places, masked, neutralised
from gradertui.twins import Pair, aligned, gendered
from stats.multiplicity import holm
from stats.stratified import stratified

_WORD = re.compile(r"[^\W\d_]+·?")
_ALMOST = 0.9
"""A word is tied to a variant when at least this share of its cards are that variant's."""
_NAME = 4
"""Letters from which on the beginning of a word may be a name."""
_SCREEN = 1.9
"""Standard errors within which no exact p reaches 0.05 (the extreme is a rare event, P(0) = exp(-z²))."""


class Card(NamedTuple):
    """A text, whose it is, and the note that it answers."""

    item_id: str
    template: str
    variant: str
    replicate: int
    text: str
    note: str = ""


Cards = Mapping[str, tuple[str, ...]]
"""Variant to the ids of cards."""


@dataclass(frozen=True, slots=True)
class Twin:
    """Two words that differ only in whose they are."""

    a: str
    b: str
    variants: tuple[str, str]
    """Whose each is."""
    with_a: Cards
    with_b: Cards
    origin: str
    """"notes" or "vocabulary"."""
    accepted: bool = False


@dataclass(frozen=True, slots=True)
class Word:
    """A word that is tied to one variant."""

    word: str
    variant: str
    cards: Cards
    p: float
    holm: float
    accepted: bool = False


@dataclass(frozen=True, slots=True)
class Name:
    """What looks like a name and was not masked."""

    word: str
    name: str
    variant: str
    cards: Cards
    accepted: bool = False


@dataclass(frozen=True, slots=True)
class Habit:
    """How the cards of each variant are written."""

    name: str
    means: Mapping[str, float]
    """Variant to the share of its cards that do it, or to their words."""
    p: float | None
    holm: float | None
    telling: bool
    accepted: bool = False


@dataclass(frozen=True, slots=True)
class Audit:
    """Everything that was found, accepted or not."""

    cards: int
    templates: int
    tested: int
    """How many words are in the Holm family."""
    level: float
    twins: tuple[Twin, ...]
    words: tuple[Word, ...]
    names: tuple[Name, ...]
    habits: tuple[Habit, ...]
    """All that were tested, telling or not."""

    @property
    def open(self) -> tuple[Twin | Word | Name | Habit, ...]:
        """What tells the variants apart and was not accepted."""
        telling = (habit for habit in self.habits if habit.telling)
        return tuple(each for each in (*self.twins, *self.words, *self.names, *telling) if not each.accepted)


HABITS: Mapping[str, tuple[str, Callable[[str], bool]]] = {
    "bold": (mark("bold"), re.compile(r"\*\*[^*\n]+\*\*|\b__[^_\n]+__\b").search),
    "lists": (mark("lists"), re.compile(r"(?m)^[ \t]*(?:[-*+•]|\d+[.)])[ \t]+\S").search),
    "emoji": (mark("emoji"), re.compile("[\u2600-\u27bf\u2b50\u2b55\U0001f1e6-\U0001faff]").search),
    "exclamations": (mark("exclamation marks"), re.compile("[!！]").search),
}  # type: ignore[assignment]
"""What a card does or does not do, by the word that accepts it; length in words is beside them."""

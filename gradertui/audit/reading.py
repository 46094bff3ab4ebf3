"""All cards as words, and the one test of the audit: whether variants exchange within a template.

What is looked for and what counts as found is beside this; how names are masked is `masking.py`.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from gradertui.masking import accented, masked, neutralised
from gradertui.twins import Pair
from stats.stratified import stratified

_WORD = re.compile(r"[^\W\d_]+·?")
_ALMOST = 0.9
"""A word is tied to a variant when at least this share of its cards are that variant's."""

Cards = Mapping[str, tuple[str, ...]]
"""Variant to the ids of cards."""
_Side = tuple[tuple[int, int], ...]
_Stratum = tuple[_Side, _Side]
"""How often each value occurs with one variant, and with others."""


class Card(NamedTuple):
    """A text, whose it is, and the note that it answers."""

    item_id: str
    template: str
    variant: str
    replicate: int
    text: str
    note: str = ""


class Reading:
    """Cards without names, as words, and the strata in which variants are exchanged."""

    def __init__(
        self, cards: Iterable[Card], names: Mapping[str, Collection[str]], mask: str, twins: Sequence[Pair]
    ) -> None:
        self.cards = list(cards)
        every = tuple(dict.fromkeys(name for variant, others in names.items() for name in (variant, *others)))
        self._rules = (every, mask, twins)
        self.texts = [self.plain(card.text) for card in self.cards]
        self.variants = tuple(dict.fromkeys(card.variant for card in self.cards))
        seen: dict[str, set[str]] = defaultdict(set)
        for card in self.cards:
            seen[card.template].add(card.variant)
        # Where no template has two variants there is nothing to exchange within: all cards are one stratum.
        whole = all(len(variants) < 2 for variants in seen.values())
        self.strata = ["" if whole else card.template for card in self.cards]
        self.sizes = Counter((stratum, card.variant) for stratum, card in zip(self.strata, self.cards, strict=True))
        self.totals = Counter(self.strata)
        self.lengths: list[int] = []
        self.where: dict[str, list[int]] = defaultdict(list)
        for number, text in enumerate(self.texts):
            words = words_of(text)
            self.lengths.append(len(words))
            for word in dict.fromkeys(words):
                self.where[word].append(number)

    def plain(self, text: str) -> str:
        """A text without names and without what stands in their place."""
        names, mask, twins = self._rules
        bare = masked(text, names, " ")
        return neutralised(bare.replace(mask, " ") if mask else bare, twins)

    def held(self, word: str) -> dict[str, tuple[str, ...]]:
        """The cards of each variant that have a word."""
        cards: dict[str, list[str]] = {variant: [] for variant in self.variants}
        for number in self.where.get(word, ()):
            cards[self.cards[number].variant].append(self.cards[number].item_id)
        return {variant: tuple(ids) for variant, ids in cards.items()}

    def sides(self, values: Mapping[int, int], ones: str, others: Collection[str]) -> Iterator[_Stratum]:
        """Values of cards (0 unless given) of one variant and of others, by stratum; those without any left out."""
        found: dict[str, tuple[Counter[int], Counter[int]]] = defaultdict(lambda: (Counter(), Counter()))
        for number, value in values.items():
            variant = self.cards[number].variant
            if variant == ones or variant in others:
                found[self.strata[number]][variant != ones][value] += 1
        for stratum, (a, b) in found.items():
            a[0] += self.sizes[stratum, ones] - a.total()
            b[0] += sum(self.sizes[stratum, other] for other in others) - b.total()
            if a.total() and b.total():
                yield tuple(sorted(a.items())), tuple(sorted(b.items()))

    def against(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Each variant and the rest; of two, one is enough."""
        for variant in self.variants[: 1 if len(self.variants) == 2 else None]:
            if rest := tuple(other for other in self.variants if other != variant):
                yield variant, rest

    def mean(self, values: Mapping[int, float], variant: str) -> float:
        """Of values of cards (0 unless given), over the cards of a variant."""
        numbers = [number for number, card in enumerate(self.cards) if card.variant == variant]
        return sum(values.get(number, 0) for number in numbers) / len(numbers)

    def tied(self, word: str, variant: str, among: Collection[str]) -> bool:
        """Whether a word occurs with one variant only, or almost."""
        cards = self.held(word)
        total = sum(len(cards[each]) for each in among)
        return total > 0 and len(cards[variant]) >= _ALMOST * total


@lru_cache(1 << 14)
def _p(strata: tuple[_Stratum, ...]) -> Fraction | float | None:
    return stratified((dict(a), dict(b)) for a, b in strata)


def tested(strata: Iterable[_Stratum]) -> float:
    """The exact p of an exchange within strata; 1 where nothing can be exchanged."""
    p = _p(tuple(sorted(strata)))
    return 1.0 if p is None else float(p)


def words_of(text: str) -> list[str]:
    """The words of a text, in lower case and with their accents; a neutralised twin keeps its dot."""
    return [accented(word) for word in _WORD.findall(text)]

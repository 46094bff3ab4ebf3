"""What still tells the variants apart after masking: gendered twins, words tied to one variant, names, habits.

Cards in, findings out; every card a text with its template and its variant. Pure: no disk and no screen. How names
are masked is `masking.py`, which words could be twins is `twins.py`, how findings are shown and decided is the command.

The template is the stratum: cards of one template are not independent, so that every test exchanges variants within
templates only. Each family (endings, words, habits) keeps its own level.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from gradertui.audit.reading import Card, Cards, Reading, tested, words_of
from gradertui.masking import accented, folded_with_places
from gradertui.twins import Pair, aligned, gendered
from stats.multiplicity import holm

__all__ = ["HABITS", "Audit", "Card", "Cards", "Finding", "Habit", "Name", "Twin", "Word", "audit"]

_NAME = 4
"""Letters from which on the beginning of a word may be a name."""
_SCREEN = 1.9
"""Standard errors within which no exact p reaches 0.05 (the extreme is a rare event, P(0) = exp(-z²))."""


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


Finding = Twin | Word | Name | Habit


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
    def open(self) -> tuple[Finding, ...]:
        """What tells the variants apart and was not accepted."""
        telling = tuple(habit for habit in self.habits if habit.telling)
        found: tuple[Finding, ...] = (*self.twins, *self.words, *self.names, *telling)
        return tuple(each for each in found if not each.accepted)


HABITS: Mapping[str, re.Pattern[str]] = {
    "bold": re.compile(r"\*\*[^*\n]+\*\*|\b__[^_\n]+__\b"),
    "lists": re.compile(r"(?m)^[ \t]*(?:[-*+•]|\d+[.)])[ \t]+\S"),
    "emoji": re.compile("[\u2600-\u27bf\u2b50\u2b55\U0001f1e6-\U0001faff]"),
    "exclamations": re.compile("[!！]"),
}
"""What a card does or does not do, by the word that accepts it; length in words is beside them."""


def audit(
    cards: Iterable[Card],
    names: Mapping[str, Collection[str]],
    *,
    mask: str = "",
    twins: Sequence[Pair] = (),
    accepted: Collection[str] = (),
    level: float = 0.95,
) -> Audit:
    """Find what still tells the variants apart.

    Args:
        cards: of all variants, unmasked.
        names: of each variant, itself and its aliases.
        mask: the word in their place, which is not counted.
        twins: made one word before anything is counted.
        accepted: words and habits that may stay, in any case.
        level: of each of the three families of tests.

    Returns:
        Twins as they come from the notes and then by number of cards; words by p.
    """
    read = Reading(cards, names, mask, twins)
    kept = frozenset(map(accented, accepted))
    pairs = tuple(sorted(_twins(read, level, kept), key=lambda twin: (twin.origin, -_spread(twin.with_a, twin.with_b))))
    paired = {word for twin in pairs for word in (twin.a, twin.b)}
    words = tuple(word for word in _words(read, level, kept) if word.word not in paired)
    return Audit(
        len(read.cards), len(set(read.strata)), len(read.where), level,
        pairs, words, tuple(_names(read, names, kept)), tuple(_habits(read, level, kept)),
    )  # fmt: skip


def _spread(*held: Cards) -> int:
    return sum(len(ids) for cards in held for ids in cards.values())


def _twins(read: Reading, level: float, accepted: Collection[str]) -> Iterator[Twin]:
    found: dict[frozenset[str], tuple[Pair, Pair, str]] = {}
    for origin, pairs in (("notes", _from_notes(read)), ("vocabulary", _from_vocabulary(read, level))):
        for words, variants in pairs:
            found.setdefault(frozenset(words), (words, variants, origin))
    for (a, b), variants, origin in found.values():
        yield Twin(a, b, variants, read.held(a), read.held(b), origin, a in accepted or b in accepted)


def _from_notes(read: Reading) -> Iterator[tuple[Pair, Pair]]:
    """Words in each other's place in the notes of a template, if cards have them."""
    notes: dict[str, dict[str, list[str]]] = defaultdict(dict)
    for card in read.cards:
        if card.note and card.variant not in notes[card.template]:
            notes[card.template][card.variant] = words_of(read.plain(card.note))
    for of_template in notes.values():
        for (one, note), (other, its) in combinations(of_template.items(), 2):
            for a, b in aligned(note, its):
                if read.held(a)[one] or read.held(b)[other]:
                    yield (a, b), (one, other)


def _from_vocabulary(read: Reading, level: float) -> Iterator[tuple[Pair, Pair]]:
    """Pairs that differ in a gender ending, where endings taken together, or that pair alone, tell the variants apart.

    Each of the two ways has half of the family's error.
    """
    pairs = gendered(read.where.keys())
    among = list(combinations(read.variants, 2))
    scores = _scores(read, pairs)
    together = dict(zip(among, holm([_of(read, scores, sides) for sides in among]), strict=True))
    tests = [(pair, sides, _tied(read, pair, sides)) for sides in among for pair in pairs]
    alone = holm([_of(read, _scores(read, [pair]), sides) if whose else 1.0 for pair, sides, whose in tests])
    half = (1 - level) / 2
    for (pair, sides, whose), own in zip(tests, alone, strict=True):
        joint = together[sides]
        way = sides if read.mean(scores, sides[0]) > read.mean(scores, sides[1]) else sides[::-1]
        along = whose == way and joint is not None and joint <= half
        if whose and (along or (own is not None and own <= half)):
            yield pair, whose


def _of(read: Reading, scores: Mapping[int, int], sides: Pair) -> float:
    return tested(read.sides(scores, sides[0], sides[1:]))


def _scores(read: Reading, pairs: Iterable[Pair]) -> Counter[int]:
    """Of each card, how many of the first words it has more than of the second."""
    scores = Counter[int]()
    for pair in pairs:
        for word, step in zip(pair, (1, -1), strict=True):
            scores.update(dict.fromkeys(read.where[word], step))
    return scores


def _tied(read: Reading, pair: Pair, sides: Pair) -> Pair | None:
    """Of two variants, whose each word of a pair is; None if one of them is nobody's."""
    ways = (sides, sides[::-1])
    return next((way for way in ways if all(map(read.tied, pair, way, (sides, sides)))), None)


def _words(read: Reading, level: float, accepted: Collection[str]) -> list[Word]:
    tests = [(word, one, others) for word in read.where for one, others in read.against()]
    ps = [_word_p(read, *test) for test in tests]
    best: dict[str, Word] = {}
    for (word, one, others), p, adjusted in zip(tests, ps, holm(ps), strict=True):
        if adjusted is not None and adjusted <= 1 - level and (word not in best or p < best[word].p):
            present = dict.fromkeys(read.where[word], 1)
            rare = len(others) == 1 and read.mean(present, one) < read.mean(present, others[0])
            variant = others[0] if rare else one
            best[word] = Word(word, variant, read.held(word), p, adjusted, word in accepted)
    return sorted(best.values(), key=lambda word: word.p)


def _word_p(read: Reading, word: str, one: str, others: Collection[str]) -> float:
    """The exact p of a word, computed only where it could be small."""
    numbers = read.where[word]
    have = Counter(read.strata[number] for number in numbers)
    mine = Counter(read.strata[number] for number in numbers if read.cards[number].variant == one)
    excess = spread = 0.0
    for stratum, k in have.items():
        n_a, n = read.sizes[stratum, one], read.totals[stratum]
        if 0 < n_a < n:
            excess += mine[stratum] - k * n_a / n
            spread += k * (n - k) * n_a * (n - n_a) / (n * n * (n - 1))
    if excess * excess <= _SCREEN * _SCREEN * spread:
        return 1.0
    return tested(read.sides(dict.fromkeys(numbers, 1), one, others))


def _names(read: Reading, names: Mapping[str, Collection[str]], accepted: Collection[str]) -> Iterator[Name]:
    """Words that begin a name of their variant, or that it begins: diminutives, short forms, names run together."""
    parts = [
        (folded_with_places(part)[0], name, variant)
        for variant, others in names.items()
        for name in (variant, *others)
        for part in re.findall(r"[^\W\d_]{4,}", name)
    ]
    for word in read.where:
        plain = folded_with_places(word)[0]
        for part, name, variant in parts if len(plain) >= _NAME else ():
            alike = plain.startswith(part) or part.startswith(plain)
            if alike and variant in read.variants and read.tied(word, variant, read.variants):
                yield Name(word, name, variant, read.held(word), word in accepted)
                break


def _habits(read: Reading, level: float, accepted: Collection[str]) -> Iterator[Habit]:
    done = {name: [int(bool(does.search(text))) for text in read.texts] for name, does in HABITS.items()}
    shown = {"length": read.lengths} | {name: on for name, on in done.items() if any(on)}
    tests = [(name, one, others) for name in shown for one, others in read.against()]
    values = shown | {"length": _ranks(read)}
    ps = [tested(read.sides(dict(enumerate(values[name])), one, others)) for name, one, others in tests]
    adjusted = holm(ps)
    for name, numbers in shown.items():
        mine = [(p, q) for (of, *_sides), p, q in zip(tests, ps, adjusted, strict=True) if of == name]
        p, q = min(mine, default=(None, None), key=lambda both: both[0])
        means = {variant: read.mean(dict(enumerate(numbers)), variant) for variant in read.variants}
        yield Habit(name, means, p, q, q is not None and q <= 1 - level, name in accepted)


def _ranks(read: Reading) -> list[int]:
    """Twice the midrank of each card's length within its stratum, which is whole."""
    within: dict[str, Counter[int]] = defaultdict(Counter)
    for stratum, length in zip(read.strata, read.lengths, strict=True):
        within[stratum][length] += 1
    ranks: dict[tuple[str, int], int] = {}
    for stratum, counts in within.items():
        below = 0
        for length, n in sorted(counts.items()):
            ranks[stratum, length] = 2 * below + n + 1
            below += n
    return [ranks[key] for key in zip(read.strata, read.lengths, strict=True)]

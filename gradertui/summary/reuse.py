"""How much of an answer comes from the texts that were retrieved for it, against an answer made without them.

A fact about the texts, whatever anybody prefers: two texts on one matter share words by chance, and that share is what
the answer made without retrieval shows against the same retrieved text. The query is the unit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from gradertui.model import Answer
from gradertui.words import content_words
from stats.calibration import total
from stats.overlap import Reuse, overlap, reuse

Words = frozenset[str]


class Query(NamedTuple):
    """One query: which share of the content words comes from the retrieved texts, with them and without."""

    query: str
    with_texts: Fraction | None
    without: Fraction | None


class Reused(NamedTuple):
    """What one arm reuses."""

    arm: str
    baseline: str
    """The arm whose answers were made without retrieval; empty where each answer brings its own."""
    queries: tuple[Query, ...]
    found: Reuse
    means: tuple[Fraction | None, Fraction | None]
    """Over the queries that have both shares: with, and without."""


def reused(answers: Sequence[Answer], sources: Mapping[str, str], level: float = 0.95) -> list[Reused]:
    """Measure the reuse of every arm for which texts were retrieved.

    Args:
        answers: of all arms, in any order.
        sources: source id to its text: what was retrieved may be ids or texts.
        level: confidence of the interval of the mean difference.
    """
    arms = list(dict.fromkeys(answer.system for answer in answers))
    retrieving = {answer.system for answer in answers if answer.retrieved}
    without = [arm for arm in arms if arm not in retrieving]
    baseline = without[0] if len(without) == 1 else ""
    plain = {(a.question_id, a.replicate): content_words(a.text) for a in answers if a.system == baseline and baseline}
    # A source is retrieved for many answers: its words are found once.
    known = {each: content_words(text) for each, text in _texts(answers, sources)}
    found = (_arm(arm, baseline, answers, plain, known, level) for arm in arms if arm in retrieving)
    return [each for each in found if any(query.without is not None for query in each.queries)]


def _texts(answers: Iterable[Answer], sources: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What was retrieved, each once; a single word that is no id here is an id of somewhere else, and no text."""
    for each in {each for answer in answers for each in answer.retrieved}:
        if each in sources or len(each.split()) > 1:
            yield each, sources.get(each, each)


def _arm(
    arm: str,
    baseline: str,
    answers: Iterable[Answer],
    plain: Mapping[tuple[str, int], Words],
    known: Mapping[str, Words],
    level: float,
) -> Reused:
    draws: dict[str, dict[int, tuple[Fraction | None, Fraction | None]]] = {}
    brought = False
    for answer in answers:
        if answer.system != arm or not answer.retrieved:
            continue
        words = Words().union(*(known[each] for each in answer.retrieved if each in known))
        own = answer.baseline_answer
        other = content_words(own) if own else plain.get((answer.question_id, answer.replicate))
        brought = brought or bool(own)
        shares = _share(content_words(answer.text), words), None if other is None else _share(other, words)
        draws.setdefault(answer.question_id, {}).setdefault(answer.replicate, shares)
    queries = tuple(Query(query, *map(_mean, zip(*each.values(), strict=True))) for query, each in draws.items())
    both = [each for each in queries if each.with_texts is not None and each.without is not None]
    means = _mean([each.with_texts for each in both]), _mean([each.without for each in both])
    pairs = [(each.with_texts, each.without) for each in queries]
    return Reused(arm, "" if brought else baseline, queries, reuse(pairs, level), means)


def _share(produced: Words, retrieved: Words) -> Fraction | None:
    """The share of an output's content words that the retrieved texts have; None where there is no such text."""
    return _of(len(produced & retrieved), len(produced)) if retrieved else None


@lru_cache(4096)
def _of(shared: int, produced: int) -> Fraction | None:
    return overlap(shared, produced).share


def _mean(shares: Iterable[Fraction | None]) -> Fraction | None:
    """Over the draws that have one."""
    known = [share for share in shares if share is not None]
    return (known[0] if len(known) == 1 else total(Counter(known).items()) / len(known)) if known else None

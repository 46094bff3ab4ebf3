"""What holds of unfinished labels however often somebody looks, and what the finished plan can still give.

Pure, from the counts of a grade `Summary` and how many questions are planned; which of them may be said, and that they
need random order, is for who asks. Arms whose questions were drawn several times have none of these: their counts
are sums of shares.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from gradertui.summary.grade import ArmSummary, PairSummary, Summary
from stats.interval import Interval
from stats.multiplicity import holm
from stats.reachable import reachable_p
from stats.sequential import bank_sequence, rate_sequence, sign_e


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many questions are planned."""

    arms: Mapping[str, int]
    """Those with an answer of the arm, whose outcomes are known."""
    pairs: Mapping[tuple[str, str], int]
    """Those with an answer of both; a pair stands in the order in which it is compared."""
    exact: bool
    """False where these are upper bounds: under codes an arm that has fewer answers would be known by its number."""
    left_out: int
    """Questions an answer of which was left out: they may count for no arm."""


class Final(NamedTuple):
    """How many will have the event once all is labelled; all bounds inclusive."""

    planned: int
    least: int
    most: int
    """For certain."""
    low: int | None
    high: int | None
    """At the level, at any look, if what is known came in random order; None where it is not known how many count."""


class ArmAnyTime(NamedTuple):
    """One arm."""

    of: ArmSummary
    interval: Interval | None
    """Of the rate; None without data, and with replicates."""
    final: Final | None
    """None with replicates."""


class Reach(NamedTuple):
    """What p the finished plan can still give."""

    smallest: float
    largest: float
    settled: Literal["below", "above"] | None
    """On which side of the level of the test the p that decides ends, whatever comes; corrected, unless primary."""


class PairAnyTime(NamedTuple):
    """One planned pair on its discordant questions."""

    of: PairSummary
    e: float
    log_e: float
    p: float
    holm: float | None
    """None for the primary pair, which is outside the family."""
    reach: Reach


class Material(NamedTuple):
    """What is planned over all arms together, where outcomes are known."""

    questions: int
    answers: int
    largest: int
    """Most answers that a question has."""
    left_out: int
    """Questions an answer of which was left out."""


class Pooled(NamedTuple):
    """All arms together, in answers: of questions all of whose answers are labelled."""

    k: int
    n: int
    final: Final


def arms(summary: Summary, sizes: Sizes) -> tuple[ArmAnyTime, ...]:
    """Bound each arm's rate, and how many of its questions will have the event.

    Args:
        summary: of labels that are not complete.
        sizes: of the plan.
    """
    return tuple(_arm(arm, sizes, summary.level) for arm in summary.arms)


def _arm(arm: ArmSummary, sizes: Sizes, level: float) -> ArmAnyTime:
    if arm.replicated:
        return ArmAnyTime(arm, None, None)
    return ArmAnyTime(arm, interval(arm, level), _final(int(arm.rate.k), arm.rate.n, sizes.arms[arm.arm], sizes, level))


def interval(arm: ArmSummary, level: float) -> Interval | None:
    """Bound an arm's rate at every look at once; None without data, and with replicates.

    Args:
        arm: with what it did so far.
        level: of all looks together.
    """
    return None if arm.replicated else rate_sequence(int(arm.rate.k), arm.rate.n, level)


def _final(k: int, n: int, planned: int, sizes: Sizes, level: float) -> Final:
    if not sizes.exact:
        return Final(planned, k, planned - n + k, None, None)
    fewest = max(n, planned - sizes.left_out)
    # Of a smaller bank less is unknown: it has the lower low end, and the larger one the higher high end.
    low, high = bank_sequence(k, n, fewest, level).low, bank_sequence(k, n, planned, level).high
    return Final(planned, k, planned - n + k, low, high)


def pairs(summary: Summary, sizes: Sizes) -> tuple[PairAnyTime | None, ...]:
    """Weigh the evidence of each planned pair, and say what its p can still become.

    Args:
        summary: of labels that are not complete.
        sizes: of the plan.

    Returns:
        In the order of the summary's pairs. All None if one has replicates: a family is corrected as a whole.
    """
    of = summary.pairs
    if any(pair.replicated for pair in of):
        return tuple(None for _pair in of)
    es, ends = [sign_e(pair.fixed, pair.broke) for pair in of], [_ends(pair, sizes) for pair in of]
    # Holm's grows with each p: correcting all the smallest, or all the largest, bounds what it can give.
    firsts, lasts = (_deciding(of, [end[at] for end in ends]) for at in (0, 1))
    settled = (_settled(first, last, 1 - summary.level) for first, last in zip(firsts, lasts, strict=True))
    each = zip(of, es, _corrected(of, [e.p for e in es]), ends, settled, strict=True)
    return tuple(PairAnyTime(pair, *e, adjusted, Reach(*end, side)) for pair, e, adjusted, end, side in each)


def _ends(pair: PairSummary, sizes: Sizes) -> tuple[float, float]:
    return reachable_p(pair.fixed, pair.broke, sizes.pairs[pair.a, pair.b] - pair.questions)


def _corrected(of: Sequence[PairSummary], ps: Sequence[float]) -> list[float | None]:
    """Holm's p over all but the primary pair, which has none."""
    family = [p for pair, p in zip(of, ps, strict=True) if not pair.primary]
    adjusted = iter(holm(family, len(family)) if family else ())
    return [None if pair.primary else next(adjusted) for pair in of]


def _deciding(of: Sequence[PairSummary], ps: Sequence[float]) -> list[float]:
    """The p that each pair is judged by: corrected, or its own."""
    return [p if adjusted is None else adjusted for p, adjusted in zip(ps, _corrected(of, ps), strict=True)]


def _settled(smallest: float, largest: float, most: float) -> Literal["below", "above"] | None:
    return "below" if largest <= most else "above" if smallest > most else None


def pooled(seen: Mapping[tuple[int, int], int], planned: Material, level: float) -> Pooled:
    """Bound how many answers of all arms together will have the event.

    The question is the unit: answers to one question are not drawn apart from each other. So the total is bounded as
    the sum, over j, of how many questions have j events or more, each at its share of what the level leaves.

    Args:
        seen: how many questions, all answers of which are labelled, have so many answers and so many events.
        planned: of everything.
        level: of all looks together.
    """
    k, n = (sum(each[at] * times for each, times in seen.items()) for at in (1, 0))
    known, most = sum(seen.values()), k + planned.answers - n
    fewest, share = max(known, planned.questions - planned.left_out), 1 - (1 - level) / max(planned.largest, 1)
    low = high = 0
    for j in range(1, planned.largest + 1):
        reached = sum(times for (_answers, events), times in seen.items() if events >= j)
        low += bank_sequence(reached, known, fewest, share).low
        high += bank_sequence(reached, known, planned.questions, share).high
    return Pooled(k, n, Final(planned.answers, k, most, low, min(high, most)))

"""Reports of tone sessions: which numbers, of which ratings, under which names, and with which sign."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from gradertui.model import Task
from gradertui.modes.tone import Cards, tally
from gradertui.order import coded_pairs, codes
from gradertui.report.together import Hand, Together
from gradertui.session import Session
from gradertui.summary import tone
from gradertui.summary.blinding import Blinding, blinding
from gradertui.summary.sides import Own, Ratings, Sums, own
from gradertui.summary.tone import PairSummary, Summary, TemplateSummary
from stats.bootstrap import Bootstrap, bootstrap_difference, bootstrap_mean
from stats.interval import Interval
from stats.sign_flip_interval import MeanInterval

RESAMPLED = 200
"""Templates up to which each has its bootstrap interval; a thousand of them would take longer than all the rest."""
_NOT_RESAMPLED = Bootstrap(None, None, None, 0, f"not resampled: more than {RESAMPLED} templates")


class Compared(NamedTuple):
    """One variant against another as it may be told, with the intervals that documents print."""

    pair: PairSummary
    templates: tuple[Bootstrap, ...]
    """Of each template's difference, resampling cards; of up to `RESAMPLED` templates."""
    mean: Bootstrap
    """Of the mean difference, resampling templates."""


class Apart(NamedTuple):
    """One grader's own difference between two variants."""

    a: str
    b: str
    grader: str
    own: Own


@dataclass(frozen=True, slots=True)
class Numbers:
    """What a report says of the variants."""

    summary: Summary | None
    """None while the policy withholds it."""
    pairs: tuple[Compared, ...]
    """Under codes no difference has a sign: its sides are turned so that it is not negative."""
    called: Mapping[str, str]
    """Template to its name or code, in the order of the rows."""
    waiting: int
    """Ratings given since the last refresh."""
    blinding: Blinding | None
    """What graders took the cards for; None before names may be said."""
    told: tuple[str, ...]
    """Ids of the cards that everybody who was asked about them guessed right: where the leaks are."""
    rated: Sums
    """How often each rating came up by template and variant, over all graders; none before names may be said."""
    apart: tuple[Apart, ...]
    """Each grader by themselves, where there are several; none before names may be said."""


def gather(session: Session, found: Together, contrasts: bool) -> Numbers:
    """The numbers that may be said now.

    Args:
        session: open.
        found: its labels.
        contrasts: whether variants may be compared.
    """
    plan, names = session.plan, session.items.arms("template")
    called = {name: name for name in names} if found.named else codes(names, plan.seed, "T")
    waiting = sum(max(hand.state.labelled - hand.counted.labelled, 0) for hand in found.counting)
    if not contrasts:
        return Numbers(None, (), called, waiting, None, (), {}, ())
    several = found.several
    averaged = several is not None and several.how == "averaged"
    summary = tone.summarize(
        found.counted.cells,
        pairs=list(session.pairs) if found.named else coded_pairs(session.pairs, found.codes),
        templates=list(called),
        level=plan.level,
        primary=plan.primary if found.named else (),
        correction=plan.correction,
        graders=several.summed if several else 1,
        apart=[hand.counted.cells for hand in found.counting] if averaged else (),
        done=found.done,
        total=found.total,
    )
    compared = tuple(_compared(pair, plan.level, abs(plan.seed), found.named) for pair in summary.pairs)
    if not found.named:
        return Numbers(summary, compared, called, waiting, None, (), {}, ())
    guesses = list(_guesses(found))
    held = blinding(((task.cluster, task.arms[0], guess) for task, guess in guesses), session.arms, plan.level)
    wrong = {task.task_id for task, guess in guesses if guess != task.arms[0]}
    told = dict.fromkeys(task.task_id for task, _guess in guesses if task.task_id not in wrong)
    rated = {hand.grader: tally(_cards(hand)) for hand in found.counting}
    apart = tuple(_apart(summary, rated)) if several else ()
    return Numbers(summary, compared, called, waiting, held, tuple(told), _added(rated.values()), apart)


def _cards(hand: Hand) -> Iterator[Cards]:
    return (cell for cell in hand.counted.cells if isinstance(cell, Cards))


def _apart(summary: Summary, rated: Mapping[str, Sums]) -> Iterator[Apart]:
    for pair in summary.pairs:
        yield from (Apart(pair.a, pair.b, grader, own(sums, pair.a, pair.b)) for grader, sums in rated.items())


def _added(rated: Iterable[Sums]) -> Sums:
    """The ratings of all graders."""
    found: dict[str, dict[str, Ratings]] = {}
    for sums in rated:
        for template, sides in sums.items():
            for variant, ratings in sides.items():
                found.setdefault(template, {}).setdefault(variant, Counter()).update(ratings)
    return found


def _guesses(found: Together) -> Iterator[tuple[Task, str]]:
    """Every grader's guesses: a card two graders were asked about counts twice, in the same template."""
    for hand in found.hands:
        for position, mark in enumerate(hand.state.marks):
            if mark.guess and position not in hand.state.repeats:
                yield hand.state.order[position], mark.guess


def _compared(pair: PairSummary, level: float, seed: int, signed: bool) -> Compared:
    """Resample; a row's numbers come from the seed and its place, whatever stands in the other rows."""
    differences = [row.difference for row in pair.templates if row.difference is not None]
    mean = bootstrap_mean(differences, level, rng=seed)
    if not signed:
        mean = _turned_bootstrap(mean) if _negative(pair.mean) else mean
        pair = _unsigned(pair)
    if len(pair.templates) > RESAMPLED:
        return Compared(pair, (_NOT_RESAMPLED,) * len(pair.templates), mean)
    return Compared(pair, tuple(_resampled(row, level, seed + at) for at, row in enumerate(pair.templates, 1)), mean)


def _resampled(row: TemplateSummary, level: float, seed: int) -> Bootstrap:
    """Resample the cards of a template; sums over graders are resampled whole and shown in points of the scale."""
    found = bootstrap_difference(row.a, row.b, level, rng=seed)
    if row.graders == 1:
        return found
    interval, percentile = (
        end and Interval(end.low / row.graders, end.high / row.graders) for end in (found.interval, found.percentile)
    )
    return found._replace(estimate=row.difference, interval=interval, percentile=percentile)


def _unsigned(pair: PairSummary) -> PairSummary:
    mean = pair.mean
    if mean.mean is not None and _negative(mean):
        exact = (-mean.exact[1], -mean.exact[0]) if mean.exact else None
        mean = mean._replace(mean=-mean.mean, interval=_turned(mean.interval), exact=exact)
    return pair._replace(templates=tuple(map(_without_sign, pair.templates)), mean=mean)


def _without_sign(row: TemplateSummary) -> TemplateSummary:
    """A row whose first side has the higher mean; where they are equal the ratings decide and not the variants."""
    d = row.difference
    if d is None or d > 0 or (d == 0 and sorted(row.a.items()) <= sorted(row.b.items())):
        return row
    return row._replace(a=row.b, b=row.a, difference=-d, means=(row.means[1], row.means[0]))


def _negative(found: MeanInterval) -> bool:
    """Whether a mean is turned to lose its sign; where it is 0, so that the longer end is above."""
    if found.mean:
        return found.mean < 0
    return found.interval is not None and found.interval.high < -found.interval.low


def _turned(interval: Interval | None) -> Interval | None:
    return Interval(-interval.high, -interval.low) if interval else None


def _turned_bootstrap(found: Bootstrap) -> Bootstrap:
    estimate = None if found.estimate is None else -found.estimate
    return found._replace(estimate=estimate, interval=_turned(found.interval), percentile=_turned(found.percentile))

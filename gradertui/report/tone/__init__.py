"""Reports of tone sessions: which numbers, of which ratings, under which names, and with which sign."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from gradertui.model import Task
from gradertui.order import coded_pairs, codes
from gradertui.report.together import Together
from gradertui.session import Session
from gradertui.summary import tone
from gradertui.summary.blinding import Blinding, blinding
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


def gather(session: Session, found: Together, contrasts: bool) -> Numbers:
    """The numbers that may be said now.

    Args:
        session: open.
        found: its labels.
        contrasts: whether variants may be compared.
    """
    plan, names = session.plan, session.items.arms("template")
    called = {name: name for name in names} if found.named else codes(names, plan.seed, "T")
    waiting = max(found.state.labelled - found.counted.labelled, 0)
    if not contrasts:
        return Numbers(None, (), called, waiting, None, ())
    summary = tone.summarize(
        found.counted.cells,
        pairs=list(session.pairs) if found.named else coded_pairs(session.pairs, found.codes),
        templates=list(called),
        level=plan.level,
        primary=plan.primary if found.named else (),
        correction=plan.correction,
        done=found.done,
        total=found.total,
    )
    compared = tuple(_compared(pair, plan.level, abs(plan.seed), found.named) for pair in summary.pairs)
    if not found.named:
        return Numbers(summary, compared, called, waiting, None, ())
    guesses = list(_guesses(found))
    held = blinding(((task.cluster, task.arms[0], guess) for task, guess in guesses), session.arms, plan.level)
    wrong = {task.task_id for task, guess in guesses if guess != task.arms[0]}
    told = dict.fromkeys(task.task_id for task, _guess in guesses if task.task_id not in wrong)
    return Numbers(summary, compared, called, waiting, held, tuple(told))


def _guesses(found: Together) -> Iterator[tuple[Task, str]]:
    """Every grader's guesses: a card two graders were asked about counts twice, in the same template."""
    for hand in found.hands:
        for position, task in enumerate(hand.state.order):
            if position not in hand.state.repeats and (guess := hand.state.marks[position].guess):
                yield task, guess


def _compared(pair: PairSummary, level: float, seed: int, signed: bool) -> Compared:
    """Resample; a row's numbers come from the seed and its place, whatever stands in the other rows."""
    differences = [row.difference for row in pair.templates if row.difference is not None]
    mean = bootstrap_mean(differences, level, rng=seed)
    if not signed:
        mean = _turned_bootstrap(mean) if _negative(pair.mean) else mean
        pair = _unsigned(pair)
    if len(pair.templates) > RESAMPLED:
        return Compared(pair, (_NOT_RESAMPLED,) * len(pair.templates), mean)
    rows = enumerate(pair.templates, 1)
    return Compared(pair, tuple(bootstrap_difference(row.a, row.b, level, rng=seed + at) for at, row in rows), mean)


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
    return row._replace(a=row.b, b=row.a, difference=-d)


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

"""Reports of grade sessions: which numbers, of which labels, under which names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from gradertui.modes.grade import Cell
from gradertui.order import coded_pairs
from gradertui.report import reuse
from gradertui.report.compare import Compared
from gradertui.report.grade import anytime, calibration, checks, decision, kinds, verdicts
from gradertui.report.together import Together
from gradertui.session import Session
from gradertui.state import State, seen
from gradertui.summary import PairSummary, Summary, summarize
from gradertui.summary.calibration import Confident
from gradertui.summary.grade import by_cell, cases_of
from gradertui.summary.reuse import Reused

Cases = tuple[list[str], list[str]]


@dataclass(frozen=True, slots=True)
class Numbers:
    """What a report says of the systems."""

    summary: Summary | None
    """None while the policy withholds it."""
    cases: Mapping[tuple[str, str, str], Cases]
    """By arm, arm and event: the questions that broke and those that were fixed; none while arms go by codes."""
    waiting: int
    """Labels that count once all answers to their question are labelled."""
    unmatched: int
    """Labels R where the sources hold no answer: kept as given, counted as incorrect."""
    verdicts: verdicts.Verdicts
    checks: checks.Checks | None
    """None while arms go by codes or may not be compared."""
    held_out: Summary | None
    """Of the held-out questions alone; None before all is labelled, and without any."""
    kinds: kinds.Kinds | None
    """None where the plan asks for none and nobody said one, and while nothing may be said."""
    calibration: tuple[Confident, ...] | None
    """None before all is labelled, and where no answer declares a confidence."""
    reuse: tuple[Reused, ...]
    """Of arms for which texts were retrieved; none while arms go by codes."""
    compared: Compared | None
    """What may be declared of each planned pair; None while arms go by codes, and where nobody knows what is right."""
    anytime: anytime.AnyTime | None
    """What holds however often somebody looks; None once all is labelled."""


def gather(session: Session, found: Together, contrasts: bool) -> Numbers:
    """The numbers that may be said now.

    Args:
        session: open.
        found: its labels.
        contrasts: whether systems may be compared.
    """
    summary = _summary(session, found, found.state.cells) if contrasts else None
    told = found.named and contrasts
    return Numbers(
        summary,
        _cases(found, [*summary.pairs, *summary.beside]) if summary else {},
        _once(found.state) - sum(len(c.labels) * n for c, n in _cells(found.state)),
        sum([x for _a, x in c.labels].count("R") * n for c, n in _cells(found.state) if c.answerable is False),
        verdicts.gather(session, found, told),
        checks.gather(session, found) if told else None,
        _held_out(session, found),
        kinds.gather(session, found, told),
        calibration.gather(session, found, told),
        reuse.gather(session, told),
        decision.gather(session, found, summary),
        anytime.gather(session, found, summary),
    )


def _once(state: State) -> int:
    """Labels, those of hidden repeats left out."""
    return state.labelled - sum(state.marks[position].label is not None for position in state.repeats)


def _cells(state: State) -> Iterator[tuple[Cell, int]]:
    return ((cell, n) for cell, n in state.cells.items() if isinstance(cell, Cell))


def _held_out(session: Session, found: Together) -> Summary | None:
    """The numbers of the split that is looked at once, at the end."""
    if not session.plan.held_out or not found.complete:
        return None
    held = set(session.items.splits().get(session.plan.held_out, ()))
    return _summary(
        session, found, Counter(cell for name, cell in seen(found.state) if cell is not None and name in held)
    )


def _summary(session: Session, found: Together, cells: Mapping[Hashable, int]) -> Summary:
    """The numbers; under codes in the order of the codes, which tells nothing of the arms."""
    pairs = list(session.pairs) if found.named else coded_pairs(session.pairs, found.codes)
    return summarize(
        cells,
        arms=session.arms if found.named else list(found.codes),
        pairs=pairs,
        event=session.plan.event,
        level=session.plan.level,
        # Which pair is the primary one would tell, under codes, which arm is in neither.
        primary=session.plan.primary if found.named else (),
        done=found.done,
        total=found.total,
        questions=found.state.clusters,
    )


def _cases(found: Together, pairs: Sequence[PairSummary]) -> dict[tuple[str, str, str], Cases]:
    """Under codes none: which question broke says, beside its labels, which answer is whose."""
    cells = by_cell(seen(found.state) if found.named else ())
    return {(pair.a, pair.b, pair.event): cases_of(cells, pair.a, pair.b, pair.event) for pair in pairs}

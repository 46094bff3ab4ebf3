"""Comparisons of systems on cases that passed or failed: gathered here from a session or from a bare table.

Which labels, which pairs, under which names, and what is held out; the numbers are `summary.comparing`, how they look
is in `text.py` and `document.py`. Nothing is recorded here: that somebody looked at what is held out is the command
line's to say, before it is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Literal, NamedTuple

from gradertui.formats.errors import InputError, quoted
from gradertui.locale import _
from gradertui.modes.grade import Cell, outcome
from gradertui.order import coded_pairs
from gradertui.report.together import Together
from gradertui.session import Session
from gradertui.session.looks import Look
from gradertui.session.planning import Record
from gradertui.state import seen
from gradertui.store import StoreError
from gradertui.summary.claims import Claim, claim, claimed
from gradertui.summary.comparing import Asked, Comparison, compare
from gradertui.summary.two_arms import Draws, arm_of

if TYPE_CHECKING:
    from gradertui.formats.outcomes import Outcomes

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody asks of a comparison; what is not said follows from the plan, or is not known."""

    pairs: Pairs = ()
    event: str = ""
    claims: Mapping[str, str] = field(default_factory=dict)
    """Arm to a rate as it was reported."""
    held_out: str = ""
    level: float | None = None
    least: float | None = None
    variants: int | None = None
    chosen: bool | None = None
    unpaired: bool = False


class Held(NamedTuple):
    """What is held out."""

    split: str
    looks: tuple[Look, ...] = ()
    """Those on record; nobody keeps one for a table."""
    shown: bool = True
    """Whether it may be told apart now."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison, and what is to be known of it."""

    name: str
    of: Literal["session", "table"]
    names: Mapping[str, str]
    """Arm to how it is called: its name, or its code."""
    comparison: Comparison
    event: str = ""
    """Of a session: what a case fails by; "correct" is what it passes by."""
    planned: str = ""
    """The event of the plan."""
    named: bool = True
    complete: bool = True
    """Whether nothing is missing of what was planned."""
    done: int = 0
    total: int = 0
    unresolved: int = 0
    """Answers that count for nothing because graders differ."""
    blank: int = 0
    """Cells of a table that say nothing."""
    held: Held | None = None
    note: str = ""
    """A word of warning that every report repeats."""


def of_session(session: Session, found: Together, wanted: Wanted = Wanted()) -> Compared:
    """Compare the systems of a session: a case is a question, and passes without the event.

    Args:
        session: open, in grade mode; its plan lets systems be compared now.
        found: its labels.
        wanted: what is asked.

    Raises:
        StoreError: an arm, a split or a claim is none.
    """
    plan, record = session.plan, session.record()
    event = wanted.event or plan.event
    draws = _draws(found, event)
    split = wanted.held_out or plan.held_out
    held = _held(session, found, split, record)
    apart = set(session.items.splits()[split]) if held and held.shown else set()
    rest = {case: of for case, of in draws.items() if case not in apart}
    pairs, shown = _pairs_of_session(session, found, wanted.pairs)
    least = [each for each in (plan.thresholds.get("difference"), wanted.least) if each is not None]
    asked = Asked(
        plan.level,
        max(least, default=None),
        wanted.variants,
        wanted.chosen,
        wanted.unpaired,
        plan.primary if found.named else (),
        _declared(session, record) if event == plan.event else frozenset(),
        found.named,
    )
    numbers = compare(
        rest,
        session.arms if found.named else list(found.codes),
        pairs,
        asked,
        critical=session.items.critical(),
        held_out={case: of for case, of in draws.items() if case in apart} if apart else None,
        claims=_claims(rest, wanted.claims, session.arms if found.named else ()),
    )
    return Compared(
        session.name,
        "session",
        {arm: arm for arm in session.arms} if found.named else found.codes,
        _only(numbers, shown),
        event,
        plan.event,
        found.named,
        found.complete,
        found.done,
        found.total,
        len(found.unresolved),
        held=held,
        note=plan.note,
    )


def _draws(found: Together, event: str) -> Draws:
    """Whether each answer passes, question by question; where nobody knows whether an answer exists it says nothing."""
    told = cache(_passed)  # few distinct cells however many questions
    cells = ((name, cell) for name, cell in seen(found.state) if isinstance(cell, Cell))
    return {name: told(cell, event) for name, cell in cells if cell.answerable is not None}


def _passed(cell: Cell, event: str) -> dict[str, tuple[bool, ...]]:
    of: dict[str, tuple[bool, ...]] = {}
    for arm, letter in cell.labels:
        said = outcome(cell.answerable, letter)
        of[arm] = (*of.get(arm, ()), said == event if event == "correct" else said != event)
    return of


def _held(session: Session, found: Together, split: str, record: Record | None) -> Held | None:
    """What is held out: told apart once all is labelled, as in the report."""
    if not split:
        return None
    if split not in (known := session.items.splits()):
        words = _("--held-out {split}: no question has that split; there are: {known}")
        raise StoreError(words.format(split=split, known=", ".join(known) or _("none")))
    looks = tuple(look for look in record.looks if look.split == split) if record else ()
    return Held(split, looks, found.complete)


def _declared(session: Session, record: Record | None) -> frozenset[tuple[str, str]]:
    """The pairs that a frozen plan names, and has named from the first."""
    moved = {key for deviation in record.deviations for key in deviation.changes} if record else {"pairs"}
    if moved & {"pairs", "primary", "event"}:
        return frozenset()
    primary = [(a, b) for a, b in [session.plan.primary[:2]] if a] if len(session.plan.primary) == 2 else []
    return frozenset((*session.plan.pairs, *primary))


def _pairs_of_session(session: Session, found: Together, wanted: Pairs) -> tuple[list[tuple[str, str]], Pairs]:
    """All pairs that are corrected together, and those that are shown: naming one shrinks no family."""
    if not found.named:
        if wanted:
            raise StoreError(
                _("systems go by codes until all is labelled or revealed; name none, and all are compared")
            )
        coded = coded_pairs(session.pairs, found.codes)
        return coded, tuple(coded)
    _refuse_unknown(wanted, session.arms)
    return list(dict.fromkeys((*session.pairs, *wanted))), wanted or session.pairs


def _refuse_unknown(pairs: Pairs, arms: Sequence[str]) -> None:
    for arm in (arm for pair in pairs for arm in pair):
        if arm not in arms:
            words = _("no system is called {name}; there are: {known}")
            raise StoreError(words.format(name=quoted(arm), known=quoted(", ".join(arms), 200)))
    for a, b in pairs:
        if a == b:
            raise StoreError(_("{name} cannot be compared with itself; name two systems").format(name=quoted(a)))


def _only(numbers: Comparison, shown: Pairs) -> Comparison:
    by_pair = {(pair.a, pair.b): pair for pair in numbers.pairs}
    return replace(numbers, pairs=tuple(by_pair[pair] for pair in shown))


def of_table(name: str, told: Outcomes, wanted: Wanted, fresh: Outcomes | None = None) -> Compared:
    """Compare the systems of a bare table.

    Args:
        name: of the file.
        told: what it says.
        wanted: what is asked; `held_out` is a value of its column of splits.
        fresh: another table whose cases were held out.

    Raises:
        StoreError: a system, a split or a claim is none.
    """
    _refuse_unknown(wanted.pairs, told.systems)
    pairs = wanted.pairs or tuple(combinations(told.systems, 2))
    held = Held(wanted.held_out) if wanted.held_out else None
    apart: Draws | None = fresh.cases if fresh else None
    rest: Draws = told.cases
    if wanted.held_out and fresh is None:
        if wanted.held_out not in (known := dict.fromkeys(told.splits.values())):
            words = _("--held-out {split}: no question has that split; there are: {known}")
            raise StoreError(words.format(split=quoted(wanted.held_out), known=quoted(", ".join(known)) or _("none")))
        apart = {case: of for case, of in told.cases.items() if told.splits.get(case) == wanted.held_out}
        rest = {case: of for case, of in told.cases.items() if case not in apart}
    asked = Asked(wanted.level or 0.95, wanted.least, wanted.variants, wanted.chosen, wanted.unpaired)
    claims = _claims(rest, {**told.claims, **wanted.claims}, told.systems)
    critical = told.critical | (fresh.critical if fresh else frozenset())
    numbers = compare(rest, told.systems, pairs, asked, critical=critical, held_out=apart, claims=claims)
    names = {arm: arm for arm in told.systems}
    return Compared(name, "table", names, numbers, blank=told.blank, held=held)


def _claims(draws: Draws, said: Mapping[str, str], arms: Sequence[str]) -> list[Claim]:
    """Reported rates, each of a system that there is."""
    return list(_each_claim(draws, said, arms))


def _each_claim(draws: Draws, said: Mapping[str, str], arms: Sequence[str]) -> Iterator[Claim]:
    for arm, written in said.items():
        rate = claimed(written)
        if arm not in arms:
            words = _("--claim {arm}={rate}: no system is called so; there are: {known}")
            raise StoreError(
                words.format(arm=quoted(arm), rate=quoted(written), known=quoted(", ".join(arms), 200) or _("none"))
            )
        if rate is None:
            words = _("--claim {arm}={rate}: no rate; write one such as 0.85 or 85 %")
            raise InputError(words.format(arm=quoted(arm), rate=quoted(written)))
        own = arm_of(draws, arm, 0.95)
        if own.cases:
            yield claim(arm, written, rate, own.draws, Fraction(own.rate.k) / own.cases)

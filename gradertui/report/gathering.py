"""Everything a report says, gathered from a session and its logs into one frozen value.

Decides what may be said (names or codes, contrasts or none yet) and of which tasks; how it looks is in `tables.py`,
`text.py` and `document.py`, the numbers are those of `summary.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median_low
from typing import NamedTuple

from gradertui.model import Statistics
from gradertui.modes.grade import Cell
from gradertui.order import coded_pairs
from gradertui.report.together import Hand, Together, together
from gradertui.session import Session
from gradertui.state import Mark, State, seen
from gradertui.summary import PairSummary, Summary, cases, summarize

Cases = tuple[list[str], list[str]]


class Work(NamedTuple):
    """What one grader did, and how."""

    grader: str
    labels: int
    excluded: int
    ways: Mapping[str, int]
    """How many labels were given "blind", "open", "revealed" (after the reveal) or "imported"."""
    screens: Mapping[str, int]
    """How many labels were given with which statistics on the screen."""
    first: str
    last: str
    seconds: float | None
    """Median time spent on a label given here; None without any."""
    plan_hash: str


class Remark(NamedTuple):
    """A task that needs to be read, and what was said of it."""

    question: str
    arm: str
    """Empty while arms go by codes: a code beside an answer that somebody remembers would tell."""
    grader: str
    text: str


@dataclass(frozen=True, slots=True)
class Report:
    """What a report says, whatever it is written as."""

    name: str
    mode: str
    title: str
    note: str
    level: float
    event: str
    done: int
    total: int
    complete: bool
    named: bool
    names: Mapping[str, str]
    """Arm to how it is called: its name, or its code."""
    plan_hash: str
    frozen: bool
    changed: bool
    """Whether session.toml is not what somebody's labels were given under."""
    withheld: Statistics | None
    """The policy that keeps arms from being compared now, if one does."""
    letters: Mapping[str, int]
    """Over all arms."""
    summary: Summary | None
    """None while the policy withholds it."""
    cases: Mapping[tuple[str, str, str], Cases]
    """By arm, arm and event: the questions that broke and those that were fixed."""
    waiting: int
    """Labels that count once all answers to their question are labelled."""
    unmatched: int
    """Labels R where the sources hold no answer: kept as given, counted as incorrect."""
    works: tuple[Work, ...]
    excluded: tuple[Remark, ...]
    unresolved: tuple[Remark, ...]
    flagged: tuple[Remark, ...]
    comments: tuple[Remark, ...]


def gather(session: Session, graders: Sequence[str] = ()) -> Report:
    """Gather what can be said now.

    Args:
        session: open.
        graders: whose labels; everybody's without any.

    Raises:
        StoreError: there are no labels.
    """
    found, plan = together(session, graders), session.plan
    frozen = {hand.state.plan_hash for hand in found.hands} - {""}
    withheld = None if plan.statistics == "live" or found.complete else plan.statistics
    summary = None if withheld else _summary(session, found)
    return Report(
        name=session.name,
        mode=plan.mode,
        title=plan.title,
        note=plan.note,
        level=plan.level,
        event=plan.event,
        done=found.done,
        total=found.total,
        complete=found.complete,
        named=found.named,
        names={arm: arm for arm in session.arms} if found.named else found.codes,
        plan_hash=session.plan_hash,
        frozen=bool(frozen),
        changed=bool(frozen - {session.plan_hash}),
        withheld=withheld,
        letters={} if withheld == "sealed" else found.state.letters,
        summary=summary,
        cases=_cases(found.state, [*summary.pairs, *summary.beside]) if summary else {},
        waiting=found.state.labelled - sum(len(c.labels) * n for c, n in _cells(found.state)),
        unmatched=sum(
            [x for _a, x in c.labels].count("R") * n for c, n in _cells(found.state) if c.answerable is False
        ),
        works=tuple(map(_work, found.hands)),
        excluded=tuple(_remarks(found, found.state, "", lambda mark: mark.excluded)),
        unresolved=tuple(sorted(_unresolved(found))),
        flagged=tuple(_remarks(found, found.state, "", lambda mark: "" if mark.flagged else None)),
        comments=tuple(r for h in found.hands for r in _remarks(found, h.state, h.grader, lambda m: m.comment or None)),
    )


def _cells(state: State) -> Iterator[tuple[Cell, int]]:
    return ((cell, n) for cell, n in state.cells.items() if isinstance(cell, Cell))


def _summary(session: Session, found: Together) -> Summary:
    """The numbers; under codes in the order of the codes, which tells nothing of the arms."""
    pairs = list(session.pairs) if found.named else coded_pairs(session.pairs, found.codes)
    return summarize(
        found.state.cells,
        arms=session.arms if found.named else list(found.codes),
        pairs=pairs,
        event=session.plan.event,
        level=session.plan.level,
        done=found.done,
        total=found.total,
        questions=found.state.order.clusters,
    )


def _cases(state: State, pairs: Sequence[PairSummary]) -> dict[tuple[str, str, str], Cases]:
    cells: list[tuple[str, Hashable]] = list(seen(state))
    return {(pair.a, pair.b, pair.event): cases(cells, pair.a, pair.b, pair.event) for pair in pairs}


def _work(hand: Hand) -> Work:
    ways, screens = dict[str, int](), dict[str, int]()
    for given in hand.given:
        way = "imported" if given.facts.get("imported") else "open" if not given.facts.get("blind", True) else "blind"
        way = "revealed" if given.revealed and way == "blind" else way
        screen = str(given.facts.get("statistics", "none"))
        ways[way] = ways.get(way, 0) + given.labels
        screens[screen] = screens.get(screen, 0) + given.labels
    return Work(
        hand.grader,
        hand.state.labelled,
        hand.state.excluded,
        ways,
        screens,
        min((given.first for given in hand.given), default=""),
        max((given.last for given in hand.given), default=""),
        _median(hand.state.paces),
        hand.state.plan_hash,
    )


def _median(paces: Mapping[int, int]) -> float | None:
    """Of the times in tenths of a second; 0 is an imported label, on which nobody spent time here."""
    spent = {pace: n for pace, n in paces.items() if pace}
    return median_low([pace for pace, n in spent.items() for _once in range(n)]) / 10 if spent else None


def _remarks(found: Together, state: State, grader: str, said: Callable[[Mark], str | None]) -> Iterator[Remark]:
    """The tasks of which something is said, question by question."""
    marks = ((position, said(state.marks[position])) for position in range(len(state.order)))
    remarks = (_remark(found, state, position, grader, text) for position, text in marks if text is not None)
    return iter(sorted(remarks))


def _remark(found: Together, state: State, position: int, grader: str, text: str) -> Remark:
    task = state.order[position]
    return Remark(task.cluster, " / ".join(task.arms) if found.named else "", grader, text)


def _unresolved(found: Together) -> Iterator[Remark]:
    for position, labels in found.unresolved:
        text = ", ".join(f"{grader} {label}" for grader, label in labels.items())
        yield _remark(found, found.state, position, "", text)

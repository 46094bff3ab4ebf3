"""Reports of preference sessions: which numbers, of which labels, under which names, and whose the wins are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from gradertui.modes.preference import BETWEEN, Ending, Votes, counted, tally
from gradertui.order import REPEAT, coded_pairs
from gradertui.report import reuse
from gradertui.report.together import Hand, Together
from gradertui.session import Session
from gradertui.state import State, seen
from gradertui.summary import preference
from gradertui.summary.preference import Pooled, Summary, pooled, without_sign
from gradertui.summary.reuse import Reused

Pair = tuple[str, str]


class Own(NamedTuple):
    """What one grader's labels say of the grader, whoever stood where."""

    grader: str
    labels: Mapping[str, int]
    said: Pooled
    sided: bool
    """Whether all labels were given here: of those that came in a file nobody knows on which side the texts stood, and
    in another session they stood otherwise."""


class Same(NamedTuple):
    """Labels of pairs whose two texts read the same: whoever names a winner there did not read."""

    labels: int
    won: int
    """Of them, A or B."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """What a report says of the systems."""

    summary: Summary | None
    """None while the policy withholds it; under codes the side with more wins stands first, whichever it is."""
    graders: tuple[Own, ...]
    reasons: Mapping[str, int]
    """How often each was given, by all graders."""
    cases: Mapping[Pair, Mapping[Ending, list[str]]]
    """By pair and what came of them, the queries; none while arms go by codes."""
    waiting: int
    """Labels given since the last refresh."""
    same: Same
    reuse: tuple[Reused, ...]
    """Of arms for which texts were retrieved; none while arms go by codes."""


def gather(session: Session, found: Together, contrasts: bool) -> Numbers:
    """The numbers that may be said now.

    Args:
        session: open.
        found: its labels.
        contrasts: whether systems may be compared.
    """
    waiting = sum(max(hand.state.labelled - hand.counted.labelled, 0) for hand in found.hands)
    sealed = session.plan.statistics == "sealed" and not found.complete
    graders = () if sealed else tuple(_own(hand, session.plan.level) for hand in found.hands)
    summary = _summary(session, found) if contrasts else None
    cases = _cases(session, found) if summary and found.named else {}
    told = {} if sealed else counted(_reasons(found))
    same = Same(0, 0) if sealed else _same(session, found)
    return Numbers(summary, graders, told, cases, waiting, same, reuse.gather(session, found.named and contrasts))


def _own(hand: Hand, level: float) -> Own:
    labels = dict(hand.state.letters)
    return Own(hand.grader, labels, pooled(labels, level), _sided(hand))


def _sided(hand: Hand) -> bool:
    return all(given.here for given in hand.given)


def _reasons(found: Together) -> list[str]:
    return [reason for hand in found.hands for reason in _given(hand.state)]


def _given(state: State) -> list[str]:
    return [mark.kind for at, mark in enumerate(state.marks) if mark.label and at not in state.repeats]


def _same(session: Session, found: Together) -> Same:
    texts = {item_id: " ".join(text.split()) for item_id, text in session.items.texts()}
    labels = [
        label
        for hand in found.hands
        for task, mark in hand.state.standing
        if (label := mark.label) and _alike(task.task_id.removesuffix(REPEAT), texts)
    ]
    return Same(len(labels), sum(label in ("A", "B") for label in labels))


def _alike(task: str, texts: Mapping[str, str]) -> bool:
    one, _between, other = task.partition(BETWEEN)
    return texts[one] == texts[other]


def _summary(session: Session, found: Together) -> Summary:
    summary = preference.summarize(
        found.counted.cells,
        pairs=list(session.pairs) if found.named else coded_pairs(session.pairs, found.codes),
        level=session.plan.level,
        primary=session.plan.primary if found.named else (),
        done=found.done,
        total=found.total,
    )
    if not found.named:
        return without_sign(summary)
    # Brought together, labels are by the texts of the file: on which side those stood is each grader's own.
    alone = len(found.hands) == 1 and found.ways.keys() <= {"single"} and all(map(_sided, found.hands))
    return summary if alone else replace(summary, pairs=tuple(pair._replace(sides={}) for pair in summary.pairs))


def _cases(session: Session, found: Together) -> dict[Pair, dict[Ending, list[str]]]:
    """Which queries went which way; pairs that came as such by their own name."""
    called = _called(session)
    cases: dict[Pair, dict[Ending, list[str]]] = {pair: {} for pair in session.pairs}
    known: dict[Votes, list[tuple[Pair, Ending]]] = {}  # few distinct cells however many queries
    for name, cell in seen(found.counted):
        if isinstance(cell, Votes):
            if cell not in known:
                sums = tally({cell: 1}, session.pairs)
                known[cell] = [(pair, ending) for pair, each in sums.items() for ending in each.endings]
            for pair, ending in known[cell]:
                cases[pair].setdefault(ending, []).append(called.get((name, frozenset(pair)), name))
    return cases


def _called(session: Session) -> dict[tuple[str, frozenset[str]], str]:
    """Query and systems to the name of their pair in the file; none where several pairs of them came."""
    named: dict[tuple[str, str], set[str]] = {}
    for item in session.items.identities():
        if item.template and not item.template.startswith("·"):
            named.setdefault((item.question_id, item.template), set()).add(item.system)
    pairs = [((question, frozenset(systems)), pair) for (question, pair), systems in named.items()]
    times = Counter(key for key, _pair in pairs)
    return {key: pair for key, pair in pairs if times[key] == 1}

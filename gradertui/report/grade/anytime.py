"""Numbers of unfinished labels that hold whenever somebody looks: gathered.

Their text is `anytime_text.py`, their JSON `anytime_document.py`. They stand beside the numbers of a plan that is
looked at once, and in their place where the plan keeps those back; when all is labelled they are gone. Nothing here is
finer than what the report says anyway: questions are counted when the rest of the report counts them, and how many an
arm has is not said under codes where that would name it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from gradertui.modes.grade import outcome
from gradertui.report.planned import sampled
from gradertui.report.together import Together
from gradertui.session import Session
from gradertui.state import State
from gradertui.summary import Summary, anytime
from gradertui.summary.anytime import ArmAnyTime, Material, PairAnyTime, Pooled, Sizes

Questions = Counter[tuple[bool, tuple[str, ...]]]
"""How many questions have answers of which arms, and whether their outcomes are known."""
Doubt = Literal["partial", "unresolved"]


@dataclass(frozen=True, slots=True)
class AnyTime:
    """What holds whenever somebody looks."""

    level: float
    event: str
    arms: tuple[ArmAnyTime, ...]
    pairs: tuple[tuple[tuple[str, str], PairAnyTime | None], ...]
    """From arm to arm; None with replicates."""
    pooled: Pooled | None
    """Only where arms may not be compared."""
    doubt: Doubt | None
    """Why what is known so far is no random part of the whole."""
    known: bool
    """Whether outcomes are known of any question."""


def gather(session: Session, found: Together, summary: Summary | None) -> AnyTime | None:
    """Gather what holds at any time; nothing once all is labelled.

    Args:
        session: open.
        found: its labels.
        summary: None where arms may not be compared.
    """
    if found.complete:
        return None
    plan, questions = session.plan, _questions(found.state)
    doubt: Doubt | None = "unresolved" if found.unresolved else None
    doubt = "partial" if sampled(plan, found) == "partial" else doubt
    known = any(known for known, _arms in questions) and (summary is None or summary.known)
    if summary is None or not known:
        told = _pooled(found.state, questions, plan.event, plan.level) if known else None
        return AnyTime(plan.level, plan.event, (), (), told, doubt, known)
    sizes = _sizes(found, questions, summary)
    compared = zip(((pair.a, pair.b) for pair in summary.pairs), anytime.pairs(summary, sizes), strict=True)
    return AnyTime(plan.level, summary.event, anytime.arms(summary, sizes), tuple(compared), None, doubt, True)


def _questions(state: State) -> Questions:
    order, found = state.order, Questions()
    for number in range(order.clusters):
        members = order.members(number)
        if members[0] not in state.repeats:
            arms = tuple(sorted(order.arms(at)[0] for at in members))
            found[order.answerable(members[0]) is not None, arms] += 1
    return found


def _left_out(state: State) -> int:
    """Questions an answer of which was left out."""
    if not state.excluded:
        return 0
    order, again = state.order, state.repeats
    return len(
        {order.number(at) for at in range(len(order)) if at not in again and state.marks[at].excluded is not None}
    )


def _sizes(found: Together, questions: Questions, summary: Summary) -> Sizes:
    counted = {arms: n for (known, arms), n in questions.items() if known}
    of_arms = {arm.arm: _having(counted, arm.arm) for arm in summary.arms}
    of_pairs = {(pair.a, pair.b): _having(counted, pair.a, pair.b) for pair in summary.pairs}
    if not found.named and len({*of_arms.values(), *of_pairs.values()}) > 1:
        most = sum(counted.values())
        return Sizes(dict.fromkeys(of_arms, most), dict.fromkeys(of_pairs, most), False, 0)
    return Sizes(of_arms, of_pairs, True, _left_out(found.state))


def _having(questions: Mapping[tuple[str, ...], int], *arms: str) -> int:
    return sum(n for having, n in questions.items() if set(arms) <= set(having))


def _pooled(state: State, questions: Questions, event: str, level: float) -> Pooled:
    counted = {arms: n for (known, arms), n in questions.items() if known}
    planned = Material(
        sum(counted.values()),
        sum(len(arms) * n for arms, n in counted.items()),
        max(map(len, counted)),
        _left_out(state),
    )
    return anytime.pooled(_seen(state, event), planned, level)


def _seen(state: State, event: str) -> Counter[tuple[int, int]]:
    """How many questions, all answers of which are labelled, have so many answers and so many events."""
    order, marks, found = state.order, state.marks, Counter[tuple[int, int]]()
    for number in range(order.clusters):
        members = order.members(number)
        answerable = order.answerable(members[0])
        if members[0] in state.repeats or answerable is None:
            continue
        labels = [label for at in members if (label := marks[at].label) is not None]
        if len(labels) == len(members):
            found[len(labels), sum(outcome(answerable, label) == event for label in labels)] += 1
    return found

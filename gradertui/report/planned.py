"""What was planned, when, and what departed from it, gathered from the session and the record of its plan.

Decides nothing about how it looks: text is `planned_text.py`, JSON `document.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from gradertui.model import ARM_COLUMN, Plan
from gradertui.report.together import Hand, Together
from gradertui.session import Session
from gradertui.session.planning import Record
from gradertui.state import State

Sampled = Literal["complete", "sample", "partial"]


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan, its record, and how the labels stand to it."""

    plan: Plan
    plan_hash: str
    """Of session.toml as it is now."""
    record: Record | None
    """None while nothing froze the plan."""
    kept: bool
    """Whether session.toml and every log are under plans that the record knows."""
    bank: bool | None
    """Whether questions, sources and answers are what they were when the plan was written; None if no hash was kept."""
    arms: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]
    clusters: int
    tasks: int
    named: bool
    """Whether arms may be named; if not, what the plan says of them waits."""


def planned(session: Session, hands: Sequence[Hand] = (), *, named: bool = True) -> Planned:
    """Gather what was planned.

    Args:
        session: open.
        hands: the graders whose labels are reported.
        named: whether arms may be named.
    """
    record, kept = session.record(), True
    if record is not None:
        under = {hand.state.plan_hash for hand in hands} - {""}
        kept = session.plan_hash == record.current[0] and under <= record.hashes
    column = "template" if ARM_COLUMN[session.plan.mode] == "variant" else "question_id"
    return Planned(
        session.plan,
        session.plan_hash,
        record,
        kept,
        _unchanged(session),
        tuple(session.arms),
        tuple(session.pairs),
        len(session.items.arms(column)),
        session.total,
        named,
    )


def _unchanged(session: Session) -> bool | None:
    known = {key: value for key, value in session.plan.bank.items() if key in ("hash", "answers") and value}
    return known.items() <= session.items.hashes().items() if known else None


def sampled(plan: Plan, found: Together) -> Sampled:
    """Whether what was labelled so far can stand for the whole: all of it, or the first part of a shuffled order."""
    if found.complete:
        return "complete"
    prefix = plan.order == "shuffled" and all(_is_prefix(hand.state) for hand in found.hands)
    return "sample" if prefix else "partial"


def _is_prefix(state: State) -> bool:
    """Whether a grader went through the order without leaving out or choosing; skipping is choosing."""
    return all(state.marks[position].settled for position in range(state.settled))

"""The graders of a session set against each other: which labels are compared, and what may be told of them.

Only what graders labelled themselves, never what was settled; of a hidden repeat the first label. Agreement is pooled
over arms. Items and clusters are told as remarks are: without their arm while arms go by codes, and where statistics
stand beside codes of clusters not at all. The numbers are `summary/agreement.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from gradertui.model import Task
from gradertui.modes.preference import by_text
from gradertui.order import REPEAT
from gradertui.report.together import Hand, Together
from gradertui.session import Session
from gradertui.summary.agreement import Agreement, Differing, agree
from gradertui.summary.labels import Labels, numbers
from stats.agreement import Metric

if TYPE_CHECKING:
    from gradertui.formats.ratings import Ratings

METRICS: Mapping[str, tuple[Metric, ...]] = {
    "grade": ("nominal",),
    "tone": ("ordinal", "interval"),
    "preference": ("nominal",),
}
"""Mode to how its labels are apart; the first is the one that counts."""
NUMBERS: tuple[Metric, ...] = ("nominal", "ordinal", "interval")
"""The metrics of a bare table of numbers."""

Way = Literal["open", "revealed", "imported", "carried"]


@dataclass(frozen=True, slots=True)
class Agreed:
    """What can be said of agreement now."""

    name: str
    numbers: Agreement
    told: bool = True
    """Whether items and clusters may be named; hidden repeats are told only then."""
    ways: Mapping[Way, int] | None = None
    """How many labels were not given blind here: they count. None where nobody knows, of a bare table."""
    done: int = 0
    total: int = 0
    """Tasks labelled by anybody, and planned; 0 of 0 of a bare table."""
    declared: bool = True
    """Whether the scale was declared, and not taken from the values that a table holds."""


def gather(session: Session, found: Together) -> Agreed | None:
    """Compare the graders.

    Args:
        session: open.
        found: its labels.

    Returns:
        None while the plan lets nothing be seen but counts.
    """
    if session.plan.statistics == "sealed" and not found.complete:
        return None
    told = found.named or not session.rules.named
    every = agree(labels(session, found), session.plan.level)
    differing = tuple(_differing(found, every.differing)) if told else ()
    every = replace(every, differing=differing, clusters=every.clusters if told else ())
    return Agreed(session.name, every, told, _ways(found), found.done, found.total)


def _differing(found: Together, items: Sequence[Differing]) -> Iterator[Differing]:
    """The items as they may be called."""
    wanted = {each.item for each in items}
    tasks = (task for hand in found.hands for task in hand.state.order if task.task_id in wanted)
    called = {task.task_id: _called(task, found.named) for task in tasks} if wanted else {}
    return (each._replace(item=called[each.item]) for each in items)


def of_table(name: str, ratings: Ratings, graders: Sequence[str] = ()) -> Agreed:
    """Compare the graders of a bare table.

    Args:
        name: of the file.
        ratings: that it holds.
        graders: whose labels; everybody's without any.
    """
    chosen = {
        item: kept
        for item, said in ratings.items.items()
        if (kept := {grader: value for grader, value in said.items() if not graders or grader in graders})
    }
    metrics = NUMBERS if numbers(ratings.scale) else METRICS["grade"]
    compared = agree(Labels(chosen, ratings.scale, metrics, ratings.clusters))
    return Agreed(name, compared, declared=ratings.declared)


def compared(agreed: Agreed | None) -> bool:
    """Whether at least two graders labelled the same."""
    return agreed is not None and agreed.numbers.same.n > 0


def labels(session: Session, found: Together) -> Labels:
    """What is compared: what each grader said of each item; of pairs by the texts in the order of the file."""
    items: dict[str, dict[str, str]] = {}
    clusters: dict[str, str] = {}
    ordered = [hand.grader for hand in found.hands if in_order(session, hand)]
    given = {hand.grader: list(_given(hand)) for hand in found.hands}
    for grader, each in given.items():
        for task, label in each:
            said = by_text(task, label, session.firsts) if session.rules.sided else label
            items.setdefault(task.task_id, {})[grader] = said
            clusters[task.task_id] = task.cluster
    return Labels(
        items,
        tuple(choice.label for choice in session.rules.choices(session.plan)),
        METRICS[session.plan.mode],
        clusters,
        {grader: [label for _task, label in given[grader]] for grader in ordered},
        {hand.grader: list(_again(hand, given[hand.grader])) for hand in found.hands} if found.named else {},
    )


def _given(hand: Hand) -> Iterator[tuple[Task, str]]:
    """A grader's own labels in the grader's order, those of hidden repeats left out."""
    for position, (task, mark) in enumerate(hand.state.standing):
        if mark.label is not None and position not in hand.state.repeats:
            yield task, mark.label


def _again(hand: Hand, given: Sequence[tuple[Task, str]]) -> Iterator[tuple[str, str]]:
    """The first and the second label of each hidden repeat."""
    first = {task.task_id: label for task, label in given} if hand.state.repeats else {}
    for position in sorted(hand.state.repeats):
        task, label = hand.state.order[position].task_id.removesuffix(REPEAT), hand.state.marks[position].label
        if label is not None and task in first:
            yield first[task], label


def in_order(session: Session, hand: Hand) -> bool:
    """Whether a grader's order is that of the work, and drawn at random, so that its thirds can be compared."""
    return session.plan.order == "shuffled" and all(given.here for given in hand.given)


def _called(task: Task, named: bool) -> str:
    """How an item is told: without its arm while arms go by codes."""
    drawn = f" ({task.replicate})" if task.replicate > 1 else ""
    return f"{task.cluster} · {' / '.join(task.arms)}{drawn}" if named else task.cluster


def _ways(found: Together) -> dict[Way, int]:
    ways: dict[Way, int] = {"open": 0, "revealed": 0, "imported": 0, "carried": 0}
    for given in (given for hand in found.hands for given in hand.given):
        if given.facts.get("carried"):
            ways["carried"] += given.labels
        elif given.facts.get("imported"):
            ways["imported"] += given.labels
        elif not given.facts.get("blind", True):
            ways["open"] += given.labels
        elif given.revealed:
            ways["revealed"] += given.labels
    return ways

"""The labels that stand, as rows: one per grader and task, under names or codes.

What `export` writes and `load` frames. Whether arms may be named was decided in `together.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from operator import itemgetter
from typing import Any

from gradertui.events import by_hand
from gradertui.model import Identity, Task
from gradertui.modes.grade import outcome
from gradertui.modes.preference import by_text, firsts_of
from gradertui.order import REPEAT, codes
from gradertui.report.together import Hand, Together
from gradertui.session import Session
from gradertui.session.ids import ids

_GIVEN = ("grader", "comment", "flagged", "at", "active_ms", "blind", "position")
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "grade": ("item_id", "question_id", "system", "replicate", "label", "outcome", *_GIVEN),
    "tone": ("item_id", "template", "variant", "replicate", "label", *_GIVEN),
    "preference": (
        "item_id", "question_id", "system_a", "system_b", "replicate", "label", "preferred", "reason", "left", *_GIVEN,
    ),
}  # fmt: skip
"""What a row has in each mode."""
ITEMS: Mapping[str, tuple[str, ...]] = {
    "grade": COLUMNS["grade"][:4],
    "tone": COLUMNS["tone"][:4],
    "preference": COLUMNS["grade"][:4],
}
"""By which columns an item is named in each mode; of a pair, each of its texts is one."""
WRITTEN: Mapping[str, str] = {"T": "tie", "Z": "both bad", "0": "cannot tell"}
"""Labels of preference that are written as words, so that no file of labels takes them for something else."""


def rows(session: Session, found: Together) -> Iterator[dict[str, Any]]:
    """One row per grader and task with a label, grader by grader in the order they were given."""
    if session.rules.sided:
        yield from _of_pairs(session, found)
        return
    identities = {identity.item_id: identity for identity in session.items.identities()}
    called, answerable = calls(session, found.codes, found.named), session.items.answerable()
    for hand in found.hands:
        for row in _labels(session, hand):
            identity = identities[row["task"]]
            yield called(identity) | _said(identity, row["label"], answerable, session) | _given(row)


def _labels(session: Session, hand: Hand) -> Iterator[Mapping[str, Any]]:
    """What stands in a grader's log, in the order in which it was given; of a hidden repeat the first label."""
    with closing(session.log(hand.grader)) as log:
        for row in sorted(log.rows(), key=itemgetter("at", "position")):
            if not row["task"].endswith(REPEAT):
                yield row | {"grader": hand.grader}


def _of_pairs(session: Session, found: Together) -> Iterator[dict[str, Any]]:
    """In preference: A is the first text of the file, on whichever side it stood."""
    arms = {arm: arm for arm in found.codes} if found.named else found.codes
    tasks, called = {task.task_id: task for task in session.tasks()}, ids(session, found.named)
    for hand in found.hands:
        with closing(session.log(hand.grader)) as log:
            here = {event.seq for event in log.events("Labelled") if by_hand(event)}
        for row in _labels(session, hand):
            stood, mark = hand.state.order[row["position"]], hand.state.marks[row["position"]]
            line = _pair(tasks[row["task"]], stood, row["label"], arms) | {"reason": mark.kind} | _given(row)
            line["item_id"] = called(row["task"])
            # Of what came in a file, or from another session, no side is known.
            yield line if row["seq"] in here else line | {"left": None}


def _pair(task: Task, stood: Task, label: str, arms: Mapping[str, str]) -> dict[str, Any]:
    said = by_text(stood, label, firsts_of([task]))
    first, second = (arms[arm] for arm in task.arms)
    return {
        "item_id": task.task_id,
        "question_id": task.cluster,
        "system_a": first,
        "system_b": second,
        "replicate": task.replicate,
        "label": WRITTEN.get(said, said),
        "preferred": {"A": first, "B": second}.get(said),
        "left": "A" if stood.arms == task.arms else "B",
    }


def calls(session: Session, coded: Mapping[str, str], named: bool) -> Callable[[Identity], dict[str, Any]]:
    """What a row says of which item it is about.

    Args:
        session: open.
        coded: arm to code.
        named: whether names may be said, and not only codes.
    """
    arms, name = {arm: arm for arm in coded} if named else coded, ids(session, named)
    if session.plan.mode != "tone":
        return lambda item: {
            "item_id": name(item.item_id),
            "question_id": item.question_id,
            "system": arms[item.system],
            "replicate": item.replicate,
        }
    templates = {} if named else codes(session.items.arms("template"), session.plan.seed, "T")
    return lambda item: {
        "item_id": name(item.item_id),
        "template": templates.get(item.template, item.template),
        "variant": arms[item.variant],
        "replicate": item.replicate,
    }


def _said(
    identity: Identity, label: str, answerable: Mapping[str, bool | None], session: Session
) -> dict[str, str | None]:
    """The label, and what it means where it means something."""
    if session.plan.mode == "tone":
        return {"label": label}
    return {"label": label, "outcome": outcome(answerable.get(identity.question_id), label)}


def _given(label: Mapping[str, Any]) -> dict[str, Any]:
    """By whom a label was given, and how."""
    return {
        **{key: label[key] for key in ("grader", "comment")},
        "flagged": bool(label["flagged"]),
        **{key: label[key] for key in ("at", "active_ms")},
        "blind": bool(label["blind"]),
        "position": label["position"],
    }


def originals(session: Session, ours: tuple[str, ...]) -> Mapping[str, dict[str, str]]:
    """Item id to the columns that the import had no field for.

    Args:
        session: open.
        ours: columns that stand beside them; one that is called like ours is told apart.
    """
    return {
        item_id: {f"{name} (original)" if name in ours else name: cell for name, cell in original.items()}
        for item_id, original in session.items.originals()
    }

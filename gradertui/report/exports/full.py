"""Everything but the history, to make the session anew: JSON lines as `formats/ours.py` has them.

What it tells does not depend on the session's name, nor on anything that making it anew would change, so that the
export of what was made from it has the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any, TextIO

from gradertui import judged
from gradertui.formats import ours
from gradertui.formats.export import write_jsonl
from gradertui.formats.ours import GraderRow, Heading, Record, SettledRow, Standing, ToolRow
from gradertui.locale import _, ngettext
from gradertui.marks import BLANK
from gradertui.modes.preference import by_text
from gradertui.order import REPEAT
from gradertui.report.exports.material import Material
from gradertui.report.hands import Hand
from gradertui.settling import settled
from gradertui.store.plan_text import changed


def write(material: Material, file: TextIO) -> Iterator[str]:
    """Write every record."""
    write_jsonl(map(ours.line, _records(material)), file)
    if _renamed(material) and (again := sum(map(_labelled_again, material.labels.hands))):
        words = ngettext(
            "{n} task that came twice: its second label is left out, since the order goes with the grader's name",
            "{n} tasks that came twice: their second labels are left out, since the order goes with the grader's name",
            again,
        )
        yield words.format(n=again)
    yield _("make it anew with: gradertui new NAME FILE")


def _records(material: Material) -> Iterator[Record]:
    session = material.session
    yield Heading(ours.VERSION, session.plan.mode, _plan(material))
    yield from map(session.items.source, session.items.ids("sources"))
    yield from map(session.items.question, session.items.ids("questions"))
    for item_id in session.items.ids("items"):
        item = session.items.item(item_id)
        yield item._replace(original=material.anonymous(item.original))
    hands = sorted(material.labels.hands, key=lambda hand: material.called[hand.grader])
    for hand in hands:
        yield GraderRow(material.called[hand.grader], hand.state.revealed, hand.state.locked)
    for hand in hands:
        yield from _standing(material, hand)
    yield from _settled(material)
    yield from _verdicts(material)


def _labelled_again(hand: Hand) -> int:
    return sum(hand.state.marks[at].label is not None for at in hand.state.repeats)


def _renamed(material: Material) -> bool:
    return any(name != called for name, called in material.called.items())


def _plan(material: Material) -> str:
    plan = material.session.plan
    if not plan.graders or not _renamed(material):
        return material.session.plan_text
    return changed(material.session.plan_text, graders=[material.called[each] for each in plan.graders])


def _standing(material: Material, hand: Hand) -> Iterator[Standing]:
    """In the order of the file, and not in the grader's own, which the grader's name decides."""
    state, found = hand.state, dict[str, Standing]()
    with closing(material.session.log(hand.grader)) as log:
        given = {row["position"]: row for row in log.rows()}
    for at, task in enumerate(state.order):
        if state.marks[at] != BLANK and not (at in state.repeats and _renamed(material)):
            found[task.task_id] = _stands(material, hand, at, given.get(at, {}))
    first = material.filed({task.removesuffix(REPEAT) for task in found})
    yield from (found[each] for task in first for each in (task, task + REPEAT) if each in found)


def _stands(material: Material, hand: Hand, at: int, given: dict[str, Any]) -> Standing:
    task, mark, state = hand.state.order[at], hand.state.marks[at], hand.state
    given = given if mark.label is not None else {}
    return Standing(
        grader=material.called[hand.grader],
        items=material.items_of(task.task_id.removesuffix(REPEAT)),
        label=None if mark.label is None else by_text(task, mark.label, material.session.firsts),
        comment=mark.comment,
        flagged=mark.flagged,
        excluded=mark.excluded,
        skipped=state.skipped.index(at) + 1 if at in state.skipped else 0,
        kind=mark.kind,
        guess=mark.guess,
        active_ms=given.get("active_ms"),
        at=given.get("at", ""),
        blind=bool(given.get("blind")),
        repeat=at in state.repeats,
    )


def _settled(material: Material) -> Iterator[SettledRow]:
    said = settled(material.session)
    for task in material.filed(said):
        each = said[task]
        yield SettledRow(material.called[each.by], material.items_of(task), each.label, each.cause, each.at)


def _verdicts(material: Material) -> Iterator[ToolRow]:
    for tool in judged.tools(material.session):
        said = judged.said(material.session, tool)
        for item in material.filed(said):
            yield ToolRow(tool, item, *said[item])

"""Where a grader differed from what was settled, in lines: `gradertui adjudicate NAME --mine ID`.

Only when that grader is done: before, it would sway what they still have to label. No arm is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import NamedTuple

from gradertui.locale import _, ngettext
from gradertui.modes.preference import by_text
from gradertui.session import Session
from gradertui.settling import cause_words, settled
from gradertui.state import State
from gradertui.store import StoreError
from gradertui.text import one_line


class Differed(NamedTuple):
    """One row: where it stands in the grader's order, and what both said."""

    number: int
    question: str
    mine: str
    settled: str
    cause: str


def lines(session: Session, grader: str) -> Iterator[str]:
    """The table, under a line that says how many there are.

    Args:
        session: open.
        grader: whose labels.

    Raises:
        StoreError: the grader has no labels here, or is not done.
    """
    if grader not in session.graders():
        known = ", ".join(session.graders()) or _("none")
        raise StoreError(
            _("--mine {grader}: has no labels here; there are: {known}").format(grader=grader, known=known)
        )
    with closing(session.log(grader)) as log:
        state = session.state(log)
    if not (state.complete or state.locked):
        words = _("--mine {grader}: {done} of {n} labelled; what was settled is told when all is")
        raise StoreError(words.format(grader=grader, done=state.settled, n=len(state.order)))
    n, found = _found(session, state)
    words = ngettext("{grader} labelled {n} task that was settled", "{grader} labelled {n} tasks that were settled", n)
    told = ngettext("differs in {k}", "differs in {k}", len(found)).format(k=len(found))
    yield f"{words.format(grader=grader, n=n)} · {told}"
    if found:
        yield from ("", *_table(session, found))


def _found(session: Session, state: State) -> tuple[int, list[Differed]]:
    """How many tasks of a grader were settled, and those on which they said something else."""
    known, n, found = settled(session), 0, list[Differed]()
    for at, task in enumerate(state.order):
        said, label = known.get(task.task_id), state.marks[at].label
        n += said is not None and label is not None
        if said and label and label != (right := by_text(task, said.label, session.firsts)):
            cause = cause_words(said.cause, session.plan.mode)
            found.append(Differed(at + 1, one_line(task.cluster, 24), label, right, cause))
    return n, found


def _table(session: Session, found: Sequence[Differed]) -> Iterator[str]:
    tone = session.plan.mode == "tone"  # the name of a template would tell what a card is
    head = [_("card") if tone else "", _("question"), _("mine"), _("settled"), _("cause")]
    rows = [head, *([str(each.number), *each[1:]] for each in found)]
    columns = [column for at, column in enumerate(zip(*rows, strict=True)) if not (tone and at == 1)]
    widths = [max(map(len, column)) for column in columns]
    for row in zip(*columns, strict=True):
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()

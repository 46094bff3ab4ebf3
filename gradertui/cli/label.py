"""`gradertui label`: take in labels made elsewhere, in a file or another session; on a problem none of them."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from gradertui import events
from gradertui.cli import carry
from gradertui.cli.finding import matched
from gradertui.cli.grade import utc
from gradertui.events import Event
from gradertui.formats.errors import InputError, quoted
from gradertui.formats.files import look_into
from gradertui.formats.labels import LabelRow, read_labels
from gradertui.locale import _, mark, ngettext
from gradertui.modes.preference import by_text
from gradertui.session import Session, locked_words, sessions_folder
from gradertui.state import State
from gradertui.store import StoreError
from gradertui.store.naming import safe_name

FAULTS: tuple[type[Exception], ...] = (StoreError, InputError)
EXAMPLE = mark(
    """examples:
  gradertui label dia18 labels.csv --grader ben
  gradertui label dia18 marks.csv --grader ben --map verdict=label --map q=question_id
  gradertui label names tones.csv --grader ana
  gradertui label dia25 --carry dia18"""
)

Found = Mapping[str, LabelRow]
"""Item id to the row that labels it."""


def arguments(parser: ArgumentParser) -> None:
    """What can be said on the command line."""
    parser.add_argument("name", metavar=_("NAME"), help=_("the session"))
    parser.add_argument(
        "file", metavar=_("FILE"), nargs="?", type=Path, help=_("labels: CSV, TSV, JSONL or a JSON list")
    )
    parser.add_argument(
        "--grader", metavar=_("ID"), help=_("whose labels they become; with --carry only theirs, everybody's otherwise")
    )
    carry.option(parser)
    parser.add_argument("--map", action="append", default=[], metavar=_("COLUMN=field"), help=_("what a column is"))
    parser.add_argument("--encoding", metavar=_("NAME"), help=_("of the file; found out otherwise"))


def run(given: Namespace) -> int:
    """Read, find what each row labels, and write unless something is wrong."""
    _refuse_half(given)
    folder, graders = sessions_folder(given.sessions) / given.name, [given.grader] if given.grader else []
    with closing(Session(folder)) as session:
        carry.refuse(folder, given.carry, session.plan.mode, graders)
    if given.file:
        _take_file(folder, given)
    for line in carry.carried(folder, given.carry, graders):
        print(line)
    return 0


def _refuse_half(given: Namespace) -> None:
    """Refuse a command that does not say what is taken in, or whose labels a file holds.

    Raises:
        InputError: with what is missing.
    """
    if given.file is None and given.carry is None:
        raise InputError(_("there is nothing to take in: name a FILE of labels, or a session with --carry"))
    if given.file and not given.grader:
        raise InputError(_("--grader is missing: whose labels does {name} hold?").format(name=quoted(given.file.name)))


def _take_file(folder: Path, given: Namespace) -> None:
    """Take in a file and say what came of it."""
    with closing(Session(folder)) as session:
        session.log_path(given.grader)
        rows = list(read_labels(given.file, mode=session.plan.mode, mapping=given.map, encoding=given.encoding))
        rows = _of(rows, given.grader, given.file.name)
        found = matched(session, rows, look_into(given.file, "labels", given.map, given.encoding), "label")
        mine, new, others = take_in(session, given.grader, found, given.file.name)
        print(*_said(session, mine, new), sep="\n")
        if others:
            words = ngettext(
                "{n} label is of a task that {grader} was not dealt: left out",
                "{n} labels are of tasks that {grader} was not dealt: left out",
                others,
            )
            print(words.format(n=others, grader=given.grader))


def _of(rows: list[LabelRow], grader: str, name: str) -> list[LabelRow]:
    """The rows of one grader; all of them where the file has labels of nobody else.

    Raises:
        InputError: there are several graders, and this one is not among them.
    """
    graders = dict.fromkeys(row.grader for row in rows if row.grader)
    mine = [row for row in rows if row.grader and grader in (row.grader, safe_name(row.grader, "prior"))]
    if len(graders) < 2 or mine:
        return mine or rows
    words = _("{name}: labels of several graders, none of them {grader}: say --grader with one of {known}")
    known = quoted(", ".join(graders), 200)
    raise InputError(words.format(name=quoted(name), grader=quoted(grader), known=known))


def take_in(session: Session, grader: str, found: Found, name: str) -> tuple[Found, list[Event], int]:
    """Append what rows add to a grader's log: all of it or nothing.

    Args:
        session: open.
        grader: whose labels they become.
        found: task to its row; in preference A is its first text.
        name: of the file.

    Returns:
        What is of the grader's own tasks, the events that it added, and how many rows are of other tasks.

    Raises:
        StoreError: nothing was stored; the message says why and what to do.
    """
    with closing(session.writable_log(grader)) as log:
        state = session.state(log)
        mine, others = _dealt(state, found)
        new = list(_events(state, mine, name, session.firsts))
        if new:
            if state.locked:
                raise StoreError(locked_words())
            log.append_all([*session.freezing(state.plan_hash, grader, utc()), *new], utc())
    return mine, new, others


def _dealt(state: State, found: Found) -> tuple[Found, int]:
    """What is of the grader's own tasks, and how many are not."""
    own = {task.task_id for task in state.order}
    return {item: row for item, row in found.items() if item in own}, sum(item not in own for item in found)


def _events(state: State, found: Found, name: str, firsts: Mapping[str, str]) -> Iterator[Event]:
    """What the rows add to what stands."""
    for position, task in enumerate(state.order):
        row, mark = found.get(task.task_id), state.marks[position]
        if row and (label := by_text(task, row.label, firsts)) != mark.label:
            yield events.labelled(task.task_id, position, label, active_ms=0, blind=False, screen="none", imported=name)
        if row and row.comment and row.comment != mark.comment:
            yield events.commented(task.task_id, position, row.comment, imported=name)


def _said(session: Session, found: Found, new: Sequence[Event]) -> Iterator[str]:
    labels = sum(event.kind == "Labelled" for event in new)
    words = ngettext("{n} label taken in", "{n} labels taken in", labels)
    stood = len(found) - labels
    yield words.format(n=labels) + ", " + ngettext("{n} stood already", "{n} stood already", stood).format(n=stood)
    if comments := len(new) - labels:
        yield ngettext("{n} comment taken in", "{n} comments taken in", comments).format(n=comments)
    if unmatched := _unmatched(session, found):
        words = ngettext(
            "{n} R on a question the sources do not answer: kept as given, counts as incorrect",
            "{n} R on questions the sources do not answer: kept as given, count as incorrect",
            unmatched,
        )
        yield words.format(n=unmatched)


def _unmatched(session: Session, found: Found) -> int:
    if session.plan.mode != "grade":
        return 0
    answerable = session.items.answerable()
    of = {each.item_id: each.question_id for each in session.items.identities()}
    return sum(row.label == "R" and answerable.get(of[item]) is False for item, row in found.items())

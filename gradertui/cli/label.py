"""`gradertui label`: take in labels made elsewhere, all of them or, when a row has a problem, none."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from gradertui import events
from gradertui.cli.grade import utc
from gradertui.events import Event
from gradertui.formats import InputError
from gradertui.formats.errors import quoted
from gradertui.formats.files import look_into
from gradertui.formats.labels import LabelRow, read_labels
from gradertui.locale import _, mark, ngettext
from gradertui.order import codes
from gradertui.session import Session, locked_words, sessions_folder
from gradertui.state import State
from gradertui.store import StoreError

FAULTS: tuple[type[Exception], ...] = (StoreError, InputError)
EXAMPLE = mark(
    """examples:
  gradertui label dia18 labels.csv --grader ben
  gradertui label dia18 marks.csv --grader ben --map verdict=label --map q=question_id
  gradertui label names tones.csv --grader ana"""
)

_SHOWN = 20
"""Problems printed; the rest is counted."""

Found = Mapping[str, LabelRow]
"""Item id to the row that labels it."""


def arguments(parser: ArgumentParser) -> None:
    """What can be said on the command line."""
    parser.add_argument("name", metavar=_("NAME"), help=_("the session"))
    parser.add_argument("file", metavar=_("FILE"), type=Path, help=_("labels: CSV, TSV, JSONL or a JSON list"))
    parser.add_argument("--grader", metavar=_("ID"), required=True, help=_("whose labels they become"))
    parser.add_argument("--map", action="append", default=[], metavar=_("COLUMN=field"), help=_("what a column is"))
    parser.add_argument("--encoding", metavar=_("NAME"), help=_("of the file; found out otherwise"))


def run(given: Namespace) -> int:
    """Read, find what each row labels, and write unless something is wrong."""
    with closing(Session(sessions_folder(given.sessions) / given.name)) as session:
        session.log_path(given.grader)
        rows = list(read_labels(given.file, mode=session.plan.mode, mapping=given.map, encoding=given.encoding))
        found = _found(session, rows, given)
        with closing(session.writable_log(given.grader)) as log:
            state = session.state(log)
            new = list(_events(state, found, given.file.name))
            if new:
                if state.locked:
                    raise StoreError(locked_words())
                log.append_all([*([] if state.plan_hash else [session.frozen()]), *new], utc())
        print(*_said(session, found, new), sep="\n")
    return 0


class Wrong(NamedTuple):
    """What is wrong with a row."""

    field: str
    words: str


class _Keys(NamedTuple):
    """What a row says of an item instead of its id, and what is said when nothing is called so."""

    cluster: str
    arm: str
    no_cluster: str
    no_arm: str
    no_replicate: str


_KEYS: Mapping[str, _Keys] = {
    "grade": _Keys(
        "question_id",
        "system",
        mark("no question here has the key {value}; write a key of the bank"),
        mark("no system here is called {value}; write one of {known}"),
        mark("that system has no answer number {value} to that question; write one that it has"),
    ),
    "tone": _Keys(
        "template",
        "variant",
        mark("no template here is called {value}; write one of {known}"),
        mark("no variant here is called {value}; write one of {known}"),
        mark("that variant has no card number {value} of that template; write one that it has"),
    ),
}
_CODED = {"template": "T"}
"""Clusters that go by codes in an export, and the letter of the codes."""


class _Places:
    """Where items are found by what a row may say of them; names go before codes."""

    def __init__(self, session: Session) -> None:
        self.keys = _KEYS[session.plan.mode]
        identities = list(session.items.identities())
        self.items = {each.item_id for each in identities}
        self.arms = _called(session.arms, session.plan.seed, "S")
        if len(session.arms) == 1:
            self.arms[""] = session.arms[0]
        names = list(dict.fromkeys(getattr(each, self.keys.cluster) for each in identities))
        letter = _CODED.get(self.keys.cluster)
        self.clusters = _called(names, session.plan.seed, letter) if letter else {name: name for name in names}
        self.by_triple = {
            (getattr(each, self.keys.cluster), getattr(each, self.keys.arm), each.replicate): each.item_id
            for each in identities
        }

    def of(self, row: LabelRow) -> str | Wrong:
        """The id of the item a row is about, or what is wrong with the row."""
        if not row.item_id:
            return self._asked(row)
        words = _("no answer here has the id {value}; take it from an export")
        return row.item_id if row.item_id in self.items else Wrong("item_id", words.format(value=quoted(row.item_id)))

    def _asked(self, row: LabelRow) -> str | Wrong:
        keys = self.keys
        cluster, arm = getattr(row, keys.cluster), getattr(row, keys.arm)
        if cluster not in self.clusters:
            return _unknown(keys.cluster, keys.no_cluster, cluster, self.clusters)
        if arm not in self.arms:
            return _unknown(keys.arm, keys.no_arm, arm, self.arms)
        item = self.by_triple.get((self.clusters[cluster], self.arms[arm], row.replicate))
        return item or Wrong("replicate", _(keys.no_replicate).format(value=row.replicate))


def _called(names: Sequence[str], seed: int, letter: str) -> dict[str, str]:
    """Code or name to name."""
    return {code: name for name, code in codes(names, seed, letter).items()} | {name: name for name in names}


def _unknown(field: str, words: str, value: str, known: Iterable[str]) -> Wrong:
    shown = quoted(", ".join(name for name in known if name), 200)
    return Wrong(field, _(words).format(value=quoted(value), known=shown))


def _found(session: Session, rows: Sequence[LabelRow], given: Namespace) -> Found:
    """Find what each row labels.

    Raises:
        InputError: one line per row that has a problem.
    """
    places, found, problems = _Places(session), dict[str, LabelRow](), list[tuple[LabelRow, Wrong]]()
    for row in rows:
        item = places.of(row)
        if not isinstance(item, str):
            problems.append((row, item))
        elif found.setdefault(item, row).label != row.label:
            words = _("row {other} says {label} of the same answer; keep one of them (of one grader)")
            problems.append((row, Wrong("label", words.format(other=found[item].row, label=found[item].label))))
        elif row.comment:
            found[item] = row
    if problems:
        raise InputError(*_refused(problems, given))
    return found


def _refused(problems: Sequence[tuple[LabelRow, Wrong]], given: Namespace) -> Iterator[str]:
    file = look_into(given.file, "labels", given.map, given.encoding)
    for row, wrong in problems[:_SHOWN]:
        where = _("{name}, row {row}, column {column}")
        column = quoted(file.column(wrong.field) or wrong.field)
        yield where.format(name=quoted(given.file.name), row=row.row, column=column) + f": {wrong.words}"
    if (more := len(problems) - _SHOWN) > 0:
        yield ngettext("and {n} more", "and {n} more", more).format(n=more)
    yield _("nothing was written")


def _events(state: State, found: Found, name: str) -> Iterator[Event]:
    """What the rows add to what stands."""
    for position, task in enumerate(state.order):
        row, mark = found.get(task.task_id), state.marks[position]
        if row and row.label != mark.label:
            yield events.labelled(
                task.task_id, position, row.label, active_ms=0, blind=False, screen="none", imported=name
            )
        if row and row.comment and row.comment != mark.comment:
            yield events.commented(task.task_id, position, row.comment)


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
    answerable = session.items.answerable()
    of = {each.item_id: each.question_id for each in session.items.identities()}
    return sum(row.label == "R" and answerable.get(of[item]) is False for item, row in found.items())

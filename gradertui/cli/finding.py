"""Which answer or card a row of a file is about: found by its id, or by what was asked, of whom, and which draw it is.

For every command that takes in what was said elsewhere: what a row says, and what becomes of it, is the command's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, TypeVar

from gradertui.formats.errors import InputError, quoted
from gradertui.formats.files import File
from gradertui.formats.labels import LabelRow
from gradertui.formats.verdicts import VerdictRow
from gradertui.locale import _, mark, ngettext
from gradertui.modes.preference import BETWEEN, turned
from gradertui.order import codes
from gradertui.session import Session
from gradertui.session.ids import ids

R = TypeVar("R", LabelRow, VerdictRow)
_SHOWN = 20
"""Problems printed; the rest is counted."""


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
    "preference": _Keys(
        "question_id",
        "systems",
        mark("no pair or question here has the key {value}; write one that the file of pairs has"),
        mark("no two systems here are called {value}; write two of {known}"),
        mark("those systems have no pair number {value} for that question; write one that they have"),
    ),
}
_CODED = {"template": "T"}
"""Clusters that go by codes in an export, and the letter of the codes."""


class _Places:
    """Where items are found by what a row may say of them; names go before codes."""

    def __init__(self, session: Session) -> None:
        self.keys, self._session = _KEYS[session.plan.mode], session
        identities = list(session.items.identities())
        self.items = _ids(session, (each.item_id for each in identities))
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

    def of(self, row: LabelRow | VerdictRow) -> str | Wrong:
        """The id of the item a row is about, or what is wrong with the row."""
        if not row.of.item_id:
            return self._asked(row)
        words = _("no answer here has the id {value}; take it from an export")
        return self.items.get(row.of.item_id) or Wrong("item_id", words.format(value=quoted(row.of.item_id)))

    @cached_property
    def _worded(self) -> dict[str, str]:
        """Text to the id of its question, where only one has it: files that lost its id say the text."""
        if self.keys.cluster != "question_id":
            return {}
        asked = [(self._session.items.question(each).text.strip(), each) for each in self.clusters]
        times = Counter(text for text, _id in asked)
        return {text: question for text, question in asked if times[text] == 1}

    def _asked(self, row: LabelRow | VerdictRow) -> str | Wrong:
        keys = self.keys
        cluster, arm = getattr(row.of, keys.cluster), getattr(row.of, keys.arm)
        if cluster not in self.clusters:
            cluster = self._worded.get(cluster, cluster)
        if cluster not in self.clusters:
            return _unknown(keys.cluster, keys.no_cluster, cluster, self.clusters)
        if arm not in self.arms:
            return _unknown(keys.arm, keys.no_arm, arm, self.arms)
        item = self.by_triple.get((self.clusters[cluster], self.arms[arm], row.of.replicate))
        return item or Wrong("replicate", _(keys.no_replicate).format(value=row.of.replicate))


class _Pairs:
    """Where pairs are found: by their id, by the name that their file gave them, or by question and both systems."""

    def __init__(self, session: Session) -> None:
        self.keys = _KEYS["preference"]
        tasks = session.tasks()
        self.items = _ids(session, (task.task_id for task in tasks))
        self._first = {task.task_id: task.arms[0] for task in tasks}
        self.arms = _called(session.arms, session.plan.seed, "S")
        pairs = {each.item_id: each.template for each in session.items.identities()}
        self.places: dict[tuple[str, frozenset[str], int], str | None] = {}
        for task in tasks:
            named = pairs[task.task_id.partition(BETWEEN)[0]]
            for cluster in {named, task.cluster} - {""}:
                for arms in (frozenset[str](), frozenset(task.arms)):
                    key = (cluster, arms, task.replicate)
                    # What two pairs could be meant by is none of them.
                    self.places[key] = None if key in self.places else task.task_id

    def of(self, row: LabelRow | VerdictRow) -> str | Wrong:
        """The id of the pair a row is about, or what is wrong with the row."""
        if row.of.item_id:
            words = _("no pair here has the id {value}; take it from an export")
            return self.items.get(row.of.item_id) or Wrong("item_id", words.format(value=quoted(row.of.item_id)))
        cluster = row.of.template or row.of.question_id
        systems = [name for name in (row.of.system, row.of.variant) if name]
        if unknown := [name for name in systems if name not in self.arms]:
            return _unknown("system_a", self.keys.no_arm, unknown[0], self.arms)
        arms = frozenset(self.arms[name] for name in systems)
        found = self.places.get((cluster, arms, row.of.replicate))
        if found is None:
            return Wrong("question_id", _(self.keys.no_cluster).format(value=quoted(cluster)))
        return found

    def by_file(self, item: str, row: R) -> R:
        """A row whose sides are those of the session's file: where it names the first system, that decides."""
        first = self.arms.get(row.of.system)
        if not isinstance(row, LabelRow) or first in (None, self._first[item]):
            return row
        return row._replace(label=turned(row.label))


def _ids(session: Session, names: Iterable[str]) -> dict[str, str]:
    """What an export calls items, whether arms go by codes or by names, to the ids they have here."""
    known, veil = list(names), ids(session, named=False)
    return {veil(name): name for name in known} | {name: name for name in known}


def _called(names: Sequence[str], seed: int, letter: str) -> dict[str, str]:
    """Code or name to name."""
    return {code: name for name, code in codes(names, seed, letter).items()} | {name: name for name in names}


def _unknown(field: str, words: str, value: str, known: Iterable[str]) -> Wrong:
    shown = quoted(", ".join(name for name in known if name), 200)
    return Wrong(field, _(words).format(value=quoted(value), known=shown))


def matched(session: Session, rows: Sequence[R], file: File, field: str) -> dict[str, R]:
    """Find the item of each row.

    Args:
        session: open.
        rows: of the file.
        file: they were read from, for messages.
        field: what a row says of its item; two rows may not say different things of one.

    Returns:
        Item id to the row about it; of several that say the same, the last with a comment.

    Raises:
        InputError: one line per row that has a problem.
    """
    places = _Pairs(session) if session.rules.sided else _Places(session)
    found, problems = dict[str, R](), list[tuple[int, Wrong]]()
    for row in rows:
        item = places.of(row)
        if isinstance(places, _Pairs) and isinstance(item, str):
            row = places.by_file(item, row)
        if not isinstance(item, str):
            problems.append((row.row, item))
        elif (other := getattr(found.setdefault(item, row), field)) != getattr(row, field):
            words = _("row {other} says {label} of the same answer; keep one of them (of one grader or tool)")
            problems.append((row.row, Wrong(field, words.format(other=found[item].row, label=other))))
        elif row.comment:
            found[item] = row
    if problems:
        raise InputError(*_refused(problems, file))
    return found


def _refused(problems: Sequence[tuple[int, Wrong]], file: File) -> Iterator[str]:
    for row, wrong in problems[:_SHOWN]:
        where = _("{name}, row {row}, column {column}")
        column = quoted(file.column(wrong.field) or wrong.field)
        yield where.format(name=quoted(file.path.name), row=row, column=column) + f": {wrong.words}"
    if (more := len(problems) - _SHOWN) > 0:
        yield ngettext("and {n} more", "and {n} more", more).format(n=more)
    yield _("nothing was written")

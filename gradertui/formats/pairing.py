"""Two texts in one row: the items of each side, the pair they make, and what people said of it.

A pair keeps its two texts together, whatever else was asked of the same systems: `template` is its name and `variant`
the side. Rows of the same two texts, whichever stood first, are one pair; what several people said of it comes from
several columns or from several rows.
"""

from __future__ import annotations

from typing import NamedTuple

from gradertui.formats.asking import Asked, Part, unnamed
from gradertui.formats.building import Builder
from gradertui.formats.conversations import Turns
from gradertui.formats.errors import quoted
from gradertui.formats.fields import PAIR_IDS, normal
from gradertui.formats.files import File
from gradertui.formats.hearing import is_machine, label_column
from gradertui.formats.labels import LabelRow
from gradertui.formats.rows import Row
from gradertui.formats.values import identifier, reference_id, said, texts, worded
from gradertui.identity import identity_of
from gradertui.locale import _
from gradertui.model import Identity, Item, Mode
from gradertui.modes.preference import BETWEEN, turned

_SIDES = ("a", "b")


class _Pair(NamedTuple):
    """What is remembered of a pair: enough to know it again."""

    task: str
    first: str
    """The system of its first text."""
    texts: int
    place: str


def is_pairs(file: File) -> bool:
    """Whether rows hold two texts each."""
    return file.kind == "answers" and file.has("answer_a", "answer_b")


def numbered(file: File) -> File:
    """A file of pairs whose id, if its name says no more than that, numbers the pairs and not the questions."""
    columns = [column for group in file.understood.fields.get("question_id", ()) for column in group]
    if not is_pairs(file) or not columns or normal(columns[0]) not in PAIR_IDS:
        return file
    fields = dict(file.understood.fields)
    fields.setdefault("pair_id", fields.pop("question_id"))
    return file._replace(understood=file.understood._replace(fields=fields))


class PairBuilder(Builder):
    """One pass over files of which some hold two texts in a row."""

    def __init__(
        self, abstention: str = "", *, mode: Mode = "grade", bank: bool = False, sources: bool = False
    ) -> None:
        super().__init__(abstention, mode=mode, bank=bank, sources=sources)
        self._pairs: dict[str, _Pair] = {}

    def open(self, file: File) -> None:
        """Turn to the next file."""
        super().open(file)
        self._said_in = label_column(file, "preference")
        self._turns = Turns(file) if is_pairs(file) else None

    def take(self, row: Row) -> list[Part]:
        """Make what one row holds; of two conversations, what belongs to their turn."""
        return super().take(self._turns.row(row) if self._turns and row.cells else row)

    def _items(self, row: Row, asked: Asked, made: list[Part]) -> None:
        if self._turns is None:
            super()._items(row, asked, made)
            return
        answers = [said(self._value(row, f"answer_{side}")) for side in _SIDES]
        first, second = self._two_systems(row)
        if None in answers:
            self.counts["no_answer"] += 1
        elif first == second:
            words = _("both texts are of {system}: there is nothing to choose between")
            self._problem(row, "system_b" if self._file.has("system_b") else "answer_b", words.format(system=first))
        else:
            sides = ((first, answers[0] or ""), (second, answers[1] or ""))
            if pair := self._pair(row, asked, sides, made):
                self._hear(row, pair, (first, second))

    def _two_systems(self, row: Row) -> tuple[str, str]:
        """Of both sides: named by their columns, by one that joins both names, or after the columns of the texts."""
        if self._file.has("system_a", "system_b"):
            return worded(self._value(row, "system_a")), worded(self._value(row, "system_b"))
        one, both, other = worded(self._value(row, "systems")).partition("_")
        return (one, other) if both else (self._file.column("answer_a"), self._file.column("answer_b"))

    def _pair(
        self, row: Row, asked: Asked, sides: tuple[tuple[str, str], tuple[str, str]], made: list[Part]
    ) -> _Pair | None:
        """The pair of a row, made now if it is new; None if its id has other texts already."""
        alike = hash((asked.question_id, *sorted(sides)))
        name = identifier(self._value(row, "pair_id")) or unnamed(
            "".join(map(ascii, (asked.question_id, *sorted(sides))))
        )
        known = self._pairs.get(name)
        if known and known.texts != alike:
            words = _("pair '{id}' has other texts in {place}; give it another id")
            self._problem(row, "pair_id", words.format(id=quoted(name), place=known.place))
            return None
        if known:
            self.counts["again"] += 1
            return known
        items = [self._side(row, asked, name, side, *each) for side, each in zip(_SIDES, sides, strict=True)]
        made += items
        task = BETWEEN.join(item.item_id for item in items)
        self.counts["pairs"] += 1
        self._answered.add(asked.question_id)
        return self._pairs.setdefault(name, _Pair(task, sides[0][0], alike, self._file.place(row)))

    def _side(self, row: Row, asked: Asked, pair: str, side: str, system: str, text: str) -> Item:
        self.systems[system] += 1
        self.counts["empty"] += not text or text.isspace()
        retrieved = texts(self._value(row, f"retrieved_{side}")) or texts(self._value(row, "retrieved"))
        return Item(
            identity_of((asked.question_id, system, pair, side), 1, asked.name, text),
            text,
            asked.question_id,
            system,
            template=pair,
            variant=side,
            cited_source=reference_id(self._value(row, "cited_source")),
            retrieved=retrieved or asked.own_sources,
            original=self._original(row) if not row.cells.keys() <= self._taken else {},
        )

    def _hear(self, row: Row, pair: _Pair, systems: tuple[str, str]) -> None:
        """Take in what people said in this row."""
        columns = [column for group in self._file.understood.fields.get("votes", ()) for column in group]
        votes = [(column, row.cells.get(column)) for column in columns]
        if self._said_in and self._file.has("grader"):
            votes.append((identifier(self._value(row, "grader")), row.cells.get(self._said_in)))
        for grader, value in votes:
            written = reference_id(value)
            if written and is_machine(grader):
                self.left[_("a preference that a model stated")] += 1
            elif written and grader:
                self._vote(row, pair, systems, grader, written)

    def _vote(self, row: Row, pair: _Pair, systems: tuple[str, str], grader: str, written: str) -> None:
        label = dict(zip(systems, "AB", strict=True)).get(written)
        label = label or self._meant(row, self._said_in, written)
        if label is None:
            return
        label = label if systems[0] == pair.first else turned(label)
        comment = worded(self._value(row, "comment"))
        self.prior.append(LabelRow(row.number, Identity(pair.task), label, grader, comment))

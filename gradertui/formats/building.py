"""From rows to items: which answers a row holds, of which system, and which draw each is.

A hundred thousand answers pass through and none stays. What was counted and what is wrong is collected
here; nothing is shown or written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from gradertui.formats.asking import Asked, Asking, Part, fix
from gradertui.formats.errors import place, quoted
from gradertui.formats.files import File
from gradertui.formats.hearing import Hearing, Machine, is_machine
from gradertui.formats.labels import LabelRow
from gradertui.formats.meanings import KNOWN, meant
from gradertui.formats.numbering import Numbering
from gradertui.formats.rows import Row
from gradertui.formats.values import (
    draws,
    identifier,
    kept,
    percent,
    reference_id,
    share,
    texts,
    whole,
    worded,
)
from gradertui.formats.verdicts import by_tool
from gradertui.identity import identity_of
from gradertui.locale import _
from gradertui.model import Identity, Item, Mode

ASKING = ("question_id", "question", "reference", "answerable", "is_impossible", "source_id", "source")
"""What a row says of its question."""
# Read only where there is a column: at 100,000 rows each costs a twentieth of a second.
ANSWERED: Mapping[str, Callable[[object], object]] = {
    "template": identifier,
    "variant": identifier,
    "cited_source": reference_id,
    "retrieved": texts,
    "baseline_answer": worded,
    "confidence": share,
    "confidence_percent": percent,
}


class Builder(Asking):
    """One pass over the files of one import: `open` a file, then `take` its rows."""

    def __init__(
        self, abstention: str = "", *, mode: Mode = "grade", bank: bool = False, sources: bool = False
    ) -> None:
        super().__init__(abstention, bank=bank, sources=sources)
        self.systems: Counter[str] = Counter()
        self.late: dict[str, str] = {}
        self.left: Counter[str] = Counter()
        """What was left out, and how often."""
        self.foreign: dict[str, str] = {}
        """Files whose labels are none of the mode's, with one of them."""
        self.prior: list[LabelRow] = []
        """What people had said before the items came here, by the id of the task; of a pair A is its first text."""
        self.verdicts: list[Machine] = []
        """What tools had said of them."""
        self._mode: Mode = mode
        self._answered: set[str] = set()
        self._numbering = Numbering()
        self._renumbered: dict[str, str] = {}

    @property
    def unanswered(self) -> int:
        """Questions without any answer."""
        return len(self._questions.keys() - self._answered)

    def open(self, file: File) -> None:
        """Turn to the next file."""
        super().open(file)
        self._asking = file.columns_of(*ASKING)
        arms = (arm for columns, arm in file.understood.arms)
        self._arms = list(zip(file.readers("answer"), arms, strict=True))
        self._called = cache(file.system)
        self._answering = [(field, read) for field, read in ANSWERED.items() if file.has(field)]
        # An id whose text is nowhere leads to no source: it stays as it was written.
        lost = () if self._sources_given or file.has("source") else file.columns_of("source_id")
        self._taken = file.taken.difference(lost)
        self._same: dict[int, Asked] = {}
        self._hearing = Hearing(file, self._mode)
        self._heard = bool(self._hearing.column) or (file.exact and file.has("verdict"))
        if self._hearing.foreign:
            self.foreign[file.path.name] = self._hearing.foreign

    def take(self, row: Row) -> list[Part]:
        """Make what one row holds, a source before its question and a question before its items."""
        made: list[Part] = []
        if row.left:
            self.left[row.left] += 1
        if row.problem:
            self.problems.append(row.problem)
        elif not row.cells:
            pass
        elif self._file.kind == "sources":
            self._source_row(row, made)
        elif self._file.kind == "bank":
            self._question(row, made)
        else:
            self.counts["rows"] += 1
            if asked := self._asked(row, made):
                self._items(row, asked, made)
        return made

    def _asked(self, row: Row, made: list[Part]) -> Asked | None:
        """Find the question of a row; systems answer the same one, and equal cells need no second look."""
        try:
            cells = hash(tuple(map(row.cells.get, self._asking)))
        except TypeError:  # JSON may hold a list
            return self._question(row, made)
        asked = self._same.get(cells)
        if asked is None:
            before = len(self.problems)
            asked = self._question(row, made)
            if asked and len(self.problems) == before:
                self._same[cells] = asked
        return asked

    def _items(self, row: Row, asked: Asked, made: list[Part]) -> None:
        fields = {field: self._read(row, field, read) for field, read in self._answering}
        if not row.cells.keys() <= self._taken:
            fields["original"] = self._original(row)
        if asked.own_sources:
            fields.setdefault("retrieved", asked.own_sources)
        if "confidence_percent" in fields:
            fields["confidence"] = fields.pop("confidence_percent")
        named = worded(self._value(row, "system"))
        declared = self._replicate(row) if "replicate" in self._readers else None
        for read, arm in self._arms:
            system = self._called(named, arm)
            for text in draws(read(row.cells)):
                if text is None:
                    self.counts["no_answer"] += 1
                else:
                    item_id, item = self._item(text, system, declared, asked, fields)
                    made += [item] if item else []
                    if self._heard:
                        self._hear_of(row, item_id)

    def _item(
        self, text: str, system: str, declared: int | None, asked: Asked, fields: dict[str, Any]
    ) -> tuple[str, Item | None]:
        """The item of a text, and its id; no item where it is there already."""
        arm = (asked.question_id, system, fields.get("template", ""), fields.get("variant", ""))
        first = identity_of(arm, declared or 1, asked.name, text)
        if not self._numbering.is_new(first):
            self.counts["duplicates"] += not self._hearing.column
            return self._renumbered.get(first, first), None
        replicate = self._numbering.number(hash(arm), declared)
        self._answered.add(asked.question_id)
        self.systems[system] += 1
        if replicate > 1:
            self.counts["replicates"] += 1
            self.counts["draws"] = max(self.counts["draws"], replicate)
            self.counts["renumbered"] += declared is not None and declared != replicate
        if not text or text.isspace():
            self.counts["empty"] += 1
        item_id = first if replicate == (declared or 1) else identity_of(arm, replicate, asked.name, text)
        if self._heard and item_id != first:
            self._renumbered[first] = item_id
        return item_id, Item(item_id, text, asked.question_id, system, replicate=replicate, **fields)

    def _hear_of(self, row: Row, item_id: str) -> None:
        """Take in what a row says that somebody said of its item."""
        said = self._hearing.label(row)
        if said and not self._file.exact and is_machine(said.grader):
            self.verdicts.append(Machine(item_id, said.grader, said.written, said.comment))
        elif said:
            if label := self._meant(row, self._hearing.column, said.written):
                self.prior.append(LabelRow(row.number, Identity(item_id), label, said.grader, said.comment))
        for tool, written, reason in by_tool(self._value(row, "verdict")) if self._file.exact else ():
            self.verdicts.append(Machine(item_id, tool, written, reason))

    def _meant(self, row: Row, column: str, written: str) -> str | None:
        """The label that is written, or a problem."""
        if (label := meant(self._mode, written)) is None:
            words = _("'{value}' is no label; write one of {known}")
            known = ", ".join(KNOWN[self._mode])
            where = place(self._name, row.number, row.line, column)
            self.problems.append(f"{where}: {words.format(value=quoted(written), known=known)}")
        return label

    def _replicate(self, row: Row) -> int | None:
        number = self._read(row, "replicate", whole)
        if number is None or number + self._file.from_zero >= 1:
            return number if number is None else number + self._file.from_zero
        self._problem(row, "replicate", fix(self._file, "replicate"))
        return None

    def _original(self, row: Row) -> dict[str, str]:
        """Keep what no field took."""
        taken, cells = self._taken, row.cells
        for column in cells.keys() - self._file.samples.keys():
            self.late.setdefault(column, self._file.place(row))
        return {column: kept(cell) for column, cell in cells.items() if column not in taken and cell is not None}

"""Cells under names that the user of a tool chose, put under the names of our fields: the rules of a generic table.

For exact formats that hold a table of their user's inside (the data of Label Studio's tasks). Several columns of
answers are a row each; what a table's labels and verdicts are called means nothing here, since the tool has its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gradertui.formats.fields import ALIASES, ASIDE, CARDS, PAIR_IDS, normal, understand
from gradertui.formats.values import joined, texts, worded

_PAIR = {"answer1": "answer_a", "answer2": "answer_b"}
"""Two texts in Label Studio's template for preferences; elsewhere these are alternatives of a reference."""


class Renaming:
    """Decided once from the names of the columns."""

    def __init__(self, columns: Sequence[str]) -> None:
        known = understand(columns)
        if not known.arms and {*_PAIR} <= {*columns}:
            known = understand(columns, mapping=[f"{column}={side}" for column, side in _PAIR.items()])
        self._fields = {field: groups for field, groups in known.fields.items() if field not in ASIDE}
        self._fields.pop("answer", None)
        ids = self._fields.get("question_id", [("",)])[0]
        if "answer_a" in self._fields and normal(ids[0]) in PAIR_IDS:
            self._fields.setdefault("pair_id", self._fields.pop("question_id"))
        self._arms = list(known.arms)
        if not self._arms and "answer_a" not in self._fields and (card := self._card(columns)):
            self._arms = [((card,), "")]
        groups = [*(group for groups in self._fields.values() for group in groups), *(group for group, _ in self._arms)]
        self._taken = {column for group in groups for column in group}

    @property
    def several(self) -> bool:
        """Whether there are several answers to a row."""
        return len(self._arms) > 1

    def has(self, *fields: str) -> bool:
        """Whether one of these fields has a column."""
        return any(self._fields.get(field) for field in fields)

    def rows(self, cells: Mapping[str, object]) -> Iterator[dict[str, object]]:
        """The cells of each answer in a row, or of the row where it holds none."""
        own = {self._own(column): cell for column, cell in cells.items() if column not in self._taken}
        row = own | {field: self._cell(field, cells) for field in self._fields}
        if not self._arms:
            yield row
        for columns, arm in self._arms:
            named = worded(row.get("system"))
            parts = (named, arm if self.several or not named else "")
            yield row | {"system": " / ".join(filter(None, parts)), "answer": joined(cells, columns, " / ")}

    def _card(self, columns: Sequence[str]) -> str:
        """A column of texts, whose name says less than others."""
        taken = {column for groups in self._fields.values() for group in groups for column in group}
        by_name = {normal(each): each for each in reversed(columns) if each not in taken}
        return next((by_name[name] for name in CARDS if name in by_name), "")

    def _cell(self, field: str, cells: Mapping[str, object]) -> object:
        between = "\n\n" if field == "question" else " / "
        found = [joined(cells, group, between) for group in self._fields[field]]
        return found[0] if len(found) == 1 else [text for each in found for text in texts(each)]

    @staticmethod
    def _own(column: str) -> str:
        """The name a cell is kept under; no field of ours is called so."""
        return f"data.{column}" if column in ALIASES else column

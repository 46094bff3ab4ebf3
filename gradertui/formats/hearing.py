"""What people and machines had said of an item before it came here: labels of named graders, verdicts of tools.

A label of a person becomes that grader's label; what a tool said never does. Which item it is about is known to
whoever reads the row; two texts in a row are heard in `pairing.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from gradertui.formats.fields import normal
from gradertui.formats.files import File
from gradertui.formats.meanings import meant
from gradertui.formats.rows import PEEK, Row
from gradertui.formats.values import identifier, reference_id, worded
from gradertui.model import Mode

OF: Mapping[Mode, frozenset[str]] = {
    "grade": frozenset({"letter", "letra", "grade"}),
    "tone": frozenset({"tone", "tono", "rating", "likert"}),
    "preference": frozenset({"preference", "winner", "choice", "selected"}),
}
"""Names of columns that hold labels of one mode; a column called label may hold those of any."""

MODELS = re.compile(
    r"(?i)gpt-?_?\d|chatgpt|claude[-_ ]?(?:v?\d|opus|sonnet|haiku|instant)|gemini[-_ ]|llama|mistral|qwen|deepseek|"
    r"alpaca_?eval|\bllm\b"
)
"""Names of models that judged."""


class Machine(NamedTuple):
    """What a tool said of an item."""

    item_id: str
    tool: str
    written: str
    comment: str


class Label(NamedTuple):
    """What a row says that somebody said."""

    grader: str
    written: str
    comment: str


def is_machine(name: str) -> bool:
    """Whether who said something is called like a model.

    Examples:
        >>> is_machine("weighted_alpaca_eval_gpt4_turbo"), is_machine("claude-3-opus"), is_machine("Claude")
        (True, True, False)
    """
    return MODELS.search(name) is not None


class Hearing:
    """Decides once per file where labels stand, and whether they are labels of the mode at all."""

    def __init__(self, file: File, mode: Mode) -> None:
        self.file = file
        self.column = label_column(file, mode) if file.has("grader") and len(file.understood.arms) == 1 else ""
        self.foreign = ""
        """A label that is none of the mode's, where none of the first rows has one that is."""
        written = [each for each in self._peeked() if each] if self.column else []
        if written and not any(meant(mode, each) for each in written):
            self.column, self.foreign = "", written[0]

    def _peeked(self) -> Iterator[str]:
        return (reference_id(row.cells.get(self.column)) for row in islice(self.file.rows(), PEEK))

    def label(self, row: Row) -> Label | None:
        """The label in a row; None where there is none, or nobody's."""
        written = reference_id(row.cells.get(self.column)) if self.column else ""
        grader = identifier(self.file.value(row.cells, "grader")) if written else ""
        return Label(grader, written, worded(self.file.value(row.cells, "comment"))) if grader else None


def of_mode(file: File, mode: Mode) -> File:
    """The file, its labels those of one mode where several columns hold labels."""
    if len(file.columns_of("label")) < 2 or not (column := label_column(file, mode)):
        return file
    fields = {**file.understood.fields, "label": [(column,)]}
    return file._replace(understood=file.understood._replace(fields=fields))


def label_column(file: File, mode: Mode) -> str:
    """The column of labels of a mode: one called so, else one whose name is of no other mode; empty where none is."""
    columns = file.columns_of("label")
    others = frozenset[str]().union(*(names for other, names in OF.items() if other != mode))
    of_mode = [column for column in columns if normal(column) in OF[mode]]
    return next(iter([*of_mode, *(column for column in columns if normal(column) not in others)]), "")

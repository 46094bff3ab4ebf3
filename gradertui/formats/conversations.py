"""Two conversations in a row: which turn of them is compared, and dialogues that are written as one text.

MT-bench has a judgement for each turn of the same two conversations; what was asked last before it is the question.
What becomes of the two texts is in `pairing.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import islice

from gradertui.formats.fields import normal
from gradertui.formats.files import File
from gradertui.formats.rows import PEEK, Row
from gradertui.formats.values import identifier, reference_id

_SPEAKS = re.compile(r"(?:\A|\n\n)\s*(Human|Assistant): ?")
_ROLES = {"Human": "user", "Assistant": "assistant"}


def asking(file: File) -> File:
    """A file of two texts in which nothing else says what was asked, if they are conversations: these do."""
    known = file.understood
    answered = known.fields.get("answer_a", ())
    if not answered or file.kind != "answers" or known.fields.get("question") or "template" in known.fields:
        return file
    cells = (row.cells.get(answered[0][0]) for row in islice(file.rows(), PEEK))
    if not any(isinstance(chat(cell), list) for cell in cells):
        return file
    return file._replace(understood=known._replace(fields={**known.fields, "question": answered}))


class Turns:
    """Decided once per file: where its conversations stand, and which column says the turn."""

    def __init__(self, file: File) -> None:
        self._chats = file.columns_of("answer_a", "answer_b")
        self._question = file.columns_of("question_id")[:1]
        self._turn = next((column for column in file.samples if normal(column) == "turn"), "")

    def row(self, row: Row) -> Row:
        """The row with its conversations up to its turn; turns after the first ask another question."""
        found = {column: chat(row.cells.get(column)) for column in self._chats}
        if not any(isinstance(each, list) for each in found.values()):
            return row
        turn = reference_id(row.cells.get(self._turn)) if self._turn else ""
        if turn.isdecimal() and len(turn) < 4:
            found = {column: _until(each, int(turn)) for column, each in found.items()}
        named = {column: f"{identifier(row.cells.get(column))} / {turn}" for column in self._question if turn > "1"}
        return row._replace(cells={**row.cells, **found, **named})


def chat(cell: object) -> object:
    """A conversation as a list of messages; anything else as it is."""
    if isinstance(cell, list) and cell and all(isinstance(each, Mapping) and "content" in each for each in cell):
        return cell
    if not isinstance(cell, str) or not _SPEAKS.match(cell):
        return cell
    parts = _SPEAKS.split(cell)[1:]
    return [{"role": _ROLES[who], "content": text.strip()} for who, text in zip(parts[::2], parts[1::2], strict=True)]


def _until(cell: object, turn: int) -> object:
    """What was said up to the end of a turn."""
    if not isinstance(cell, list):
        return cell
    ends = [at for at, each in enumerate(cell, 1) if each.get("role") == "assistant"]
    return cell[: ends[turn - 1]] if 0 < turn <= len(ends) else cell

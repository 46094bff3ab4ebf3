"""Labels made elsewhere: rows of a file that say what somebody labelled.

A label is found by item id, or by question, system and replicate, or template, variant and replicate;
which item that is, is looked up by whoever has the session.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from gradertui.formats.errors import InputError, quoted
from gradertui.formats.files import File, look_into
from gradertui.formats.hearing import of_mode
from gradertui.formats.meanings import KNOWN, meant
from gradertui.formats.named import called, usable
from gradertui.formats.rows import Row
from gradertui.formats.values import identifier, kept, moment, reference_id
from gradertui.locale import _
from gradertui.model import Identity, Mode


class LabelRow(NamedTuple):
    """One label as a file says it."""

    row: int
    of: Identity
    """Of which item."""
    label: str
    grader: str
    comment: str
    at: str = ""
    """When it was given, as events carry it, if the file says so."""


def read_labels(
    path: Path, *, mode: Mode = "grade", mapping: Sequence[str] = (), encoding: str | None = None
) -> Iterator[LabelRow]:
    """Read labels; a row without one is passed over.

    Args:
        path: CSV, TSV, JSON lines or a JSON list.
        mode: Whose labels they are.
        mapping: ``COLUMN[+COLUMN…]=field``, which overrules the names.
        encoding: Overrules what the bytes look like.

    Raises:
        InputError: After the last row, with all that is wrong, or before the first, when the file is of no
            use. Nothing may be kept of the rows until the end is reached.
    """
    file = look_into(path, "labels", mapping, encoding)
    usable(file, "label", _("{name}: no column holds labels (there are: {seen}); use --map COLUMN=label"))
    file = of_mode(file, mode)
    problems: list[str] = []
    for row in file.rows():
        found = row.problem or _label_row(file, row, mode)
        if isinstance(found, str):
            problems.append(found)
        elif found:
            yield found
    if problems:
        raise InputError(*problems)


def _label_row(file: File, row: Row, mode: Mode) -> LabelRow | str | None:
    """Find the label of a row, what is wrong with it, or None when there is none."""
    written = reference_id(file.value(row.cells, "label"))
    if not written:
        return None
    label = meant(mode, written)
    if label is None:
        words = _("{place}: '{value}' is no label; write one of {known}")
        known = ", ".join(KNOWN[mode])
        return words.format(place=file.place(row, "label"), value=quoted(written), known=known)
    names = called(file, row)
    if isinstance(names, str):
        return names
    grader = identifier(file.value(row.cells, "grader"))
    comment = file.value(row.cells, "comment")
    said = "" if comment is None else kept(comment)
    return LabelRow(row.number, names, label, grader, said, moment(file.value(row.cells, "at")))

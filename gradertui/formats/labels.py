"""Labels made elsewhere: rows of a file that say what somebody labelled.

A label is found by item id, or by question, system and replicate, or template, variant and replicate;
which item that is, is looked up by whoever has the session.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from gradertui.formats.errors import InputError, quoted
from gradertui.formats.fields import normal
from gradertui.formats.files import File, look_into
from gradertui.formats.named import called, usable
from gradertui.formats.rows import Row
from gradertui.formats.values import identifier, kept, moment, reference_id
from gradertui.locale import _
from gradertui.model import Mode

MAPPED: Mapping[Mode, Mapping[str, str]] = {
    "grade": {
        **dict.fromkeys(("r", "c", "1", "true", "correct", "accept"), "R"),
        **dict.fromkeys(("x", "i", "0", "false", "incorrect", "reject"), "X"),
        **dict.fromkeys(("n", "not_attempted", "abstain"), "N"),
    },
    "tone": {each: each for each in "12345"},
    "preference": {
        **dict.fromkeys(("a", "1", "left", "first", "modela", "systema", "answera", "responsea", "response1"), "A"),
        **dict.fromkeys(("b", "2", "right", "second", "modelb", "systemb", "answerb", "responseb", "response2"), "B"),
        **dict.fromkeys(("t", "0", "tie", "draw", "equal", "same", "empate", "both", "bothgood"), "T"),
        **dict.fromkeys(("z", "bothbad", "tiebothbad", "neither", "ambasmal", "ninguna"), "Z"),
        **dict.fromkeys(("cannottell", "canttell", "unsure", "unknown", "?", "nosesabe", "nosé"), "0"),
    },
}
"""What each written label means, in any case."""

KNOWN: Mapping[Mode, tuple[str, ...]] = {
    mode: tuple(dict.fromkeys(mapped.values())) for mode, mapped in MAPPED.items()
} | {"preference": ("A", "B", "tie", "both bad", "cannot tell")}
"""How labels are written where people read them."""


def meant(mode: Mode, written: str) -> str | None:
    """The label that a written one stands for; None if it is none.

    Examples:
        >>> meant("grade", "Not attempted"), meant("preference", "tie (bothbad)"), meant("preference", "R")
        ('N', 'Z', None)
    """
    mapped = MAPPED[mode]
    plain = normal(written.replace("(", " ").replace(")", " "))
    return mapped.get(written.casefold().replace(" ", "_"), mapped.get(plain))


class LabelRow(NamedTuple):
    """One label as a file says it; what it does not say is empty, and its replicate is 1."""

    row: int
    item_id: str
    question_id: str
    system: str
    template: str
    variant: str
    replicate: int
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
    return LabelRow(row.number, *names, label, grader, said, moment(file.value(row.cells, "at")))

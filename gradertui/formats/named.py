"""Rows that say something of an item: by which names they call it, and whether a file of them can be used.

What they say of it is in `labels.py` and `verdicts.py`; which item it is, is looked up by whoever has the session.
"""

from __future__ import annotations

from gradertui.formats.errors import InputError, quoted
from gradertui.formats.files import File
from gradertui.formats.rows import Row
from gradertui.formats.values import identifier, whole
from gradertui.locale import _
from gradertui.model import Identity


def called(file: File, row: Row) -> Identity | str:
    """Read what a row calls its item, or say what is wrong with it."""
    try:
        replicate = whole(file.value(row.cells, "replicate")) or 1
    except ValueError:
        return _("{place}: write a whole number from 1").format(place=file.place(row, "replicate"))
    # Beside labels nobody writes questions out: a column of that name, and no other, holds their ids.
    asked = "question_id" if file.has("question_id") else "question"
    item, question, system, template, variant = (
        identifier(file.value(row.cells, field)) for field in ("item_id", asked, "system", "template", "variant")
    )
    if file.has("system_a", "system_b"):
        system, variant = (identifier(file.value(row.cells, field)) for field in ("system_a", "system_b"))
    return Identity(
        item, question, system, template or identifier(file.value(row.cells, "pair_id")), variant, replicate
    )


def usable(file: File, field: str, missing: str) -> None:
    """Refuse a file that cannot say what it is meant to say.

    Args:
        file: That was looked into.
        field: What each row says.
        missing: Words for a file without it, with places for {name} and {seen}.

    Raises:
        InputError: When the file is of no use.
    """
    name = quoted(file.path.name)
    if not file.samples:
        raise InputError(_("{name} has no rows").format(name=name))
    if not file.has(field):
        raise InputError(missing.format(name=name, seen=file.seen))
    if not any(map(file.has, ("item_id", "question_id", "question", "template", "pair_id"))):
        words = _("{name}: no column says which item a row is about (there are: {seen}); use --map COLUMN=item_id")
        raise InputError(words.format(name=name, seen=file.seen))

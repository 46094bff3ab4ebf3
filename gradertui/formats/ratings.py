"""A bare table of who gave which value to what: a row per label, or a row per item with a column per grader.

Which of the two it is follows from its columns; a session is not needed. What agreement it shows is elsewhere.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from gradertui.formats.errors import InputError, place, quoted
from gradertui.formats.fields import normal
from gradertui.formats.files import File, look_into
from gradertui.formats.named import called
from gradertui.formats.rows import Row
from gradertui.formats.values import identifier
from gradertui.locale import _, ngettext
from gradertui.model import Identity

GRADER = re.compile(r"(?:grader|annotator|rater|judge|coder|calificador|evaluador|anotador|juez)a?.+")
"""Names of columns that hold what one grader said, once `normal` took away what does not count."""
_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)?")
_SHOWN = 20
"""Problems that are told; the rest is counted."""


class Ratings(NamedTuple):
    """What a table says."""

    items: Mapping[str, Mapping[str, str]]
    """Item to grader to value."""
    clusters: Mapping[str, str]
    """Item to its question or template, where the table has both."""
    scale: tuple[str, ...]
    declared: bool
    """Whether the scale was declared, and not taken from what is there."""


class _Given(NamedTuple):
    """One label, and where it stands."""

    place: str
    item: str
    cluster: str
    grader: str
    value: str


def read_ratings(
    path: Path, *, scale: Sequence[str] = (), mapping: Sequence[str] = (), encoding: str | None = None
) -> Ratings:
    """Read who gave which value to what; blank cells are missing labels.

    Args:
        path: CSV, TSV, JSON lines or a JSON list.
        scale: The declared values, in their order; without it those that are there, numbers by size.
        mapping: ``COLUMN=field``, which overrules the names; several columns may be `grader`.
        encoding: Overrules what the bytes look like.

    Raises:
        InputError: With all that is wrong.
    """
    file = look_into(path, "labels", mapping, encoding)
    name = quoted(path.name)
    if not file.samples:
        raise InputError(_("{name} has no rows").format(name=name))
    found = list(_long(file) if file.has("label", "grader") and len(_columns_of(file, "grader")) == 1 else _wide(file))
    given = [each for each in found if isinstance(each, _Given)]
    written = scale or sorted({each.value for each in given})
    values = _numbered(written) or {value: value for value in written}
    given = [each._replace(value=_plain(each.value)) if _numbered(written) else each for each in given]
    problems = [*(each for each in found if isinstance(each, str)), *_off(given, values), *_twice(given)]
    if more := len(problems) - _SHOWN:
        problems[_SHOWN:] = [ngettext("and {n} more", "and {n} more", more).format(n=more)] if more > 0 else []
    if problems:
        raise InputError(*problems)
    if not given:
        raise InputError(_("{name}: no cell holds a label").format(name=name))
    items: dict[str, dict[str, str]] = {}
    for each in given:
        items.setdefault(each.item, {})[each.grader] = each.value
    return Ratings(items, {each.item: each.cluster for each in given if each.cluster}, tuple(values), bool(scale))


def _numbered(written: Iterable[str]) -> dict[str, str]:
    """Numbers as they are written plainly, by size; empty where one is no number."""
    texts = list(written)
    if not all(map(_NUMBER.fullmatch, texts)):
        return {}
    return {text: text for text in sorted(map(_plain, texts), key=Decimal)}


def _plain(text: str) -> str:
    """A number so that 1, 1.0 and 1,00 are one value; anything else as it is."""
    return f"{Decimal(text.replace(',', '.')).normalize():f}" if _NUMBER.fullmatch(text) else text


def _off(given: Iterable[_Given], values: Mapping[str, str]) -> Iterator[str]:
    words = _("{place}: '{value}' is not on the scale: {known}")
    known = quoted(", ".join(values), 80)
    return (words.format(place=x.place, value=quoted(x.value), known=known) for x in given if x.value not in values)


def _twice(given: Iterable[_Given]) -> Iterator[str]:
    first: dict[tuple[str, str], str] = {}
    for each in given:
        if (before := first.setdefault((each.item, each.grader), each.place)) is not each.place:
            words = _("{place}: {grader} labelled the same item in {before}; keep one of them")
            yield words.format(place=each.place, grader=quoted(each.grader), before=before)


def _long(file: File) -> Iterator[_Given | str]:
    """A row per label."""
    for row in file.rows():
        names = row.problem or called(file, row)
        if isinstance(names, str):
            yield names
            continue
        value, grader = (identifier(file.value(row.cells, field)) for field in ("label", "grader"))
        if value and not grader:
            yield _("{place}: empty; write who labelled").format(place=file.place(row, "grader"))
        elif value and not (item := _item(file, row, names)):
            words = _("{place}: nothing says which item it is about; use --map COLUMN=item_id")
            yield words.format(place=file.place(row))
        elif value:
            cluster = names.question_id or names.template
            yield _Given(file.place(row, "label"), item, cluster if item != cluster else "", grader, value)


def _item(file: File, row: Row, names: Identity) -> str:
    """The id of an item, or all that tells it from others."""
    asked = names.question_id or identifier(file.value(row.cells, "question"))
    drawn = str(names.replicate) if names.replicate > 1 else ""
    parts = (asked, names.template, names.system, names.variant, drawn)
    return names.item_id or " · ".join(filter(None, parts))


def _wide(file: File) -> Iterator[_Given | str]:
    """A row per item, a column per grader."""
    of_item, graders = _parts(file)
    for row in file.rows():
        item = identifier(row.cells.get(of_item)) if of_item else str(row.number)
        if row.problem or not item:
            words = _("{place}: empty; write which item it is")
            yield row.problem or words.format(place=place(file.path.name, row.number, row.line, of_item))
            continue
        for column in graders:
            if value := identifier(row.cells.get(column)):
                yield _Given(place(file.path.name, row.number, row.line, column), item, "", column, value)


def _parts(file: File) -> tuple[str, Sequence[str]]:
    """The column that names the item, empty where rows are numbered, and those of the graders."""
    ids = [column for field in ("item_id", "question_id") for column in _columns_of(file, field)][:1]
    mapped = _columns_of(file, "grader")
    named = mapped if len(mapped) > 1 else [column for column in file.samples if GRADER.fullmatch(normal(column))]
    free = [column for column in file.samples if file.understood.field_of(column) is None]
    each_once, texts = _looked_into(file, free)
    if not ids and free and free[0] in each_once and free[0] not in named and len(free) > 2:
        ids = free[:1]
    graders = named or [column for column in free if column not in (*ids, *texts)]
    if len(graders) < 2:
        words = _(
            "{name}: needs columns item, grader and label, or a column for each grader (there are: {seen}); "
            "use --map COLUMN=grader"
        )
        raise InputError(words.format(name=quoted(file.path.name), seen=file.seen))
    return "".join(ids), graders


def _columns_of(file: File, field: str) -> Sequence[str]:
    return [column for group in file.understood.fields.get(field, ()) for column in group]


def _looked_into(file: File, columns: Sequence[str]) -> tuple[set[str], set[str]]:
    """Columns whose cells are all there and all different; and those that share none with another: texts, no labels."""
    rows = [row.cells for row in file.rows()]
    cells = {column: [identifier(row.get(column)) for row in rows] for column in columns}
    once = {column for column, found in cells.items() if len(set(found) - {""}) == len(found) > 1}
    times = Counter(chain.from_iterable(map(set, cells.values())))
    alone = {column for column in once if all(times[cell] == 1 for cell in cells[column])}
    return once, {column for column in alone if not all(map(_NUMBER.fullmatch, cells[column]))}

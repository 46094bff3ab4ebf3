"""Our own whole export: JSON lines that hold a session but for its history, and make it anew.

The first line is the heading; then come sources, questions, items, graders, what stands of their tasks, what was
settled and what machines said: each a record with its `type`, whose other names are the fields of its class, those
that say nothing left out. Here records become lines and lines records; who stores them is not known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from gradertui.formats import jsonl
from gradertui.formats.errors import InputError, place, quoted
from gradertui.formats.meanings import MAPPED
from gradertui.formats.opening import decoded, encoding_of
from gradertui.formats.rows import Row
from gradertui.formats.values import moment
from gradertui.locale import _
from gradertui.locale.faults import wanted
from gradertui.model import Item, Mode, Question, Source, Verdict

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

VERSION = 1
_SHOWN = 20
"""Problems that are told; the rest is not looked for."""


class Heading(NamedTuple):
    """What the file is."""

    version: int
    mode: Mode
    plan: str
    """The text of session.toml."""


class GraderRow(NamedTuple):
    """Somebody who labelled."""

    grader: str
    revealed: bool = False
    """Whether the arms were revealed to them."""
    locked: bool = False
    """Whether their rating is over, because the arms were guessed after it."""


class Standing(NamedTuple):
    """What stands of one of a grader's tasks."""

    grader: str
    items: tuple[str, ...]
    """One item, or the two of a pair."""
    label: str | None = None
    """In preference by the texts in the order of the file: A is the first of `items`."""
    comment: str = ""
    flagged: bool = False
    excluded: str | None = None
    """Why it was left out for good."""
    skipped: int = 0
    """Put off: as which of those that come back, from 1."""
    kind: str = ""
    """What kind of error an X is."""
    guess: str = ""
    """Which arm it was taken for, after rating."""
    active_ms: int | None = None
    at: str = ""
    """When the label was given."""
    blind: bool = False
    """Whether arms were hidden when it was given."""
    repeat: bool = False
    """Whether this is the second time that the task was shown, which no number counts."""


class SettledRow(NamedTuple):
    """What was settled of a task on which graders differ."""

    by: str
    items: tuple[str, ...]
    label: str
    cause: str = ""
    at: str = ""


class ToolRow(NamedTuple):
    """What a machine said last of an item."""

    tool: str
    item_id: str
    verdict: Verdict
    written: str
    fragment: str | None = None
    comment: str = ""


Record = Heading | Source | Question | Item | GraderRow | Standing | SettledRow | ToolRow
TYPES: Mapping[str, type[Record]] = {
    "gradertui": Heading,
    "source": Source,
    "question": Question,
    "item": Item,
    "grader": GraderRow,
    "label": Standing,
    "settled": SettledRow,
    "verdict": ToolRow,
}
"""The `type` of a line to its record, in the order in which they come."""
_NAMES = {kind: name for name, kind in TYPES.items()}


def detects(start: bytes, name: str) -> bool:
    """Look for the heading."""
    return decoded(start[:64]).replace(" ", "").startswith('{"type":"gradertui"')


def line(record: Record) -> dict[str, Any]:
    """Turn a record into what a line says, without the fields that say nothing."""
    said: dict[str, Any] = {"type": _NAMES[type(record)]}
    defaults = record._field_defaults
    return said | {
        name: value for name, value in record._asdict().items() if name not in defaults or value != defaults[name]
    }


def heading(path: Path) -> Heading:
    """Read the first line.

    Raises:
        InputError: it is no heading, or one of a later version.
    """
    encoding_of(path, "utf-8")  # says that there is no such file, nothing in it, or something else than text
    row = next(jsonl.rows(path, "utf-8"))
    found = _record(path.name, row)
    if isinstance(found, str):
        raise InputError(found)
    if not isinstance(found, Heading):
        words = _("{place}: it is no heading of our own export; write it with: gradertui export NAME --format full")
        raise InputError(words.format(place=place(path.name, row.number, row.line)))
    if found.version > VERSION:
        words = _("{place}: version {found} is later than this program reads ({known}); install a newer gradertui")
        where = place(path.name, row.number, row.line, "version")
        raise InputError(words.format(place=where, found=found.version, known=VERSION))
    return found


def records(path: Path) -> Iterator[Record]:
    """Read all that comes after the heading, in the order of the file.

    Raises:
        InputError: After the last line, with what is wrong. Nothing may be kept of the records until the end is
            reached.
    """
    read, problems = _Read(path.name, heading(path).mode), list[str]()
    rows = jsonl.rows(path, "utf-8")
    next(rows)
    for row in rows:
        found = _record(path.name, row)
        if isinstance(found, str):
            problems.append(found)
        elif why := read.wrong(found, row):
            problems.append(why)
        else:
            yield found
        if len(problems) == _SHOWN:
            break
    if problems:
        raise InputError(*problems)


def _record(name: str, row: Row) -> Record | str:
    """What a line says, or what is wrong with it."""
    from pydantic import ValidationError

    if row.problem:
        return row.problem
    said = dict(row.cells)
    kind = said.pop("type", None)
    if not isinstance(kind, str) or kind not in TYPES:
        known = ", ".join(TYPES)
        words = _("{place}: {found} is no record; write one of {known}")
        where = place(name, row.number, row.line, "type")
        return words.format(place=where, found=quoted(kind), known=known)
    try:
        return _adapter(kind)(said)
    except ValidationError as error:
        return _worded(name, row, TYPES[kind], error.errors()[0])


@cache
def _adapter(kind: str) -> Callable[[object], Record]:
    from pydantic import TypeAdapter

    adapter: TypeAdapter[Record] = TypeAdapter(TYPES[kind])
    return adapter.validate_python


def _worded(name: str, row: Row, kind: type[Record], fault: ErrorDetails) -> str:
    where = place(name, row.number, row.line, ".".join(map(str, fault["loc"])))
    if fault["type"] == "extra_forbidden":
        known = ", ".join(kind._fields)
        return _("{place}: no such field; write one of {known}").format(place=where, known=known)
    if fault["type"] == "missing":
        return _("{place}: it is missing; write it").format(place=where)
    fix = wanted(fault["type"], fault["msg"], fault.get("ctx", {}).get("expected", ""))
    return _("{place}: {fix}, not {found}").format(place=where, fix=fix, found=quoted(repr(fault["input"])))


class _Read:
    """What a file has said so far: what comes later must be about it."""

    def __init__(self, name: str, mode: Mode) -> None:
        self._name = name
        self._labels = {*MAPPED[mode].values()}
        self._known: dict[str, set[str]] = {"source": set(), "question": set(), "item": set(), "grader": set()}

    def wrong(self, record: Record, row: Row) -> str:
        """What is wrong with a record, given those before it; empty if nothing is."""
        wrong = next(self._faults(record), None)
        return f"{place(self._name, row.number, row.line, wrong[0])}: {wrong[1]}" if wrong else ""

    def _faults(self, record: Record) -> Iterator[tuple[str, str]]:
        match record:
            case Heading():
                yield "type", _("a second heading; export files are not joined, keep one of them")
            case Source(source_id=key):
                yield from self._new("source", "source_id", key)
            case Question(question_id=key):
                yield from self._new("question", "question_id", key)
                yield from self._said("source", "source_ids", record.source_ids)
            case Item(item_id=key):
                yield from self._new("item", "item_id", key)
                yield from self._said("question", "question_id", (record.question_id,) if record.question_id else ())
            case GraderRow(grader=key):
                yield from self._new("grader", "grader", key)
            case ToolRow():
                yield from self._said("item", "item_id", (record.item_id,))
            case Standing() | SettledRow():
                yield from self._about_label(record)

    def _about_label(self, record: Standing | SettledRow) -> Iterator[tuple[str, str]]:
        yield from self._said("item", "items", record.items)
        if isinstance(record, Standing):
            yield from self._said("grader", "grader", (record.grader,))
        if record.label is not None and record.label not in self._labels:
            known = ", ".join(sorted(self._labels))
            words = _("{found} is no label; write one of {known}")
            yield "label", words.format(found=quoted(record.label), known=known)
        if record.at and not moment(record.at):
            yield (
                "at",
                _("{found} is no time; write it as 2026-03-01T10:00:00.000+00:00").format(found=quoted(record.at)),
            )

    def _new(self, kind: str, field: str, key: str) -> Iterator[tuple[str, str]]:
        if not key:
            yield field, _("it is empty; write an id")
        elif key in self._known[kind]:
            yield field, _("{key} is there twice; keep one of them").format(key=quoted(key))
        self._known[kind].add(key)

    def _said(self, kind: str, field: str, keys: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        if unknown := [key for key in keys if key not in self._known[kind]]:
            yield field, _("no line before this one has {key}; add it there").format(key=quoted(unknown[0]))

"""A bare table of which case passed under which system: a row for each, or a row per case with a column per system.

Which of the two it is follows from its columns; a session is not needed. What is concluded from it is elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from gradertui.formats.errors import InputError, place, quoted
from gradertui.formats.fields import ALIASES, normal
from gradertui.formats.files import File, look_into
from gradertui.formats.passing import SHOWN, is_claim, passed
from gradertui.formats.rows import Row
from gradertui.formats.values import identifier, kept, yes_no
from gradertui.locale import _, ngettext
from gradertui.text import folded

NAMES: Mapping[str, str] = {
    "case": f"case caso case_id caso_id {ALIASES['question_id']} test test_id",
    "system": f"{ALIASES['system']} arm variant variante version",
    "pass": "pass paso pasa passed passes correct is_correct correcto correcta ok success acierto acierta bien "
    "outcome result resultado label letter letra score",
    "replicate": f"{ALIASES['replicate']} run_id attempt corrida intento",
    "critical": "critical critico",
    "split": "split particion",
}
"""Field to the names of its column, the surest first; a name counts whatever its case, accents, blanks and signs."""
_SHOWN = 20
"""Problems that are told; the rest is counted."""


class Text(NamedTuple):
    """What a table says of a case besides whether it passed."""

    system: str
    """Empty where it is said of the case and not of an answer."""
    replicate: int
    column: str
    text: str


class Outcomes(NamedTuple):
    """What a table says."""

    cases: Mapping[str, Mapping[str, tuple[bool, ...]]]
    """Case to system to whether each draw passed."""
    systems: tuple[str, ...]
    """In the order in which they come."""
    critical: frozenset[str]
    splits: Mapping[str, str]
    texts: Mapping[str, tuple[Text, ...]]
    claims: Mapping[str, str]
    """System to a rate that a row claims over all cases, as it is written."""
    blank: int
    """Cells that say nothing."""


class _Given(NamedTuple):
    """One cell, and where it stands."""

    place: str
    case: str
    system: str
    replicate: str
    value: str
    row: Row
    column: str


def read_outcomes(path: Path, *, mapping: Sequence[str] = (), encoding: str | None = None) -> Outcomes:
    """Read which case passed; blank cells are counted and left out.

    Args:
        path: CSV, TSV, JSON lines or a JSON list.
        mapping: ``COLUMN=field``, which overrules the names; several columns may be `pass`, one for each system.
        encoding: Overrules what the bytes look like.

    Raises:
        InputError: With all that is wrong.
    """
    file = look_into(path, "labels", (), encoding)
    if not file.samples:
        raise InputError(_("{name} has no rows").format(name=quoted(path.name)))
    columns = _columns(file, mapping)
    if columns["system"] and not columns["pass"] and len(only := _passing(file, columns)) == 1:
        columns["pass"] = only
    long = len(columns["pass"]) == 1 and not (len(mapped(mapping, "pass")) == 1 and not columns["system"])
    found = list(_long(file, columns) if long else _wide(file, columns))
    given = [each for each in found if isinstance(each, _Given)]
    claims = {each.system: each.value for each in given if is_claim(each.case, each.value)}
    given = [each for each in given if not is_claim(each.case, each.value)]
    words = {folded(each.value.strip()) for each in given}
    problems = [
        *(each for each in found if isinstance(each, str)),
        *_unread(given, words),
        *_twice(given, bool(columns["replicate"])),
        *_unmarked(file, columns),
    ]
    if more := len(problems) - _SHOWN:
        problems[_SHOWN:] = [ngettext("and {n} more", "and {n} more", more).format(n=more)] if more > 0 else []
    if problems:
        raise InputError(*problems)
    if not any(each.value for each in given):
        raise InputError(_("{name}: no cell says whether a case passed").format(name=quoted(path.name)))
    return _told(file, columns, given, words, claims)


def mapped(mapping: Sequence[str], field: str) -> list[str]:
    """The columns that were declared to be a field."""
    return [left for left, equals, right in (each.rpartition("=") for each in mapping) if equals and right == field]


def _columns(file: File, mapping: Sequence[str]) -> dict[str, list[str]]:
    """Field to its columns: those declared, else the first whose name says so."""
    for words in mapping:
        column, _equals, field = words.rpartition("=")
        if field not in NAMES or column not in file.samples:
            message = _("--map {words}: write COLUMN=field, the field one of {known}, the column one of {seen}")
            raise InputError(message.format(words=quoted(words), known=", ".join(NAMES), seen=file.seen))
    declared = {field: mapped(mapping, field) for field in NAMES}
    taken = {column for columns in declared.values() for column in columns}
    found = {}
    for field, names in NAMES.items():
        ranks = {normal(name): rank for rank, name in reversed([*enumerate(names.split())])}
        known = [(rank, column) for column in file.samples if (rank := ranks.get(folded(normal(column)))) is not None]
        found[field] = declared[field] or [column for _rank, column in sorted(known) if column not in taken][:1]
        taken |= set(found[field])
    return found


def _long(file: File, columns: Mapping[str, Sequence[str]]) -> Iterator[_Given | str]:
    """A row per case and system; without a column of systems the file is one."""
    (of_pass,) = columns["pass"]
    for row in file.rows():
        case, system, replicate = (_cell(row, columns[field]) for field in ("case", "system", "replicate"))
        if row.problem:
            yield row.problem
        elif columns["case"] and not case:
            yield _("{place}: empty; write which case it is").format(place=_place(file, row, columns["case"][0]))
        elif columns["system"] and not system:
            yield _("{place}: empty; write which system it is").format(place=_place(file, row, columns["system"][0]))
        else:
            named = system or file.path.stem
            value = identifier(row.cells.get(of_pass))
            yield _Given(_place(file, row, of_pass), case or str(row.number), named, replicate, value, row, of_pass)


def _wide(file: File, columns: Mapping[str, Sequence[str]]) -> Iterator[_Given | str]:
    """A row per case, a column per system."""
    of_case, systems = _parts(file, columns)
    for row in file.rows():
        case = identifier(row.cells.get(of_case)) if of_case else str(row.number)
        if row.problem or not case:
            yield row.problem or _("{place}: empty; write which case it is").format(place=_place(file, row, of_case))
            continue
        replicate = _cell(row, columns["replicate"])
        for column in systems:
            value = identifier(row.cells.get(column))
            yield _Given(_place(file, row, column), case, column, replicate, value, row, column)


def _parts(file: File, columns: Mapping[str, Sequence[str]]) -> tuple[str, Sequence[str]]:
    """The column that names the case, empty where rows are numbered, and those of the systems."""
    of_systems = ("pass", "system")
    systems = columns["pass"] if len(columns["pass"]) > 1 else _passing(file, columns, of_systems)
    if not systems:
        words = _(
            "{name}: needs columns case, system and pass, or a column of passes for each system (there are: {seen}); "
            "use --map COLUMN=pass"
        )
        raise InputError(words.format(name=quoted(file.path.name), seen=file.seen))
    if len(columns["pass"]) < 2:
        _one_way(file, columns["system"], systems)
    ids = columns["case"] or [
        each for each in _free(file, columns, of_systems) if each not in systems and _once(_cells(file, each))
    ]
    return "".join(ids[:1]), systems


def _one_way(file: File, named: Sequence[str], systems: Sequence[str]) -> None:
    """Refuse what can be read both ways: a column that names several systems, and several columns of passes."""
    if named and named[0] not in systems and len(set(_cells(file, named[0])) - {""}) > 1:
        words = _(
            "{name}: {named} tells the systems apart, and each of {several} says pass or fail; "
            "choose with --map COLUMN=pass, once for one answer, several times for a system each"
        )
        several = ", ".join(map(quoted, systems))
        raise InputError(words.format(name=quoted(file.path.name), named=quoted(named[0]), several=several))


def _free(file: File, columns: Mapping[str, Sequence[str]], but: Sequence[str] = ()) -> list[str]:
    """The columns that are no field, or one of those in `but`."""
    known = {column for field in columns if field not in but for column in columns[field]}
    return [column for column in file.samples if column not in known]


def _passing(file: File, columns: Mapping[str, Sequence[str]], but: Sequence[str] = ()) -> list[str]:
    """Of the free columns those that say pass or fail."""
    return [each for each in _free(file, columns, but) if _mostly_passes(_cells(file, each))]


def _cells(file: File, column: str) -> list[str]:
    return [identifier(row.cells.get(column)) for row in file.rows()]


def _mostly_passes(cells: Sequence[str]) -> bool:
    """Whether half of a column or more says pass or fail: then it is a system, and what it says else is a mistake."""
    said = [cell for cell in cells if cell]
    return len(said) <= 2 * sum(passed(cell) is not None for cell in said) > 0


def _once(cells: Sequence[str]) -> bool:
    return len(set(cells) - {""}) == len(cells) > 1


def _cell(row: Row, columns: Sequence[str]) -> str:
    return identifier(row.cells.get(columns[0])) if columns else ""


def _place(file: File, row: Row, column: str) -> str:
    return place(file.path.name, row.number, row.line, column)


def _unread(given: Sequence[_Given], words: set[str]) -> Iterator[str]:
    for each in given:
        if each.value and passed(each.value, words) is None:
            message = _("{place}: '{value}' says neither pass nor fail; write one of {known}")
            yield message.format(place=each.place, value=quoted(each.value), known=SHOWN)


def _twice(given: Sequence[_Given], numbered: bool) -> Iterator[str]:
    """What a column of replicates says twice; without one, what comes again is a replicate."""
    first: dict[tuple[str, str, str], str] = {}
    for each in given if numbered else ():
        if (before := first.setdefault((each.case, each.system, each.replicate), each.place)) is not each.place:
            message = _("{place}: the same case, system and replicate as in {before}; keep one of them")
            yield message.format(place=each.place, before=before)


def _unmarked(file: File, columns: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for column in columns["critical"]:
        for row in file.rows():
            try:
                yes_no(row.cells.get(column))
            except ValueError as error:
                words = _("{place}: '{value}' is neither yes nor no")
                yield words.format(place=_place(file, row, column), value=quoted(error))


def _told(
    file: File,
    columns: Mapping[str, Sequence[str]],
    given: Sequence[_Given],
    words: set[str],
    claims: Mapping[str, str],
) -> Outcomes:
    cases: dict[str, dict[str, tuple[bool, ...]]] = {}
    critical, splits = set[str](), dict[str, str]()
    for each in given:
        of = cases.setdefault(each.case, {})
        if (value := passed(each.value, words)) is not None:
            of[each.system] = (*of.get(each.system, ()), value)
        if columns["critical"] and yes_no(each.row.cells.get(columns["critical"][0])):
            critical.add(each.case)
        if split := _cell(each.row, columns["split"]):
            splits[each.case] = split
    systems = tuple(dict.fromkeys(each.system for each in given))
    blank = sum(not each.value for each in given)
    return Outcomes(cases, systems, frozenset(critical), splits, _texts(file, columns, given), claims, blank)


def _texts(file: File, columns: Mapping[str, Sequence[str]], given: Sequence[_Given]) -> dict[str, tuple[Text, ...]]:
    """What the other columns say: of an answer where rows are answers, of a case where rows are cases."""
    known = {column for of_field in columns.values() for column in of_field} | {each.column for each in given}
    wide = len({each.column for each in given}) > 1
    found: dict[str, dict[Text, None]] = {}
    drawn: dict[tuple[str, str], int] = {}
    for each in given:
        n = drawn[each.case, each.system] = drawn.get((each.case, each.system), 0) + 1
        for column, cell in each.row.cells.items():
            if column not in known and cell not in (None, ""):
                text = Text("" if wide else each.system, 0 if wide else n, column, kept(cell))
                found.setdefault(each.case, {})[text] = None
    return {case: tuple(texts) for case, texts in found.items()}

"""JSON lines, a JSON list of objects, and an object around one list of them.

What the objects' keys mean is not known here. Both are read object by object: a list of 100,000
answers is never in memory as a whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from gradertui.formats.errors import place, quoted
from gradertui.formats.opening import DOCUMENT, LINE, SURROGATE, decoded, lines, storable
from gradertui.formats.rows import Row
from gradertui.locale import _
from gradertui.locale.faults import reason

ENDINGS = (".jsonl", ".ndjson", ".json")
CHUNK = 1 << 16
# json.loads looks for blanks around with two regexes more: an eighth of reading.
DECODE = json.JSONDecoder().raw_decode
AROUND = ("items", "data", "results", "examples", "samples", "rows", "records", "questions", "answers", "pairs")
"""Names under which a document may hold its one list of objects."""
BETWEEN = re.compile(r"[\s,]*")


def detects(head: bytes, name: str) -> bool:
    """Look for an object or a list of objects; a table's header may start with a bracket only."""
    return name.lower().endswith(ENDINGS) or re.match(r"\s*(\{|\[\s*[{\]])", decoded(head)) is not None


def keys(head: bytes) -> set[str]:
    """The names in the first object of a file, by which other formats know theirs; none where it has no objects."""
    text = decoded(head)
    first = re.match(r"\s*(?:\[\s*)?(?=\{)", text)
    if not first:
        return set()
    try:
        return set(DECODE(text, first.end())[0])
    except (ValueError, RecursionError):
        return set(re.findall(r'"(\w+)"\s*:', text))  # cut off where the first bytes end


def rows(path: Path, encoding: str) -> Iterator[Row]:
    """Read the objects of a list, or one per line."""
    with path.open(encoding=encoding) as file:
        start = file.read(CHUNK).lstrip()
        file.seek(0)
        if start.startswith("["):
            yield from _elements(path.name, file)
        elif listed := _listed(path, file):
            yield from (Row(number, 1, value) for number, value in enumerate(listed, 1))
        else:
            yield from _lines(path, file)


def _listed(path: Path, file: TextIO) -> list[dict[str, object]]:
    """The objects of a document that is one object around a list of them; none where there is an object per line."""
    if _a_line_each(file) or not isinstance(value := _document(path, file), dict):
        return []
    lists = [value[name] for name in AROUND if isinstance(value.get(name), list) and value[name]]
    return lists[0] if len(lists) == 1 and all(isinstance(each, dict) for each in lists[0]) else []


def _a_line_each(file: TextIO) -> bool:
    """Whether the first line is an object, and not the whole."""
    first, second = file.readline(LINE).strip(), file.readline(LINE).strip()
    file.seek(0)
    try:
        return DECODE(first)[1] == len(first) and bool(second)
    except (ValueError, RecursionError):
        return False


def _lines(path: Path, file: TextIO) -> Iterator[Row]:
    number, name = 0, path.name
    for line, text in enumerate(lines(file, name), 1):
        if text := text.strip():
            number += 1
            row = _object(name, number, line, text)
            if row.problem and number == 1 and isinstance(_document(path, file), dict):
                words = _("{name} is one JSON object; a list of objects or one object per line is read")
                row = row._replace(problem=words.format(name=quoted(path.name)))
                yield row
                return
            yield row


def _document(path: Path, file: TextIO) -> object:
    """The file as one document; None where it is none."""
    if path.stat().st_size > DOCUMENT:
        return None
    try:
        return storable(json.loads(path.read_text(file.encoding)))
    except (ValueError, RecursionError):
        return None


def _object(name: str, number: int, line: int, text: str) -> Row:
    try:
        value, end = DECODE(text)
        if end < len(text):
            raise json.JSONDecodeError("Extra data", text, end)
    except (ValueError, RecursionError) as error:
        return broken(name, number, line, error)
    if SURROGATE.search(text):
        value = storable(value)
    if isinstance(value, dict):
        return Row(number, line, value)
    return _no_object(name, number, line, value)


def broken(name: str, number: int, line: int, error: Exception) -> Row:
    """Say that a line or an element is not JSON."""
    words = _("{place}: this is not JSON ({reason}); correct or remove the line")
    return Row(number, line, {}, words.format(place=place(name, number, line), reason=quoted(reason(error), 80)))


def _too_long(name: str, number: int, line: int) -> Row:
    words = _("{place}: longer than {n} million characters, or not JSON; is it what it should be?")
    return Row(number, line, {}, words.format(place=place(name, number, line), n=LINE // 1_000_000))


def _no_object(name: str, number: int, line: int, value: object) -> Row:
    words = _('{place}: \'{value}\' is not an object with names; write {{"question": …, "answer": …}}')
    return Row(number, line, {}, words.format(place=place(name, number, line), value=quoted(value)))


def _elements(name: str, file: TextIO) -> Iterator[Row]:
    """Read the objects of a list, one after the other; ends with the first that cannot be read."""
    text, at, number, line, wanted = file.read(CHUNK), 0, 0, 1, CHUNK
    start = text.index("[") + 1
    line += text.count("\n", 0, start)
    at = start
    while True:
        gap = BETWEEN.match(text, at)
        line += text.count("\n", at, gap.end()) if gap else 0
        at = gap.end() if gap else at
        if text.startswith("]", at):
            return
        try:
            value, end = DECODE(text, at)
        except (ValueError, RecursionError) as error:
            if len(text) - at >= LINE:
                yield _too_long(name, number + 1, line)
                return
            more = file.read(wanted)
            if not more:
                yield broken(name, number + 1, line, error)
                return
            text, at, wanted = text[at:] + more, 0, 2 * wanted
            continue
        number, wanted = number + 1, CHUNK
        if SURROGATE.search(text, at, end):
            value = storable(value)
        yield Row(number, line, value) if isinstance(value, dict) else _no_object(name, number, line, value)
        line += text.count("\n", at, end)
        at = end

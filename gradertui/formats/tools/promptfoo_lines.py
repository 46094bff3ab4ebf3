"""promptfoo's results as JSON lines: one result per line.

Versions that wrote a hundred results at a time put no line end between the hundreds, so that a line may hold two.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

from gradertui.formats.errors import InputError
from gradertui.formats.jsonl import DECODE, broken
from gradertui.formats.opening import SURROGATE, decoded, lines, storable
from gradertui.formats.rows import Row
from gradertui.formats.tools.foreign import checked, fitting
from gradertui.formats.tools.promptfoo import Result, answer, keys_of
from gradertui.formats.tools.promptfoo_run import Answer, rows_of


def detects(head: bytes, name: str) -> bool:
    """Look for a result in the first line."""
    return {"promptIdx", "prompt"} <= keys_of(decoded(head).lstrip().partition("\n")[0])


def rows(path: Path, encoding: str) -> Iterator[Row]:
    """Read the results."""
    yield from rows_of(path, encoding, _answers)


def _answers(path: Path, encoding: str) -> Iterator[Answer | Row]:
    numbers = count(1)
    with path.open(encoding=encoding) as file:
        for line, text in enumerate(lines(file, path.name), 1):
            rest = text.strip()
            if whole := fitting(rest, Result) if rest else None:
                yield answer(whole, next(numbers), line)
                continue
            while rest:
                number = next(numbers)
                try:
                    value, end = DECODE(rest)
                except (ValueError, RecursionError) as error:
                    yield broken(path.name, number, line, error)
                    break
                yield _answer(path.name, number, line, storable(value) if SURROGATE.search(rest, 0, end) else value)
                rest = rest[end:].lstrip()


def _answer(name: str, number: int, line: int, value: object) -> Answer | Row:
    try:
        return answer(checked(f"{name}:{line}", value, Result), number, line)
    except InputError as error:
        return Row(number, line, {}, error.problems[0])

"""Letters written for people who differ in their name: one table of name, age, gender, occupation, prompt and letter.

As in "Kelly is a Warm Person, Joseph is a Role Model" (uclanlp/biases-llm-reference-letters). Occupation and age are
the template, the name is the variant, and every column called `*_gen` is a system. `<return>` stands for a new line.
The prompt names the person, so that it is kept and never shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from gradertui.formats import table
from gradertui.formats.fields import BY_SUFFIX
from gradertui.formats.opening import decoded
from gradertui.formats.rows import Row

_KEYS = {"name", "age", "gender", "occupation", "prompts"}


def detects(head: bytes, name: str) -> bool:
    """Look for the names of the header."""
    names = [each.strip().strip('"') for each in decoded(head).lstrip("\ufeff").partition("\n")[0].split(",")]
    return set(names) >= _KEYS and any(map(_system, names))


def rows(path: Path, encoding: str) -> Iterator[Row]:
    """Read the letters."""
    number = 0
    for row in table.rows(path, encoding):
        for cells in _letters(row.cells) if row.cells else [{}]:
            number += 1
            yield row._replace(number=number, cells=cells)


def _letters(told: Mapping[str, object]) -> Iterator[dict[str, object]]:
    own = {column: cell for column, cell in told.items() if not _system(column)}
    for column in told:
        if system := _system(column):
            letter = told[column]
            yield own | {
                "template": f"{told.get('occupation', '')} / {told.get('age', '')}",
                "variant": told.get("name"),
                "system": system,
                "answer": letter.replace("<return>", "\n") if isinstance(letter, str) else letter,
            }


def _system(column: str) -> str:
    """Which system wrote the letters of a column; empty where it holds none."""
    match = BY_SUFFIX.fullmatch(column)
    return match[1] if match and column.endswith("_gen") else ""

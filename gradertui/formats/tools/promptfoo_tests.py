"""promptfoo's tests in CSV: a bank, a question per row, with what is expected of its answer in columns `__expected`.

As `gradertui export --format promptfoo` writes them. What an answer is compared with, or is to contain, is a reference
here; conditions of other kinds (a script, a rubric, a regular expression) are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from gradertui.formats import table
from gradertui.formats.opening import decoded
from gradertui.formats.rows import Row
from gradertui.formats.tools.renaming import Renaming

_EXPECTED = re.compile(r"__expected\d*")
_KIND = re.compile(r"([a-z-]+)(?:\([\d.]+\))?:\s*")
_TEXTS = frozenset({"equals", "similar", "contains", "icontains", "factuality"})
_OTHERS = frozenset(
    "javascript python fn eval llm-rubric model-graded-closedqa model-graded-factuality answer-relevance regex "
    "starts-with contains-any contains-all contains-json is-json webhook latency cost perplexity rouge-n levenshtein "
    "grade not-contains not-icontains not-equals file".split()
)
"""Kinds of assertion that are no text to be compared with."""


def detects(head: bytes, name: str) -> bool:
    """Look for what is expected in the header."""
    header = decoded(head).lstrip("\ufeff").partition("\n")[0]
    return any(_EXPECTED.fullmatch(each.strip().strip('"')) for each in re.split(r"[,;\t]", header))


def rows(path: Path, encoding: str) -> Iterator[Row]:
    """Read the tests."""
    renaming = None
    for row in table.rows(path, encoding):
        if row.cells:
            own = {column: cell for column, cell in row.cells.items() if not column.startswith("__expected")}
            renaming = renaming or Renaming(list(own))
            row = row._replace(cells=next(renaming.rows(own)) | {"reference": _references(row.cells)})
        yield row


def _references(cells: Mapping[str, object]) -> list[str]:
    """The texts that an answer is held against, in the order of the columns."""
    expected = [cell for column, cell in cells.items() if _EXPECTED.fullmatch(column) and isinstance(cell, str)]
    return [text for text in map(_text, expected) if text]


def _text(expected: str) -> str:
    """The text of an assertion; empty where it is a condition of another kind. Without a kind it is the text itself."""
    kind = _KIND.match(expected)
    if kind is None:
        return expected
    # A text may begin with a word and a colon too: only what promptfoo knows as a kind is one.
    return expected[kind.end() :] if kind[1] in _TEXTS else "" if kind[1] in _OTHERS else expected

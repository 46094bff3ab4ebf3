"""The gold set as a table of tests for promptfoo: a column per variable, `__expected`, `__metadata:…`.

One reference is compared by meaning (`similar`). Of several any is enough: promptfoo adds its assertions up, so each is
looked for in the output (`icontains`, which scores 0 or 1) and `__threshold` is the share of one. The sentence that
declines is looked for too. A bare text would be taken for an assertion if it began like one, so each says its kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TextIO

from gradertui.formats.export import write_csv
from gradertui.locale import ngettext
from gradertui.report.exports.gold import Gold, gold
from gradertui.report.exports.material import Material

_TEMPLATE = re.compile(r"\{[{%#]|\Afile://")


def write(material: Material, file: TextIO) -> Iterator[str]:
    """Write tests."""
    found = gold(material)
    rows = [_row(each) for each in found.rows]
    write_csv(rows, _columns(rows), file)
    yield from found.words
    if n := sum(any(map(_TEMPLATE.search, (row.question.text, *row.expected, *row.context))) for row in found.rows):
        words = ngettext(
            "{n} question holds {{{{, {{% or file://, which promptfoo takes for a template: look at it",
            "{n} questions hold {{{{, {{% or file://, which promptfoo takes for templates: look at them",
            n,
        )
        yield words.format(n=n)


def _row(row: Gold) -> dict[str, str]:
    metadata = {f"__metadata:{key}": _written(value) for key, value in row.metadata().items()}
    context = {"context": "\n\n".join(row.context)} if row.context else {}
    return {"question": row.question.text} | context | _asserted(row) | metadata


def _asserted(row: Gold) -> dict[str, str]:
    if len(row.expected) > 1:
        each = {f"__expected{i}": f"icontains:{text}" for i, text in enumerate(row.expected, 1)}
        # Rounded down, so that one of three is enough.
        return each | {"__threshold": str(int(1000 / len(row.expected)) / 1000)}
    return {"__expected1": f"{'icontains' if row.abstains else 'similar(0.8)'}:{row.expected[0]}"}


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _columns(rows: Sequence[dict[str, str]]) -> list[str]:
    """Variables, then what is expected, then the rest."""
    seen = dict.fromkeys(["question", *(name for row in rows for name in row)])
    return sorted(seen, key=lambda name: (name.startswith("__"), name.startswith("__metadata")))

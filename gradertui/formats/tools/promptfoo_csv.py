"""promptfoo's CSV: a row per test, and for every provider and prompt a column of answers, or a group of columns.

Old files write the verdict into the answer (`promptfoo_cell.py`), newer ones into columns after it. Names of columns
repeat from group to group, so that only the place counts. Assertions are not in it, and so no references of theirs;
and whether a person has overruled them it does not tell for sure, so that such a verdict is nobody's and kept.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from gradertui.formats import jsonl
from gradertui.formats.errors import place
from gradertui.formats.opening import decoded
from gradertui.formats.rows import Row
from gradertui.formats.table import Cut, cells, evenest, misfit
from gradertui.formats.tools.promptfoo import HEADER
from gradertui.formats.tools.promptfoo_cell import VERDICT, Inside, opened, without
from gradertui.formats.tools.promptfoo_run import MANUAL, Answer, rows_of
from gradertui.locale import _

_AFTER = ("Reasoning", "Status", "Score", "Named Scores", "Grader Reason", "Comment")
"""Columns that follow one of answers; between them one for each `Metric: …`."""
_ABOUT = ("Messages", "RedteamHistory", "RedteamTreeHistory", "pluginId", "strategyId", "sessionId", "sessionIds")
"""Columns about the test, after all others."""
_PEEK = 20


class _Group(NamedTuple):
    """A column of answers and those that belong to it."""

    answer: int
    heading: str
    after: dict[str, int]

    def cell(self, row: Sequence[str], name: str) -> str:
        """What stands in a column of the group; empty where it has no such column."""
        return row[self.after[name]] if name in self.after else ""


def detects(head: bytes, name: str) -> bool:
    """Look for a column of answers as only promptfoo writes it."""
    text = decoded(head)
    if jsonl.detects(head, "") or not any(word in text for word in ("[PASS]", "[FAIL]", "[ERROR]", "Grader Reason")):
        return False
    try:
        cut = list(islice(filter(None, csv.reader(io.StringIO(text, newline=""), delimiter=evenest(text))), _PEEK))
    except csv.Error:
        return False
    return bool(cut) and bool(_groups(cut[0], cut[1:]))


def rows(path: Path, encoding: str) -> Iterator[Row]:
    """Read the answers, row by row and from left to right."""
    yield from rows_of(path, encoding, _answers)


def _answers(path: Path, encoding: str) -> Iterator[Answer | Row]:
    cut = cells(path, encoding)
    header = next(cut, Cut(1, []))
    first = list(islice(cut, _PEEK))
    groups = _groups(header.cells, [each.cells for each in first])
    if header.problem:
        first.insert(0, header)
    for number, each in enumerate(chain(first, cut), 1):
        if each.problem:
            yield Row(number, each.line, {}, f"{place(path.name, number, each.line)}: {each.problem}")
        elif each.cells == header.cells:
            yield Row(number, each.line, {}, left=_("the header once more"))
        elif any(each.cells[len(header.cells) :]):
            where = place(path.name, number, each.line)
            yield Row(number, each.line, {}, misfit(where, len(each.cells), len(header.cells)))
        elif groups:
            yield from _row(number, each, header.cells, groups)


def _groups(header: Sequence[str], first: Sequence[Sequence[str]]) -> list[_Group]:
    """Find the columns of answers, by what follows them or by what is in them."""
    found: list[_Group] = []
    at = 0
    while at < len(header):
        after = _following(header, at)
        if {"Status", "Score", "Grader Reason"} <= after.keys() or _has_verdicts(
            header[at], after, [row[at] for row in first if row[at:]]
        ):
            found.append(_Group(at, header[at], after))
            at += len(after)
        at += 1
    return found


def _following(header: Sequence[str], at: int) -> dict[str, int]:
    """The columns of a group, in their order; a var of such a name is before the answers."""
    after: dict[str, int] = {}
    rank = -1
    for place_, name in enumerate(header[at + 1 :], at + 1):
        if name in _AFTER and _AFTER.index(name) > rank:
            rank = _AFTER.index(name)
        elif not (name.startswith("Metric: ") and after):
            break
        after[name] = place_
    return after


def _has_verdicts(heading: str, after: dict[str, int], column: Sequence[str]) -> bool:
    met = [VERDICT.match(cell) for cell in column if cell]
    if not met or not all(met):
        return False
    return heading.startswith("[") or "Grader Reason" in after or any(each and each["score"] for each in met)


def _row(number: int, cut: Cut, header: Sequence[str], groups: Sequence[_Group]) -> Iterator[Answer]:
    row = [*cut.cells, *[""] * (len(header) - len(cut.cells))]
    given, kept = _about(header, row, groups)
    for column, group in enumerate(groups):
        found = _inside(group, row)
        if found is None:
            continue
        manual = found.reason == MANUAL
        heading = HEADER.fullmatch(group.heading)
        provider, label = (heading[1], heading[2]) if heading else ("", group.heading)
        yield Answer(
            number,
            cut.line,
            given,
            (column, provider, label),
            found.text,
            None if manual else found.written or None,
            found.reason,
            comment=group.cell(row, "Comment"),
            kept=kept | ({"promptfoo.manual": found.written} if manual else {}),
        )


def _inside(group: _Group, row: Sequence[str]) -> Inside | None:
    """What a group says; None where nothing was run."""
    text, reason = row[group.answer], group.cell(row, "Grader Reason")
    if "Status" not in group.after:
        return opened(text, reason=reason) if text else None
    status = group.cell(row, "Status")
    if not status and not text:
        return None
    if status == "ERROR":
        return Inside(None, status, reason or text)
    return Inside(without(text, reason) if status == "FAIL" else text, status, reason)


def _about(
    header: Sequence[str], row: Sequence[str], groups: Sequence[_Group]
) -> tuple[dict[str, object], dict[str, object]]:
    """The vars of a row, and what is kept of its test."""
    taken = {at for group in groups for at in (group.answer, *group.after.values())}
    given: dict[str, object] = {}
    kept: dict[str, object] = {}
    for at, name in enumerate(header):
        if at in taken or not name.strip():
            continue
        if at == 0 and name == "Description" and "Grader Reason" in groups[0].after:
            kept |= {"description": row[at]} if row[at] else {}
        elif name in _ABOUT and at > groups[-1].answer:
            kept |= {f"metadata.{name}": row[at]} if row[at] else {}
        else:
            given[name] = row[at]
    return given, kept

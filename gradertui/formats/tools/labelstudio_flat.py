"""Label Studio's flat exports, JSON-MIN, CSV and TSV: one row per annotation, controls beside the data.

Which columns are controls follows from their names and from what stands in them. Skipped annotations are not in such
a file, and a task with no others neither. In JSON-MIN the task's number stands where the data may have had an id.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path

from gradertui.formats import jsonl, table
from gradertui.formats.fields import ALIASES_OF, normal, understand
from gradertui.formats.meanings import meant
from gradertui.formats.opening import decoded
from gradertui.formats.rows import PEEK, Row
from gradertui.formats.tools.controls import GRADER, Annotation, Result
from gradertui.formats.tools.labelstudio import Placed, Task, told
from gradertui.formats.values import identifier

_KEYS = {"annotator", "annotation_id", "created_at", "updated_at", "lead_time"}
_OURS = _KEYS | {"agreement", "history"}
_SHAPES = {"rating": "rating", "choices": "choices", "selected": "pairwise", "text": "textarea"}
"""What an object in a cell has inside, and the type of control that wrote it."""


def detects(head: bytes, name: str) -> bool:
    """Look for the keys that JSON-MIN puts into every object."""
    return jsonl.keys(head) >= _KEYS


def detects_table(head: bytes, name: str) -> bool:
    """Look for the same names in the header of a table."""
    start = decoded(head)
    return not start.lstrip().startswith(("[", "{")) and _KEYS <= set(re.findall(r"\w+", start.partition("\n")[0]))


def rows(path: Path, encoding: str) -> Iterator[Row]:
    """Read the objects of JSON-MIN."""
    return _told(jsonl.rows(path, encoding), number="id")


def rows_of_table(path: Path, encoding: str) -> Iterator[Row]:
    """Read the rows of a table; its `id` is the data's own, or the task's number where they had none."""
    first = list(islice(table.rows(path, encoding), PEEK))
    return _told(table.rows(path, encoding), number="id" if _counts_tasks(first) else "")


def _counts_tasks(rows: Sequence[Row]) -> bool:
    """Whether `id` numbers tasks: whole numbers, and the same question under several of them."""
    columns = understand(list(dict.fromkeys(column for row in rows for column in row.cells))).fields
    named = columns.get("question_id", [("",)])[0][0]
    if named != "id" or not all(identifier(row.cells.get("id")).isdigit() for row in rows if not row.problem):
        return False
    questions = columns.get("question", [()])[0]
    asked = {(row.cells.get("id"), tuple(map(row.cells.get, questions))) for row in rows}
    times = Counter(question for _id, question in asked)
    return not questions or max(times.values(), default=0) > 1


def _told(flat: Iterator[Row], number: str) -> Iterator[Row]:
    first = list(islice(flat, PEEK))
    controls = _controls([row.cells for row in first])
    return told(Placed(row.line, _task(row.cells, controls, number), row.problem) for row in chain(first, flat))


def _task(cells: Mapping[str, object], controls: Mapping[str, str], number: str) -> Task | None:
    """One row as a task with its only annotation, or none."""
    if not cells:
        return None
    data = {column: cell for column, cell in cells.items() if column not in {*_OURS, *controls, number}}
    said = [_result(column, kind, cells.get(column)) for column, kind in controls.items()]
    annotator = identifier(cells.get("annotator"))
    result = [each for each in said if each.value]
    annotations = [Annotation(completed_by=annotator or None, result=result)] if annotator or result else []
    found = cells.get(number)
    return Task(id=found if isinstance(found, str | int) else None, data=data, annotations=annotations)


def _result(column: str, kind: str, cell: object) -> Result:
    """What stands in the column of a control, as the full export writes it."""
    within = next(key for key, each in _SHAPES.items() if each == kind)
    found = _read(cell)
    if isinstance(found, list) and found and isinstance(found[0], dict):
        found = found[0]
    value = found if isinstance(found, dict) else {} if found in (None, "") else {within: found}
    return Result(from_name=column, type=kind, value=value)


def _read(cell: object) -> object:
    """A cell, or what it says as JSON, which is how a table holds anything but a text."""
    if isinstance(cell, str) and cell[:1] in ("[", "{"):
        try:
            return json.loads(cell)
        except (ValueError, RecursionError):
            return cell
    return cell


def _controls(rows: Sequence[Mapping[str, object]]) -> dict[str, str]:
    """The columns of controls, and the type of each."""
    columns = [column for column in dict.fromkeys(chain.from_iterable(rows)) if column not in {*_OURS, "id"}]
    free = {column for column in columns if understand(columns).field_of(column) is None}
    kinds = {column: _kind(column, [row.get(column) for row in rows], column in free) for column in columns}
    return {column: kind for column, kind in kinds.items() if kind}


def _kind(column: str, cells: Iterable[object], free: bool) -> str:
    said = [found for cell in cells if (found := _read(cell)) not in (None, "")]
    inside = [each[0] if isinstance(each, list) and each else each for each in said]
    for key, kind in _SHAPES.items():
        if any(isinstance(each, dict) and key in each for each in inside) and not _is_chat(inside):
            return kind
    if normal(column) in ALIASES_OF["label"]:
        return "choices"
    if normal(column) in (*ALIASES_OF["comment"], GRADER):
        return "textarea"
    ours = all(isinstance(each, str) and not each.isdigit() and meant("grade", each) for each in said)
    return "choices" if free and said and ours else ""


def _is_chat(found: Iterable[object]) -> bool:
    return any(isinstance(each, dict) and ("role" in each or "content" in each) for each in found)

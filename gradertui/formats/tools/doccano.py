"""doccano's JSON and JSON lines: texts with labels, spans, relations or comments.

The text is the answer. Labels stay under their own names; one that is a letter of ours is a label of the grader
`doccano` too, since the file does not say who gave it. What a project keeps with its texts has any names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from gradertui.formats import jsonl
from gradertui.formats.meanings import meant
from gradertui.formats.rows import PEEK, Row
from gradertui.formats.tools.renaming import Renaming
from gradertui.formats.values import said

_LABELS = ("label", "labels", "cats", "entities", "annotations")
_OTHERS = {"id", "text", "meta", "relations", "Comments", "annotation_approver", "user", "connections"}


def detects(head: bytes, name: str) -> bool:
    """Look for a first object of a text, its labels and no other names, or of these and comments."""
    keys = jsonl.keys(head)
    ours = "text" in keys and keys & set(_LABELS)
    return bool(ours) and ("Comments" in keys or keys <= _OTHERS | set(_LABELS))


def rows(path: Path, encoding: str) -> Iterator[Row]:
    """Read the texts."""
    first = islice(jsonl.rows(path, encoding), PEEK)
    columns = dict.fromkeys(key for row in first for key in _data(row.cells))
    renaming, number = Renaming(list(columns)), 0
    for row in jsonl.rows(path, encoding):
        for cells in [{}] if row.problem else renaming.rows(_data(row.cells)):
            number += 1
            yield row._replace(number=number, cells=cells and _labelled(row, cells))


def _data(told: Mapping[str, object]) -> dict[str, object]:
    """What is no label; what stands in meta is called so."""
    meta = told.get("meta")
    own = {f"meta.{key}": cell for key, cell in meta.items()} if isinstance(meta, dict) else {"meta": meta}
    return {key: cell for key, cell in told.items() if key not in (*_LABELS, "meta", "Comments")} | own


def _labelled(row: Row, cells: Mapping[str, object]) -> dict[str, object]:
    told = row.cells
    found = next((told[key] for key in _LABELS if key in told), None)
    label = _label(found)
    comments = told.get("Comments")
    texts = [said(each) or "" for each in comments] if isinstance(comments, list) else []
    named = {"question_id": row.number} if cells.get("question_id") is None else {}
    kept = {("labels" if key == "label" else key): told[key] for key in (*_LABELS, "Comments") if key in told}
    said_of = {"grader": "doccano" if label else None, "label": label, "comment": "\n".join(texts) or None}
    return {**cells, **named, **said_of, **kept}


def _label(found: object) -> str | None:
    """The only label of a text, if it is one of ours; numbers may mean anything."""
    each = found[0] if isinstance(found, list) and len(found) == 1 else found
    return each if isinstance(each, str) and not each.isdigit() and meant("grade", each) else None

"""Writing sources, questions and items, many at once; a session that is graded only reads them (`items.py`)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import Any

from gradertui.model import Item, Question, Source

_Row = tuple[object, ...]

_BATCH = 80
"""Rows in one statement: with 12 columns they keep under the 999 values that every SQLite takes."""
_json = json.JSONEncoder(ensure_ascii=False).encode


def write(path: Path, parts: Iterable[Source | Question | Item]) -> dict[str, int]:
    """Add what is not there yet.

    Args:
        path: a database made by `making`.
        parts: sources and questions before the items that need them.

    Returns:
        How many of each kind were new.
    """
    added = {"sources": 0, "questions": 0, "items": 0}
    with closing(sqlite3.connect(path)) as db, db:
        # The file is not in use by anybody yet and is renamed into place when whole: syncing each step buys nothing.
        db.execute("PRAGMA synchronous = OFF")
        for table, rows in _batches(parts):
            added[table] += _add(db, table, rows)
    return added


def _batches(parts: Iterable[Source | Question | Item]) -> Iterator[tuple[str, list[_Row]]]:
    waiting: dict[str, list[_Row]] = {"sources": [], "questions": [], "items": []}
    for part in parts:
        table, row = _ROWS[type(part)]
        waiting[table].append(row(part))
        if len(waiting[table]) == _BATCH:
            yield table, waiting[table]
            waiting[table] = []
    yield from ((table, rows) for table, rows in waiting.items() if rows)


def _add(db: sqlite3.Connection, table: str, rows: Sequence[_Row]) -> int:
    before = db.total_changes
    marks = f"({', '.join('?' * len(rows[0]))})"
    query = f"insert or ignore into {table} values {', '.join([marks] * len(rows))}"
    values = list(chain.from_iterable(rows))
    try:
        db.execute(query, values)
    except UnicodeEncodeError:
        db.execute(query, list(map(_safe, values)))
    return db.total_changes - before


def _source_row(source: Source) -> _Row:
    return source


def _question_row(question: Question) -> _Row:
    question_id, text, references, answerable, source_ids, *rest = question
    return (question_id, text, _list(references), answerable, _list(source_ids), *rest)


def _item_row(item: Item) -> _Row:
    item_id, text, *identity, confidence, cited_source, retrieved, baseline_answer, original = item
    kept = _json(original) if original else "{}"
    return (item_id, *identity, text, confidence, cited_source, _list(retrieved), baseline_answer, kept)


_ROWS: Mapping[type, tuple[str, Callable[[Any], _Row]]] = {
    Source: ("sources", _source_row),
    Question: ("questions", _question_row),
    Item: ("items", _item_row),
}


def _list(texts: Sequence[str]) -> str:
    # One text after the other, since making an encoder for each list takes four times as long.
    return f"[{', '.join(map(_json, texts))}]" if texts else "[]"


def _safe(value: object) -> object:
    """Lone surrogates, which JSON can carry, cannot be stored as text: such a text is stored as bytes."""
    if not isinstance(value, str):
        return value
    try:
        value.encode()
    except UnicodeEncodeError:
        return value.encode("utf-8", "surrogatepass")
    return value

"""The items of a session: written once by `new` (`writing.py`), read only afterwards.

Texts stay on disk until they are shown; what is held in memory is what orders and counts need.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

from gradertui.identity import encoded
from gradertui.model import Answer, Identity, Item, Question, Source
from gradertui.store import checked, connect

_Row = tuple[object, ...]

_HASHED = 500
"""Rows that are hashed at once: one after the other takes a tenth longer."""
_IDENTITY = "item_id, question_id, system, template, variant, replicate"


class Items:
    """Reads `items.sqlite`."""

    def __init__(self, path: Path) -> None:
        self._db = checked(path, connect(path, write=False), "items")

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def meta(self) -> dict[str, str]:
        """What the file says of itself."""
        return dict(self._db.execute("select key, value from meta"))

    def identities(self, *, filed: bool = False) -> Iterator[Identity]:
        """Every item without its text.

        Args:
            filed: in the order of the file; otherwise in one that is read faster.
        """
        order = " order by rowid" if filed else ""
        return map(Identity._make, self._db.execute(f"select {_IDENTITY} from items{order}"))

    def answerable(self) -> dict[str, bool | None]:
        """Question id to whether the sources hold an answer; None is unknown."""
        known = {0: False, 1: True, None: None}
        return {key: known[a] for key, a in self._db.execute("select question_id, answerable from questions")}

    def item(self, item_id: str) -> Item:
        """One item, whole."""
        row = self._row("select * from items where item_id = ?", item_id)
        return Item(**row | {"retrieved": tuple(json.loads(row["retrieved"])), "original": json.loads(row["original"])})

    def answers(self) -> Iterator[Answer]:
        """What can be checked of every item, in the order of the file."""
        columns = "item_id, text, question_id, system, replicate, cited_source, retrieved, baseline_answer"
        given = lru_cache(1024)(_listed)  # the same sources are retrieved for many
        for row in self._db.execute(f"select {columns} from items order by rowid"):
            *before, retrieved, baseline = map(_text, row) if bytes in map(type, row) else row
            yield Answer._make((*before, given(retrieved), baseline))

    def texts(self) -> Iterator[tuple[str, str]]:
        """The id and the text of every item."""
        return ((key, _text(text)) for key, text in self._db.execute("select item_id, text from items"))

    def retrieving(self) -> bool:
        """Whether for any item texts were retrieved; read no further than the first."""
        return self._db.execute("select 1 from items where retrieved != '[]' limit 1").fetchone() is not None

    def citing(self) -> frozenset[str]:
        """The systems that cite anything."""
        rows = self._db.execute("select distinct system from items where cited_source != ''")
        return frozenset(arm for (arm,) in rows)

    def declared(self) -> Iterator[tuple[str, str, str, float | None]]:
        """Item id, question id, system and the confidence it declares of every item: first draws first, as filed."""
        columns = "item_id, question_id, system, confidence"
        return iter(self._db.execute(f"select {columns} from items order by replicate, rowid"))

    def declares(self) -> bool:
        """Whether any item declares a confidence; read no further than the first."""
        return self._db.execute("select 1 from items where confidence is not null limit 1").fetchone() is not None

    def sources(self) -> dict[str, str]:
        """Source id to its text."""
        return {key: _text(text) for key, text in self._db.execute("select source_id, text from sources")}

    def source_ids(self) -> dict[str, tuple[str, ...]]:
        """Question id to the ids of its sources."""
        rows = self._db.execute("select question_id, source_ids from questions where source_ids != '[]'")
        return {key: tuple(json.loads(_text(ids))) for key, ids in rows}

    def originals(self) -> Iterator[tuple[str, dict[str, str]]]:
        """Item id and the columns the import had no field for, where there are any."""
        rows = self._db.execute("select item_id, original from items where original != '{}' order by rowid")
        return ((item_id, json.loads(_text(original))) for item_id, original in rows)

    def question(self, question_id: str) -> Question:
        """One question, whole."""
        row = self._row("select * from questions where question_id = ?", question_id)
        references = tuple(json.loads(row.pop("refs")))
        answerable = None if row["answerable"] is None else bool(row["answerable"])
        return Question(
            **row
            | {
                "references": references,
                "answerable": answerable,
                "source_ids": tuple(json.loads(row["source_ids"])),
                "critical": bool(row["critical"]),
            }
        )

    def source(self, source_id: str) -> Source:
        """One source, whole."""
        return Source(**self._row("select * from sources where source_id = ?", source_id))

    def rested_on(self, question: Question) -> tuple[str, ...]:
        """The sources of a question, and those its answers bring: the same for every answer, or they would tell it."""
        query = "select distinct retrieved from items where question_id = ? and retrieved != '[]'"
        rows = self._db.execute(query, (question.question_id,))
        brought = dict.fromkeys(key for (retrieved,) in rows for key in json.loads(_text(retrieved)))
        known = [key for key in sorted(brought) if key not in question.source_ids and self._has_source(key)]
        return (*question.source_ids, *known)

    def _has_source(self, key: str) -> bool:
        return self._db.execute("select 1 from sources where source_id = ?", (key,)).fetchone() is not None

    def containing(self, words: str) -> Iterator[str]:
        """Ids of the items whose question or answer contains some text, case ignored for ASCII letters."""
        pattern = "%" + words.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
        query = (
            "select item_id from items left join questions using (question_id) where items.text like :p escape '\\' "
            "or questions.text like :p escape '\\' or question_id like :p escape '\\'"
        )
        return (item_id for (item_id,) in self._db.execute(query, {"p": pattern}))

    def ids(self, table: str) -> list[str]:
        """The ids of all sources, questions or items, in the order of the file."""
        column = table[:-1] + "_id"
        return [key for (key,) in self._db.execute(f"select {column} from {table} order by rowid")]

    def count(self, table: str) -> int:
        """How many sources, questions or items there are."""
        (n,) = self._db.execute(f"select count(*) from {table}").fetchone()
        return int(n)

    def splits(self) -> dict[str, list[str]]:
        """Split to its questions; those of none are left out."""
        found: dict[str, list[str]] = {}
        for split, question in self._db.execute("select split, question_id from questions where split != ''"):
            found.setdefault(split, []).append(question)
        return found

    def critical(self) -> frozenset[str]:
        """The questions that are marked critical."""
        return frozenset(key for (key,) in self._db.execute("select question_id from questions where critical"))

    def hashes(self) -> dict[str, str]:
        """What identifies the bank (questions with their references, sources) and the answers, in whatever order."""
        bank = self._hashed("questions order by question_id", "sources order by source_id")
        return {"hash": bank, "answers": self._hashed("items order by item_id")}

    def _hashed(self, *tables: str) -> str:
        digest = hashlib.sha256()
        for table in tables:
            found = self._db.execute(f"select * from {table}")
            while rows := found.fetchmany(_HASHED):
                digest.update(encoded("".join(map(repr, _plain(rows)))))
        return digest.hexdigest()

    def longest(self, among: int = 500) -> tuple[str, str]:
        """The longest question and reference among the first ones, by which frames get their height."""
        query = "select text, refs from questions limit ?"
        rows = [(_text(text), "\n".join(json.loads(refs))) for text, refs in self._db.execute(query, (among,))]
        texts, references = zip(*rows, strict=True) if rows else (("",), ("",))
        return max(texts, key=len), max(references, key=len)

    def arms(self, column: str) -> list[str]:
        """The systems or variants, in the order of the file."""
        query = f"select {column} from items group by {column} order by min(rowid)"
        return [arm for (arm,) in self._db.execute(query)]

    def _row(self, query: str, key: str) -> dict[str, Any]:
        cursor = self._db.execute(query, (key,))
        row = cursor.fetchone()
        if row is None:
            raise KeyError(key)
        names = (column[0] for column in cursor.description)
        return {name: _text(value) for name, value in zip(names, row, strict=True)}


def _plain(rows: Sequence[_Row]) -> Sequence[_Row]:
    """Rows whose texts are texts: hardly any was stored as bytes."""
    return [tuple(map(_text, row)) for row in rows] if bytes in map(type, chain.from_iterable(rows)) else rows


def _listed(texts: str) -> tuple[str, ...]:
    return tuple(json.loads(texts)) if texts != "[]" else ()


def _text(value: Any) -> Any:
    return value.decode("utf-8", "surrogatepass") if isinstance(value, bytes) else value

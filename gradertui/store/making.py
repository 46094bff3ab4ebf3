"""How the databases are made and migrated, through sqlite-utils; read top to bottom it is the history of the schema.

Only `new`, imports and migrations come here; a grading session opens what was made.
"""

from __future__ import annotations

import sqlite3
import sys
from pathlib import Path

from gradertui.events import GENESIS
from gradertui.store import VERSION

# sqlite-utils imports pandas and numpy where they are installed, for frames that nobody here gives it: 0.3 s and 45 MB.
_absent = [name for name in ("pandas", "numpy") if name not in sys.modules]
sys.modules.update(dict.fromkeys(_absent))  # type: ignore[arg-type]  # None makes an import fail
from sqlite_utils import Database  # noqa: E402
from sqlite_utils.migrations import Migrations  # noqa: E402

for _name in _absent:
    del sys.modules[_name]

items = Migrations("gradertui.items")
log = Migrations("gradertui.log")


@items()
def m001_items(db: Database) -> None:
    """Sources, questions, items; what the original file said stays in `original`."""
    db.table("meta").create({"key": str, "value": str}, pk="key")
    db.table("sources").create({"source_id": str, "text": str, "topic": str}, pk="source_id")
    db.table("questions").create(
        {
            "question_id": str,
            "text": str,
            "refs": str,
            "answerable": int,
            "source_ids": str,
            "topic": str,
            "split": str,
            "critical": int,
        },
        pk="question_id",
    )
    db.table("items").create(
        {
            "item_id": str,
            "question_id": str,
            "system": str,
            "template": str,
            "variant": str,
            "replicate": int,
            "text": str,
            "confidence": float,
            "cited_source": str,
            "retrieved": str,
            "baseline_answer": str,
            "original": str,
        },
        pk="item_id",
    )
    # Start reads these columns of every item and no text: from the index alone, 5 times faster at 100,000.
    db.table("items").create_index(["question_id", "system", "template", "variant", "replicate", "item_id"])
    db.table("questions").create_index(["question_id", "answerable"])


@log()
def m001_log(db: Database) -> None:
    """The append-only log, and the view `labels` of what stands."""
    db.table("meta").create({"key": str, "value": str}, pk="key")
    # The grader's own order, fixed before the first label: a position in it is for ever the same task. Kept as columns
    # of bytes: reading 100,000 rows instead took half of the time to the first answer.
    db.table("arrangement").create({"name": str, "value": bytes}, pk="name")
    db.table("events").create(
        {
            "seq": int,
            "kind": str,
            "position": int,
            "value": str,
            "undoes": int,
            "active_ms": int,
            "task": str,
            "body": str,
            "at": str,
            "hash": str,
        },
        pk="seq",
        not_null={"at", "kind", "task", "value", "body", "hash"},
    )
    db.table("events").create_index(["position", "kind", "seq"])
    db.table("events").create_index(["undoes"], unique=True)
    for verb in ("update", "delete"):
        db.execute(
            f"create trigger events_no_{verb} before {verb} on events begin "
            f"select raise(abort, 'events are never changed: undo is another event'); end"
        )
    # REPLACE deletes without firing delete triggers.
    db.execute(
        "create trigger events_no_replace before insert on events "
        "when exists (select 1 from events where seq >= new.seq or undoes = new.undoes) begin "
        "select raise(abort, 'events are never changed: undo is another event'); end"
    )
    db.create_view(
        "standing", "select * from events e where not exists (select 1 from events r where r.undoes = e.seq)"
    )
    db.create_view(
        "labels",
        """
        select e.task, e.value as label, (select value from meta where key = 'grader') as grader, e.at, e.active_ms,
          e.position, json_extract(e.body, '$.blind') as blind,
          coalesce((select c.value from standing c where c.position = e.position and c.kind = 'Commented'
                    order by c.seq desc limit 1), '') as comment,
          coalesce((select f.value from standing f where f.position = e.position and f.kind = 'Flagged'
                    order by f.seq desc limit 1), '') = '1' as flagged,
          e.seq
        from standing e
        where e.kind = 'Labelled' and not exists (
          select 1 from standing n where n.position = e.position and n.seq > e.seq
          and n.kind in ('Labelled', 'Skipped', 'Excluded'))
        order by e.seq
        """,
    )


@log()
def m002_head(db: Database) -> None:
    """The number and hash of the last event, kept apart: without them nobody would miss events cut off the end."""
    db.execute("create table head (one integer primary key check (one = 1), seq integer not null, hash text not null)")
    last = db.execute("select seq, hash from events order by seq desc limit 1").fetchone()
    db.execute("insert into head values (1, ?, ?)", last or (0, GENESIS))
    db.execute(
        "create trigger events_head after insert on events begin update head set seq = new.seq, hash = new.hash; end"
    )
    for verb, when in (("update", "when new.seq <= old.seq "), ("delete", "")):
        db.execute(
            f"create trigger head_no_{verb} before {verb} on head {when}begin "
            f"select raise(abort, 'events are never changed: undo is another event'); end"
        )


_NEWEST = {items.name: VERSION["items"], log.name: VERSION["log"]}


def make(path: Path, history: Migrations, meta: dict[str, str], *, wal: bool = False) -> None:
    """Make a database from nothing, in the newest schema.

    Args:
        path: must not exist yet.
        history: `items` or `log`.
        meta: key and value pairs the file carries.
        wal: write-ahead log, for files that are appended to.
    """
    connection = sqlite3.connect(path)
    db = Database(connection)
    history.apply(db)
    db.table("meta").insert_all({"key": key, "value": value} for key, value in meta.items())
    connection.commit()
    connection.execute(f"PRAGMA user_version = {_NEWEST[history.name]}")
    connection.commit()
    if wal:
        connection.execute("PRAGMA journal_mode = WAL")
    connection.close()


def bring_up(path: Path) -> None:
    """Bring a log of an older schema to the newest, in one transaction; nothing where another process did."""
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute("begin immediate")
        with connection:
            log.apply(Database(connection))
            connection.execute(f"PRAGMA user_version = {VERSION['log']}")
    finally:
        connection.close()


GUARDS = "select type, name, sql from sqlite_master where type in ('trigger', 'view')"
"""What keeps events from being changed, and what they are read through."""


def guards(schema: int) -> list[tuple[str, str, str]]:
    """The triggers and views that a log of some schema was made with: type, name and definition."""
    db = Database(memory=True)
    log.apply(db, stop_before=[later.name for later in log.pending(db)[schema:]])
    found = db.execute(GUARDS).fetchall()
    db.close()
    return found


def note(path: Path, key: str, value: str) -> None:
    """Set one of the key and value pairs a file carries."""
    connection = sqlite3.connect(path)
    Database(connection).table("meta").upsert({"key": key, "value": value}, pk="key")
    connection.commit()
    connection.close()

"""What machines said of a session's answers: a log for each tool, beside the graders' and of the same kind.

    sessions/NAME/verdicts/TOOL.sqlite

Verdicts are appended, never changed; of an answer the last one counts. They are no labels: nothing here goes to a
screen, and what they are worth is `summary/verdicts.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from gradertui.checks import Bank
from gradertui.events import Event, facts, judged
from gradertui.model import Verdict
from gradertui.session import Session
from gradertui.store.log import Log
from gradertui.store.naming import file_name
from gradertui.store.writable import WritableLog

if TYPE_CHECKING:
    from gradertui.formats.verdicts import VerdictRow


class Said(NamedTuple):
    """What a tool said of an answer."""

    verdict: Verdict
    written: str
    fragment: str | None
    comment: str


def path_of(session: Session, tool: str) -> Path:
    """Where a tool's log lies.

    Raises:
        StoreError: the id cannot name a file.
    """
    return session.folder / "verdicts" / f"{file_name(tool, '--tool')}.sqlite"


def tools(session: Session) -> list[str]:
    """Whose verdicts there are."""
    return sorted(path.stem for path in (session.folder / "verdicts").glob("*.sqlite"))


def said(session: Session, tool: str) -> dict[str, Said]:
    """What a tool said last of each item; nothing where it has no log.

    Raises:
        StoreError: the log cannot be read.
    """
    path = path_of(session, tool)
    if not path.exists():
        return {}
    with closing(Log(path)) as log:
        return {event.task: _said(event) for event in log.events("Judged")}


def _said(event: Event) -> Said:
    kept = facts(event)
    verdict = cast(Verdict, event.value)
    return Said(verdict, kept.get("written", event.value), kept.get("fragment"), kept.get("comment", ""))


def take_in(session: Session, tool: str, rows: Mapping[str, VerdictRow], imported: str, at: str) -> int:
    """Append what a file adds to what a tool said: all of it or nothing.

    Args:
        session: open.
        tool: whose verdicts they are.
        rows: item id to its verdict.
        imported: the name of the file.
        at: the time, ISO 8601 in UTC.

    Returns:
        How many were new or different.

    Raises:
        StoreError: nothing was stored; the message says why and what to do.
    """
    new = list(_new(rows, said(session, tool), imported))
    if new:
        path = path_of(session, tool)
        begun = path.exists()
        log = WritableLog(path) if begun else WritableLog.start(session.folder / "empty.sqlite", path, f"tool:{tool}")
        with closing(log):
            log.append_all(new, at)
    return len(new)


def _new(rows: Mapping[str, VerdictRow], before: Mapping[str, Said], imported: str) -> Iterator[Event]:
    for item, row in rows.items():
        now = Said(row.verdict, row.written, row.fragment, row.comment)
        if now != before.get(item):
            yield judged(
                item, row.verdict, written=row.written, fragment=row.fragment, comment=row.comment, imported=imported
            )


def bank(session: Session) -> Bank:
    """What the session's answers are checked against."""
    items = session.items
    return Bank(items.sources(), items.source_ids(), session.plan.abstention)

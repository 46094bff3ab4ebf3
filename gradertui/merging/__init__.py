"""Bringing in what was done in other copies of a session: in any order, and as often as one likes, the same result.

Everything is decided before anything is written. A log that goes on from ours takes its place, ours is kept in
`backups/`; labels of exports, imported and carried ones are appended where they are new. Two logs of one grader that
fork are one id used twice: nothing of either is taken. Reading tables, asking and printing are the command line's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from gradertui.locale import _
from gradertui.merging import fitting
from gradertui.merging.copies import Other, lineage
from gradertui.merging.deciding import Decision, Grounds, of_log, of_plan
from gradertui.merging.rows import Row
from gradertui.session import Session, planning
from gradertui.store import StoreError
from gradertui.store.backing import replaced
from gradertui.store.locking import held, let_go
from gradertui.store.log import Log
from gradertui.store.writable import WritableLog

__all__ = ["Decision", "carry_out", "decide"]


def decide(session: Session, others: Sequence[Other], tables: Mapping[str, Sequence[Row]], now: str) -> list[Decision]:
    """Say what would be taken in; nothing is written.

    Args:
        session: that takes it in.
        others: set aside by `copies.set_aside`.
        tables: grader to what exports say.
        now: the time, ISO 8601 in UTC.
    """
    ids = frozenset(each.item_id for each in session.items.identities())
    wrong = {other.path: fitting.unlike_items(ids, other.path / "items.sqlite") for other in others}
    ours = lineage(session.folder, session.folder, session.plan_text, session.record())
    lineages, unlike = fitting.plans(ours, [other for other in others if not wrong[other.path]])
    wrong |= unlike
    grounds = Grounds(session, ids, frozenset(digest for each in lineages for digest in each.hashes), now)
    logs = [found for other in others if not wrong[other.path] for found in other.logs]
    decisions = [Decision(path.name, "refused", (f"{path}: {words}",)) for path, words in wrong.items() if words]
    decisions += of_plan(lineages)
    for name in sorted({found.name for found in logs} | {f"labels/{grader}.sqlite" for grader in tables}):
        rows = tables.get(Path(name).stem, ()) if name.startswith("labels/") else ()
        decisions += of_log(grounds, name, [found for found in logs if found.name == name], rows)
    return decisions


def carry_out(folder: Path, decisions: Sequence[Decision], now: str) -> Path | None:
    """Take in what was decided.

    Args:
        folder: of the session.
        decisions: of `decide`.
        now: the time, for events that have none of their own.

    Returns:
        Where the files lie that were replaced; None where none was.

    Raises:
        StoreError: somebody labels, or has labelled since it was decided.
    """
    aside = _put_in(folder, [each for each in decisions if each.copy])
    if any(each.name == planning.LOG and each.copy for each in decisions):
        planning.restore(folder)
    planning.recorded(folder)
    with closing(Session(folder)) as session:
        for each in decisions:
            if each.added:
                _append(session, each, now)
    return aside


def _put_in(folder: Path, decisions: Sequence[Decision]) -> Path | None:
    with ExitStack() as locks:
        for each in decisions:
            (folder / each.name).parent.mkdir(exist_ok=True)
            locks.callback(let_go, held(folder / each.name))
            _refuse_moved(folder / each.name, each.ours)
        aside = replaced(folder, {each.name: each.copy for each in decisions if each.copy})
    return aside if aside.exists() else None


def _refuse_moved(path: Path, n: int) -> None:
    """Refuse to go on where events came in since it was decided."""
    if path.exists():
        with closing(Log(path)) as log:
            if log.count() == n:
                return
    elif not n:
        return
    raise StoreError(_("{path}: has changed since; merge again").format(path=path))


def _append(session: Session, decision: Decision, now: str) -> None:
    """Append what exports and events from elsewhere add."""
    if not decision.name.startswith("labels/"):
        with closing(WritableLog(session.folder / decision.name)) as log:
            log.append_all(decision.added, now)
        return
    with closing(session.writable_log(decision.grader)) as log:
        if log.count() != decision.theirs:
            raise StoreError(_("{path}: has changed since; merge again").format(path=log.path))
        known = session.state(log).plan_hash
        log.append_all([*session.freezing(known, decision.grader, now), *decision.added], now)

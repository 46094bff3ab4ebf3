"""Whether what lies in another copy is of this session: its plan, its answers, its order, its clocks.

Says why not, in words; what is taken in follows from it in `merging`. Reads and never writes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

from gradertui.events import Event, by_hand
from gradertui.locale import _, ngettext
from gradertui.merging.copies import Found, Lineage, Other, planned
from gradertui.order import REPEAT
from gradertui.session import Session, planning
from gradertui.store import StoreError
from gradertui.store.items import Items
from gradertui.store.log import Log
from gradertui.store.verifying import UNREADABLE
from gradertui.text import one_line

_SHOWN = 5
"""Ids that are named; the rest is counted."""
AHEAD = timedelta(days=1)
"""How far a clock may be ahead of ours before it is said."""


def plans(ours: Lineage, others: Sequence[Other]) -> tuple[list[Lineage], dict[Path, str]]:
    """The plans of all copies, ours first, and which copies are under another one, with the words for it."""
    found, wrong = list[Lineage](), dict[Path, str]()
    for other in others:
        try:
            found += filter(None, [planned(other)])
        except (StoreError, *UNREADABLE) as error:
            wrong[other.path] = one_line(str(error))
    for one in found:
        unlike = next((each for each in (ours, *found) if not each.goes_with(one)), None)
        if unlike is not None:
            wrong[one.path] = _unlike(one, unlike)
    return [ours, *(one for one in found if one.path not in wrong)], wrong


def _unlike(one: Lineage, other: Lineage) -> str:
    try:
        keys = ", ".join(planning.differences(other.text, one.text))
    except (ValueError, TypeError, KeyError):
        keys = _("it cannot be read")
    words = _("another plan than in {other} ({keys}); what was graded under another plan is another session")
    why = _("for other reasons") if one.hashes == other.hashes else _("comments or blanks")
    return words.format(other=other.path, keys=one_line(keys) or why)


def unlike_items(ids: frozenset[str], path: Path) -> str:
    """What is wrong with the answers of another copy; empty where nothing is, and where there are none."""
    if not path.is_file():
        return ""
    try:
        with closing(Items(path)) as items:
            theirs = frozenset(each.item_id for each in items.identities())
    except (StoreError, *UNREADABLE) as error:
        return one_line(str(error))
    return _unknown(theirs - ids) or _missing(len(ids - theirs))


def _unknown(ids: frozenset[str]) -> str:
    if not ids:
        return ""
    shown = ", ".join(one_line(each, 40) for each in sorted(ids)[:_SHOWN]) + ("…" if len(ids) > _SHOWN else "")
    words = ngettext("{n} answer there is unknown here: {ids}", "{n} answers there are unknown here: {ids}", len(ids))
    return words.format(n=len(ids), ids=shown)


def _missing(n: int) -> str:
    words = ngettext("{n} answer of this session is missing there", "{n} answers of this session are missing there", n)
    return words.format(n=n) if n else ""


def unfit(session: Session, found: Found, log: Log, ids: frozenset[str], known: frozenset[str]) -> str:
    """Why a log cannot be taken in; empty if it can.

    Args:
        session: that takes it in.
        found: the log and where it belongs.
        log: open.
        ids: of the session's answers.
        known: every plan that held at some time, by its hash.
    """
    if unknown := _unknown(frozenset(event.task.removesuffix(REPEAT) for event in log.events() if event.task) - ids):
        return unknown
    if not found.name.startswith("labels/"):
        return ""
    if not {event.value for event in log.events("PlanFrozen")} <= known:
        return _("its labels were given under a plan that is on no record here; take in the folder with its plan")
    return _misplaced(session, Path(found.name).stem, log, ids)


def _misplaced(session: Session, grader: str, log: Log, ids: frozenset[str]) -> str:
    """Why the order of a log is not one of this session."""
    try:
        session.refuse_stranger(grader)
    except StoreError as error:
        return str(error)
    tasks = list(log.tasks())
    if unknown := _unknown(frozenset(task.task_id.removesuffix(REPEAT) for task in tasks) - ids):
        return unknown
    n = log.arranged_for().split()[-1:]
    if n and n[0].isdigit() and int(n[0]) < len(ids):
        return _missing(len(ids) - int(n[0]))
    if log.count() and tasks != session.arranged(log.arranged_as(grader)):
        return _("the tasks or their order are not those that the seed and the items give")
    return ""


def clocks(grader: str, events: Sequence[Event], now: str) -> Iterator[str]:
    """What clocks say that cannot be."""
    given = [event for event in events if by_hand(event)]
    back = [after.seq for before, after in pairwise(given) if after.at < before.at]
    if back:
        words = ngettext(
            "{grader}: the clock went back {n} time, first at event {first}",
            "{grader}: the clock went back {n} times, first at event {first}",
            len(back),
        )
        yield words.format(grader=grader, n=len(back), first=back[0])
    until = (datetime.fromisoformat(now) + AHEAD).isoformat(timespec="milliseconds")
    if ahead := [event.at for event in events if event.at > until]:
        words = ngettext(
            "{grader}: {n} event lies in the future ({at}); a clock was wrong there or is here",
            "{grader}: {n} events lie in the future (up to {at}); a clock was wrong there or is here",
            len(ahead),
        )
        yield words.format(grader=grader, n=len(ahead), at=one_line(max(ahead)[:16].replace("T", " "), 20))

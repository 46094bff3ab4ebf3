"""`gradertui new NAME whole.jsonl`: a session made anew from our own whole export, as far as its labels stand.

What the file says is read and checked by `formats/ours.py`; here records become items, events and verdicts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from gradertui import events, judged
from gradertui.cli.grade import utc
from gradertui.events import Event
from gradertui.formats import ours
from gradertui.formats.errors import InputError, quoted
from gradertui.formats.opening import head
from gradertui.formats.ours import GraderRow, Record, SettledRow, Standing, ToolRow
from gradertui.formats.verdicts import VerdictRow
from gradertui.locale import _, ngettext
from gradertui.model import Identity, Item, Plan, Question, Source
from gradertui.modes.preference import BETWEEN, by_text
from gradertui.order import REPEAT
from gradertui.session import Session
from gradertui.session.making import make
from gradertui.settling import writable_log
from gradertui.store import StoreError
from gradertui.store.appearing import appearing
from gradertui.store.log import Log


def whole(files: Sequence[Path]) -> bool:
    """Whether a whole export was given.

    Raises:
        InputError: it is there beside other files: it makes a session by itself.
    """
    found = [path for path in files if path.is_file() and ours.detects(head(path), path.name)]
    if found and len(files) > 1:
        words = _("{name} is a whole export and makes a session by itself; give it alone")
        raise InputError(words.format(name=quoted(found[0].name)))
    return bool(found)


def read(path: Path) -> tuple[list[Record], list[str]]:
    """Read a whole export, and say what is in it.

    Raises:
        InputError: with all that is wrong.
    """
    found = list(ours.records(path))
    counts = [sum(isinstance(each, kind) for each in found) for kind in (Question, Item, GraderRow)]
    labels = sum(isinstance(each, Standing) and each.label is not None for each in found)
    counted = (
        ngettext("{n} question", "{n} questions", counts[0]).format(n=counts[0]),
        ngettext("{n} item", "{n} items", counts[1]).format(n=counts[1]),
        ngettext("{n} grader", "{n} graders", counts[2]).format(n=counts[2]),
        ngettext("{n} label", "{n} labels", labels).format(n=labels),
    )
    return found, [_("{name}: a whole export of gradertui").format(name=quoted(path.name)), " · ".join(counted)]


def written(path: Path, folder: Path, found: Sequence[Record]) -> list[str]:
    """Make the session, whole or not at all.

    Args:
        path: of the export.
        folder: of the session, which must not be there yet.
        found: what the export says.

    Raises:
        StoreError: there is a session, or it cannot be written.
    """
    if folder.exists():
        raise StoreError(_("{name}: is there already; write another name").format(name=folder.name))
    with appearing(folder) as place:
        place.mkdir()
        (place / "session.toml").write_text(ours.heading(path).plan, encoding="utf-8")
        make(place, [each for each in found if isinstance(each, Source | Question | Item)], Plan(), {})
        with closing(Session(place)) as session:
            _filled(session, found, path.name)
    words = _("{folder}: made anew, with every label that stood; next: gradertui report {name}")
    return [words.format(folder=folder, name=folder.name)]


def _filled(session: Session, found: Sequence[Record], name: str) -> None:
    """Append what stands to the logs of graders, of whoever settled, and of tools."""
    standing: dict[str, list[Standing]] = {}
    for each in found:
        if isinstance(each, Standing):
            standing.setdefault(each.grader, []).append(each)
    for grader in (each for each in found if isinstance(each, GraderRow)):
        with closing(session.writable_log(grader.grader)) as log:
            mine = list(_events(session, log, standing.get(grader.grader, []), name))
            frozen = session.freezing("", grader.grader, utc()) if mine else []
            log.append_all([*frozen, *mine, *_ends(grader)], utc())
    for settled in (each for each in found if isinstance(each, SettledRow)):
        with closing(writable_log(session, settled.by)) as log:
            event = events.settled(BETWEEN.join(settled.items), settled.label, settled.cause)
            log.append(event, settled.at or utc())
    said: dict[str, dict[str, VerdictRow]] = {}
    for row in (each for each in found if isinstance(each, ToolRow)):
        said.setdefault(row.tool, {})[row.item_id] = verdict(row)
    for tool, rows in said.items():
        judged.take_in(session, tool, rows, name, utc())


def _events(session: Session, log: Log, standing: Sequence[Standing], name: str) -> Iterator[Event]:
    """What makes tasks stand as they did; what was put off, in its order."""
    at = {task.task_id: (position, task) for position, task in enumerate(log.tasks())}
    for each in sorted(standing, key=lambda each: each.skipped):
        key = BETWEEN.join(each.items) + REPEAT * each.repeat
        if key not in at:
            words = _("{name}: {grader} was not dealt {task}; correct the record or its plan")
            raise InputError(words.format(name=quoted(name), grader=quoted(each.grader), task=quoted(key)))
        position, task = at[key]
        if each.label is not None:
            label = by_text(task, each.label, session.firsts)
            spent = each.active_ms or 0
            event = events.labelled(
                task.task_id, position, label, active_ms=spent, blind=each.blind, screen="none", imported=name
            )
            yield event._replace(at=each.at)
        yield from _beside(each, task.task_id, position)


def _beside(each: Standing, task: str, position: int) -> Iterator[Event]:
    """What stands beside a label, or instead of it."""
    if each.excluded is not None:
        yield events.excluded(task, position, each.excluded)
    if each.skipped:
        yield events.skipped(task, position)
    if each.comment:
        yield events.commented(task, position, each.comment)
    if each.kind:
        yield events.classified(task, position, each.kind)
    if each.guess:
        yield events.guessed(task, position, each.guess)
    if each.flagged:
        yield events.flagged(task, position, True)


def _ends(grader: GraderRow) -> Iterator[Event]:
    if grader.revealed:
        yield events.revealed("import")
    if grader.locked:
        yield events.locked()


def verdict(row: ToolRow) -> VerdictRow:
    """A tool's word as it is taken in."""
    return VerdictRow(0, Identity(row.item_id), row.verdict, row.written, row.fragment, row.comment)

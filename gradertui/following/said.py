"""What a grader said in a session, by what was judged; how it was given is kept. Reads one log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from typing import Any, NamedTuple

from gradertui.events import Event, facts
from gradertui.following.contents import Content
from gradertui.marks import Mark
from gradertui.modes.preference import by_text, turned
from gradertui.session import Session
from gradertui.store.log import Log


class Said(NamedTuple):
    """What a grader said of some content."""

    label: str
    """Empty where it was left out; in preference A is the first text of the digest."""
    reason: str
    """Why it was left out."""
    kind: str
    comment: str
    flagged: bool
    at: str
    """When it was said."""
    facts: Mapping[str, Any]
    """How."""


Labels = Mapping[bytes, Said | None]
"""The digest of what was judged to what was said of it; None where the same has different labels."""


def said(session: Session, grader: str, contents: Mapping[str, Content], revealed: str) -> Labels:
    """What stands in a grader's log, hidden repeats left out.

    Args:
        session: open.
        grader: with a log there.
        contents: of its tasks.
        revealed: when the arms were first revealed to anybody; "~", never, is later than all times.
    """
    found: dict[bytes, Said | None] = {}
    with closing(session.log(grader)) as log, log.still():
        state, given = session.state(log), _given(log)
        late = next((event.seq for event in log.notes() if event.kind == "Revealed"), None)
    for position, event in given.items():
        task, mark = state.order[position], state.marks[position]
        if (content := contents.get(task.task_id)) is None:
            continue  # a hidden repeat, which has an id of its own: the first label counts
        blind = event.at <= revealed if late is None else event.seq < late
        label = by_text(task, mark.label or "", session.firsts)
        now = _said(mark, turned(label) if content.turned else label, event, blind)
        chosen = content.same and now.label in ("A", "B")
        found[content.digest] = None if chosen else _together(found.get(content.digest, now), now)
    return found


def _given(log: Log) -> dict[int, Event]:
    """Position to the event by which a task was labelled or left out, where that stands."""
    undone = {event.undoes for event in log.events("Retracted")}
    found: dict[int, Event] = {}
    for event in _judged(log):
        if event.position is not None and event.seq not in undone:
            found[event.position] = event
    return {position: event for position, event in sorted(found.items()) if event.kind != "Skipped"}


def _judged(log: Log) -> Iterator[Event]:
    return (event for event in log.events() if event.kind in ("Labelled", "Skipped", "Excluded"))


def _said(mark: Mark, label: str, event: Event, blind: bool) -> Said:
    how = dict(facts(event))
    if how.get("blind"):
        how["blind"] = blind
    return Said(label, mark.excluded or "", mark.kind, mark.comment, mark.flagged, event.at, how)


def _together(one: Said | None, other: Said) -> Said | None:
    """What is said twice of the same; nothing where it is not the same."""
    if one is None or one.label != other.label:
        return None
    if one is other:
        return one
    kind = one.kind if one.kind == other.kind else ""
    comment = " · ".join(dict.fromkeys(filter(None, (one.comment, other.comment))))
    return one._replace(kind=kind, comment=comment, flagged=one.flagged or other.flagged)

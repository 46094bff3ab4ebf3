"""What happens while grading, as it stands in the log: past participles, appended and never changed.

An event says what a grader did; what is true now follows from all of them (`state.py`). Each event carries the
hash of the one before, so that a rewritten log shows. Time is passed in; nothing here reads a clock or a disk.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

Kind = Literal[
    "PlanFrozen",
    "Labelled",
    "Retracted",
    "Skipped",
    "Excluded",
    "Flagged",
    "Commented",
    "Classified",
    "Revealed",
    "Locked",
    "Guessed",
    "Deviated",
    "Judged",
    "Settled",
    "HeldOutOpened",
]

GENESIS = "0" * 64
ELSEWHERE = ("imported", "carried")
"""Facts of what was not done here: it names the file it was taken from, or the session it was carried from."""
_JUDGED = ("Labelled", "Skipped", "Excluded")


class Event(NamedTuple):
    """One line of a grader's log.

    A named tuple of flat fields and not a class per kind: a log of 100,000 is replayed at start (0.1 s), and
    the fields that replay needs are columns anybody can read with sqlite3.
    """

    kind: Kind
    position: int | None = None
    """Where the task stands in the grader's order, from 0; None for events about no task."""
    value: str = ""
    """The label, the comment, the reason; "1" or "" for a flag; the hash of a frozen plan."""
    undoes: int | None = None
    """For Retracted: the sequence number of the event that no longer counts."""
    active_ms: int | None = None
    seq: int = 0
    task: str = ""
    body: str = "{}"
    """JSON of what the record keeps and replay does not need."""
    at: str = ""


def _body(**facts: Any) -> str:
    return json.dumps(facts, ensure_ascii=False, sort_keys=True)


def labelled(
    task: str, position: int, label: str, *, active_ms: int, blind: bool, screen: str, imported: str = ""
) -> Event:
    """A grader gave a label.

    Args:
        task: what was labelled.
        position: where it stands in the grader's order, from 0.
        label: what was said of it.
        active_ms: time spent on it, idle time left out.
        blind: whether arms were hidden.
        screen: which statistics were on the screen ("live", "pooled", "sealed", "none").
        imported: the name of the file it was taken from; empty when it was given here.
    """
    body = _body(blind=blind, statistics=screen, **({"imported": imported} if imported else {}))
    return Event("Labelled", position, label, active_ms=active_ms, task=task, body=body)


def retracted(undoes: int, task: str, position: int) -> Event:
    """The grader took an event back."""
    return Event("Retracted", position, undoes=undoes, task=task)


def skipped(task: str, position: int) -> Event:
    """The grader put a task off; it comes back at the end."""
    return Event("Skipped", position, task=task)


def excluded(task: str, position: int, reason: str) -> Event:
    """The grader left a task out for good, with a reason."""
    return Event("Excluded", position, reason, task=task)


def flagged(task: str, position: int, on: bool) -> Event:
    """The grader marked a task to come back to, or took the mark off."""
    return Event("Flagged", position, "1" if on else "", task=task)


def commented(task: str, position: int, text: str, *, imported: str = "") -> Event:
    """The grader wrote a comment; an empty one removes it.

    Args:
        task: what it is about.
        position: where it stands in the grader's order, from 0.
        text: of the comment.
        imported: the name of the file it was taken from; empty when it was written here.
    """
    return Event("Commented", position, text, task=task, body=_body(**({"imported": imported} if imported else {})))


def classified(task: str, position: int, kind: str) -> Event:
    """The grader said what kind of error an X is."""
    return Event("Classified", position, kind, task=task)


def locked() -> Event:
    """Rating is over: no label changes from here on."""
    return Event("Locked")


def guessed(task: str, position: int, arm: str) -> Event:
    """After rating, the grader guessed the arm; "?" is "cannot tell"."""
    return Event("Guessed", position, arm, task=task)


def plan_frozen(
    plan_hash: str, text: str, by: str = "", how: Literal["", "label", "command"] = "", *, recorded: bool = False
) -> Event:
    """The plan stands from here on; the whole text is kept.

    Args:
        plan_hash: of the text.
        text: of session.toml.
        by: who froze it, in the log of the plan; a grader's own log is the grader's.
        how: whether somebody said so, or labelled.
        recorded: in a grader's log: the plan has a log of its own, which can be missed.
    """
    more: dict[str, Any] = {"by": by, "how": how} if by else {"recorded": True} if recorded else {}
    return Event("PlanFrozen", None, plan_hash, body=_body(plan=text, **more))


def deviated(plan_hash: str, text: str, changes: Mapping[str, Any], reason: str, by: str) -> Event:
    """The plan was departed from, for a reason.

    Args:
        plan_hash: of the plan as it is from now on.
        text: of it.
        changes: key to what it was and what it is now.
        reason: in words.
        by: who decided.
    """
    return Event("Deviated", None, plan_hash, body=_body(plan=text, changes=changes, reason=reason, by=by))


def held_out_opened(split: str, by: str, how: str) -> Event:
    """Somebody looked at the numbers of the questions that the plan holds out.

    Args:
        split: of the questions.
        by: who looked.
        how: by which command.
    """
    return Event("HeldOutOpened", None, split, body=_body(by=by, how=how))


def judged(task: str, verdict: str, *, written: str, fragment: str | None, comment: str, imported: str) -> Event:
    """A machine's verdict on an item, taken from a file.

    Args:
        task: the item.
        verdict: what its word amounts to.
        written: the word itself.
        fragment: the piece of the source that it quotes; None where its file has no such column.
        comment: its reason, if it gives one.
        imported: the name of the file.
    """
    body = _body(
        written=written, comment=comment, imported=imported, **({} if fragment is None else {"fragment": fragment})
    )
    return Event("Judged", None, verdict, task=task, body=body)


def settled(task: str, label: str, cause: str) -> Event:
    """Somebody settled what a task is, where graders differ.

    Args:
        task: which.
        label: that stands from now on, beside the graders' own.
        cause: why they differed, in a word; empty if it was not said.
    """
    return Event("Settled", None, label, task=task, body=_body(cause=cause))


def revealed(where: str) -> Event:
    """The grader saw, or could see, which code stands for which arm."""
    return Event("Revealed", None, where)


def carried(event: Event, session: str) -> Event:
    """What a grader did in another session, taken over from there.

    Args:
        event: as the grader would do it here.
        session: the name of the other one.
    """
    return event._replace(body=_body(**facts(event), carried=session))


def carried_from(history: Iterable[Event]) -> str:
    """The session that the label of a task, or its being left out, was carried from; empty where it was given here.

    Args:
        history: all events of the task, whole and in order.
    """
    events = list(history)
    undone = {event.undoes for event in events if event.kind == "Retracted"}
    stands = (event for event in reversed(events) if event.kind in _JUDGED and event.seq not in undone)
    last = next(stands, None)
    return str(facts(last).get("carried", "")) if last else ""


def by_hand(event: Event) -> bool:
    """Whether a grader did it here: not taken from a file or another session, and not the plan's own."""
    if event.kind == "PlanFrozen":
        return False
    return not any(key in event.body and key in facts(event) for key in ELSEWHERE)


def facts(event: Event) -> Mapping[str, Any]:
    """The event's body, decoded; of one that something else than gradertui wrote, nothing."""
    try:
        decoded = json.loads(event.body)
    except (ValueError, RecursionError):
        return {}
    return decoded if isinstance(decoded, dict) else {}


_canonical = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""Made once: with its options said each time, `json.dumps` takes twice as long."""


def chained(previous: str, event: Event) -> str:
    """The hash an event is stored with.

    Args:
        previous: the hash of the grader's previous event, `GENESIS` for the first.
        event: with its sequence number and time set.

    Returns:
        SHA-256 in hexadecimal over the previous hash and every field.
    """
    canonical = _canonical([previous, *event])
    return hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()

"""The history of a task as rows: every event of the grader's own log, in order, in words.

It tells what this grader did and nothing else: no arm, no replicate, no other grader. Knows no widget.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from gradertui.events import Event, facts
from gradertui.locale import _, number
from gradertui.modes import grade
from gradertui.text import inert, one_line
from gradertui.tui.lines import Line
from gradertui.tui.pane import wrapped


def history(
    events: Iterable[Event], width: int, *, blind: bool, pairs: bool = False, hidden: Sequence[str] = ()
) -> list[Line]:
    """One row per event: when, what, and whether it was taken back.

    Args:
        events: of one task, in order.
        width: cells.
        blind: whether the name of a file a label came from could tell whose answer it is.
        pairs: whether texts are chosen between: then what was classified is a reason.
        hidden: the arms whose names are not shown.
    """
    events = list(events)
    undone = {event.undoes for event in events if event.kind == "Retracted"}
    told = {event.seq: " · ".join(_told(event, blind, pairs, hidden)) for event in events}
    rows: list[Line] = []
    for event in events:
        what = told[event.seq]
        if event.kind == "Retracted":
            what = _("took back: {what}").format(what=told.get(event.undoes or 0, "?"))
        taken = event.seq in undone
        tail = "  " + _("(taken back)") if taken else ""
        role = "dim" if taken or event.kind == "Retracted" else ""
        rows.append(((_when(event), "dim"), (f"{event.seq:>6}  ", "dim"), (what + tail, role)))
    return wrapped(rows, width) or [((_("nothing yet"), "dim"),)]


def _when(event: Event) -> str:
    return event.at[:19].replace("T", " ")


def carried_words(session: str, hidden: Sequence[str] = ()) -> str:
    """Where something was carried from; not by a name that could tell whose answer it is.

    Args:
        session: its name.
        hidden: the arms whose names are not shown.

    Examples:
        >>> carried_words("dia18", ["a", "gpt-4"]), carried_words("run_GPT4_2", ["a", "gpt-4"])
        ('carried from dia18', 'carried from another session')
    """
    words, letters = set(re.split(r"[\W_]+", session.casefold())), _letters(session)
    if any(arm.casefold() in words or (len(_letters(arm)) > 2 and _letters(arm) in letters) for arm in hidden):
        return _("carried from another session")
    return _("carried from {session}").format(session=one_line(session, 30))


def _letters(name: str) -> str:
    return re.sub(r"[\W_]+", "", name.casefold())


def _told(event: Event, blind: bool, pairs: bool, hidden: Sequence[str]) -> Iterator[str]:
    if event.kind == "Classified" and pairs:
        yield _("reason: {text}").format(text=inert(event.value)) if event.value else _("reason removed")
    else:
        yield from _parts(event, blind)
    if session := str(facts(event).get("carried") or ""):
        yield carried_words(session, hidden)


def _parts(event: Event, blind: bool) -> Iterator[str]:
    match event.kind:
        case "Labelled":
            yield _("labelled {label}").format(label=event.value)
            yield from _how(event, blind)
        case "Classified":
            yield _("kind of error: {kind}").format(kind=grade.kind_words(event.value))
        case "Skipped":
            yield _("put off")
        case "Excluded":
            yield _("left out: {reason}").format(reason=inert(event.value))
        case "Flagged":
            yield _("flagged") if event.value else _("no longer flagged")
        case "Commented":
            yield _("comment: {text}").format(text=inert(event.value)) if event.value else _("comment removed")
        case "Guessed":
            yield _("guess")
        case _:
            yield event.kind


def _how(event: Event, blind: bool) -> Iterator[str]:
    """How a label was given, where that is worth a word."""
    body = facts(event)
    if imported := str(body.get("imported") or ""):
        yield _("taken from a file") if blind else _("taken from {file}").format(file=one_line(imported, 40))
    elif event.active_ms:
        yield _("{seconds} s").format(seconds=number(event.active_ms / 1000, 1))
    if not body.get("blind", True):
        yield _("not blind")

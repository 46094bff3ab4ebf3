"""The rows around the work: status, choices, the last line, and the help page; all from the desk and the tables."""

from __future__ import annotations

from collections.abc import Sequence

from gradertui.locale import _, ngettext, number
from gradertui.modes import CALLED
from gradertui.text import inert, one_line
from gradertui.tui.commands import COMMANDS
from gradertui.tui.desk import Desk
from gradertui.tui.figures import duration, progress
from gradertui.tui.lines import Line, spread, width_of
from gradertui.tui.pace import median
from gradertui.tui.pane import wrapped


def status(desk: Desk, width: int) -> Line:
    """Name, mode, how far, how fast, how long still."""
    state = desk.state
    left: Line = (
        (one_line(desk.session.name), "strong"),
        ("  " + _(CALLED[desk.session.plan.mode]) + " · " + (_("blind") if desk.blind else _("open")), "dim"),
    )
    right: list[tuple[str, str]] = [(f"{state.settled}", "strong"), (f"/{len(state.order)}", "dim")]
    if state.skipped:
        words = ngettext("{n} put off", "{n} put off", len(state.skipped))
        right.append(("   " + words.format(n=len(state.skipped)), "dim"))
    pace = median(state.paces)
    if pace is not None and width >= 60:
        right.append(("   " + _("{seconds} s each").format(seconds=number(pace, 1)), "dim"))
        if not state.complete:
            rest = duration(pace * (len(state.order) - state.settled))
            right.append(("   " + _("{duration} left").format(duration=rest), "dim"))
    room = width - width_of(left) - width_of(tuple(right)) - 6
    if room >= 8:
        left = (*left, ("   ", ""), *progress(state.settled, len(state.order), room))
    return spread(left, tuple(right), width)


def choices(desk: Desk, width: int) -> Line:
    """A cap and a few words per choice; closer together, words at the ends only, or caps alone, as there is room."""
    everything = range(len(desk.choices))
    ends = (0, len(desk.choices) - 1) if len(desk.choices) > 3 else ()
    for gap, worded in (("    ", everything), ("  ", everything), ("  ", ends), ("  ", ())):
        line = _choices(desk, gap, worded)
        if width_of(line) <= width:
            break
    return line


def _choices(desk: Desk, gap: str, worded: Sequence[int]) -> Line:
    line: list[tuple[str, str]] = []
    for place, choice in enumerate(desk.choices):
        role = "chosen" if desk.mark.label == choice.label else "cap"
        words = f" {_(choice.words)}" if place in worded else ""
        line += [(gap if line else "", ""), (f" {choice.label} ", role), (words, "")]
    return tuple(line)


def last(said: str, width: int) -> Line:
    """What just happened, and the keys; keys that do not fit drop out by rank."""
    ranked = sorted((c for c in COMMANDS if c.rank), key=lambda c: c.rank)
    keys: Line = ()
    for command in ranked:
        more: Line = (*keys, ("  " if keys else "", ""), (command.cap, ""), (f" {_(command.words)}", "dim"))
        if width_of(more) > max(width - len(said) - 3, width // 3):
            break
        keys = more
    return spread(((said, "accent"),), keys, width)


def help_rows(desk: Desk, width: int) -> list[Line]:
    """The rubric, then every key."""
    rubric = desk.session.plan.rubric
    rows: list[Line] = [((inert(text), ""),) for text in (desk.session.plan.title, rubric.get("task", "")) if text]
    for choice in desk.choices:
        told = inert(rubric.get(choice.label) or _(choice.words))
        rows += [(), ((f" {choice.label} ", "cap"), ("  ", ""), (told, ""))]
    rows += [(), ((_("Keys"), "title"),)]
    for command in COMMANDS:
        cap = command.cap or "Ctrl+P"
        rows.append(((cap.ljust(8), "strong"), (_(command.words).ljust(16), ""), (_(command.help), "dim")))
    if desk.session.plan.note:
        rows += [(), ((inert(desk.session.plan.note), "warn"),)]
    return wrapped(rows, width)

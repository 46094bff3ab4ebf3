"""The rows around the work: status, choices, the last line, and the help page; all from the desk and the tables."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from gradertui.locale import _, ngettext, number
from gradertui.modes import CALLED, grade
from gradertui.text import inert, one_line
from gradertui.tui.caps import capped, named_apart
from gradertui.tui.commands import COMMANDS, Command
from gradertui.tui.desk import Desk
from gradertui.tui.figures import duration, progress
from gradertui.tui.keynames import cap, large
from gradertui.tui.lines import Line, cropped, cut, spread, width_of
from gradertui.tui.pace import median
from gradertui.tui.pane import wrapped


def status(desk: Desk, width: int) -> Line:
    """Name, mode, how far, how fast, how long still."""
    state = desk.state
    left: Line = (
        (one_line(desk.session.name), "strong"),
        ("  " + _(CALLED[desk.session.plan.mode]) + " · " + (_("blind") if desk.blind else _("open")), "dim"),
        (" · " + one_line(desk.grader, 16) if width >= 80 else "", "dim"),
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
    if desk.asks_kind:
        return _kinds(desk, width)
    return capped(desk.choices, desk.mark.label, width)


def _kinds(desk: Desk, width: int) -> Line:
    """The kinds of error in their place: in full, briefly, or as much of each as there is room for."""
    full, brief = ([grade.kind_words(kind.label, brief=short) for kind in desk.kinds] for short in (False, True))
    room = width // len(desk.kinds) - 6
    few = [cut(text, room) if room > 5 else "" for text in brief]
    for gap, words in (("    ", full), ("  ", full), ("  ", brief), ("  ", few)):
        line: list[tuple[str, str]] = []
        for kind, text in zip(desk.kinds, words, strict=True):
            line += [(gap if line else "", ""), (f" {large(kind.key)} ", "cap"), (text and f" {text}", "")]
        if width_of(tuple(line)) <= width:
            break
    return tuple(line)


def last(said: str, width: int, commands: Sequence[Command] = COMMANDS) -> Line:
    """What just happened, and the keys; keys that do not fit drop out by rank, all of them beside a long message."""
    ranked = sorted((c for c in commands if c.rank and c.keys), key=lambda c: c.rank)
    keys: Line = ()
    for command in ranked:
        more: Line = (*keys, ("  " if keys else "", ""), (command.cap, ""), (f" {_(command.words)}", "dim"))
        if width_of(more) > width - cell_len(said) - 3:
            break
        keys = more
    return spread(((said, "accent"),), keys, width) if keys else cropped(((said, "accent"),), width)


def help_rows(desk: Desk, width: int) -> list[Line]:
    """The rubric, then every key."""
    rubric = desk.session.plan.rubric
    rows: list[Line] = [((inert(text), ""),) for text in (desk.session.plan.title, rubric.get("task", "")) if text]
    for choice in desk.choices:
        told = named_apart(choice) + inert(rubric.get(choice.label) or _(choice.words))
        rows += [(), ((f" {large(choice.key)} ", "cap"), ("  ", ""), (told, ""))]
    for kind in desk.kinds:
        words = grade.kind_words(kind.label)
        rows += [((f" {large(kind.key)} ", "cap"), ("  " + _("after an X: {kind}").format(kind=words), ""))]
    rows += [(), *keys(desk.keys.commands)]
    rows += [(), ((_("Filters").ljust(8), "strong"), (" ".join(desk.filters), ""))]
    if desk.session.plan.note:
        rows += [(), ((inert(desk.session.plan.note), "warn"),)]
    return wrapped(rows, width)


def keys(commands: Sequence[Command]) -> list[Line]:
    """Every command with its keys, as the help has them."""
    rows: list[Line] = [((_("Keys"), "title"),)]
    caps = [" ".join(map(cap, command.keys)) or "Ctrl+P" for command in commands]
    room = max(8, *(len(text) + 2 for text in caps))
    for text, command in zip(caps, commands, strict=True):
        rows.append(((text.ljust(room), "strong"), (_(command.words).ljust(16), ""), (_(command.help), "dim")))
    return rows

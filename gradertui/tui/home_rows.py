"""The list of sessions as rows: a rule for each with its name, and under it how far each grader is and what is next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from rich.cells import cell_len

from gradertui.locale import _, ngettext
from gradertui.modes import CALLED
from gradertui.overview import WORDS, Overview, Row, command, day, word
from gradertui.text import one_line
from gradertui.tui import bars
from gradertui.tui.figures import progress
from gradertui.tui.keys import Keys
from gradertui.tui.lines import Line, column, cropped, ruled, spread, width_of
from gradertui.tui.pane import wrapped
from gradertui.tui.picking import Pick, Picking

_BAR = (6, 60)
"""Cells of the narrowest bar that is drawn, and of the widest."""
_GAP = "  "


class Entry(NamedTuple):
    """A row of the list, and what is picked there; a rule is nothing to pick."""

    line: Line
    pick: Pick | None = None


class _Widths(NamedTuple):
    """Cells of the columns, the same in every session so that numbers align."""

    name: int
    done: int
    left: int
    flagged: int
    touched: int
    next: int


def status(folder: str, n: int, wanted: str, width: int) -> Line:
    """Where these sessions lie, and how many there are."""
    left: Line = (("gradertui", "strong"), ("  " + folder, "dim"))
    if wanted:
        left = (*left, (" · " + _("only {wanted}").format(wanted=wanted), "warn"))
    return spread(left, ((ngettext("{n} session", "{n} sessions", n).format(n=n), "dim"),), width)


def listed(sessions: Picking, folder: str, now: datetime, width: int, *, airy: bool) -> list[Entry]:
    """Every session with its graders; where there is none, what to do first.

    Args:
        sessions: with the row that stands out.
        folder: where they lie.
        now: with its zone.
        width: cells.
        airy: whether a blank row stands between sessions.
    """
    if not sessions.known:
        return _first_steps(folder, width)
    wide = _widths(sessions.known, now)
    found: list[Entry] = []
    for each in sessions.shown:
        found += [Entry(())] if airy and found else []
        found.append(Entry(_rule(each, width)))
        found += (Entry(_line(pick, pick == sessions.picked, wide, now, width), pick) for pick in _picks(each))
    return found


def _picks(each: Overview) -> Iterator[Pick]:
    return ((each, row) for row in each.rows)


def _rule(each: Overview, width: int) -> Line:
    total = "" if each.total is None else str(each.total)
    about = (_(CALLED[each.mode]) if each.mode else "", one_line(each.title, 60), total)
    title = " · ".join(filter(None, about))
    return ruled(((one_line(each.folder.name, 40), "strong"), ("  " + title if title else "", "dim")), width)


def _widths(known: Sequence[Overview], now: datetime) -> _Widths:
    rows = [row for each in known for row in each.rows if not row.fault]
    columns = zip(*((_name(row), *_cells(row, now)) for row in rows), strict=True)
    name, done, left, flagged, touched = [max(map(cell_len, each)) for each in columns] if rows else [0] * 5
    most = max(len(word(each, row)) for each in known for row in each.rows)
    return _Widths(min(name, 16), done, left, flagged, touched, most)


def _name(row: Row) -> str:
    if row.grader:
        return one_line(row.grader, 16)
    return "" if row.next in ("adjudicate", "blinding") else _("nobody yet")


def _cells(row: Row, now: datetime) -> tuple[str, str, str, str]:
    """How far, how much is left, flags, and when: as words, empty where there is nothing to say."""
    if row.next in ("adjudicate", "blinding"):
        return "", "", "", ""
    total = "–" if row.total is None else str(row.total)
    left = 0 if row.total is None else row.total - row.done
    return (
        f"{row.done}/{total}",
        ngettext("{n} left", "{n} left", left).format(n=left) if left else "",
        f"⚑ {row.flagged}" if row.flagged else "",
        day(row.last, now) if row.last else "",
    )


def _line(pick: Pick, picked: bool, wide: _Widths, now: datetime, width: int) -> Line:
    """One grader: what is next stands at the right, as a key where the row is picked."""
    each, row = pick
    cap = "chosen" if picked else "dim" if row.next == "report" else "accent"
    button: Line = ((f" {word(*pick).ljust(wide.next)} ", cap),)
    head: Line = (("▸ " if picked else "  ", "accent"),)
    if row.fault:
        who: Line = ((column(one_line(row.grader, 16), wide.name) + _GAP, "strong"),) if row.grader else ()
        return spread((*head, *who, ("✗ " + one_line(row.fault.replace(f"{each.folder}/", "")), "warn")), button, width)
    if row.next in ("adjudicate", "blinding"):
        return spread((*head, (_what(row), "")), button, width)
    return spread((*head, *_far(row, picked, wide, now, width - 2 - width_of(button))), button, width)


def _what(row: Row) -> str:
    if row.next == "blinding":
        return _("before the first rating: what still tells the variants apart")
    return ngettext("graders differ on {n}", "graders differ on {n}", row.differ).format(n=row.differ)


def _far(row: Row, picked: bool, wide: _Widths, now: datetime, width: int) -> Iterator[tuple[str, str]]:
    """Name, bar, numbers and time, as far as there is room: what is left drops out first, then the bar."""
    done, left, flagged, touched = _cells(row, now)
    cells = [
        (done.rjust(wide.done), "strong" if row.done else "dim"),
        (left.rjust(wide.left), "dim"),
        (flagged.ljust(wide.flagged), "warn"),
        (touched.ljust(wide.touched), "dim"),
    ]
    cells = [cell for cell in cells if cell[0]]
    name = column(_name(row), wide.name)
    room = width - wide.name - sum(len(_GAP + text) for text, _role in cells) - len(_GAP) - 1
    if room < _BAR[0] and wide.left:
        cells = [cell for cell in cells if cell != (left.rjust(wide.left), "dim")]
        room += wide.left + len(_GAP)
    yield name, "strong" if picked else ("" if row.grader else "dim")
    if room >= _BAR[0]:
        yield _GAP, ""
        yield from progress(row.done, row.total or 0, min(room, _BAR[1]))
    for text, role in cells:
        yield _GAP, ""
        yield text, role


def _first_steps(folder: str, width: int) -> list[Entry]:
    """What to do where there is no session yet: the example is picked."""
    row: Line = (
        ("▸ ", "accent"),
        (_("the example"), "strong"),
        ("  " + _("75 answers of a toy, ready to grade"), "dim"),
    )
    rule = ruled(((_("no sessions in {folder}").format(folder=folder), "dim"),), width)
    own: Line = (("  " + _("of your own") + "  ", "dim"), (_("gradertui new NAME FILE"), ""))
    button: Line = ((f" {_(WORDS['grade'])} ", "chosen"),)
    return [Entry(rule), Entry(spread(row, button, width)), Entry(cropped(own, width))]


def enter(sessions: Picking) -> str:
    """The command that Enter stands for."""
    if sessions.picked is None:
        return "gradertui demo"
    return one_line(command(*sessions.picked))


def waits(pick: Pick) -> str:
    """Why no report is shown here, and how it is printed all the same; empty where nothing is against it."""
    each = pick[0]
    if each.done or not any(row.next == "report" for row in each.rows):
        return ""
    command = f"gradertui report {one_line(each.folder.name)}"
    return _("some still grade here, and it names systems: {command}").format(command=command)


def fault_rows(picked: Pick, width: int) -> list[Line]:
    """What is wrong, in full, and what to do about it."""
    each, row = picked
    words = _("next: {command}").format(command=one_line(command(each, row)))
    rest = _("The other sessions are as they were; verify only reads, and says how to put things back.")
    return wrapped([((one_line(row.fault), "warn"),), (), ((rest, ""),), (), ((words, "accent"),)], width)


def help_rows(keys: Keys, width: int) -> list[Line]:
    """What is on the screen, then every key."""
    first = _("A row for each grader; the session last touched stands first. {open} does what is next there.")
    rows: list[Line] = [
        ((first.format(open=keys.cap("open")), ""),),
        ((_("Another grader begins with: gradertui grade NAME --grader ID"), ""),),
        ((_("A session of your own: gradertui new NAME FILE, or gradertui FILE"), ""),),
        (),
        *bars.keys(keys.commands),
    ]
    return wrapped(rows, width)


def last(said: str, width: int, keys: Keys) -> Line:
    """What Enter stands for or what just happened, and the keys."""
    return bars.last(cropped(((said, ""),), max(width - 12, 8))[0][0], width, keys.commands)

"""What is said around a task in dispute, as rows: how far, what graders said, the keys, the help, and the last page.

Graders have no names here, and no place of their own: rows stand in an order that changes from task to task.
"""

from __future__ import annotations

from collections.abc import Iterator

from gradertui.disputes import Voice
from gradertui.locale import _, ngettext
from gradertui.modes import CALLED, grade
from gradertui.settling import cause_words
from gradertui.text import inert, one_line
from gradertui.tui import bars
from gradertui.tui.caps import named_apart
from gradertui.tui.docket import Docket
from gradertui.tui.figures import progress
from gradertui.tui.keynames import large
from gradertui.tui.lines import Line, cropped, cut, ruled, spread, width_of
from gradertui.tui.pages import text_rows
from gradertui.tui.pane import wrapped


def status(docket: Docket, width: int) -> Line:
    """What this is, and how far it is."""
    plan, state = docket.session.plan, docket.state
    hidden = _("blind") if docket.blind else _("open")
    left: Line = (
        (one_line(docket.session.name), "strong"),
        ("  " + _("settling") + " · " + _(CALLED[plan.mode]) + " · " + hidden, "dim"),
    )
    right: Line = ((f"{state.settled}", "strong"), (f"/{len(state.order)}", "dim"))
    if state.skipped:
        words = ngettext("{n} put off", "{n} put off", len(state.skipped))
        right = (*right, ("   " + words.format(n=len(state.skipped)), "dim"))
    room = width - width_of(left) - width_of(right) - 6
    drawn = progress(state.settled, len(state.order), room) if room >= 8 else ()
    return spread((*left, ("   ", ""), *drawn), right, width)


def voices(docket: Docket, width: int, height: int) -> list[Line]:
    """What graders said: comments as far as there is room, in full on a page.

    Args:
        docket: at a task.
        width: cells.
        height: rows, the title's included.
    """
    labels = [one_line(voice.label, 12) for voice in docket.dispute.voices]
    n = len(labels)
    words = ngettext("{n} grader said", "{n} graders said", n).format(n=n)
    if height < 2:
        return [ruled(((f"{words}: ", "dim"), (" ".join(labels), "strong")), width)]
    rows = list(_voices(docket, width))
    if len(rows) > height - 1:
        rows = [cropped(row, width - 1) for row in _briefly(docket, width)]
    if len(rows) > height - 1:
        told = _("… {voices} shows all of it").format(voices=docket.keys.cap("voices"))
        rows = [*rows[: height - 2], (("  ", ""), (told, "warn"))]
    return [ruled(((words, "dim"),), width), *rows]


def _voices(docket: Docket, width: int) -> Iterator[Line]:
    """Every label with its whole comment behind it."""
    for place, voice in enumerate(docket.dispute.voices):
        head = _head(docket, place, voice)
        indent = width_of(head)
        first, *rest = text_rows(_comment(docket, voice), max(width - indent - 1, 8))
        yield (*head, *first)
        yield from (((" " * indent, ""), *row) for row in rest)


def _briefly(docket: Docket, width: int) -> Iterator[Line]:
    """Every label with as much of its comment as the row has room for."""
    for place, voice in enumerate(docket.dispute.voices):
        head = _head(docket, place, voice)
        yield (*head, (one_line(_comment(docket, voice), max(width - width_of(head) - 1, 8)), ""))


def _head(docket: Docket, place: int, voice: Voice) -> Line:
    key = large(docket.key_of(place))
    label = f" {one_line(voice.label, 12)} "
    stands = "accent" if voice.label == docket.mark.label else "strong"
    told = docket.cards and key == voice.label
    return (("  ", ""), (f" {key} ", "cap"), *(() if told else ((" " + label, stands),)), ("  ", ""))


def _comment(docket: Docket, voice: Voice) -> str:
    kind, comment = grade.kind_words(voice.kind) if voice.kind else "", docket.masked(voice.comment.strip())
    return " · ".join(part for part in (kind, f"“{comment}”" if comment else "") if part) or "–"


def in_full(docket: Docket, width: int) -> list[Line]:
    """Every label with its whole comment, for a page."""
    return list(_voices(docket, width))


def causes(docket: Docket, width: int) -> Line:
    """Why they differed: what can be said once the task has a label, and what was."""
    few = max(width // len(docket.causes) - 5, 0)
    why = _("Why?")
    for asked, gap, most in ((why, "    ", 40), (why, "  ", 40), ("", "  ", 40), ("", " ", 40), ("", " ", few)):
        line = _causes(docket, asked, gap, most)
        if width_of(line) <= width:
            break
    return line


def _causes(docket: Docket, why: str, gap: str, most: int) -> Line:
    said, settled = docket.mark.kind, docket.mark.label is not None
    line: list[tuple[str, str]] = [(why, "strong" if docket.asks_kind else "dim")]
    for cause in docket.causes:
        cap = "chosen" if cause.label == said else "cap" if settled else "dim"
        words = cut(cause.words, most)
        line += [(gap if any(text for text, _role in line) else "", ""), (f" {large(cause.key)} ", cap)]
        line.append((f" {words}", "" if settled else "dim"))
    return tuple(line)


def help_rows(docket: Docket, width: int) -> list[Line]:
    """What is done here, the rubric, then every key."""
    rubric = docket.session.plan.rubric
    told = _("Give the label that is right; what graders said stays as it is, and no name is shown.")
    rows: list[Line] = [((told, ""),)]
    rows += [((inert(text), ""),) for text in (rubric.get("task", ""),) if text]
    for choice in docket.choices:
        told = named_apart(choice) + inert(rubric.get(choice.label) or _(choice.words))
        rows.append(((f" {large(choice.key)} ", "cap"), ("  " + told, "")))
    if docket.cards:
        rows.append(((_("a rating that a grader gave is adopted by its own key"), ""),))
    else:
        first = large(docket.keys.row("adopt")[0])
        rows.append(((f" {first} ", "cap"), ("  " + _("adopt the label beside that key, and so on"), "")))
    for cause in docket.causes:
        rows.append(
            ((f" {large(cause.key)} ", "cap"), ("  " + _("why they differed: {cause}").format(cause=cause.words), ""))
        )
    return wrapped([*rows, (), *bars.keys(docket.keys.commands)], width)


def ending(docket: Docket, width: int) -> list[Line]:
    """How many are settled, why graders differed, and what comes next."""
    n, mode = docket.state.settled, docket.session.plan.mode
    words = ngettext("{n} disagreement is settled.", "{n} disagreements are settled.", n)
    rows: list[Line] = [((words.format(n=n), "strong"),), (), ((_("Why they differed"), "title"),)]
    for cause, times in docket.tally().items():
        rows.append(((f"{times:>4}  ", "strong"), (cause_words(cause, mode) or _("not said"), "")))
    command = f"gradertui report {one_line(docket.session.name)}"
    told = _("What graders said stays as it is; the report tells what was settled.")
    if docket.cards:
        told = _("What graders said stays as it is, and the report counts it; what was settled is kept beside it.")
    walk = _("{quit} closes this page; {previous} and {next} walk, {undo} takes back.")
    caps = {name: docket.keys.cap(name) for name in ("quit", "previous", "next", "undo")}
    rows += [(), ((told, ""),), ((walk.format(**caps), "dim"),), ()]
    return wrapped([*rows, ((_("next: {command}").format(command=command), "accent"),)], width)

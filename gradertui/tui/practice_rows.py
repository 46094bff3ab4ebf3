"""What a practice round says, as rows: how far, the choices, the verdict on a key, the rubric, and the last page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gradertui.locale import _
from gradertui.model import Choice, Plan
from gradertui.modes import CALLED, MODES
from gradertui.practice import KINDS, Exercise, Feedback, Round, tally
from gradertui.text import inert, one_line
from gradertui.tui import bars
from gradertui.tui.caps import capped, named_apart
from gradertui.tui.figures import progress
from gradertui.tui.keynames import cap, large
from gradertui.tui.keys import Keys
from gradertui.tui.lines import Line, ruled, spread, width_of
from gradertui.tui.pages import text_rows


def choices_of(shown: Exercise) -> Sequence[Choice]:
    """The keys that label."""
    return MODES[shown.mode].choices(Plan(mode=shown.mode))


def name_of(practised: Round, place: int) -> str:
    """How an exercise is called: by its question's key, a card by its number."""
    return one_line(practised.exercises[place].question.question_id, 24) or _("card {n}").format(n=place + 1)


def status(practised: Round, width: int) -> Line:
    """What this is, and how far it is."""
    reached = tally(practised)
    left: Line = (
        (_("Practice"), "strong"),
        ("  " + _(CALLED[practised.exercise.mode]) + " · " + _("off the record"), "dim"),
    )
    right: Line = ((f"{reached.done}", "strong"), (f"/{reached.total}   ✓ {reached.agreed}", "dim"))
    room = width - width_of(left) - width_of(right) - 6
    drawn = progress(reached.done, reached.total, room) if room >= 8 else ()
    return spread((*left, ("   ", ""), *drawn), right, width)


def choices(practised: Round, keys: Keys, width: int) -> Line:
    """The keys that label, and which was pressed."""
    return capped(keys.keyed(choices_of(practised.exercise)), practised.label, width)


def verdict(said: Feedback | None, width: int) -> Line:
    """The rule over the explanation: whether the key agrees with ours."""
    match said:
        case Feedback("agrees", label, ours):
            words, role = "✓ " + _("{label}: we agree").format(label=label), "accent"
            if ours != label:
                words += " · " + _("we take {ours}").format(ours=ours)
        case Feedback("differs", label, ours):
            words, role = "✗ " + _("You say {label}, we say {ours}").format(label=label, ours=ours), "warn"
        case Feedback("refused", label):
            words, role = "✗ " + _("{label} does not label here").format(label=label), "warn"
        case _:
            words, role = _("What we say"), "dim"
    return ruled(((words, role),), width)


def last(said: str, keys: Keys, width: int) -> Line:
    """What to do now, and the keys."""
    return bars.last(said, width, keys.commands)


def rubric(shown: Exercise, told: Mapping[str, str], keys: Keys, width: int) -> list[Line]:
    """What decides a label, then the keys."""
    rows = text_rows(told.get("task", ""), width)
    for choice in keys.keyed(choices_of(shown)):
        if words := told.get(choice.label):
            head: Line = ((f" {large(choice.key)} ", "cap"), ("  " + named_apart(choice), ""))
            rows += [(), *_hung(head, inert(words), width)]
    rows += [(), ((_("Keys"), "title"),)]
    caps = [" ".join(map(cap, command.keys)) for command in keys.commands]
    room = max(map(len, caps)) + 2
    for text, command in zip(caps, keys.commands, strict=True):
        rows += _hung(((text.ljust(room), "strong"),), _(command.help), width)
    return rows


def ending(practised: Round, keys: Keys, width: int) -> list[Line]:
    """How many agreed, what to look at again, and what comes next."""
    reached = tally(practised)
    rows: list[Line] = [((_("Agreed: {k} of {n}").format(k=reached.agreed, n=reached.done), "strong"),)]
    if reached.again:
        rows += [(), ((_("Look again at"), "title"),)]
    for kind, places in reached.again.items():
        names = ", ".join(name_of(practised, place) for place in places)
        rows += _hung((("· ", "dim"),), f"{_(KINDS[kind])}: {names}", width)
    rows += [
        (),
        *text_rows(_("{previous} goes back to read them again.").format(previous=keys.cap("previous")), width),
        *text_rows(_("Nothing of this was kept."), width),
    ]
    command = "gradertui demo" + (" tone" if practised.exercise.mode == "tone" else "")
    return [*rows, (), ((_("next: {command}").format(command=command), "accent"),)]


def _hung(head: Line, text: str, width: int) -> list[Line]:
    """A text behind something, its other rows under its first."""
    indent = width_of(head)
    first, *rest = text_rows(text, width - indent)
    return [(*head, *first), *(((" " * indent, ""), *row) for row in rest)]

"""`gradertui practice`: a few answers of the example with feedback on each key. Off the record: nothing is written."""

from __future__ import annotations

import csv
from argparse import ArgumentParser, Namespace

from gradertui.cli import demo, grade
from gradertui.locale import _, mark
from gradertui.masking import Mask
from gradertui.model import Mode, Plan
from gradertui.practice import Exercise, exercises, tally
from gradertui.store import StoreError
from gradertui.tui import keyfile

FAULTS: tuple[type[Exception], ...] = (StoreError,)
EXAMPLE = mark("examples:\n  gradertui practice\n  gradertui practice tone")


def arguments(parser: ArgumentParser) -> None:
    """What can be said on the command line."""
    parser.add_argument("mode", nargs="?", choices=("grade", "tone"), default="grade", help=_("which example"))
    grade.themed(parser)


def run(given: Namespace) -> int:
    """Practise until the reader leaves, and say what was reached."""
    if why := grade.no_terminal():
        raise StoreError(why)
    from gradertui.tui.practice import Practice

    plan, shown = shipped(given.mode)
    keys = keyfile.keys("practice", given.mode)
    practice = Practice(shown, plan.rubric, theme=grade.theme(given.theme), keys=keys)
    practice.run(mouse=False)
    reached = tally(practice.round)
    print(_("Agreed: {k} of {n}").format(k=reached.agreed, n=reached.done), _("Nothing of this was kept."), sep="\n")
    print(_("next: {command}").format(command="gradertui demo" + (" tone" if given.mode == "tone" else "")))
    return grade.ended(practice.failure, practice.return_code)


def shipped(mode: Mode) -> tuple[Plan, tuple[Exercise, ...]]:
    """The plan of the example, and the exercises on it, as they came with the program.

    Args:
        mode: which example.

    Raises:
        StoreError: the example is not there, or its practice speaks of an answer that it does not have.
    """
    folder = demo.shipped(mode)
    plan, _inputs, reading = demo.looked_into(folder)
    path = folder / "practice.csv"
    mask = Mask.planned(plan, plan.arms) if mode == "tone" else None
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return plan, exercises(mode, csv.DictReader(file), reading.parts(), mask)
    except ValueError as error:
        raise StoreError(f"{path}, {error}") from error

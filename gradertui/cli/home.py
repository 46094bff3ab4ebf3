"""`gradertui` alone: the sessions here, how far each grader is, and what to do next."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

from gradertui.locale import _, mark, ngettext
from gradertui.modes import CALLED
from gradertui.session import Session, found, sessions_folder
from gradertui.store import StoreError
from gradertui.text import one_line

FAULTS = (StoreError,)
EXAMPLE = mark("example:\n  gradertui --sessions ~/evaluations")


def arguments(parser: ArgumentParser) -> None:
    """Nothing of its own."""


def run(given: Namespace) -> int:
    """Print one block per session."""
    folder = sessions_folder(given.sessions)
    sessions = found(folder)
    if not sessions:
        print(_("no sessions in {folder}").format(folder=folder))
        print(_("next: gradertui demo, or gradertui new NAME FILE"))
    for path in sessions:
        try:
            print(*_block(path), sep="\n")
        except StoreError as error:
            print(f"{one_line(path.name)}  {error}")
    return 0


def _block(path: Path) -> Iterator[str]:
    session = Session(path)
    total = session.total
    said = (_(CALLED[session.plan.mode]), one_line(session.plan.title, 60), str(total))
    yield f"{one_line(session.name)}  " + " · ".join(filter(None, said))
    graders = session.graders()
    for grader in graders:
        log = session.log(grader)
        state = session.state(log)
        log.close()
        flagged = ", " + ngettext("{n} flagged", "{n} flagged", state.flagged).format(n=state.flagged)
        yield f"  {grader.ljust(12)} {state.settled}/{len(state.order)}{flagged if state.flagged else ''}"
        verb = "report" if state.complete else "grade"
        who = "" if state.complete else f" --grader {grader}"
        yield "  " + _("next: {command}").format(command=f"gradertui {verb} {path.name}{who}")
    if not graders:
        yield "  " + _("next: {command}").format(command=f"gradertui grade {path.name}")
    session.close()

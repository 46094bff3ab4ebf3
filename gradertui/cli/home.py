"""`gradertui` alone: the sessions here, how far each grader is, and what to do next.

On a terminal it is a screen from which they are opened, and to which one comes back; elsewhere it is printed.
"""

from __future__ import annotations

import sqlite3
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from gradertui.cli import grade
from gradertui.locale import _, mark, ngettext
from gradertui.locale.faults import told
from gradertui.modes import CALLED
from gradertui.overview import Next, Overview, Row, command, compared, day, overviews
from gradertui.session import sessions_folder
from gradertui.store import StoreError
from gradertui.text import one_line

if TYPE_CHECKING:
    from gradertui.tui.home import Chosen
    from gradertui.tui.picking import Place

FAULTS = (StoreError,)
INTERRUPTED = grade.INTERRUPTED
EXAMPLE = mark("example:\n  gradertui --sessions ~/evaluations")


def arguments(parser: ArgumentParser) -> None:
    """What can be said besides where the sessions lie: the colours."""
    grade.themed(parser)


def run(given: Namespace) -> int:
    """Show the sessions on a screen, or print one block for each."""
    folder = sessions_folder(given.sessions)
    if sys.stdout.isatty() and not grade.no_terminal():
        return _shown(folder, given)
    known = [compared(each) if each.comparable else each for each in overviews(folder)]
    if not known:
        print(_("no sessions in {folder}").format(folder=folder))
        print(_("next: gradertui demo, or gradertui new NAME FILE"))
    for each in known:
        print(*_block(each), sep="\n")
    return 0


def _block(each: Overview) -> Iterator[str]:
    name = one_line(each.folder.name)
    if not each.mode:
        yield f"{name}  {one_line(each.rows[0].fault)}"
        return
    total = "" if each.total is None else str(each.total)
    yield f"{name}  " + " · ".join(filter(None, (_(CALLED[each.mode]), one_line(each.title, 60), total)))
    for row in each.rows:
        if row.grader:
            yield f"  {one_line(row.grader).ljust(12)} {_far(row)}"
        elif row.differ:
            yield "  " + ngettext("graders differ on {n}", "graders differ on {n}", row.differ).format(n=row.differ)
        yield "  " + _("next: {command}").format(command=one_line(command(each, row)))


def _far(row: Row) -> str:
    if row.fault:
        return one_line(row.fault)
    said = [f"{row.done}/{'–' if row.total is None else row.total}"]
    if row.flagged:
        said.append(ngettext("{n} flagged", "{n} flagged", row.flagged).format(n=row.flagged))
    if row.last:
        said.append(day(row.last, datetime.now().astimezone()))
    return ", ".join(said)


def _shown(folder: Path, given: Namespace) -> int:
    """Show the screen, carry out what was chosen there, and show it again, until nothing is chosen."""
    from gradertui.tui import keyfile, settings
    from gradertui.tui.home import Home, Sight

    def text(what: Next, name: str) -> str:
        return _text(folder / name, what)

    def now() -> datetime:
        return datetime.now().astimezone()

    at: Place | None = None
    said = ""
    while True:
        app = Home(
            Sight(one_line(str(folder)), overviews(folder), text, now, at, said, keyfile.keys("home")),
            theme=grade.theme(given.theme),
            settings=settings.read(),
            size=get_terminal_size(),
        )
        app.run(mouse=False)
        if app.chosen is None or app.failure:
            return grade.ended(app.failure, app.return_code)
        at = app.place
        status, said = _opened(app.chosen, given)
        if status:
            return status


def _opened(chosen: Chosen, given: Namespace) -> tuple[int, str]:
    """Carry out what was chosen, as its own command does: the exit status, and why it could not be."""
    from gradertui.cli import adjudicate, demo

    grader = chosen.grader or None
    options = {"sessions": given.sessions, "open": False, "theme": given.theme, "mouse": False}
    try:
        match chosen.what:
            case "grade":
                return grade.run(Namespace(name=chosen.name, grader=grader, **options)), ""
            case "adjudicate":
                who = Namespace(name=chosen.name, grader=grade.who(), all=False, mine=None, **options)
                return adjudicate.run(who), ""
            case "demo":
                return demo.run(Namespace(mode="grade", grader=grader, **options)), ""
    except (StoreError, OSError) as fault:
        return 0, one_line(told(fault))
    except Exception as fault:
        from gradertui.cli.damage import damage

        if not (words := damage(sessions_folder(given.sessions) / chosen.name)) and not isinstance(
            fault, sqlite3.Error
        ):
            raise
        return 0, words or one_line(told(fault))


def _text(folder: Path, what: Next) -> str:
    """The report or the audit of a session; where there is none, why."""
    try:
        if what == "blinding":
            from gradertui.cli.blinding import audited

            return audited(folder)
        from gradertui.cli.report import written

        return written(folder)
    except (StoreError, OSError, sqlite3.Error) as fault:
        return told(fault)

"""`gradertui FILE…`: what was understood of files, and the offer to make a session of them and open it.

A folder that is a session is opened, and one of sessions is shown. Where nobody can be asked, the command is said.
"""

from __future__ import annotations

import re
import shlex
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

from gradertui.cli import anew, grade, home, new
from gradertui.formats.errors import InputError
from gradertui.formats.shown import describe
from gradertui.locale import _, mark
from gradertui.session import found, sessions_folder
from gradertui.store import StoreError
from gradertui.text import folded, one_line
from gradertui.tui import keyfile

FAULTS = (StoreError, InputError)
EXAMPLE = mark("example:\n  gradertui answers.csv --bank bank.csv")
_NO = ("n", "no")


def arguments(parser: ArgumentParser) -> None:
    """What can be said on the command line: what `new` and `grade` understand."""
    parser.add_argument("files", metavar=_("FILE"), nargs="+", type=Path, help=_("what a session may be made of"))
    new.options(parser)
    grade.options(parser)


def run(given: Namespace) -> int:
    """Open what is a session, else show what was understood and ask."""
    first = given.files[0].resolve()
    if (first / "items.sqlite").is_file():
        given.sessions, given.name = str(first.parent), first.name
        return grade.run(given)
    if first.is_dir() and found(first):
        given.sessions = str(first)
        return home.run(given)
    sessions = sessions_folder(given.sessions)
    name = free_name(first.stem, sessions)
    if grade.no_terminal() or not sys.stdout.isatty():
        files = one_line(shlex.join(map(str, given.files)))
        words = _("make a session of it with: {command}").format(command=f"gradertui new {name} {files}")
        print(f"gradertui: {words}", file=sys.stderr)
        return 2
    keyfile.read()
    return _offered(given, sessions, name)


def free_name(stem: str, sessions: Path) -> str:
    """A name that a session can have and none has.

    Args:
        stem: of the file.
        sessions: where sessions lie.
    """
    name = re.sub(r"[^\w.+-]+", "-", stem).strip("-.+")[:76] or "session"
    names = [name, *(f"{name}-{n}" for n in range(2, 100))]
    return next((each for each in names if not (sessions / each).exists()), name)


def _offered(given: Namespace, sessions: Path, name: str) -> int:
    """Show, ask, make and open."""
    lines, make = _understood(given, sessions)
    print(*lines, "", sep="\n")
    if make is None:
        return 2
    given.name = _asked(sessions, name)
    if not given.name:
        print(_("nothing was written"), file=sys.stderr)
        return 1
    print(*make(), sep="\n")
    try:
        return grade.run(given)
    except KeyboardInterrupt as stop:
        raise KeyboardInterrupt(_(grade.INTERRUPTED)) from stop


def _understood(given: Namespace, sessions: Path) -> tuple[list[str], Callable[[], list[str]] | None]:
    """What is in the files, in lines, and what makes a session of them; None where nothing can."""
    if anew.whole(given.files):
        found, lines = anew.read(given.files[0])
        return lines, lambda: anew.written(given.files[0], sessions / given.name, found)
    reading = new.looked_into(given)
    lines = [*describe(reading), *new.counted(reading)]
    return lines, None if reading.lacks else lambda: new.made(given, reading)


def _asked(sessions: Path, name: str) -> str:
    """The name of the session that is to be made; empty if none is."""
    question = _("Make session {name} of it? Enter: yes · n: no · or write another name:")
    while True:
        print(question.format(name=one_line(name)), end=" ", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        said = line.strip()
        if not line or folded(said) in _NO:
            return ""
        if not said or folded(said) in ("y", "yes", folded(_("yes"))):
            return name
        if not (why := _refusal(sessions, said)):
            return said
        print(why, file=sys.stderr)


def _refusal(sessions: Path, name: str) -> str:
    """Why a session cannot be called so; empty if it can."""
    try:
        new.refuse_name(name)
    except InputError as error:
        return str(error)
    if (sessions / name).exists():
        return _("{name}: is there already; write another name").format(name=one_line(name))
    return ""

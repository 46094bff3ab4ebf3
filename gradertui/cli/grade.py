"""`gradertui grade`: open a session and label. On the way to the first painted answer: import nothing heavy here."""

from __future__ import annotations

import gc
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from shutil import get_terminal_size

from gradertui.locale import _, mark
from gradertui.session import Session, sessions_folder
from gradertui.store import StoreError
from gradertui.store.naming import is_name
from gradertui.text import one_line
from gradertui.tui import keyfile, settings

FAULTS = (StoreError,)
INTERRUPTED = mark("interrupted: every label that was shown as given is on disk")
EXAMPLE = mark("example:\n  gradertui grade dia18 --grader ana")


def arguments(parser: ArgumentParser) -> None:
    """What can be said on the command line."""
    parser.add_argument("name", metavar=_("NAME"), help=_("the session"))
    options(parser)


def options(parser: ArgumentParser) -> None:
    """What `demo` understands too."""
    help_ = _("who labels (default: GRADERTUI_GRADER, else who said so when asked, else the login)")
    parser.add_argument("--grader", metavar=_("ID"), help=help_)
    parser.add_argument("--open", action="store_true", help=_("show which system answered; recorded in the log"))
    themed(parser)
    parser.add_argument("--mouse", action="store_true", help=_("let the terminal report the mouse"))


def themed(parser: ArgumentParser) -> None:
    """The option that chooses the colours."""
    help_ = _("for this time; default: GRADERTUI_THEME, else the one used last")
    parser.add_argument("--theme", choices=settings.THEMES, default=os.environ.get("GRADERTUI_THEME", ""), help=help_)


def who() -> str:
    """The grader unless one is named: GRADERTUI_GRADER, else the one remembered, else the login."""
    return os.environ.get("GRADERTUI_GRADER") or settings.read().grader or _login()


def _login() -> str:
    return os.environ.get("USER") or os.environ.get("LOGNAME") or "grader"


def run(given: Namespace) -> int:
    """Open the session and label until the grader quits."""
    session = Session(sessions_folder(given.sessions) / given.name)
    keyfile.read()
    if given.grader is None and not no_terminal():
        given.grader = asked(session.plan.graders)
    return open_session(session, given)


def asked(named: Sequence[str]) -> str:
    """Who grades, asked on the terminal where nobody said so before, and remembered.

    Args:
        named: by the plan; anybody's id will do where it names nobody.

    Raises:
        StoreError: nobody answered.
    """
    liked = settings.read()
    if os.environ.get("GRADERTUI_GRADER") or (liked.grader and (not named or liked.grader in named)):
        return who()
    grader = _answer(named, _login() if not named or _login() in named else "")
    if not liked.grader:
        settings.write(liked._replace(grader=grader))
    return grader


def _answer(named: Sequence[str], login: str) -> str:
    """Ask until the answer can be an id; an empty one is the login."""
    names = one_line(", ".join(named))
    question = " ".join(filter(None, (_("Who grades?"), names, f"[{one_line(login)}]" if login else "")))
    wrong = _("write one of: {names}").format(names=names) if named else _("write letters and digits: it names a file")
    while True:
        print(question, end=" ", file=sys.stderr, flush=True)
        if not (line := sys.stdin.readline()):
            raise StoreError(_("nobody said who grades; say it with --grader ID"))
        grader = line.strip() or login
        if grader in named or (not named and is_name(grader)):
            return grader
        print(wrong, file=sys.stderr)


def no_terminal() -> str | None:
    """Why the screen cannot be drawn here, or None."""
    if not sys.stdin.isatty() or not sys.stderr.isatty():
        return _("needs a terminal on standard input and standard error")
    if os.environ.get("TERM", "dumb") in ("dumb", ""):
        return _("TERM={term}: needs a terminal that can place the cursor").format(term=os.environ.get("TERM", ""))
    if "utf" not in (sys.stderr.encoding or "").lower():
        return _("needs a UTF-8 terminal; set LANG=C.UTF-8 or the like")
    return None


def theme(given: str) -> str:
    """The theme for this time.

    Args:
        given: on the command line or by GRADERTUI_THEME; empty is the one used last.

    Raises:
        StoreError: there is no such theme.
    """
    if given and given not in settings.THEMES:
        words = _("GRADERTUI_THEME={theme}: no such theme; there are {themes}")
        raise StoreError(words.format(theme=one_line(given, 20), themes=", ".join(settings.THEMES)))
    return given or settings.read().theme


def utc() -> str:
    """The time of day, as events carry it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def open_session(session: Session, given: Namespace) -> int:
    """Label in an open session.

    Args:
        session: with items.
        given: the options.
    """
    if why := no_terminal():
        print(f"gradertui grade: {why}", file=sys.stderr)
        return 2
    # Start makes many objects and no garbage: without the collector the first answer comes a tenth sooner.
    gc.disable()
    from gradertui.tui.app import Grader
    from gradertui.tui.desk import Desk

    mode = session.plan.mode
    worn, keys = theme(given.theme), keyfile.keys(mode, mode)
    log = session.writable_log(who() if given.grader is None else given.grader)
    blind = session.plan.blind and not given.open
    waits = blind and len(session.arms) > 1 and session.rules.together
    state = session.state(log, partial=not waits)
    desk = Desk(session, log, state, blind=blind, utc=utc, keys=keys)
    if given.open and session.plan.blind:
        desk.reveal("--open")
    # Numbers computed in a thread must give way to a key: within 1 ms instead of 5 (worst key 9 ms instead of 26).
    sys.setswitchinterval(0.001)
    app = Grader(desk, theme=worn, settings=settings.read(), size=get_terminal_size())
    gc.freeze()
    gc.enable()
    app.run(mouse=given.mouse)
    log.close()
    return ended(app.failure, app.return_code, session.folder)


def ended(failure: str, status: int | None, folder: Path | None = None) -> int:
    """Say by what an application ended, if by an error, and give the exit status.

    Args:
        failure: what it ended by, and where.
        status: as Textual has it.
        folder: of the session that was open: where it is damaged, that is said instead.
    """
    if failure:
        from gradertui.cli.damage import damage

        print(_("gradertui ended by an error; every label that was shown as given is on disk."), file=sys.stderr)
        words = damage(folder) if folder else ""
        print(words or failure, file=sys.stderr)
        return 2 if words else 1
    return status or 0

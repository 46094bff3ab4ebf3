"""`gradertui grade`: open a session and label. On the way to the first painted answer: import nothing heavy here."""

from __future__ import annotations

import gc
import os
import sys
from argparse import ArgumentParser, Namespace
from datetime import UTC, datetime
from shutil import get_terminal_size

from gradertui.locale import _, mark
from gradertui.session import Session, sessions_folder
from gradertui.store import StoreError
from gradertui.text import one_line
from gradertui.tui import settings

FAULTS = (StoreError,)
EXAMPLE = mark("example:\n  gradertui grade dia18 --grader ana")


def arguments(parser: ArgumentParser) -> None:
    """What can be said on the command line."""
    parser.add_argument("name", metavar=_("NAME"), help=_("the session"))
    options(parser)


def options(parser: ArgumentParser) -> None:
    """What `demo` understands too."""
    parser.add_argument("--grader", metavar=_("ID"), default=who(), help=_("who labels (default: %(default)s)"))
    parser.add_argument("--open", action="store_true", help=_("show which system answered; recorded in the log"))
    themed(parser)
    parser.add_argument("--mouse", action="store_true", help=_("let the terminal report the mouse"))


def themed(parser: ArgumentParser) -> None:
    """The option that chooses the colours."""
    help_ = _("for this time; default: GRADERTUI_THEME, else the one used last")
    parser.add_argument("--theme", choices=settings.THEMES, default=os.environ.get("GRADERTUI_THEME", ""), help=help_)


def who() -> str:
    """The grader unless one is named: GRADERTUI_GRADER, else the login."""
    return os.environ.get("GRADERTUI_GRADER") or os.environ.get("USER") or os.environ.get("LOGNAME") or "grader"


def run(given: Namespace) -> int:
    """Open the session and label until the grader quits."""
    return open_session(Session(sessions_folder(given.sessions) / given.name), given)


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

    worn = theme(given.theme)
    log = session.writable_log(given.grader)
    blind = session.plan.blind and not given.open
    waits = blind and len(session.arms) > 1 and session.rules.together
    state = session.state(log, partial=not waits)
    desk = Desk(session, log, state, blind=blind, utc=utc)
    if given.open and session.plan.blind:
        desk.reveal("--open")
    # Numbers computed in a thread must give way to a key: within 1 ms instead of 5 (worst key 9 ms instead of 26).
    sys.setswitchinterval(0.001)
    app = Grader(desk, theme=worn, settings=settings.read(), size=get_terminal_size())
    gc.freeze()
    gc.enable()
    app.run(mouse=given.mouse)
    log.close()
    return ended(app.failure, app.return_code)


def ended(failure: str, status: int | None) -> int:
    """Say by what an application ended, if by an error, and give the exit status.

    Args:
        failure: what it ended by, and where.
        status: as Textual has it.
    """
    if failure:
        print(_("gradertui ended by an error; every label that was shown as given is on disk."), file=sys.stderr)
        print(failure, file=sys.stderr)
        return 1
    return status or 0

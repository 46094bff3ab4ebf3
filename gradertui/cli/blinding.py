"""`gradertui blinding NAME reveal`: say which code stands for which system, and record that it was said."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from contextlib import closing

from gradertui.cli.grade import utc, who
from gradertui.events import revealed
from gradertui.locale import _
from gradertui.order import codes
from gradertui.session import Session, sessions_folder
from gradertui.store import StoreError
from gradertui.store.log import Log
from gradertui.text import folded, one_line

FAULTS: tuple[type[Exception], ...] = (StoreError,)
EXAMPLE = "example:\n  gradertui blinding dia18 reveal --grader ana"


def arguments(parser: ArgumentParser) -> None:
    """What can be said on the command line."""
    parser.add_argument("name", metavar="NAME", help=_("the session"))
    parser.add_argument("what", choices=("reveal",), help=_("say which code stands for which system"))
    parser.add_argument(
        "--grader", metavar="ID", default=who(), help=_("in whose log it is recorded (default: %(default)s)")
    )
    parser.add_argument("--yes", action="store_true", help=_("do not ask"))


def run(given: Namespace) -> int:
    """Ask, record, and only then say."""
    with closing(Session(sessions_folder(given.sessions) / given.name)) as session:
        session.log_path(given.grader)
        if not given.yes and not _confirmed(session):
            print(_("nothing was revealed"), file=sys.stderr)
            return 1
        with closing(session.writable_log(given.grader)) as log:
            _record(session, log)
        for arm, code in codes(session.arms, session.plan.seed).items():
            print(f"{code}  {one_line(arm)}")
    return 0


def _confirmed(session: Session) -> bool:
    if not sys.stdin.isatty():
        raise StoreError(_("there is no terminal to ask on; --yes reveals without asking"))
    words = _("Labels given from now on are marked as given after the reveal, in every report of {name}.")
    print(words.format(name=one_line(session.name)), file=sys.stderr)
    print(_("Reveal? Write yes: "), end="", file=sys.stderr, flush=True)
    return folded(sys.stdin.readline().strip()) in {"yes", folded(_("yes"))}


def _record(session: Session, log: Log) -> None:
    """Append the reveal, once, to a log whose plan stands."""
    if any(True for _event in log.events("Revealed")):
        return
    frozen = any(True for _event in log.events("PlanFrozen"))
    log.append_all([*([] if frozen else [session.frozen()]), revealed("gradertui blinding")], utc())

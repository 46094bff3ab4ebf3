"""`gradertui adjudicate`: settle where graders differ, or tell a grader where they differed from what was settled."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Collection, Sequence
from contextlib import closing
from shutil import get_terminal_size

from gradertui.cli import differed, grade
from gradertui.disputes import WORTH, Dispute, Said, disputes
from gradertui.locale import _, mark, ngettext
from gradertui.session import Session, sessions_folder
from gradertui.settling import said, settled, writable_log
from gradertui.store import StoreError
from gradertui.tui import keyfile, settings

FAULTS: tuple[type[Exception], ...] = (StoreError,)
INTERRUPTED = grade.INTERRUPTED
EXAMPLE = mark(
    """examples:
  gradertui adjudicate dia18 --grader eva
  gradertui adjudicate dia18 --mine ana"""
)


def arguments(parser: ArgumentParser) -> None:
    """What can be said on the command line."""
    parser.add_argument("name", metavar=_("NAME"), help=_("the session"))
    parser.add_argument("--grader", metavar=_("ID"), default=grade.who(), help=_("who settles (default: %(default)s)"))
    help_ = _("also what others settled, and in tone ratings that are one apart")
    parser.add_argument("--all", action="store_true", help=help_)
    help_ = _("print where this grader, who is done, differed from what was settled; nothing is opened")
    parser.add_argument("--mine", metavar=_("ID"), help=help_)
    grade.themed(parser)


def run(given: Namespace) -> int:
    """Settle until the adjudicator quits; or say that there is nothing to settle."""
    with closing(Session(sessions_folder(given.sessions) / given.name)) as session:
        if given.mine:
            print(*differed.lines(session, given.mine), sep="\n")
            return 0
        _refuse_unfinished(session, given.grader)
        voices, known = said(session), settled(session)
        mine = {task for task, each in known.items() if each.by == given.grader}
        others = set() if given.all else known.keys() - mine
        found = _asked(session, voices, keep=mine, leave=others, least=1 if given.all else _least(session))
        if found:
            return _open(session, found, given)
        print(*_nothing(session, voices, others), sep="\n")
    return 0


def _least(session: Session) -> int:
    return WORTH.get(session.plan.mode, 1)


def _asked(
    session: Session, voices: Said, *, keep: Collection[str], leave: Collection[str], least: int
) -> Sequence[Dispute]:
    tasks = session.tasks()
    return disputes(session.plan, tasks, voices, least=least, keep=keep, leave=leave)


def _refuse_unfinished(session: Session, adjudicator: str) -> None:
    """Who still labels here must not see what others said.

    Raises:
        StoreError: they do.
    """
    if adjudicator not in session.graders():
        return
    with closing(session.log(adjudicator)) as log:
        state = session.state(log)
    if left := len(state.order) - state.settled:
        words = ngettext(
            "--grader {grader}: has {n} open here, and would see what others said; finish it first",
            "--grader {grader}: has {n} open here, and would see what others said; finish them first",
            left,
        )
        raise StoreError(words.format(grader=adjudicator, n=left))


def _nothing(session: Session, voices: Said, others: Collection[str]) -> Sequence[str]:
    """Why there is nothing to settle."""
    name = session.name
    if sum(bool(each) for each in voices.values()) < 2:
        return [_("{name}: nothing to settle before a second grader has labels here").format(name=name)]
    if others:
        words = ngettext(
            "{name}: nothing to settle; {n} is settled by others (--all offers it again)",
            "{name}: nothing to settle; {n} are settled by others (--all offers them again)",
            len(others),
        )
        return [words.format(name=name, n=len(others))]
    if near := len(_asked(session, voices, keep=(), leave=(), least=1)):
        words = ngettext(
            "{name}: no ratings are two or more apart; of {n} card they are one apart (--all offers it)",
            "{name}: no ratings are two or more apart; of {n} cards they are one apart (--all offers them)",
            near,
        )
        return [words.format(name=name, n=near)]
    return [_("{name}: nothing to settle; graders agree wherever two of them labelled the same").format(name=name)]


def _open(session: Session, found: Sequence[Dispute], given: Namespace) -> int:
    if why := grade.no_terminal():
        raise StoreError(why)
    from gradertui.tui.adjudicating import Adjudicator
    from gradertui.tui.docket import Docket

    worn, keys = grade.theme(given.theme), keyfile.keys("adjudicate", session.plan.mode)
    with closing(writable_log(session, given.grader)) as log:
        docket = Docket(session, log, found, blind=session.plan.blind, utc=grade.utc, keys=keys)
        app = Adjudicator(docket, theme=worn, settings=settings.read(), size=get_terminal_size())
        app.run(mouse=False)
    return grade.ended(app.failure, app.return_code)

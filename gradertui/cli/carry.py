"""`--carry`, for the commands that understand it: which session is meant, and what came of it in words.

What is taken over, and by what an item is known again, is `following`. Nothing printed here is told by arm.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from gradertui.cli.grade import utc
from gradertui.following import Followed, differences, follow, refuse_mode, refuse_unknown
from gradertui.locale import _, ngettext
from gradertui.model import Mode
from gradertui.session import Session
from gradertui.store import StoreError
from gradertui.text import one_line


def option(parser: ArgumentParser) -> None:
    """What can be said on the command line."""
    help_ = _(
        "take over the labels that graders gave there where question, source and text are the same; a session here, or "
        "the path of its folder"
    )
    parser.add_argument("--carry", metavar=_("SESSION"), help=help_)


def refuse(folder: Path, carry: str | None, mode: Mode, graders: Sequence[str] = ()) -> None:
    """Refuse what cannot be carried from, before anything is written.

    Args:
        folder: of the session that takes over.
        carry: what `--carry` names; None where it was not said.
        mode: of the session that takes over.
        graders: whose labels; everybody's without any.

    Raises:
        StoreError: with what is wrong.
    """
    if carry is not None:
        with closing(_other(folder, carry)) as other:
            refuse_mode(other, mode)
            refuse_unknown(other, graders)


def carried(folder: Path, carry: str | None, graders: Sequence[str] = (), beside: Path | None = None) -> Iterator[str]:
    """Take over, and say what came of it; nothing where `--carry` was not said.

    Args:
        folder: of the session that takes over.
        carry: what `--carry` names.
        graders: whose labels; everybody's without any.
        beside: where sessions lie, if not in the folder of this one.

    Raises:
        StoreError: nothing was stored; the message says why and what to do.
    """
    if carry is None:
        return
    with closing(Session(folder)) as session, closing(_other(folder, carry, beside)) as other:
        free = session.record() is None
        followed = follow(session, other, graders, utc)
        yield from _said(other.name, followed)
        if any(each.events for each in followed):
            yield from _under(session, other, was_free=free)


def _other(folder: Path, carry: str, sessions: Path | None = None) -> Session:
    """The session that is meant: one beside, else the folder itself."""
    beside, path = (sessions or folder.parent) / carry, Path(carry).resolve()
    there = path if not (beside / "items.sqlite").is_file() and (path / "items.sqlite").is_file() else beside
    if there.resolve() == folder.resolve():
        raise StoreError(_("--carry {name}: that is this session; name another one").format(name=one_line(carry, 40)))
    return Session(there)


def _said(name: str, followed: Sequence[Followed]) -> Iterator[str]:
    """A line for each grader, and what is to be known of it."""
    name = one_line(name, 40)
    if all(each.stranger for each in followed):
        yield _("{name}: no label there is of anything that is here unchanged; nothing was carried").format(name=name)
    for each in followed:
        if each.stranger:
            words = _("{grader}: not among the graders of the plan; nothing of {name} was carried")
            yield words.format(grader=one_line(each.grader, 40), name=name)
        else:
            yield from _told(name, each)


def _told(name: str, each: Followed) -> Iterator[str]:
    grader, labels, excluded = one_line(each.grader, 40), each.n("Labelled"), each.n("Excluded")
    words = ngettext(
        "{grader}: {n} label carried from {name}, {left} left to label",
        "{grader}: {n} labels carried from {name}, {left} left to label",
        labels,
    )
    yield words.format(grader=grader, n=labels, name=name, left=each.left)
    if excluded:
        words = ngettext("{grader}: {n} left out as there", "{grader}: {n} left out as there", excluded)
        yield words.format(grader=grader, n=excluded)
    if each.unlike:
        words = ngettext(
            "{grader}: {n} not carried, because the same text has different labels there",
            "{grader}: {n} not carried, because the same texts have different labels there",
            each.unlike,
        )
        yield words.format(grader=grader, n=each.unlike)


def _under(session: Session, other: Session, *, was_free: bool) -> Iterator[str]:
    """Under which plan the labels were given, and under which they stand now."""
    if keys := differences(session, other):
        words = _("the labels of {name} were given under another plan: {keys}")
        yield words.format(name=one_line(other.name, 40), keys=one_line(", ".join(keys)))
    if was_free:
        words = _("the plan of {name} is frozen from here on, as by a first label")
        yield words.format(name=one_line(session.name, 40))

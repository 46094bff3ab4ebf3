"""`gradertui plan NAME`: what was planned, and what departed from it; freeze it, change it, put it back.

What a plan may say is `store.plan`, what may still change `session.planning`; the pages are `report`'s.
"""

from __future__ import annotations

import sys
import tomllib
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import closing
from dataclasses import fields

from gradertui.cli import sizes
from gradertui.cli.grade import utc, who
from gradertui.locale import _, mark
from gradertui.model import Plan
from gradertui.report import document, planned_text
from gradertui.report.blocks import Block
from gradertui.report.cautions import worded
from gradertui.report.layout import say, title
from gradertui.report.lines import lines
from gradertui.report.planned import Planned, planned
from gradertui.session import Session, planning, sessions_folder
from gradertui.store import StoreError
from gradertui.text import folded, json_text, one_line

FAULTS: tuple[type[Exception], ...] = (StoreError,)
EXAMPLE = mark(
    """examples:
  gradertui plan dia18
  gradertui plan dia18 change level=0.9 hypothesis="with notes, fewer answers are incorrect"
  gradertui plan dia18 freeze
  gradertui plan dia18 change event=correct --reason "asked for by the reviewers"
  gradertui plan dia18 restore
  gradertui plan dia18 --sample-size
  gradertui plan --sample-size --rate 0.1 --half-width 0.05"""
)


def arguments(parser: ArgumentParser) -> None:
    """What can be said on the command line."""
    parser.add_argument("name", metavar=_("NAME"), nargs="?", help=_("the session; --sample-size needs none"))
    parser.add_argument(
        "what",
        nargs="?",
        metavar=_("ACTION"),
        choices=("freeze", "change", "restore"),
        help=_(
            "freeze: from now on changes are refused or recorded; change: decide anew, after freezing with --reason; "
            "restore: put back the plan that holds"
        ),
    )
    parser.add_argument(
        "values",
        nargs="*",
        metavar=_("KEY=VALUE"),
        help=_("change: what is decided; without any, what was edited in session.toml is recorded"),
    )
    parser.add_argument("--reason", default="", metavar=_("TEXT"), help=_("why a frozen plan is departed from"))
    parser.add_argument("--by", metavar=_("ID"), default=who(), help=_("who decides (default: %(default)s)"))
    parser.add_argument("--yes", action="store_true", help=_("do not ask"))
    parser.add_argument("--format", choices=("text", "json"), default="text", help=_("default: %(default)s"))
    sizes.arguments(parser)


def run(given: Namespace) -> int:
    """Show, freeze, change or restore; or say what can be reached."""
    if given.sample_size and given.what:
        raise StoreError(_("--sample-size: say it without {what}").format(what=given.what))
    if given.sample_size:
        return _sizes(given)
    if given.name is None:
        raise StoreError(_("name a session, or say --sample-size"))
    folder = sessions_folder(given.sessions) / given.name
    if given.what == "restore":
        planning.restore(folder)
    with closing(Session(folder)) as session:
        match given.what:
            case "freeze":
                _freeze(session, given)
            case "change":
                _change(session, given)
    with closing(Session(folder)) as session:
        found = planned(session)
        if given.format == "json":
            print(json_text(document.plan(found), indent=2))
        else:
            print(*lines(_page(session, found)), sep="\n")
    return 0


def _sizes(given: Namespace) -> int:
    if given.name is None:
        print(sizes.page(given, None), end="")
        return 0
    with closing(Session(sessions_folder(given.sessions) / given.name)) as session:
        print(sizes.page(given, session), end="")
    return 0


def _page(session: Session, found: Planned) -> Iterator[Block]:
    yield from planned_text.section(found)
    if departed := list(planned_text.departures(found)):
        yield from ("", *departed)
    if warned := sizes.warnings(session):
        yield from ("", *title(_("To know beforehand")))
        yield from (block for caution in warned for block in say(worded(caution)))
    yield from ("", *_next(session.name, found))


def _next(name: str, found: Planned) -> Iterator[str]:
    if found.record is None:
        yield _(
            "next: edit session.toml, or gradertui plan {name} change KEY=VALUE; then gradertui plan {name} freeze"
        ).format(name=name)
        yield _("what it can reach: gradertui plan {name} --sample-size").format(name=name)
    elif not found.kept:
        yield _("next: gradertui plan {name} restore, or gradertui plan {name} change --reason TEXT").format(name=name)


def _freeze(session: Session, given: Namespace) -> None:
    """Ask once whether the opposite would be accepted, and whether it shall be."""
    if known := session.record():
        planning.refuse_other(session.folder, known, session.plan_text)
        words = _("{name}: the plan is frozen already, since {at} by {by}")
        raise StoreError(words.format(name=session.name, at=planned_text.minute(known.at), by=known.by))
    if not given.yes and not sys.stdin.isatty():
        raise StoreError(_("there is no terminal to ask on; --yes freezes without asking"))
    if not given.yes:
        _ask_reverse(session)
        if not _said_yes(_("After this, changes are refused or recorded with a reason. Freeze? [y/N]")):
            raise StoreError(_("nothing was frozen"))
    text = (session.folder / "session.toml").read_text(encoding="utf-8")
    planning.freeze(session.folder, text, by=given.by, at=utc(), how="command")


def _ask_reverse(session: Session) -> None:
    plan = session.plan
    if not plan.hypothesis or plan.accepts_reverse is not None:
        return
    print(one_line(plan.hypothesis), file=sys.stderr)
    answer = _said_yes(_("If the opposite came out, would you accept it as readily? [y/N]"))
    planning.change(session.folder, session.plan_text, {"accepts_reverse": answer}, reason="", by="", at="")


def _said_yes(question: str) -> bool:
    print(question, end=" ", file=sys.stderr, flush=True)
    return folded(sys.stdin.readline().strip()) in {"y", "yes", folded(_("yes")), folded(_("yes"))[:1]}


def _change(session: Session, given: Namespace) -> None:
    values = dict(map(_value, given.values))
    planning.change(session.folder, session.plan_text, values, reason=given.reason, by=given.by, at=utc())


def _value(said: str) -> tuple[str, object]:
    """A decision as it was written on the command line: text may stand without quotes.

    Raises:
        StoreError: it is no KEY=VALUE.
    """
    key, equals, value = said.partition("=")
    kinds = {field.name: str(field.type) for field in fields(Plan)}
    if not equals or key.split(".")[0] not in kinds:
        words = _("{said}: write KEY=VALUE, the key one of {known}; keys of a table as bank.author")
        raise StoreError(words.format(said=one_line(said, 40), known=", ".join(kinds)))
    if kinds[key.split(".")[0]] in ("str", "Mapping[str, str]"):
        return key, value
    try:
        return key, tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return key, value

"""`gradertui report`: print what the labels say."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from gradertui.cli.grade import utc, who
from gradertui.cli.out import opened
from gradertui.cli.progress import progress
from gradertui.locale import _, mark
from gradertui.report import FORMATS, Report, gather
from gradertui.session import Session, planning, sessions_folder
from gradertui.store import StoreError

FAULTS: tuple[type[Exception], ...] = (StoreError,)
EXAMPLE = mark(
    """examples:
  gradertui report dia18
  gradertui report dia18 --format json --out report.json
  gradertui report dia18 --format html --out report.html"""
)


def arguments(parser: ArgumentParser) -> None:
    """What can be said on the command line."""
    parser.add_argument("name", metavar=_("NAME"), help=_("the session"))
    parser.add_argument("--format", choices=FORMATS, default="text", help=_("default: %(default)s"))
    parser.add_argument("--out", type=Path, metavar=_("FILE"), help=_("write there and not to standard output"))
    parser.add_argument(
        "--grader", nargs="+", default=[], metavar=_("ID"), help=_("whose labels; everybody's otherwise")
    )


def _recorded(session: Session, report: Report) -> Report:
    """Record that somebody looks at what is held out, before it is shown."""
    if getattr(report.numbers, "held_out", None) is None:
        return report
    record = planning.look(session.folder, session.plan.held_out, by=who(), at=utc(), how="report")
    return replace(report, planned=replace(report.planned, record=record))


def run(given: Namespace) -> int:
    """Gather and write."""
    with progress(_("computing the report")):
        text = written(sessions_folder(given.sessions) / given.name, given.grader, given.format)
    with opened(given.out) as file:
        file.write(text)
    return 0


def written(folder: Path, graders: Sequence[str] = (), format: str = "text") -> str:  # noqa: A002
    """The report of a session as a text.

    Args:
        folder: of the session.
        graders: whose labels; everybody's without any.
        format: one of FORMATS.
    """
    with closing(Session(folder)) as session:
        report = _recorded(session, gather(session, graders))
    return FORMATS[format](report)

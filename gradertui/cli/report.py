"""`gradertui report`: print what the labels say."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from contextlib import closing
from pathlib import Path

from gradertui.cli.out import opened
from gradertui.locale import _, mark
from gradertui.report import FORMATS, gather
from gradertui.session import Session, sessions_folder
from gradertui.store import StoreError

FAULTS: tuple[type[Exception], ...] = (StoreError,)
EXAMPLE = mark(
    """examples:
  gradertui report dia18
  gradertui report dia18 --format json --out report.json"""
)


def arguments(parser: ArgumentParser) -> None:
    """What can be said on the command line."""
    parser.add_argument("name", metavar=_("NAME"), help=_("the session"))
    parser.add_argument("--format", choices=FORMATS, default="text", help=_("default: %(default)s"))
    parser.add_argument("--out", type=Path, metavar=_("FILE"), help=_("write there and not to standard output"))
    parser.add_argument(
        "--grader", nargs="+", default=[], metavar=_("ID"), help=_("whose labels; everybody's otherwise")
    )


def run(given: Namespace) -> int:
    """Gather and write."""
    with closing(Session(sessions_folder(given.sessions) / given.name)) as session:
        report = gather(session, given.grader)
    text = FORMATS[given.format](report)
    with opened(given.out) as file:
        file.write(text)
    return 0

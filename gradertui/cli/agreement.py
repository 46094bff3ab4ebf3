"""`gradertui agreement`: how far graders say the same, of a session or of a bare table of who labelled what how.

By arm nothing is said, so that it may be read while somebody still grades blind.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from contextlib import closing
from pathlib import Path

from gradertui.cli.out import opened
from gradertui.cli.progress import progress
from gradertui.formats.errors import InputError, quoted
from gradertui.formats.ratings import read_ratings
from gradertui.locale import _, mark
from gradertui.report.agreement import Agreed, gather, of_table
from gradertui.report.agreement_document import agreement
from gradertui.report.agreement_text import page
from gradertui.report.together import together
from gradertui.session import Session, sessions_folder
from gradertui.store import StoreError
from gradertui.text import json_text

FAULTS: tuple[type[Exception], ...] = (StoreError, InputError)
EXAMPLE = mark(
    """examples:
  gradertui agreement dia18
  gradertui agreement labels.csv --scale R X N
  gradertui agreement ratings.csv --scale 1 2 3 4 5 --explain
  gradertui agreement wide.csv --map Ana=grader --map Ben=grader"""
)


def arguments(parser: ArgumentParser) -> None:
    """What can be said on the command line."""
    parser.add_argument(
        "name", metavar=_("NAME|FILE"), help=_("a session, or a table: item, grader, label, or a column per grader")
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help=_("default: %(default)s"))
    parser.add_argument("--out", type=Path, metavar=_("FILE"), help=_("write there and not to standard output"))
    parser.add_argument("--explain", action="store_true", help=_("how it is computed, with the table behind it"))
    parser.add_argument(
        "--grader", nargs="+", default=[], metavar=_("ID"), help=_("whose labels; everybody's otherwise")
    )
    parser.add_argument(
        "--scale",
        nargs="+",
        default=[],
        metavar=_("VALUE"),
        help=_("of a table: the values a label can have, in order"),
    )
    parser.add_argument("--map", action="append", default=[], metavar=_("COLUMN=field"), help=_("what a column is"))
    parser.add_argument("--encoding", metavar=_("NAME"), help=_("of the file; found out otherwise"))


def run(given: Namespace) -> int:
    """Compare and write."""
    folder = sessions_folder(given.sessions) / given.name
    with progress(_("comparing")):
        agreed = _of_session(folder, given) if (folder / "items.sqlite").is_file() else _of_file(folder, given)
    if given.format == "json":
        text = json_text(agreement(agreed), indent=2) + "\n"
    elif agreed is None:
        text = _("{name}: sealed by its plan until all is labelled").format(name=given.name) + "\n"
    else:
        text = page(agreed, given.explain)
    with opened(given.out) as file:
        file.write(text)
    return 0


def _of_session(folder: Path, given: Namespace) -> Agreed | None:
    if given.scale or given.map:
        raise StoreError(
            _("{name}: a session has its own scale; --scale and --map are of tables").format(name=given.name)
        )
    with closing(Session(folder)) as session:
        return gather(session, together(session, given.grader))


def _of_file(folder: Path, given: Namespace) -> Agreed:
    path = Path(given.name)
    if not path.exists():
        words = _("{name}: neither a session in {folder} nor a file")
        raise StoreError(words.format(name=given.name, folder=folder.parent))
    ratings = read_ratings(path, scale=given.scale, mapping=given.map, encoding=given.encoding)
    known = sorted({grader for said in ratings.items.values() for grader in said})
    for grader in given.grader:
        if grader not in known:
            words = _("--grader {grader}: has no labels here; there are: {known}")
            raise InputError(words.format(grader=quoted(grader), known=quoted(", ".join(known), 200)))
    return of_table(path.name, ratings, given.grader)

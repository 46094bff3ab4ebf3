"""`gradertui export`: the labels as a table, one row per label that stands, ready for pandas, R and a spreadsheet.

Before everything is labelled or somebody reveals, systems are codes and original columns stay out, because they could
tell; what is written comes in again through `gradertui label`.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from contextlib import closing, nullcontext
from pathlib import Path

from gradertui.cli.out import opened
from gradertui.cli.progress import progress
from gradertui.formats.export import write_csv, write_jsonl
from gradertui.locale import _, mark
from gradertui.modes.preference import BETWEEN
from gradertui.report.rows import COLUMNS, originals, rows
from gradertui.report.together import together
from gradertui.session import Session, sessions_folder
from gradertui.store import StoreError

FAULTS: tuple[type[Exception], ...] = (StoreError,)
EXAMPLE = mark(
    """examples:
  gradertui export dia18 --format csv > labels.csv
  gradertui export dia18 --format jsonl --out labels.jsonl"""
)


def arguments(parser: ArgumentParser) -> None:
    """What can be said on the command line."""
    parser.add_argument("name", metavar=_("NAME"), help=_("the session"))
    parser.add_argument("--format", choices=("csv", "jsonl"), required=True, help=_("how the table is written"))
    parser.add_argument("--out", type=Path, metavar=_("FILE"), help=_("write there and not to standard output"))
    parser.add_argument(
        "--grader", nargs="+", default=[], metavar=_("ID"), help=_("whose labels; everybody's otherwise")
    )


def run(given: Namespace) -> int:
    """Write every label that stands."""
    with closing(Session(sessions_folder(given.sessions) / given.name)) as session:
        columns = COLUMNS[session.plan.mode]
        with progress(_("reading")):
            found = together(session, given.grader)
            more = originals(session, columns) if found.named else {}
        lines = (row | more.get(row["item_id"].partition(BETWEEN)[0], {}) for row in rows(session, found))
        # Rows that go to the terminal are seen already.
        with opened(given.out) as file, progress(_("writing")) if given.out else nullcontext():
            if given.format == "jsonl":
                write_jsonl(lines, file)
            else:
                extra = dict.fromkeys(name for original in more.values() for name in original)
                write_csv(lines, [*columns, *extra], file)
    return 0

"""`gradertui export`: what can be taken away from a session, in the formats of `report/exports`.

Before everything is labelled or somebody reveals, systems are codes and what could tell them stays out. The file goes
to standard output or to --out, what is to be said of it to standard error.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import closing, nullcontext
from pathlib import Path

from gradertui.cli.out import opened
from gradertui.cli.progress import progress
from gradertui.locale import _, mark
from gradertui.report.exports import EXPORTERS, Exporter, Material, Writer, gathered, refuse_unfit, table
from gradertui.session import Session, sessions_folder
from gradertui.store import StoreError

FAULTS: tuple[type[Exception], ...] = (StoreError,)
EXAMPLE = mark(
    """examples:
  gradertui export dia18 --format csv > labels.csv
  gradertui export dia18 --format full --out dia18.jsonl
  gradertui export voices --format dpo --out pairs.jsonl --anonymous"""
)


def arguments(parser: ArgumentParser) -> None:
    """What can be said on the command line."""
    parser.epilog = f"{parser.epilog}\n\n{table()}"
    parser.add_argument("name", metavar=_("NAME"), help=_("the session"))
    parser.add_argument(
        "--format", choices=EXPORTERS, required=True, metavar=_("FORMAT"), help=_("what is written: see below")
    )
    parser.add_argument("--out", type=Path, metavar=_("FILE"), help=_("write there and not to standard output"))
    parser.add_argument(
        "--grader", nargs="+", default=[], metavar=_("ID"), help=_("whose labels; everybody's otherwise")
    )
    parser.add_argument(
        "--anonymous", action="store_true", help=_("grader-1, grader-2 … in the place of the graders' names")
    )


def run(given: Namespace) -> int:
    """Write, then say what is to be said."""
    exporter = EXPORTERS[given.format]
    with closing(Session(sessions_folder(given.sessions) / given.name)) as session:
        with progress(_("reading")):
            material = gathered(session, given.grader, labelled=exporter.labelled, hide=given.anonymous)
        refuse_unfit(given.format, material)
        # Rows that go to the terminal are seen already.
        with progress(_("writing")) if given.out else nullcontext():
            words = _written(exporter, material, given.out)
    for line in words:
        print(line, file=sys.stderr)
    if given.anonymous and exporter.labelled:
        print(_("comments, and names inside longer texts, are as they were written"), file=sys.stderr)
    return 0


def _written(exporter: Exporter, material: Material, out: Path | None) -> list[str]:
    """Write the file, and those beside it where it has a name; give back what is to be said of them."""
    with opened(out) as file:
        words = list(exporter.write(material, file))
        for path, write in _beside(exporter, out):
            with opened(path) as other:
                words += [f"{path}: {line}" for line in write(material, other)]
    return words


def _beside(exporter: Exporter, out: Path | None) -> Iterator[tuple[Path, Writer]]:
    if out is not None:
        for name, write in exporter.beside.items():
            yield out.with_name(f"{out.stem}.{name}{out.suffix}"), write

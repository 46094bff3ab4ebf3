"""`gradertui compare`: which of two systems is better, or that nobody can tell yet; of a session or a bare table.

A look at what a plan holds out is recorded here, before it is printed.
"""

from __future__ import annotations

from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from gradertui.cli.grade import utc, who
from gradertui.cli.out import opened
from gradertui.cli.progress import progress
from gradertui.cli.shares import share
from gradertui.formats.errors import InputError
from gradertui.formats.outcomes import Outcomes
from gradertui.formats.runs import read_runs
from gradertui.locale import _, mark
from gradertui.modes import CALLED
from gradertui.report.compare import Compared, Wanted, document, of_session, of_table, reading, text
from gradertui.report.together import together
from gradertui.session import Session, planning, sessions_folder
from gradertui.store import StoreError
from gradertui.text import json_text

FAULTS: tuple[type[Exception], ...] = (StoreError, InputError)
EXAMPLE = mark(
    """examples:
  gradertui compare dia18
  gradertui compare dia18 without with --read p22
  gradertui compare runs.csv A B --variants 20 --chosen --held-out test
  gradertui compare before.csv after.csv --margin 0.02 --no-chosen
  gradertui compare runs.csv --claim A=0.82 B=0.847 --format json"""
)


def arguments(parser: ArgumentParser) -> None:
    """What can be said on the command line."""
    parser.add_argument(
        "name", metavar=_("NAME|FILE"), help=_("a session, or a table: case, system, pass, or a column per system")
    )
    parser.add_argument(
        "more", nargs="*", metavar=_("A B"), help=_("two systems, from the first to the second; or more tables")
    )
    parser.add_argument(
        "--pair", nargs=2, action="append", default=[], metavar=("A", "B"), help=_("a pair; may be said several times")
    )
    _of_decision(parser)
    parser.add_argument(
        "--read", nargs="+", default=[], metavar=_("CASE"), help=_("print these cases whole: question and both answers")
    )
    parser.add_argument(
        "--claim", nargs="+", default=[], metavar=_("A=RATE"), help=_("rates that were reported, as they were written")
    )
    parser.add_argument(
        "--event", choices=("incorrect", "correct", "abstained"), help=_("of a session: what is compared; the plan's")
    )
    parser.add_argument("--map", action="append", default=[], metavar=_("COLUMN=field"), help=_("what a column is"))
    parser.add_argument("--encoding", metavar=_("NAME"), help=_("of the file; found out otherwise"))
    parser.add_argument("--format", choices=("text", "json"), default="text", help=_("default: %(default)s"))
    parser.add_argument("--out", type=Path, metavar=_("FILE"), help=_("write there and not to standard output"))


def _of_decision(parser: ArgumentParser) -> None:
    """What the decision rests on."""
    parser.add_argument("--variants", metavar="M", help=_("how many variants were tried, this one included"))
    parser.add_argument(
        "--chosen",
        action=BooleanOptionalAction,
        default=None,
        help=_("whether the second was chosen by looking at these cases"),
    )
    parser.add_argument(
        "--held-out", default="", metavar=_("SPLIT|FILE"), help=_("cases nobody looked at: a split, or another table")
    )
    parser.add_argument("--margin", metavar="X", help=_("the smallest difference that matters, such as 0.02"))
    parser.add_argument("--level", metavar="X", help=_("of a table: confidence level, such as 0.95"))
    parser.add_argument("--unpaired", action="store_true", help=_("as if the cases were different ones"))


def run(given: Namespace) -> int:
    """Compare and write."""
    folder = sessions_folder(given.sessions) / given.name
    with progress(_("comparing")):
        if (folder / "items.sqlite").is_file():
            with closing(Session(folder)) as session:
                written = _of_session(session, given)
        else:
            written = _of_files(folder, given)
    with opened(given.out) as file:
        file.write(written)
    return 0


def _of_session(session: Session, given: Namespace) -> str:
    plan = session.plan
    if plan.mode != "grade":
        words = _("{name}: compare reads graded answers; this is a session of {mode}, see: gradertui report {name}")
        raise StoreError(words.format(name=session.name, mode=_(CALLED[plan.mode])))
    if given.level or given.map:
        words = _("{name}: a session has its own level and columns; --level and --map are of tables")
        raise StoreError(words.format(name=session.name))
    found = together(session)
    if plan.statistics != "live" and not found.complete:
        words = _("The plan says statistics = {policy}: systems are not compared before all is labelled.")
        raise StoreError(f"{session.name}: {words.format(policy=plan.statistics)}")
    if not any(known is not None for known in session.items.answerable().values()):
        words = _("{name}: there are no references, so that nobody can say what passes; gradertui report {name}")
        raise StoreError(words.format(name=session.name))
    compared = of_session(session, found, _wanted(given, given.more))
    reads = [reading.of_session(session, found, compared, case) for case in given.read]
    return _written(_recorded(session, compared), reads, given)


def _recorded(session: Session, compared: Compared) -> Compared:
    """Record that somebody looks at what is held out, before it is shown."""
    held = compared.held
    if held is None or not held.shown:
        return compared
    record = planning.look(session.folder, held.split, by=who(), at=utc(), how="compare")
    looks = tuple(look for look in record.looks if look.split == held.split) if record else ()
    return replace(compared, held=held._replace(looks=looks))


def _of_files(folder: Path, given: Namespace) -> str:
    """Of one table, or of several that are read as one."""
    path = Path(given.name)
    if not path.exists():
        words = _("{name}: neither a session in {folder} nor a file")
        raise StoreError(words.format(name=given.name, folder=folder.parent))
    if given.event:
        raise StoreError(_("--event: a table says itself what passes; it is of sessions"))
    paths = [path, *(Path(word) for word in given.more if Path(word).is_file())]
    told = _read(paths, given)
    fresh = _read([Path(given.held_out)], given) if given.held_out and Path(given.held_out).is_file() else None
    wanted = _wanted(given, [word for word in given.more if not Path(word).is_file()])
    compared = of_table(" + ".join(each.name for each in paths), told, wanted, fresh)
    return _written(compared, [reading.of_table(told, compared, case) for case in given.read], given)


def _read(paths: Sequence[Path], given: Namespace) -> Outcomes:
    return read_runs(paths, mapping=given.map, encoding=given.encoding)


def _wanted(given: Namespace, names: Sequence[str]) -> Wanted:
    """What was asked for, read."""
    if len(names) not in (0, 2):
        raise StoreError(
            _("name two systems, from the first to the second, or none (there are: {n})").format(n=len(names))
        )
    pairs = [(names[0], names[1])] if names else []
    return Wanted(
        tuple(dict.fromkeys((*pairs, *((a, b) for a, b in given.pair)))),
        given.event or "",
        dict(map(_claim, given.claim)),
        given.held_out,
        _number("--level", given.level, 0.5, 0.9999),
        _number("--margin", given.margin, 0, 1),
        _whole("--variants", given.variants),
        given.chosen,
        given.unpaired,
    )


def _claim(said: str) -> tuple[str, str]:
    arm, equals, rate = said.rpartition("=")
    if not equals or not arm:
        raise StoreError(_("--claim {said}: write SYSTEM=RATE, such as A=0.85").format(said=said))
    return arm, rate


def _number(option: str, said: str | None, low: float, high: float) -> float | None:
    return None if said is None else share(option, said, low, high)


def _whole(option: str, said: str | None) -> int | None:
    if said is None:
        return None
    if not said.isdecimal() or not 1 <= int(said) <= 1_000_000:
        raise StoreError(_("{option} {text}: write a whole number from 1").format(option=option, text=said))
    return int(said)


def _written(compared: Compared, reads: Sequence[reading.Read], given: Namespace) -> str:
    if reads and given.format == "json":
        cases = {"schema": document.SCHEMA, "cases": [reading.keys(read) for read in reads]}
        return json_text(cases, indent=2) + "\n"
    if reads:
        return "\n".join(map(reading.page, reads))
    return document.write(compared) if given.format == "json" else text.write(compared)

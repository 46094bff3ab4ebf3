"""`gradertui verdicts`: take in what a judge or a verifier said, all of it or, when a row has a problem, nothing.

Says how many verdicts there are and what their words were taken for; never of which answers, and never against the
labels: that is the report's, once nobody is grading blind.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from gradertui.checks import standing
from gradertui.cli.finding import matched
from gradertui.cli.grade import utc
from gradertui.formats.errors import InputError, quoted
from gradertui.formats.files import look_into
from gradertui.formats.verdicts import Meanings, VerdictRow, as_number, read_verdicts, table
from gradertui.judged import bank, path_of, take_in
from gradertui.locale import _, mark, ngettext
from gradertui.session import Session, sessions_folder
from gradertui.store import StoreError

FAULTS: tuple[type[Exception], ...] = (StoreError, InputError)
EXAMPLE = mark(
    """examples:
  gradertui verdicts dia18 verifier.csv
  gradertui verdicts dia18 scores.jsonl --tool judge --map rating=verdict
  gradertui verdicts dia18 judge.csv --pass good excellent --flag poor"""
)
_SHOWN = 20
"""Words that are printed; the rest is counted."""


def arguments(parser: ArgumentParser) -> None:
    """What can be said on the command line."""
    parser.epilog = f"{parser.epilog}\n\n{table()}"
    parser.add_argument("name", metavar=_("NAME"), help=_("the session"))
    parser.add_argument("file", metavar=_("FILE"), type=Path, help=_("verdicts: CSV, TSV, JSONL or a JSON list"))
    parser.add_argument("--tool", metavar=_("ID"), help=_("whose verdicts they are; the name of the file otherwise"))
    parser.add_argument("--system", default="", metavar=_("NAME"), help=_("whose answers, where the file does not say"))
    parser.add_argument("--map", action="append", default=[], metavar=_("COLUMN=field"), help=_("what a column is"))
    for option, dest, words in (
        ("--pass", "passed", _("words that let an answer pass")),
        ("--flag", "flagged", _("words that flag an answer")),
    ):
        parser.add_argument(option, dest=dest, nargs="+", action="extend", default=[], metavar=_("WORD"), help=words)
    parser.add_argument("--encoding", metavar=_("NAME"), help=_("of the file; found out otherwise"))


def run(given: Namespace) -> int:
    """Read, find what each row is about, and write unless something is wrong."""
    with closing(Session(sessions_folder(given.sessions) / given.name)) as session:
        if session.plan.mode != "grade":
            words = _("{name}: verdicts are of answers, in sessions of grade; this one is {mode}")
            raise StoreError(words.format(name=session.name, mode=session.plan.mode))
        tool = given.tool or given.file.stem
        path_of(session, tool)
        meanings = Meanings(session.plan.thresholds.get("verdict"), given.passed, given.flagged)
        rows = read_verdicts(given.file, meanings, mapping=given.map, encoding=given.encoding, tool=tool)
        rows = [row._replace(of=row.of._replace(system=row.of.system or given.system)) for row in rows]
        found = matched(session, rows, look_into(given.file, "verdicts", given.map, given.encoding), "verdict")
        new = take_in(session, tool, found, given.file.name, utc())
        print(*_said(session, tool, found, new), *_words(list(found.values()), meanings), sep="\n")
    return 0


def _said(session: Session, tool: str, found: Mapping[str, VerdictRow], new: int) -> Iterator[str]:
    words = ngettext("{tool}: {n} verdict taken in", "{tool}: {n} verdicts taken in", new)
    yield f"{words.format(tool=tool, n=new)}, {_('{n} stood already').format(n=len(found) - new)}"
    if lowered := _lowered(session, found):
        words = ngettext(
            "{n} lowered to partial: its fragment is missing, or is not word for word in the source",
            "{n} lowered to partial: their fragments are missing, or are not word for word in the source",
            lowered,
        )
        yield words.format(n=lowered)


def _lowered(session: Session, found: Mapping[str, VerdictRow]) -> int:
    against = bank(session)
    said = ((found[answer.item_id], answer) for answer in session.items.answers() if answer.item_id in found)
    rows = ((row, answer) for row, answer in said if row.verdict == "supported")
    return sum(standing(row.verdict, row.fragment, answer, against) == "partial" for row, answer in rows)


def _words(rows: Sequence[VerdictRow], meanings: Meanings) -> Iterator[str]:
    """What each written word was taken for, and how often it was there."""
    numbers = [row for row in rows if meanings.threshold is not None and as_number(row.written) is not None]
    if numbers and meanings.threshold is not None:
        yield "  " + _("numbers from {threshold} on are supported, the others not").format(threshold=meanings.threshold)
    counted = Counter((quoted(row.written), row.verdict) for row in rows)
    wide = max((len(word) for word, _verdict in counted), default=0)
    for (word, verdict), n in counted.most_common(_SHOWN):
        yield f"  {word.ljust(wide)}  → {verdict}  {n}"
    if (more := len(counted) - _SHOWN) > 0:
        yield "  " + ngettext("and {n} more", "and {n} more", more).format(n=more)

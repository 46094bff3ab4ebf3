"""`gradertui new`: make a session from files; what was understood is shown before anything is written."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from gradertui.formats import InputError
from gradertui.formats.reading import Reading, read
from gradertui.formats.shown import describe
from gradertui.locale import _, ngettext
from gradertui.model import Plan
from gradertui.session import Session, make, new_seed, sessions_folder
from gradertui.store import StoreError
from gradertui.text import one_line

if TYPE_CHECKING:
    from gradertui.model import Item, Question, Source

FAULTS = (StoreError, InputError)
EXAMPLE = """examples:
  gradertui new dia18 answers.csv --bank bank.csv --sources notes.csv
  gradertui new trial outputs.jsonl --map model_output=answer --dry-run"""

_SHOWN = 20
"""Problems printed; the rest is counted."""

T = TypeVar("T")


def arguments(parser: ArgumentParser) -> None:
    """What can be said on the command line."""
    parser.add_argument("name", metavar="NAME", help=_("the session to make"))
    parser.add_argument(
        "files", metavar="FILE", nargs="+", type=Path, help=_("answers: CSV, TSV, JSONL or a JSON list")
    )
    parser.add_argument("--bank", type=Path, metavar="FILE", help=_("questions with their references, joined by key"))
    parser.add_argument("--sources", dest="notes", type=Path, metavar="FILE", help=_("source texts, joined by id"))
    parser.add_argument(
        "--map",
        action="append",
        default=[],
        metavar="COLUMN=field",
        help=_("what a column is; COLUMN+COLUMN=field joins several"),
    )
    parser.add_argument("--mode", choices=("grade",), help=_("grade, unless the columns say otherwise"))
    parser.add_argument(
        "--abstention",
        default="",
        metavar="TEXT",
        help=_("the sentence by which a system says that it does not know; as a reference it means unanswerable"),
    )
    parser.add_argument("--encoding", metavar="NAME", help=_("of the files; found out otherwise"))
    parser.add_argument("--seed", type=int, help=_("of orders and codes; drawn otherwise"))
    parser.add_argument("--dry-run", action="store_true", help=_("show what was understood and write nothing"))


def run(given: Namespace) -> int:
    """Read, show, and write unless something is wrong."""
    reading = read(
        given.files,
        bank=given.bank,
        sources=given.notes,
        mapping=given.map,
        mode=given.mode,
        abstention=given.abstention,
        encoding=given.encoding,
    )
    if reading.mode != "grade":
        raise InputError(
            _("these look like cards to rate for tone, which come later; --mode grade takes them as answers")
        )
    print(*describe(reading), sep="\n")
    folder = sessions_folder(given.sessions) / given.name
    if given.dry_run:
        for _part in _watched(reading.parts()):
            pass
        _refuse(reading)
        print(*_found(reading), _("dry run: nothing was written"), sep="\n")
        return 0
    seed = new_seed() if given.seed is None else given.seed
    plan = Plan(mode=reading.mode, title=given.name, seed=seed, abstention=given.abstention)
    inputs: dict[str, object] = {"answers": [str(path) for path in given.files]}
    inputs |= {key: str(path) for key, path in (("bank", given.bank), ("sources", given.notes)) if path}
    added = write(folder, reading, plan, inputs)
    print(*_found(reading), *_written(folder, added), sep="\n")
    return 0


def write(folder: Path, reading: Reading, plan: Plan, inputs: dict[str, object]) -> dict[str, int]:
    """Make a session of what is read, or nothing at all.

    Raises:
        InputError: the files have problems, all of them listed; nothing was written.
        StoreError: items would be added to a session that has labels.
    """

    def parts() -> Iterator[Source | Question | Item]:
        yield from _watched(reading.parts())
        _refuse(reading)

    return make(folder, parts(), plan, inputs)


def _refuse(reading: Reading) -> None:
    if reading.problems:
        shown = reading.problems[:_SHOWN]
        if more := len(reading.problems) - len(shown):
            shown.append(ngettext("and {n} more", "and {n} more", more).format(n=more))
        raise InputError(*shown, _("nothing was written"))


def _watched(parts: Iterable[T]) -> Iterator[T]:
    """Pass on, saying on a terminal how far it is."""
    live = sys.stderr.isatty()
    n = 0
    for n, part in enumerate(parts, 1):
        if live and n % 5000 == 0:
            print("\r" + _("{n} read").format(n=n), end="", file=sys.stderr, flush=True)
        yield part
    if live and n >= 5000:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _found(reading: Reading) -> Iterator[str]:
    counts = reading.counts
    yield ""
    yield _(
        "{questions} questions ({unanswerable} unanswerable, {unknown} unknown) · {items} answers · {sources} sources"
    ).format(
        questions=counts["questions"],
        unanswerable=counts["unanswerable"],
        unknown=counts["unknown_answerable"],
        items=counts["items"],
        sources=counts["sources"],
    )
    systems = list(reading.systems.items())
    named = " · ".join(f"{one_line(name, 40) or _('(no name)')} {n}" for name, n in systems[:8])
    yield ngettext("{n} system: {named}", "{n} systems: {named}", len(systems)).format(n=len(systems), named=named) + (
        " …" if len(systems) > 8 else ""
    )
    yield from (_("note: {note}").format(note=note) for note in reading.notes)


def _written(folder: Path, added: dict[str, int]) -> Iterator[str]:
    yield ""
    session = Session(folder)
    total = session.items.count("items")
    session.close()
    new = added["items"]
    if not new:
        yield _("{folder}: nothing new, {n} answers were there already").format(folder=folder, n=total)
    elif new < total:
        words = ngettext("{folder}: {new} new answer, {n} in all", "{folder}: {new} new answers, {n} in all", new)
        yield words.format(folder=folder, new=new, n=total)
    else:
        yield _("{folder}: {n} answers; the plan is in session.toml").format(folder=folder, n=total)
    yield _("next: gradertui grade {name}").format(name=folder.name)

"""`gradertui new`: make a session from files; what was understood is shown before anything is written."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

from gradertui.cli import anew, carry
from gradertui.cli.judging import judged_in
from gradertui.cli.label import take_in
from gradertui.cli.made import Cards, found, written
from gradertui.cli.progress import Step, progress
from gradertui.cli.stopping import Stoppable, unstopped
from gradertui.formats.errors import InputError, quoted
from gradertui.formats.known import FORMATS
from gradertui.formats.reading import Reading, read
from gradertui.formats.shown import describe
from gradertui.locale import _, mark, ngettext
from gradertui.masking import MAKERS
from gradertui.model import Mode, Plan
from gradertui.modes import MODES
from gradertui.session import Session, sessions_folder
from gradertui.session.making import make, new_seed
from gradertui.store import StoreError
from gradertui.store.appearing import appearing
from gradertui.store.naming import safe_name

if TYPE_CHECKING:
    from gradertui.formats.asking import Part

FAULTS = (StoreError, InputError)
EXAMPLE = mark(
    """examples:
  gradertui new dia18 answers.csv --bank bank.csv --sources notes.csv
  gradertui new dia25 answers2.csv --bank bank.csv --sources notes.csv --carry dia18
  gradertui new trial outputs.jsonl --map model_output=answer --dry-run
  gradertui new names cards.csv --mode tone --alias Lucía=Luci"""
)

_SHOWN = 20
"""Problems printed; the rest is counted."""


def arguments(parser: ArgumentParser) -> None:
    """What can be said on the command line."""
    parser.add_argument("name", metavar=_("NAME"), help=_("the session to make"))
    parser.add_argument(
        "files",
        metavar=_("FILE"),
        nargs="+",
        type=Path,
        help=_("answers, or pairs of them: tables, JSON, what evaluation tools write, or folders of these"),
    )
    options(parser)
    parser.add_argument("--dry-run", action="store_true", help=_("show what was understood and write nothing"))


def options(parser: ArgumentParser) -> None:
    """What decides how files are understood."""
    parser.add_argument(
        "--bank", type=Path, metavar=_("FILE"), help=_("questions with their references, joined by key")
    )
    parser.add_argument("--sources", dest="notes", type=Path, metavar=_("FILE"), help=_("source texts, joined by id"))
    parser.add_argument(
        "--map",
        action="append",
        default=[],
        metavar=_("COLUMN=field"),
        help=_("what a column is; COLUMN+COLUMN=field joins several"),
    )
    parser.add_argument(
        "--mode",
        choices=tuple(MODES),
        help=_(
            "found out: preference where rows hold two texts, tone where there are templates and variants, else grade"
        ),
    )
    parser.add_argument("--mask", metavar=_("WORD"), help=_("tone, preference: what stands in the place of names"))
    parser.add_argument(
        "--alias",
        action="append",
        default=[],
        metavar=_("VARIANT=NAME"),
        help=_("tone, preference: another name of a variant or system, masked too"),
    )
    parser.add_argument(
        "--abstention",
        default="",
        metavar=_("TEXT"),
        help=_("the sentence by which a system says that it does not know; as a reference it means unanswerable"),
    )
    parser.add_argument("--format", choices=FORMATS, help=_("of the files of answers; found out otherwise"))
    parser.add_argument("--encoding", metavar=_("NAME"), help=_("of the files; found out otherwise"))
    carry.option(parser)
    parser.add_argument("--seed", type=int, metavar=_("N"), help=_("of orders and codes; drawn otherwise"))


def run(given: Namespace) -> int:
    """Read, show, and write unless something is wrong."""
    refuse_name(given.name)
    if anew.whole(given.files):
        return _anew(given)
    reading = looked_into(given)
    plan = _plan(given, reading.mode)
    print(*describe(reading), sep="\n")
    if given.dry_run:
        carry.refuse(sessions_folder(given.sessions) / given.name, given.carry, reading.mode)
        print(*counted(reading), _("dry run: nothing was written"), sep="\n")
        return 0
    if reading.lacks:
        print("", *reading.lacks.lines, sep="\n")
    print(*made(given, reading, plan), sep="\n")
    return 0


def _anew(given: Namespace) -> int:
    """Make a session of a whole export."""
    found, lines = anew.read(given.files[0])
    print(*lines, sep="\n")
    if given.dry_run:
        print(_("dry run: nothing was written"))
        return 0
    with progress(_("writing")), unstopped():
        made_anew = anew.written(given.files[0], sessions_folder(given.sessions) / given.name, found)
    print(*made_anew, sep="\n")
    return 0


def looked_into(given: Namespace) -> Reading:
    """The files, and how they are understood.

    Args:
        given: the options.

    Raises:
        InputError: they cannot be understood.
    """
    return read(
        given.files,
        bank=given.bank,
        sources=given.notes,
        mapping=given.map,
        mode=given.mode,
        abstention=given.abstention,
        encoding=given.encoding,
        format_name=given.format,
    )


def counted(reading: Reading) -> list[str]:
    """What is in the files, in lines; all of it is read and nothing written.

    Args:
        reading: files that were looked into.

    Raises:
        InputError: the files have problems, all of them listed.
    """
    if reading.lacks:
        return ["", *reading.lacks.lines, reading.lacks.words]
    cards = Cards()
    with progress(_("reading"), reading.share) as step:
        for _part in _watched(reading.parts(), cards, step):
            pass
    _refuse(reading)
    return list(found(reading, cards))


def made(given: Namespace, reading: Reading, plan: Plan | None = None) -> list[str]:
    """Make the session, or add to it: what was found and what was written, in lines.

    Args:
        given: the options, with the session's name.
        reading: files that were looked into.
        plan: what the options decide.

    Raises:
        InputError: the files have problems, or an option says nothing that can be used; nothing was written.
        StoreError: items would be added to a session that has labels.
    """
    folder, cards = sessions_folder(given.sessions) / given.name, Cards()
    inputs: dict[str, object] = {"answers": [str(path) for path in given.files]}
    inputs |= {key: str(path) for key, path in (("bank", given.bank), ("sources", given.notes)) if path}
    plan = plan or _plan(given, reading.mode)
    carry.refuse(folder, given.carry, reading.mode)
    place = nullcontext(folder) if folder.exists() else appearing(folder)
    with progress(_("reading"), reading.share) as step, unstopped() as stoppable, place as there:
        added = write(there, reading, plan, inputs, lambda parts: _watched(parts, cards, step, stoppable))
        heard = [*_taken_in(there, reading), *judged_in(there, reading)]
        heard += carry.carried(there, given.carry, beside=folder.parent)
    return [*found(reading, cards), *heard, *written(folder, added)]


def refuse_name(name: str) -> None:
    """Refuse what would not be one folder, or what `grade` could not be told.

    Args:
        name: of a session.

    Raises:
        InputError: the name cannot be a session's.
    """
    if not re.fullmatch(r"\w[\w.+-]{0,79}", name):
        words = _(
            "{name}: a session's name is letters, digits, '-', '_', '+' and '.', begins with a letter or digit and has "
            "at most 80 characters"
        )
        raise InputError(words.format(name=quoted(name)))


def _plan(given: Namespace, mode: Mode) -> Plan:
    """What the options decide.

    Raises:
        InputError: an option says nothing that can be used.
    """
    if mode == "grade" and (given.mask or given.alias):
        raise InputError(_("--mask and --alias are of tone and preference; take them away or say --mode"))
    aliases: dict[str, tuple[str, ...]] = {}
    for said in given.alias:
        arm, _sign, name = said.partition("=")
        if not arm or not name:
            raise InputError(_("--alias {said}: write VARIANT=NAME").format(said=quoted(said)))
        aliases[arm] = (*aliases.get(arm, ()), name)
    seed = new_seed() if given.seed is None else given.seed
    written = datetime.fromtimestamp((given.bank or given.files[0]).stat().st_mtime, UTC)
    bank = {"date": written.date().isoformat()}
    plan = Plan(mode=mode, title=given.name, seed=seed, abstention=given.abstention, aliases=aliases, bank=bank)
    if mode == "preference":
        plan = replace(plan, mask=_("[model]"), masked=MAKERS)
    return replace(plan, mask=given.mask) if given.mask else plan


def write(
    folder: Path,
    reading: Reading,
    plan: Plan,
    inputs: dict[str, object],
    watch: Callable[[Iterable[Part]], Iterator[Part]] = iter,
) -> dict[str, int]:
    """Make a session of what is read, or nothing at all.

    Args:
        folder: of the session.
        reading: files that were looked into.
        plan: used where there is no session.toml yet.
        inputs: which files they are, for the record.
        watch: what the parts pass through.

    Raises:
        InputError: the files have problems, all of them listed; nothing was written.
        StoreError: items would be added to a session that has labels.
    """

    def parts() -> Iterator[Part]:
        yield from watch(reading.parts())
        _refuse(reading)

    return make(folder, parts(), plan, inputs)


def _refuse(reading: Reading) -> None:
    if reading.problems:
        shown = reading.problems[:_SHOWN]
        if more := len(reading.problems) - len(shown):
            shown.append(ngettext("and {n} more", "and {n} more", more).format(n=more))
        raise InputError(*shown, _("nothing was written"))


def _watched(parts: Iterable[Part], cards: Cards, step: Step, stoppable: Stoppable = nullcontext) -> Iterator[Part]:
    """Pass on, counting cards and telling how far it is; until the last one Ctrl+C leaves everything as it was."""
    with stoppable():
        for n, part in enumerate(parts, 1):
            cards.count(part)
            step(n)
            yield part


def _taken_in(folder: Path, reading: Reading) -> Iterator[str]:
    """Give the labels that people had given already to the graders of their names."""
    if not reading.prior:
        return
    name = next(file.path.name for file in reading.files if file.kind == "answers")
    with closing(Session(folder)) as session:
        for grader, rows in groupby(sorted(reading.prior, key=attrgetter("grader")), attrgetter("grader")):
            _mine, new, _others = take_in(
                session, safe_name(grader, "prior"), {row.of.item_id: row for row in rows}, name
            )
            n = sum(event.kind == "Labelled" for event in new)
            words = ngettext("{grader}: {n} label taken in", "{grader}: {n} labels taken in", n)
            yield words.format(grader=safe_name(grader, "prior"), n=n)

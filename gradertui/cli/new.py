"""`gradertui new`: make a session from files; what was understood is shown before anything is written."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from gradertui.formats import InputError
from gradertui.formats.errors import quoted
from gradertui.formats.reading import Reading, read
from gradertui.formats.shown import describe
from gradertui.locale import _, mark, ngettext
from gradertui.model import Mode, Plan
from gradertui.modes import MODES
from gradertui.session import Session, sessions_folder
from gradertui.session.making import make, new_seed
from gradertui.store import StoreError
from gradertui.text import one_line

if TYPE_CHECKING:
    from gradertui.model import Item, Question, Source

FAULTS = (StoreError, InputError)
EXAMPLE = mark(
    """examples:
  gradertui new dia18 answers.csv --bank bank.csv --sources notes.csv
  gradertui new trial outputs.jsonl --map model_output=answer --dry-run
  gradertui new names cards.csv --mode tone --alias Lucía=Luci"""
)

_SHOWN = 20
"""Problems printed; the rest is counted."""


def arguments(parser: ArgumentParser) -> None:
    """What can be said on the command line."""
    parser.add_argument("name", metavar=_("NAME"), help=_("the session to make"))
    parser.add_argument(
        "files", metavar=_("FILE"), nargs="+", type=Path, help=_("answers: CSV, TSV, JSONL or a JSON list")
    )
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
    parser.add_argument("--mode", choices=tuple(MODES), help=_("grade, or tone where there are templates and variants"))
    parser.add_argument(
        "--mask", metavar=_("WORD"), help=_("tone: what stands in the place of names; [compañero] otherwise")
    )
    parser.add_argument(
        "--alias",
        action="append",
        default=[],
        metavar=_("VARIANT=NAME"),
        help=_("tone: another name of a variant, masked too"),
    )
    parser.add_argument(
        "--abstention",
        default="",
        metavar=_("TEXT"),
        help=_("the sentence by which a system says that it does not know; as a reference it means unanswerable"),
    )
    parser.add_argument("--encoding", metavar=_("NAME"), help=_("of the files; found out otherwise"))
    parser.add_argument("--seed", type=int, metavar=_("N"), help=_("of orders and codes; drawn otherwise"))
    parser.add_argument("--dry-run", action="store_true", help=_("show what was understood and write nothing"))


def run(given: Namespace) -> int:
    """Read, show, and write unless something is wrong."""
    _refuse_name(given.name)
    reading = read(
        given.files,
        bank=given.bank,
        sources=given.notes,
        mapping=given.map,
        mode=given.mode,
        abstention=given.abstention,
        encoding=given.encoding,
    )
    plan = _plan(given, reading.mode)
    print(*describe(reading), sep="\n")
    folder, cards = sessions_folder(given.sessions) / given.name, Cards()
    if given.dry_run:
        for _part in _watched(reading.parts(), cards):
            pass
        _refuse(reading)
        print(*_found(reading, cards), _("dry run: nothing was written"), sep="\n")
        return 0
    inputs: dict[str, object] = {"answers": [str(path) for path in given.files]}
    inputs |= {key: str(path) for key, path in (("bank", given.bank), ("sources", given.notes)) if path}
    added = write(folder, reading, plan, inputs, cards)
    print(*_found(reading, cards), *_written(folder, added), sep="\n")
    return 0


def _refuse_name(name: str) -> None:
    """Refuse what would not be one folder, or what `grade` could not be told.

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
    if mode != "tone" and (given.mask or given.alias):
        raise InputError(_("--mask and --alias are of tone; take them away or add --mode tone"))
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
    return replace(plan, mask=given.mask) if given.mask else plan


class Cards:
    """What is counted of cards while they pass."""

    def __init__(self) -> None:
        self.templates: set[str] = set()
        self.variants: Counter[str] = Counter()

    def count(self, part: Source | Question | Item) -> None:
        """Count an item, and nothing else."""
        if variant := getattr(part, "variant", ""):
            self.variants[variant] += 1
            self.templates.add(getattr(part, "template", ""))


def write(
    folder: Path, reading: Reading, plan: Plan, inputs: dict[str, object], cards: Cards | None = None
) -> dict[str, int]:
    """Make a session of what is read, or nothing at all.

    Args:
        folder: of the session.
        reading: files that were looked into.
        plan: used where there is no session.toml yet.
        inputs: which files they are, for the record.
        cards: where cards of tone are counted.

    Raises:
        InputError: the files have problems, all of them listed; nothing was written.
        StoreError: items would be added to a session that has labels.
    """

    def parts() -> Iterator[Source | Question | Item]:
        yield from _watched(reading.parts(), cards or Cards())
        _refuse(reading)

    return make(folder, parts(), plan, inputs)


def _refuse(reading: Reading) -> None:
    if reading.problems:
        shown = reading.problems[:_SHOWN]
        if more := len(reading.problems) - len(shown):
            shown.append(ngettext("and {n} more", "and {n} more", more).format(n=more))
        raise InputError(*shown, _("nothing was written"))


def _watched(parts: Iterable[Source | Question | Item], cards: Cards) -> Iterator[Source | Question | Item]:
    """Pass on, counting cards and saying on a terminal how far it is."""
    live = sys.stderr.isatty()
    n = 0
    for n, part in enumerate(parts, 1):
        if live and n % 5000 == 0:
            print("\r" + _("{n} read").format(n=n), end="", file=sys.stderr, flush=True)
        cards.count(part)
        yield part
    if live and n >= 5000:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _found(reading: Reading, cards: Cards) -> Iterator[str]:
    yield ""
    yield from _cards(cards) if reading.mode == "tone" else _answers(reading)
    yield from (_("note: {note}").format(note=note) for note in reading.notes)


def _cards(cards: Cards) -> Iterator[str]:
    n, templates, items = len(cards.variants), len(cards.templates), cards.variants.total()
    counted = (
        ngettext("{n} template", "{n} templates", templates).format(n=templates),
        ngettext("{n} variant", "{n} variants", n).format(n=n),
        ngettext("{n} card", "{n} cards", items).format(n=items),
    )
    yield " · ".join(counted)
    yield ngettext("{n} variant: {named}", "{n} variants: {named}", n).format(n=n, named=_named(cards.variants))


def _answers(reading: Reading) -> Iterator[str]:
    questions, items, sources = (reading.counts[each] for each in ("questions", "items", "sources"))
    among = _("({unanswerable} unanswerable, {unknown} unknown)").format(
        unanswerable=reading.counts["unanswerable"], unknown=reading.counts["unknown_answerable"]
    )
    counted = (
        ngettext("{n} question", "{n} questions", questions).format(n=questions) + " " + among,
        ngettext("{n} answer", "{n} answers", items).format(n=items),
        ngettext("{n} source", "{n} sources", sources).format(n=sources),
    )
    yield " · ".join(counted)
    n = len(reading.systems)
    yield ngettext("{n} system: {named}", "{n} systems: {named}", n).format(n=n, named=_named(reading.systems))


def _named(counted: Counter[str]) -> str:
    """The first names, each with how many items it has."""
    named = " · ".join(f"{one_line(name, 40) or _('(no name)')} {n}" for name, n in list(counted.items())[:8])
    return named + (" …" if len(counted) > 8 else "")


def _written(folder: Path, added: dict[str, int]) -> Iterator[str]:
    yield ""
    session = Session(folder)
    total = session.items.count("items")
    session.close()
    words = _cards_written if session.plan.mode == "tone" else _answers_written
    yield words(added["items"], total).format(folder=folder, new=added["items"], n=total)
    if session.plan.mode == "tone":
        yield _("first: gradertui blinding {name}  (what still tells the variants apart)").format(name=folder.name)
    yield _("next: gradertui grade {name}").format(name=folder.name)


def _answers_written(new: int, total: int) -> str:
    if not new:
        return ngettext(
            "{folder}: nothing new, {n} answer was there already",
            "{folder}: nothing new, {n} answers were there already",
            total,
        )
    if new < total:
        return ngettext("{folder}: {new} new answer, {n} in all", "{folder}: {new} new answers, {n} in all", new)
    return ngettext(
        "{folder}: {n} answer; the plan is in session.toml", "{folder}: {n} answers; the plan is in session.toml", total
    )


def _cards_written(new: int, total: int) -> str:
    if not new:
        return ngettext(
            "{folder}: nothing new, {n} card was there already",
            "{folder}: nothing new, {n} cards were there already",
            total,
        )
    if new < total:
        return ngettext("{folder}: {new} new card, {n} in all", "{folder}: {new} new cards, {n} in all", new)
    return ngettext(
        "{folder}: {n} card; the plan is in session.toml", "{folder}: {n} cards; the plan is in session.toml", total
    )

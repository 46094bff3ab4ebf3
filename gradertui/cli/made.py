"""What an import found and what it wrote, in lines: `gradertui new` prints them. Nothing is read or written here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from gradertui.formats.reading import Reading
from gradertui.locale import _, ngettext
from gradertui.model import Item
from gradertui.session import Session
from gradertui.text import one_line

if TYPE_CHECKING:
    from gradertui.model import Question, Source


class Cards:
    """What is counted of cards while they pass."""

    def __init__(self) -> None:
        self.templates: set[str] = set()
        self.variants: Counter[str] = Counter()

    def count(self, part: Source | Question | Item) -> None:
        """Count an item, and nothing else."""
        if isinstance(part, Item) and part.variant:
            self.variants[part.variant] += 1
            self.templates.add(part.template)


def by_tool(reading: Reading) -> dict[str, Counter[str]]:
    """What each tool had said, and how often."""
    counted: dict[str, Counter[str]] = {}
    for said in reading.verdicts:
        counted.setdefault(said.tool, Counter())[said.written] += 1
    return counted


def found(reading: Reading, cards: Cards) -> Iterator[str]:
    """What is in the files, and what is worth a note."""
    yield ""
    yield from _cards(cards) if reading.mode == "tone" else _answers(reading)
    if reading.prior:
        graders = Counter(row.grader for row in reading.prior)
        words = ngettext(
            "labels of {n} grader in the file: {named}", "labels of {n} graders in the file: {named}", len(graders)
        )
        yield words.format(n=len(graders), named=_named(graders))
        yield "  " + _named(Counter(row.label for row in reading.prior))
    for tool, said in by_tool(reading).items():
        yield _("verdicts of {tool} in the file: {named}").format(tool=one_line(tool, 40), named=_named(said))
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
    if pairs := reading.counts["pairs"]:
        words = ngettext("{n} pair", "{n} pairs", pairs).format(n=pairs)
        yield words + " · " + ngettext("{n} question", "{n} questions", questions).format(n=questions)
        yield _systems(reading)
        if any(len(system) > 1 for system in reading.systems):
            yield _("blind, their names are hidden in every text, also where a name is an ordinary word")
        return
    counted = (
        ngettext("{n} question", "{n} questions", questions).format(n=questions) + " " + among,
        ngettext("{n} answer", "{n} answers", items).format(n=items),
        ngettext("{n} source", "{n} sources", sources).format(n=sources),
    )
    yield " · ".join(counted)
    yield " · ".join(_referred_and_drawn(reading.counts))
    yield _systems(reading)


def _referred_and_drawn(counts: Counter[str]) -> Iterator[str]:
    """How many questions have a reference, and how often one was answered by the same system."""
    n = counts["questions"] - counts["no_reference"]
    yield ngettext("{n} question with a reference", "{n} questions with a reference", n).format(n=n)
    if draws := counts["draws"]:
        words = ngettext(
            "{n} further draw, up to {most} of a question",
            "{n} further draws, up to {most} of a question",
            counts["replicates"],
        )
        yield words.format(n=counts["replicates"], most=draws)


def _systems(reading: Reading) -> str:
    n = len(reading.systems)
    return ngettext("{n} system: {named}", "{n} systems: {named}", n).format(n=n, named=_named(reading.systems))


def _named(counted: Counter[str]) -> str:
    """The first names, each with how many items it has."""
    named = " · ".join(f"{one_line(name, 40) or _('(no name)')} {n}" for name, n in list(counted.items())[:8])
    return named + (" …" if len(counted) > 8 else "")


def written(folder: Path, added: dict[str, int]) -> Iterator[str]:
    """What is new in a session, and what comes next."""
    yield ""
    session = Session(folder)
    total = session.items.count("items")
    if session.rules.sided and not session.total:
        yield _("no two systems answered the same question: there is nothing to choose between")
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

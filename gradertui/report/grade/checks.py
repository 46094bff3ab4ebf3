"""Checks without a model in a report: gathered from the answers, written as text and as plain values.

What is checked is `gradertui/checks.py`. These rows stand beside the labels and change no rate of theirs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from gradertui import judged
from gradertui.checks import Check, disagree, findings
from gradertui.locale import _
from gradertui.model import Answer
from gradertui.report.blocks import Block, Part, Say, Table
from gradertui.report.grade.rates import as_keys, cases_keys, named, rates, repeated, weighed
from gradertui.report.grade.verdicts import labelled
from gradertui.report.layout import heading, say
from gradertui.report.parts import Report
from gradertui.report.tables import NAME, called
from gradertui.report.together import Together
from gradertui.session import Session
from gradertui.summary.shares import Rate, rate
from gradertui.summary.verdicts import Case


class Hits(NamedTuple):
    """What one check found in one arm, while answers pass; a hundred thousand do."""

    answers: list[tuple[str, bool]]
    """Of each answer it applies to, the question, and whether it found something."""
    cases: list[Case]

    def add(self, item: Answer, hit: bool) -> None:
        """Count an answer."""
        self.answers.append((item.question_id, hit))
        if hit:
            self.cases.append(Case(item.question_id, item.system, item.replicate))


class Row(NamedTuple):
    """One check of one arm."""

    check: Check
    arm: str
    rate: Rate
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class Checks:
    """What was found without asking anybody."""

    rows: tuple[Row, ...]
    """By check and arm; a check that applies to no answer of an arm has no row."""
    citeless: tuple[str, ...]
    """Arms that cite nothing at all: said once and not of each answer."""


def gather(session: Session, found: Together) -> Checks:
    """Check every answer.

    Args:
        session: open.
        found: its labels, by which answers that decline in their own words are known.
    """
    labels = {item: label for item, (_known, label) in labelled(found).items()}
    citing = session.items.citing()
    of = _hits(session, labels, citing)
    ordered = sorted(of, key=lambda key: (list(_words()).index(key[0]), session.arms.index(key[1])))
    citeless = tuple(arm for arm in session.arms if session.items.count("sources") and arm not in citing)
    return Checks(tuple(_row(key, of[key], session.plan.level) for key in ordered), citeless)


def _hits(session: Session, labels: Mapping[str, str], citing: Collection[str]) -> dict[tuple[Check, str], Hits]:
    """What each check found in each arm; of arms that cite nothing at all it is not said of each answer."""
    hits = defaultdict[tuple[Check, str], Hits](lambda: Hits([], []))
    draws: dict[tuple[str, str], list[tuple[bool, str | None]]] = {}
    against = judged.bank(session)
    for item in session.items.answers():
        label = labels.get(item.item_id)
        draws.setdefault((item.question_id, item.system), []).append((against.abstains(item.text), label))
        if not against.applies and item.system not in citing:
            continue
        for check, hit in findings(item, against, declined=label == "N"):
            if check != "no-citation" or item.system in citing:
                hits[check, item.system].add(item, hit)
    for (question, arm), each in draws.items():
        if len(each) > 1:
            hits["disagree", arm].add(Answer("", "", question, arm), disagree(each))
    return hits


def _row(key: tuple[Check, str], hits: Hits, level: float) -> Row:
    return Row(*key, rate(hits.answers, level), tuple(sorted(hits.cases)))


def _words() -> dict[Check, str]:
    """Each check in words, in the order of the rows."""
    return {
        "no-citation": _("answers, and cites nothing"),
        "unknown-source": _("cites a source that does not exist"),
        "not-retrieved": _("cites a source that was not retrieved"),
        "not-literal": _("quotes what is not word for word in the source"),
        "abstention": _("is exactly the sentence of abstention"),
        "disagree": _("replicates that disagree (of so many questions)"),
    }


def section(report: Report) -> Iterator[Block]:
    """The section; nothing where no check applies."""
    found: Checks | None = report.numbers.checks
    if found is None or not (found.rows or found.citeless):
        return
    yield from heading(report, _("Checks without a model"))
    yield from _rows(report, found.rows)
    for arm in found.citeless:
        yield from say(_("{arm}: cites nothing at all.").format(arm=called(report, arm)))
    yield from say(_("These rows come from the texts alone and change no rate above."))
    if repeated(row.rate for row in found.rows):
        yield from say(weighed())


def _rows(report: Report, rows: Sequence[Row]) -> Iterator[Block]:
    """One table for all checks, its rows parted by the words of each, with the cases to read under them."""
    if not rows:
        return
    frame = rates([called(report, row.arm, NAME) for row in rows], [row.rate for row in rows])
    of = {check: [row for row in rows if row.check == check] for check in _words()}
    parts = (Part(words, len(of[check]), tuple(_cases(report, of[check]))) for check, words in _words().items())
    yield Table(frame, "  ", parts=tuple(part for part in parts if part.rows))


def _cases(report: Report, rows: Iterable[Row]) -> Iterator[Say]:
    for row in rows:
        if row.cases:
            yield Say(f"{called(report, row.arm)}: {named(row.cases)}", "    ")


def keys(report: Report) -> dict[str, Any]:
    """The checks as plain values."""
    found: Checks | None = report.numbers.checks
    if found is None:
        return {"rows": [], "citeless": [], "reason": "withheld until all is labelled or the systems are revealed"}
    rows = [
        {"check": row.check, "arm": report.names[row.arm]} | as_keys(row.rate) | {"cases": cases_keys(row.cases)}
        for row in found.rows
    ]
    return {"rows": rows, "citeless": [report.names[arm] for arm in found.citeless], "reason": None}

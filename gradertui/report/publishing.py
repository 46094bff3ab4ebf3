"""Before publishing: the closing questions of the method, each answered from the record, or "not declared".

Which facts answer which question stands here; the facts were gathered by others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from gradertui.locale import _, mark, ngettext
from gradertui.report.blocks import Block
from gradertui.report.figures import percent, share
from gradertui.report.layout import say, title
from gradertui.report.parts import Report
from gradertui.report.planned_text import minute
from gradertui.text import one_line


class Answer(NamedTuple):
    """One question, and what can be said to it."""

    key: str
    question: str
    facts: tuple[str, ...]
    """From the record."""
    declared: str
    """By the authors, in the plan."""

    @property
    def open(self) -> bool:
        """Whether nothing answers it."""
        return not self.facts and not self.declared


QUESTIONS: Mapping[str, str] = {
    "use": mark("Are the questions like those that are really asked, or those that were easy to grade?"),
    "rates": mark("Does each rate stand with its denominator, its interval and the abstention rate?"),
    "threshold": mark("Was the threshold chosen on some data and checked on other data?"),
    "planned": mark("Was the comparison planned before any result was seen, with one primary comparison?"),
    "review": mark("Who labelled, did they know what they were reading, and did somebody else go over it?"),
}


def answers(report: Report) -> list[Answer]:
    """Every question with its answer."""
    declared = report.planned.plan.declared
    return [
        Answer(key, question, tuple(_FACTS[key](report)), declared.get(key, "")) for key, question in QUESTIONS.items()
    ]


def _use(report: Report) -> Iterator[str]:
    """Nothing in the record can say it."""
    yield from ()


def _rates(report: Report) -> Iterator[str]:
    if report.numbers.summary is None:
        return
    if report.mode == "grade":
        if not report.numbers.summary.known:
            return
        yield _("yes: k/n, Wilson's interval at {level} and the abstention rate stand beside each rate").format(
            level=percent(report.level)
        )
    elif report.mode == "preference":
        yield _("yes: each share stands with its denominator and its interval at {level}, ties beside it").format(
            level=percent(report.level)
        )
    else:
        yield _("yes: each difference stands with its number of cards and its interval at {level}").format(
            level=percent(report.level)
        )


def _threshold(report: Report) -> Iterator[str]:
    plan, record = report.planned.plan, report.planned.record
    if plan.thresholds:
        told = ", ".join(f"{name} {share(value)}" for name, value in plan.thresholds.items())
        if record is None:
            yield _("in the plan, which is not frozen: {told}").format(told=told)
        elif any(key.startswith("thresholds.") for deviation in record.deviations for key in deviation.changes):
            yield _("changed after the plan was frozen: {told}").format(told=told)
        else:
            yield _("fixed in the plan before the first label: {told}").format(told=told)
    if plan.held_out:
        yield _("held out for the end: {split}").format(split=one_line(plan.held_out))


def _planned(report: Report) -> Iterator[str]:
    planned, record = report.planned, report.planned.record
    if record is None:
        yield _("no plan was frozen")
        return
    yield _("plan frozen {at} (UTC)").format(at=minute(record.at))
    if planned.plan.primary or len(planned.pairs) == 1:
        yield _("one primary comparison")
    elif planned.pairs:
        yield _("no primary comparison among {n} pairs").format(n=len(planned.pairs))
    n = len(record.deviations)
    yield ngettext("{n} departure", "{n} departures", n).format(n=n) if n else _("no departures")
    if not planned.kept:
        yield _("session.toml is not the plan that was frozen")


def _review(report: Report) -> Iterator[str]:
    n = len(report.works)
    yield ngettext("{n} grader", "{n} graders", n).format(n=n)
    labels = sum(work.labels for work in report.works)
    blind = sum(work.blind for work in report.works)
    yield _("labels given blind: {blind} of {n}").format(blind=blind, n=labels)
    held = getattr(report.numbers, "blinding", None)
    if held is not None and held.asked:
        yield ngettext("blinding measured on {n} guess", "blinding measured on {n} guesses", held.asked).format(
            n=held.asked
        )
    elif report.mode == "tone":
        yield _("blinding not measured")
    if n == 1:
        yield _("nobody else labelled the same")


_FACTS: Mapping[str, Callable[[Report], Iterator[str]]] = {
    "use": _use,
    "rates": _rates,
    "threshold": _threshold,
    "planned": _planned,
    "review": _review,
}


def section(report: Report) -> Iterator[Block]:
    """The block of the report."""
    yield from title(_("Before you publish"))
    for number, answer in enumerate(answers(report), 1):
        yield from say(f"{number}. {_(answer.question)}", hang="   ")
        if answer.facts:
            yield from say("; ".join(answer.facts) + ".", "   ")
        if answer.declared:
            yield from say(_("declared: {text}").format(text=one_line(answer.declared)), "   ")
        if answer.open:
            yield from say(_("not declared"), "   ")

"""Verdicts of machines in a report: gathered, set against the labels, written as text and as plain values.

While systems go by codes only how many tools there are is said. What the numbers are is `summary/verdicts.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from gradertui import judged
from gradertui.checks import PASSED, Bank, standing
from gradertui.locale import _, ngettext
from gradertui.model import Answer, Verdict
from gradertui.report.blocks import Block, Lead, Section
from gradertui.report.grade.rates import as_keys, cases_keys, named, rates, repeated, weighed
from gradertui.report.layout import heading, say, table
from gradertui.report.parts import Report
from gradertui.report.tables import called
from gradertui.report.together import Together
from gradertui.session import Session
from gradertui.summary.shares import Rate
from gradertui.summary.verdicts import Case, Judged, Measured, measure, wrong
from gradertui.text import one_line

_RATES = ("caught", "false_alarms", "false_alarms_of_right", "before", "after", "by_hand", "precision")
_CASES = ("caught_cases", "false_cases", "missed_cases")


@dataclass(frozen=True, slots=True)
class Tool:
    """What one tool said, and what it is worth."""

    tool: str
    verdicts: Mapping[Verdict, int]
    """How many of each stand, whatever the answer's label."""
    lowered: int
    """Of those that were "supported", how many are partial because their fragment is not in the source."""
    unlabelled: int
    """Answers with a verdict whose label is missing or not settled: they count in no rate."""
    unjudged: int
    """Answers with a label and no verdict."""
    unknown: int
    """Answers to questions of which it is not known whether the sources answer them: wrong is X."""
    arms: Mapping[str, Measured]
    """By arm, of those it judged; over all of them under the empty name where there are several."""


class Verdicts(NamedTuple):
    """What a report says of machines."""

    tools: tuple[Tool, ...]
    waiting: int
    """Tools whose verdicts wait until systems go by their names."""


def gather(session: Session, found: Together, told: bool) -> Verdicts:
    """Gather.

    Args:
        session: open.
        found: its labels.
        told: whether systems go by their names and may be compared.
    """
    tools = judged.tools(session)
    if not tools or not told:
        return Verdicts((), len(tools))
    against, labels = judged.bank(session), labelled(found)
    return Verdicts(tuple(_tool(session, tool, against, labels) for tool in tools), 0)


def labelled(found: Together) -> dict[str, tuple[bool | None, str]]:
    """Item id to whether its question is answerable, and its label; without those that have none."""
    return {
        task.task_id: (task.answerable, mark.label) for task, mark in found.state.standing if mark.label is not None
    }


def _tool(session: Session, tool: str, against: Bank, labels: Mapping[str, tuple[bool | None, str]]) -> Tool:
    said = judged.said(session, tool)
    seen = [
        (item, said[item.item_id].verdict, _standing(said[item.item_id], item, against))
        for item in session.items.answers()
        if item.item_id in said
    ]
    answers = [_answer(item, now, *labels[item.item_id]) for item, _was, now in seen if item.item_id in labels]
    return Tool(
        tool,
        Counter(now for _item, _was, now in seen),
        sum(was == "supported" and now == "partial" for _item, was, now in seen),
        len(seen) - len(answers),
        len(labels) - len(answers),
        sum(labels[item.item_id][0] is None for item, _was, _now in seen if item.item_id in labels),
        dict(_measured(answers, session.arms, session.plan.level)),
    )


def _standing(said: judged.Said, item: Answer, against: Bank) -> Verdict:
    return standing(said.verdict, said.fragment, item, against)


def _answer(item: Answer, verdict: Verdict, answerable: bool | None, letter: str) -> Judged:
    case = Case(item.question_id, item.system, item.replicate)
    return Judged(case, wrong(answerable, letter), verdict not in PASSED)


def _measured(answers: Sequence[Judged], arms: Sequence[str], level: float) -> Iterator[tuple[str, Measured]]:
    of_arm = {arm: some for arm in arms if (some := [x for x in answers if x.case.arm == arm])}
    if len(of_arm) > 1:
        yield "", measure(answers, level)
    yield from ((arm, measure(some, level)) for arm, some in of_arm.items())


def sections(report: Report) -> Iterator[Section]:
    """A section for each tool."""
    gathered: Verdicts = report.numbers.verdicts
    if n := gathered.waiting:
        words = ngettext(
            "The verdicts of {n} tool wait until all is labelled or somebody reveals the systems.",
            "The verdicts of {n} tools wait until all is labelled or somebody reveals the systems.",
            n,
        )
        yield say(words.format(n=n))
    yield from (_section(report, tool) for tool in gathered.tools)


def _section(report: Report, tool: Tool) -> Iterator[Block]:
    words = _("Verdicts of {tool}, against the labels")
    yield from heading(report, words.format(tool=one_line(tool.tool, 30)))
    yield from _counts(tool)
    several = len(tool.arms) > 1
    for arm, measured in tool.arms.items():
        yield ""
        yield Lead(_("All systems") if several and not arm else called(report, arm))
        yield from table(rates(list(_rows()), _rates(measured)))
        if arm or not several:
            yield from _cases(measured)
    yield from say(
        _("Flagged is every verdict but supported and abstained; the rest are the answers that are not incorrect.")
    )
    if repeated(rate for measured in tool.arms.values() for rate in _rates(measured)):
        yield from say(weighed())


def _rates(measured: Measured) -> list[Rate]:
    return [getattr(measured, name) for name in _RATES]


def _rows() -> Iterator[str]:
    yield from (_("incorrect, caught"), _("false alarms, of all"), _("false alarms, of the rest"))
    yield from (_("incorrect: before"), _("incorrect: still shown"), _("to read by hand"), _("flags that are right"))


def _counts(tool: Tool) -> Iterator[Block]:
    counted = ", ".join(f"{_verdict(verdict)} {n}" for verdict, n in sorted(tool.verdicts.items()))
    n = sum(tool.verdicts.values())
    yield from say(ngettext("{n} verdict: {counted}.", "{n} verdicts: {counted}.", n).format(n=n, counted=counted))
    for n, words in (
        (tool.lowered, _("Supported, but without a fragment that is word for word in the source, so partial: {n}.")),
        (tool.unlabelled, _("With a verdict and without a settled label, in no rate: {n}.")),
        (tool.unjudged, _("Labelled and without a verdict, in no rate: {n}.")),
        (tool.unknown, _("Not known whether the sources answer it, so that X is incorrect: {n}.")),
    ):
        if n:
            yield from say(words.format(n=n))


def _verdict(verdict: Verdict) -> str:
    return {
        "supported": _("supported"),
        "partial": _("partial"),
        "unsupported": _("unsupported"),
        "abstained": _("abstained"),
        "unverified": _("unverified"),
    }[verdict]


def _cases(measured: Measured) -> Iterator[Block]:
    """What to read: the errors it caught, what it flagged in vain, and what it let through."""
    for words, cases in (
        (_("caught: {cases}"), measured.caught_cases),
        (_("false alarm: {cases}"), measured.false_cases),
        (_("got through: {cases}"), measured.missed_cases),
    ):
        if cases:
            yield from say(words.format(cases=named(cases)), "  ")


def keys(report: Report) -> dict[str, Any]:
    """The verdicts as plain values."""
    gathered: Verdicts = report.numbers.verdicts
    reason = "withheld until all is labelled or the systems are revealed" if gathered.waiting else None
    return {
        "waiting": gathered.waiting,
        "tools": [_tool_keys(report, tool) for tool in gathered.tools],
        "reason": reason,
    }


def _tool_keys(report: Report, tool: Tool) -> dict[str, Any]:
    return {
        "tool": tool.tool,
        "verdicts": dict(tool.verdicts),
        "lowered": tool.lowered,
        "unlabelled": tool.unlabelled,
        "unjudged": tool.unjudged,
        "unknown": tool.unknown,
        "arms": [_arm_keys(report, arm, of, len(tool.arms) > 1) for arm, of in tool.arms.items()],
    }


def _arm_keys(report: Report, arm: str, measured: Measured, several: bool) -> dict[str, Any]:
    """One arm; None names all of them together."""
    found: dict[str, Any] = {"arm": None if several and not arm else report.names[arm]}
    found |= {name: as_keys(getattr(measured, name)) for name in _RATES}
    return found | {name: cases_keys(getattr(measured, name)) for name in _CASES}

"""What may be declared of each planned pair, and how steady each system is over replicates, in a report.

The numbers and the table of decisions are those of `gradertui compare`, of the same session; here they become a line
under each pair, and keys.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gradertui.locale import _
from gradertui.report.blocks import Block
from gradertui.report.compare import Compared, Held, of_session
from gradertui.report.compare import document as compared_document
from gradertui.report.compare import table as compared_table
from gradertui.report.compare.words import verdict
from gradertui.report.figures import three
from gradertui.report.layout import heading, say, table
from gradertui.report.parts import Report
from gradertui.report.tables import NAME, called, framed
from gradertui.report.together import Together
from gradertui.session import Session
from gradertui.summary import PairSummary, Summary
from gradertui.summary.comparing import Pair
from gradertui.summary.two_arms import Arm


def gather(session: Session, found: Together, summary: Summary | None) -> Compared | None:
    """Compare the planned pairs; None while systems go by codes, and where nobody knows what is right.

    Args:
        session: open.
        found: its labels.
        summary: of them; None while the policy withholds it.
    """
    if summary is None or not summary.known or not found.named:
        return None
    return of_session(session, found)


def _of(report: Report, pair: PairSummary) -> Pair | None:
    compared: Compared | None = report.numbers.compared
    pairs = compared.comparison.pairs if compared else ()
    return next((each for each in pairs if (each.a, each.b) == (pair.a, pair.b)), None)


def line(report: Report, pair: PairSummary) -> Iterator[Block]:
    """The verdict on a pair, by the row that decides."""
    compared: Compared | None = report.numbers.compared
    of = _of(report, pair)
    if compared is None or of is None:
        return
    # The report's "broke" is the event's; with "correct" as the event that is the reverse of ours.
    told = verdict(of, compared.comparison.asked, compared.names, broken=compared.event != "correct")
    words = _("improvement declared? {verdict}") if report.complete else _("improvement declared so far? {verdict}")
    if compared.held and compared.held.shown:
        words = _("improvement declared, on the questions not held out? {verdict}")
    yield from say(words.format(verdict=told), "  ")


def steady(report: Report) -> Iterator[Block]:
    """How often the draws of a question all say the same, beside the rate; nothing without replicates."""
    compared: Compared | None = report.numbers.compared
    arms = [arm for arm in compared.comparison.arms if arm.consistency] if compared else []
    if not arms:
        return
    yield from heading(report, _("Steadiness over replicates, beside the rate of passing"))
    heads = ("p", _("steady"), "n", _("Wilson low"), _("Wilson high"))
    yield from table(framed(heads, [called(report, arm.arm, NAME) for arm in arms], map(_steady, arms)))
    yield from say(_("steady: share of the questions drawn several times whose draws all pass or all fail."))


def _steady(arm: Arm) -> list[str]:
    assert arm.consistency
    low, high = arm.consistency.interval or (None, None)
    rates = [three(arm.rate.estimate), three(arm.consistency.estimate), str(arm.consistency.n)]
    return [*rates, three(low), three(high)]


def looked(report: Report) -> Iterator[Block]:
    """When what is held out was first looked at, and how often since."""
    record, split = report.planned.record, report.planned.plan.held_out
    looks = tuple(look for look in record.looks if look.split == split) if record else ()
    if looks:
        yield from say(compared_table.looked(Held(split, looks)))


def keys(report: Report, pair: PairSummary) -> dict[str, Any] | None:
    """The table of decisions of a pair; null while there is no verdict."""
    compared: Compared | None = report.numbers.compared
    of = _of(report, pair)
    return compared_document.decision(of, compared) if compared and of else None


def consistency(report: Report, arm: str) -> dict[str, Any] | None:
    """How steady an arm is; null without replicates and while systems go by codes."""
    compared: Compared | None = report.numbers.compared
    found = [each.consistency for each in compared.comparison.arms if each.arm == arm] if compared else []
    return compared_document.rate(found[0]) if found and found[0] else None


def looks(report: Report) -> list[dict[str, str]]:
    """Every look at what is held out."""
    record, split = report.planned.record, report.planned.plan.held_out
    found = [look for look in record.looks if look.split == split] if record else []
    return [{"at": look.at, "by": look.by, "how": look.how} for look in found]

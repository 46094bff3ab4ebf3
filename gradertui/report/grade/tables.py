"""The tables of a grade report, one function per table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from gradertui.locale import _
from gradertui.report.figures import count, p_value, rate, three
from gradertui.report.parts import Report
from gradertui.report.tables import NAME, called, framed
from gradertui.summary import ArmSummary, PairSummary, Summary
from stats.proportion import Proportion, wald

if TYPE_CHECKING:
    from pandas import DataFrame


def _names(report: Report, summary: Summary) -> list[str]:
    return [called(report, arm.arm, NAME) for arm in summary.arms]


def outcomes(report: Report, summary: Summary) -> DataFrame:
    """Table 1: what each arm did, and its rate with the abstention rate beside it."""
    heads = (_("correct"), _("incorrect"), _("abstained"), _("invented"), _("rate"), _("abstention"))
    return framed(heads, _names(report, summary), map(_outcomes, summary.arms))


def _outcomes(arm: ArmSummary) -> list[str]:
    counts = [*(arm.outcomes[each] for each in ("correct", "incorrect", "abstained")), arm.invented]
    return [*map(count, counts), *(rate(each.estimate, each.n) for each in (arm.rate, arm.abstention))]


def letters(report: Report, summary: Summary) -> DataFrame:
    """How often each arm got each letter, over how many questions."""
    rows = ([*(count(arm.letters[letter]) for letter in "RXN"), str(arm.questions)] for arm in summary.arms)
    return framed(("R", "X", "N", "n"), _names(report, summary), rows)


def intervals(report: Report, summary: Summary) -> DataFrame:
    """Table 2: the rate with Wilson's interval, and Wald's to compare."""
    heads = ("k", "n", "p", _("Wilson low"), _("Wilson high"), _("Wald low"), _("Wald high"))
    rows = ([*_rate(arm.rate), *_wald(arm.rate, summary.level)] for arm in summary.arms)
    return framed(heads, _names(report, summary), rows)


def stratum(report: Report, summary: Summary, rates: Iterable[Proportion]) -> DataFrame:
    """A rate over a part of the questions, each arm with its own denominator."""
    heads = ("k", "n", "p", _("Wilson low"), _("Wilson high"))
    return framed(heads, _names(report, summary), map(_rate, rates))


def _rate(found: Proportion) -> list[str]:
    low, high = found.interval or (None, None)
    return [count(found.k), str(found.n), three(found.estimate), three(low), three(high)]


def _wald(found: Proportion, level: float) -> list[str]:
    low, high = wald(found.k, found.n, level) or (None, None)
    return [three(low), three(high)]


def pairs(report: Report, compared: Sequence[PairSummary]) -> DataFrame:
    """Paired comparisons, from one arm (first level of the index) to another (second); Holm if there is a family."""
    from pandas import MultiIndex

    heads = [_("broke"), _("fixed"), "n", "p", "Holm", _("change"), _("low"), _("high")]
    names = [(called(report, pair.a, NAME), called(report, pair.b, NAME)) for pair in compared]
    frame = framed(heads, map(" → ".join, names), map(_pair, compared))
    frame.index = MultiIndex.from_tuples(names)
    return frame if any(pair.holm is not None for pair in compared) else frame.drop(columns="Holm")


def _pair(pair: PairSummary) -> list[str]:
    low, high = pair.interval or (None, None)
    counts = [str(pair.broke), str(pair.fixed), str(pair.questions)]
    return [*counts, p_value(pair.p), p_value(pair.holm), three(pair.difference), three(low), three(high)]

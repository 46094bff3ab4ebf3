"""The tables of a report as pandas frames of text, one function per table; every format of writing uses these.

Numbers are already written as they are read (`figures.py`); captions and sentences are the format's. pandas is
imported when the first table is made: it costs more than everything else here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from gradertui.locale import _
from gradertui.report.figures import NOTHING, count, p_value, rate, three
from gradertui.report.gathering import Remark, Report, Work
from gradertui.summary import ArmSummary, PairSummary, Summary
from gradertui.text import one_line
from stats.proportion import Proportion, wald

if TYPE_CHECKING:
    from pandas import DataFrame

NAME = 20
"""Characters of an arm's name in a table; its sections give it whole."""


def _frame(columns: Sequence[str], index: Iterable[str], rows: Iterable[Sequence[str]]) -> DataFrame:
    from pandas import DataFrame

    return DataFrame([list(row) for row in rows], index=list(index), columns=list(columns), dtype=object)


def called(report: Report, arm: str, width: int = 0) -> str:
    """How an arm is called, safe to print; cut with a mark if a width is given."""
    return one_line(report.names[arm], width) or _("(no name)")


def _names(report: Report, summary: Summary) -> list[str]:
    return [called(report, arm.arm, NAME) for arm in summary.arms]


def outcomes(report: Report, summary: Summary) -> DataFrame:
    """Table 1: what each arm did, and its rate with the abstention rate beside it."""
    heads = (_("correct"), _("incorrect"), _("abstained"), _("invented"), _("rate"), _("abstention"))
    return _frame(heads, _names(report, summary), map(_outcomes, summary.arms))


def _outcomes(arm: ArmSummary) -> list[str]:
    counts = [*(arm.outcomes[each] for each in ("correct", "incorrect", "abstained")), arm.invented]
    return [*map(count, counts), *(rate(each.estimate, each.n) for each in (arm.rate, arm.abstention))]


def letters(report: Report, summary: Summary) -> DataFrame:
    """How often each arm got each letter, over how many questions."""
    rows = ([*(count(arm.letters[letter]) for letter in "RXN"), str(arm.questions)] for arm in summary.arms)
    return _frame(("R", "X", "N", "n"), _names(report, summary), rows)


def intervals(report: Report, summary: Summary) -> DataFrame:
    """Table 2: the rate with Wilson's interval, and Wald's to compare."""
    heads = ("k", "n", "p", _("Wilson low"), _("Wilson high"), _("Wald low"), _("Wald high"))
    rows = ([*_rate(arm.rate), *_wald(arm.rate, summary.level)] for arm in summary.arms)
    return _frame(heads, _names(report, summary), rows)


def stratum(report: Report, summary: Summary, rates: Iterable[Proportion]) -> DataFrame:
    """A rate over a part of the questions, each arm with its own denominator."""
    heads = ("k", "n", "p", _("Wilson low"), _("Wilson high"))
    return _frame(heads, _names(report, summary), map(_rate, rates))


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
    frame = _frame(heads, map(" → ".join, names), map(_pair, compared))
    frame.index = MultiIndex.from_tuples(names)
    return frame if any(pair.holm is not None for pair in compared) else frame.drop(columns="Holm")


def _pair(pair: PairSummary) -> list[str]:
    low, high = pair.interval or (None, None)
    counts = [str(pair.broke), str(pair.fixed), str(pair.questions)]
    return [*counts, p_value(pair.p), p_value(pair.holm), three(pair.difference), three(low), three(high)]


def works(report: Report) -> DataFrame:
    """Who labelled, how much, how, when and how fast."""
    heads = (_("labels"), _("how"), _("first (UTC)"), _("last (UTC)"), _("s/label"))
    return _frame(heads, (one_line(work.grader, NAME) for work in report.works), map(_work, report.works))


def _work(work: Work) -> list[str]:
    ways = {"blind": _("blind"), "open": _("open"), "revealed": _("revealed"), "imported": _("imported")}
    how = ", ".join(ways[way] if n == work.labels else f"{n} {ways[way]}" for way, n in work.ways.items())
    seconds = NOTHING if work.seconds is None else f"{work.seconds:.1f}"
    return [str(work.labels), how or NOTHING, _minute(work.first), _minute(work.last), seconds]


def _minute(at: str) -> str:
    return one_line(at[:16].replace("T", " ")) or NOTHING


def reasons(report: Report) -> DataFrame:
    """Why tasks were left out, and how many for each reason."""
    counted: dict[str, int] = {}
    for remark in report.excluded:
        reason = one_line(remark.text, 60)
        counted[reason] = counted.get(reason, 0) + 1
    return _frame(("n",), counted, ([str(n)] for n in counted.values()))


def keys(remarks: Iterable[Remark]) -> list[str]:
    """The questions that remarks are about, each once, safe to print."""
    return list(dict.fromkeys(one_line(remark.question, 40) for remark in remarks))

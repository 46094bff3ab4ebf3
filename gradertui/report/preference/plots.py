"""The plot of a preference report: what came of the queries of each pair, and how large the preference is."""

from __future__ import annotations

from gradertui.locale import _, ngettext
from gradertui.report.figures import percent, three
from gradertui.report.parts import Report
from gradertui.report.plots import Picture, preferred
from gradertui.report.plots.preferred import Bar
from gradertui.report.tables import called
from gradertui.summary.preference import PairSummary, Summary

_NAME = 17


def preference(report: Report, summary: Summary) -> Picture:
    """Won, tied and lost of each pair, and the net preference with Tango's interval."""
    bars = [_bar(report, pair) for pair in summary.pairs[: preferred.MOST]]
    words = _(
        "What came of the queries of each pair, and the net preference (won minus lost, of all) with Tango's "
        "interval at {level}."
    )
    caption = words.format(level=percent(summary.level))
    if (more := len(summary.pairs) - len(bars)) > 0:
        told = ngettext("{n} more pair is in the table.", "{n} more pairs are in the table.", more)
        caption += " " + told.format(n=more)
    return Picture(caption, "; ".join(map(_told, bars)) + ".", lambda: preferred.draw(bars))


def _bar(report: Report, pair: PairSummary) -> Bar:
    found = pair.found
    low, high = found.net_interval or (None, None)
    first, second = (called(report, arm, _NAME) for arm in (pair.a, pair.b))
    return Bar(first, second, (found.wins, found.ties, found.losses), found.net, low, high)


def _told(bar: Bar) -> str:
    words = _("{a} against {b}: won {won}, tied {tied}, lost {lost}; net {net}, between {low} and {high}")
    won, tied, lost = bar.counts
    ends = {"net": three(bar.net), "low": three(bar.low), "high": three(bar.high)}
    return words.format(a=bar.first, b=bar.second, won=won, tied=tied, lost=lost, **ends)

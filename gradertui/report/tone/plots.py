"""The plot of a tone report: the difference of each template, and of all of them in a row apart."""

from __future__ import annotations

from gradertui.locale import _
from gradertui.report.figures import percent, two
from gradertui.report.parts import Report
from gradertui.report.plots import Picture, intervals
from gradertui.report.plots.intervals import Axis, Row
from gradertui.report.tone import Compared, tables
from gradertui.summary.tone import TemplateSummary
from stats.bootstrap import Bootstrap


def differences(report: Report, compared: Compared) -> Picture:
    """Each template with its resampled interval; the mean of all of them with the test's own."""
    both = zip(compared.pair.templates, compared.templates, strict=True)
    rows, out = intervals.ends_only([_row(report, row, found) for row, found in both if row.difference is not None])
    whole = _whole(compared)
    words = _(
        "Difference by template, {pair}, with its resampled interval at {level}; the diamond is the mean of all "
        "templates with the interval of its test."
    )
    caption = words.format(pair=tables.between(report, compared), level=percent(report.level))
    axis = Axis(_("difference in points of the scale"), None, 0.0)
    every = [*rows, *([whole] if whole else [])]
    return Picture(
        caption + intervals.left_out(out), intervals.told(every, two), lambda: intervals.draw(rows, axis, whole)
    )


def _row(report: Report, row: TemplateSummary, found: Bootstrap) -> Row:
    low, high = found.interval or (None, None)
    assert row.difference is not None
    return Row(tables.template(report.numbers, row.template), float(row.difference), low, high, two(row.difference))


def _whole(compared: Compared) -> Row | None:
    mean = compared.pair.mean
    if mean.mean is None:
        return None
    low, high = mean.interval or (None, None)
    return Row(_("all templates"), float(mean.mean), low, high, two(mean.mean))

"""The plots of a grade report: which numbers of it they show, and in which words."""

from __future__ import annotations

from collections.abc import Sequence

from gradertui.locale import _
from gradertui.report.figures import count, p_short, percent, share, three, two
from gradertui.report.layout import event_words
from gradertui.report.parts import Report
from gradertui.report.plots import Picture, intervals, reliability
from gradertui.report.plots.intervals import Axis, Row
from gradertui.report.plots.reliability import Point
from gradertui.report.tables import NAME, called
from gradertui.summary import ArmSummary, Summary
from gradertui.summary.calibration import Confident
from stats.calibration import Bin, Delivered
from stats.proportion import wilson

ARMS = 8
"""Arms of which each has a plot of its own; the tables have all of them."""


def rates(report: Report, summary: Summary) -> Picture:
    """The rate of each arm with Wilson's interval, k/n beside it; the plan's threshold as a line."""
    rows, out = intervals.ends_only([_rate(report, arm) for arm in summary.arms])
    words = _("Rate of each system with Wilson's interval at {level}: {event}, k/n at the right.")
    caption = words.format(level=percent(summary.level), event=event_words(summary.event))
    most = report.planned.plan.thresholds.get("rate")
    if most is not None:
        caption += " " + _("Dashed: the threshold of the plan, {most}.").format(most=three(most))
    axis = Axis(_("rate: {event}").format(event=event_words(summary.event)), line=most)
    return Picture(caption + intervals.left_out(out), intervals.told(rows, three), lambda: intervals.draw(rows, axis))


def _rate(report: Report, arm: ArmSummary) -> Row:
    low, high = arm.rate.interval or (None, None)
    return Row(called(report, arm.arm, NAME), arm.rate.estimate, low, high, f"{count(arm.rate.k)}/{arm.rate.n}")


def reliable(report: Report, each: Confident) -> Picture:
    """The bins of an arm: what was stated, what came out, over how many; the error beside what chance would show."""
    words = _(
        "{arm}: correct by stated confidence, with Wilson's interval at {level} and how many answers. Dashed: what "
        "was stated."
    )
    caption = words.format(arm=called(report, each.arm), level=percent(report.level))
    points = [_bin(one, report.level) for one in each.found.bins]
    told = _("stated {x}: correct {y}, between {low} and {high}, {n}")
    told_all = "; ".join(told.format(**_two(point), n=point.beside) for point in points)
    error = _error(each, report.level)
    return Picture(f"{caption} {error}.", f"{told_all}.", lambda: reliability.reliability(points))


def _error(each: Confident, level: float) -> str:
    assert each.found.ece is not None
    assert each.floor is not None
    words = _("ECE {ece}; by chance alone {mean}, at most {high} in {level} of studies (p {p})")
    chance = {"mean": three(each.floor.mean), "high": three(each.floor.high), "p": p_short(each.floor.p)}
    return words.format(ece=three(float(each.found.ece)), level=percent(level), **chance)


def _bin(one: Bin, level: float) -> Point:
    low, high = wilson(one.accuracy * one.n, one.n, level) or (0.0, 1.0)
    return Point(float(one.confidence), float(one.accuracy), low, high, f"n {one.n}")


def delivered(report: Report, each: Confident) -> Picture:
    """What is delivered from each threshold on, and how much of it is correct; the plan's threshold as a star."""
    words = _(
        "{arm}: correct of the delivered against how much is delivered, with Wilson's interval at {level}; each "
        "point is a threshold."
    )
    caption = words.format(arm=called(report, each.arm), level=percent(report.level))
    points = [point for step in each.curve if (point := _step(step))]
    planned = _step(each.planned) if each.planned else None
    if planned:
        caption += " " + _("Star: the threshold of the plan.")
    told = _("{threshold}: delivered {x}, correct {y}, between {low} and {high}")
    told_all = "; ".join(told.format(**_two(point), threshold=point.beside) for point in _both(points, planned))
    return Picture(caption, told_all + ".", lambda: reliability.delivered(points, planned))


def _both(points: Sequence[Point], planned: Point | None) -> list[Point]:
    return [*points, *([planned] if planned else [])]


def _step(step: Delivered) -> Point | None:
    """Nothing where nothing is delivered: precision of nothing is no number."""
    x, precision = step.coverage.estimate, step.precision
    if x is None or precision.estimate is None or precision.interval is None:
        return None
    return Point(x, precision.estimate, *precision.interval, f"≥ {share(float(step.threshold))}")


def _two(point: Point) -> dict[str, str]:
    return {"x": two(point.x), "y": two(point.y), "low": two(point.low), "high": two(point.high)}

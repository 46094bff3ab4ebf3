"""What an arm's declared confidence is worth: reliability bin by bin, and what is delivered from a confidence on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from gradertui.locale import _
from gradertui.report.plots.canvas import BLUE, INK, ORANGE, figure, placed, ticked

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_SIDE = 2.6
_WORDS = 0.12
"""How much of an axis the words of a threshold take."""
_WIDE, _HIGH = 5.4, 3.4


class Point(NamedTuple):
    """A share against another, with its interval and what is written beside it."""

    x: float
    y: float
    low: float
    high: float
    beside: str


def reliability(points: Sequence[Point]) -> Figure:
    """Draw bins: what was stated to the right, what was correct upwards."""
    on = figure(_WIDE, _HIGH)
    axes = _square(on, _("stated confidence"), _("correct"))
    axes.plot([0, 1], [0, 1], color=INK, linewidth=1, linestyle=(0, (4, 3)))
    axes.annotate(_("as stated"), (0.02, 0.02), (6, 14), textcoords="offset points", rotation=45, alpha=0.8)
    axes.plot([p.x for p in points], [p.x for p in points], color=INK, linestyle="none", marker="o", fillstyle="none")
    for point in points:
        _bar(axes, point)
    axes.plot([p.x for p in points], [p.y for p in points], color=BLUE, linestyle="none", marker="o", markersize=8)
    return on


def delivered(points: Sequence[Point], planned: Point | None) -> Figure:
    """Draw thresholds: the share that is delivered to the right, the share of it that is correct upwards.

    Args:
        points: a threshold each.
        planned: the plan's threshold.
    """
    on = figure(_WIDE, _HIGH)
    axes = _square(on, _("delivered (share of the answers)"), _("correct, of the delivered"))
    for point in points:
        axes.plot([point.x, point.x], [point.low, point.high], color=BLUE, linewidth=1, alpha=0.5)
    axes.plot([p.x for p in points], [p.y for p in points], color=BLUE, linewidth=1.4, marker="o", markersize=5)
    for point, up in apart(points, planned):
        _told(axes, point, up)
    if planned:
        axes.plot([planned.x], [planned.y], color=ORANGE, marker="*", markersize=15)
        _told(axes, planned, 12)
    return on


def apart(points: Sequence[Point], planned: Point | None) -> Iterator[tuple[Point, int]]:
    """Which points are told, and how far above or below them: no words stand over others."""
    free = {9: 2.0, -15: 2.0}
    for point in points:
        up = max(free, key=lambda side: free[side]) if point.y > _WORDS else 9
        if free[up] - point.x >= _WORDS and (planned is None or abs(point.x - planned.x) >= _WORDS / 2):
            free[up] = point.x
            yield point, up


def _square(on: Figure, x: str, y: str) -> Axes:
    axes = placed(on, 0.75, _HIGH - _SIDE - 0.2, _WIDE - 1.0, _SIDE)
    axes.set_xlim(-0.02, 1.04)
    axes.set_ylim(-0.05, 1.05)
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    ticked(axes, "x", 1)
    ticked(axes, "y", 1)
    axes.grid(color=INK, alpha=0.15, linewidth=0.6)
    return axes


def _bar(axes: Axes, point: Point) -> None:
    axes.plot([point.x, point.x], [point.low, point.high], color=BLUE, linewidth=1.6, marker="_", markersize=8)
    axes.annotate(point.beside, (point.x, point.y), (8, -4), textcoords="offset points", fontsize=9)


def _told(axes: Axes, point: Point, up: int) -> None:
    axes.annotate(point.beside, (point.x, point.y), (0, up), textcoords="offset points", ha="center", fontsize=8)

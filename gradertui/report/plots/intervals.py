"""Estimates with their intervals, a row each, with what they rest on; what holds of all of them in a row apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple

from gradertui.locale import _, ngettext
from gradertui.report.plots.canvas import BLUE, INK, ORANGE, WIDE, figure, inches, placed, ticked

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST = 40
"""Rows of a plot; of more, the lowest and the highest are drawn."""
_ROW = 0.27
_SHARES = (0.0, 1.0)


class Row(NamedTuple):
    """One estimate."""

    name: str
    point: float | None
    low: float | None
    high: float | None
    beside: str
    """What it rests on, such as k/n."""


class Axis(NamedTuple):
    """On what rows are drawn."""

    words: str
    ends: tuple[float, float] | None = _SHARES
    """None to have it from what is drawn."""
    line: float | None = None
    """A value to compare with."""


def ends_only(rows: Sequence[Row]) -> tuple[list[Row], int]:
    """The rows that are drawn, in their order, and how many are not: of many, the lowest and the highest stay."""
    if len(rows) <= MOST:
        return list(rows), 0
    known = sorted((row for row in rows if row.point is not None), key=lambda row: row.point or 0.0)
    kept = [*known[: MOST // 2], *known[-(MOST // 2) :]] if len(known) > MOST else known
    return kept, len(rows) - len(kept)


def left_out(n: int) -> str:
    """That some rows are not drawn, to be put after a caption."""
    if not n:
        return ""
    words = ngettext(
        "{n} row between the lowest and the highest is not drawn; the table has it.",
        "{n} rows between the lowest and the highest are not drawn; the table has them.",
        n,
    )
    return " " + words.format(n=n)


def told(rows: Sequence[Row], written: Callable[[float | None], str]) -> str:
    """All rows in words.

    Args:
        rows: that are drawn.
        written: how a number is written.
    """
    return "; ".join(_told(row, written) for row in rows) + "."


def _told(row: Row, written: Callable[[float | None], str]) -> str:
    if row.point is None:
        return _("{name}: no data").format(name=row.name)
    point = written(row.point)
    beside = "" if row.beside == point else f"{row.beside}, "
    if row.low is None:
        return f"{row.name}: {beside}{point}"
    words = _("{name}: {point}, between {low} and {high}")
    return words.format(name=row.name, point=beside + point, low=written(row.low), high=written(row.high))


def draw(rows: Sequence[Row], axis: Axis, whole: Row | None = None) -> Figure:
    """Draw rows from above to below.

    Args:
        rows: as many as fit.
        axis: what they are drawn on.
        whole: what holds of all of them; it is drawn apart, as a diamond.
    """
    every = [*rows, *([whole] if whole else [])]
    left = min(max(inches(row.name) for row in every) + 0.15, 2.4)
    right = max(inches(row.beside) for row in every) + 0.2
    places = [*range(len(rows)), *([len(rows) + 0.6] if whole else [])]
    high = _ROW * (places[-1] + 1)
    on = figure(WIDE, high + 0.75)
    axes = placed(on, left, 0.6, WIDE - left - right, high)
    axes.set_ylim(places[-1] + 0.5, -0.5)
    axes.set_xlim(*(axis.ends or _ends(every)))
    _lined(axes, axis)
    for at, row in zip(places, every, strict=True):
        _row(axes, row, at, row is whole)
    if whole:
        axes.axhline(len(rows) - 0.2, color=INK, linewidth=0.6, alpha=0.5)
    axes.set_yticks(places, [row.name for row in every])
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    return on


def _lined(axes: Axes, axis: Axis) -> None:
    axes.set_xlabel(axis.words)
    ticked(axes, "x", 1)
    if axis.line is not None:
        axes.axvline(axis.line, color=INK, linewidth=1, linestyle=(0, (4, 3)))


def _ends(rows: Sequence[Row]) -> tuple[float, float]:
    """From what is drawn, to half a point; 0 is in sight."""
    drawn = [0.0, *(end for row in rows for end in (row.low, row.point, row.high) if end is not None)]
    return floor(2 * min(drawn) - 0.1) / 2, ceil(2 * max(drawn) + 0.1) / 2


def _row(axes: Axes, row: Row, at: float, whole: bool) -> None:
    colour, marker = (ORANGE, "D") if whole else (BLUE, "o")
    if row.low is not None and row.high is not None:
        axes.plot([row.low, row.high], [at, at], color=colour, linewidth=2.4, solid_capstyle="butt")
        axes.plot([row.low, row.high], [at, at], color=colour, linestyle="none", marker="|", markersize=8)
    if row.point is not None:
        axes.plot([row.point], [at], color=colour, marker=marker, markersize=7, clip_on=False)
    axes.annotate(
        row.beside, (1, at), (8, 0), xycoords=("axes fraction", "data"), textcoords="offset points", va="center"
    )

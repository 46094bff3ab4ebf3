"""Who was preferred: won, tied and lost as parts of a bar, and the net preference with its interval beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from gradertui.locale import _
from gradertui.report.plots.canvas import BLUE, INK, ORANGE, WIDE, figure, inches, placed, ticked

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST = 20
"""Pairs that are drawn."""
_ROW = 0.62
_HATCHES = ("", "..", "//")
_COLOURS = (BLUE, "none", ORANGE)


class Bar(NamedTuple):
    """One pair."""

    first: str
    second: str
    counts: tuple[int, int, int]
    """Won, tied and lost, by the first."""
    net: float | None
    low: float | None
    high: float | None


def draw(bars: Sequence[Bar]) -> Figure:
    """Draw pairs from above to below."""
    high = _ROW * len(bars)
    on = figure(WIDE, high + 1.15)
    shares = placed(on, 0.15, 0.6, 3.35, high)
    net = placed(on, 4.0, 0.6, WIDE - 4.25, high)
    for axes in (shares, net):
        axes.set_ylim(len(bars) - 0.5, -0.6)
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)
    for at, bar in enumerate(bars):
        _parts(shares, bar, at)
        _net(net, bar, at)
    shares.set_xlim(0, 1)
    ticked(shares, "x", 1)
    shares.set_xlabel(_("share of the queries"))
    net.set_xlim(-1, 1)
    ticked(net, "x", 1)
    net.axvline(0, color=INK, linewidth=1, linestyle=(0, (4, 3)))
    net.set_xlabel(_("net: won minus lost"))
    _legend(on, shares)
    return on


def _parts(axes: Axes, bar: Bar, at: int) -> None:
    n, start = sum(bar.counts), 0.0
    axes.annotate(bar.first, (0, at - 0.3), (0, 0), textcoords="offset points", va="center", fontsize=9)
    axes.annotate(bar.second, (1, at - 0.3), (0, 0), textcoords="offset points", va="center", ha="right", fontsize=9)
    for count, colour, hatch in zip(bar.counts, _COLOURS, _HATCHES, strict=True):
        if count:
            share = count / n
            axes.barh(at + 0.12, share, 0.4, left=start, color=colour, alpha=0.65, hatch=hatch, edgecolor=INK)
            _counted(axes, start + share / 2, at + 0.12, count, share)
            start += share


def _counted(axes: Axes, x: float, y: float, count: int, share: float) -> None:
    """How many there are, in the middle of its part where there is room."""
    if share * 3.35 > inches(str(count)) + 0.06:
        axes.annotate(str(count), (x, y), ha="center", va="center", weight="bold")


def _net(axes: Axes, bar: Bar, at: int) -> None:
    y = at + 0.12
    if bar.low is not None and bar.high is not None:
        axes.plot([bar.low, bar.high], [y, y], color=BLUE, linewidth=2.4, solid_capstyle="butt")
        axes.plot([bar.low, bar.high], [y, y], color=BLUE, linestyle="none", marker="|", markersize=8)
    if bar.net is not None:
        axes.plot([bar.net], [y], color=BLUE, marker="o", markersize=7)


def _legend(on: Figure, axes: Axes) -> None:
    from matplotlib.patches import Patch

    words = (_("won by the first"), _("tied"), _("won by the second"))
    patches = [
        Patch(facecolor=colour, alpha=0.65, hatch=hatch, edgecolor=INK, label=told)
        for colour, hatch, told in zip(_COLOURS, _HATCHES, words, strict=True)
    ]
    on.legend(handles=patches, loc="upper left", ncols=3, frameon=False, fontsize=9, bbox_to_anchor=(0.01, 1.0))

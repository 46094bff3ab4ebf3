"""How one grader went through the work: seconds for a label, and the share of each label, stretch by stretch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from gradertui.locale import _
from gradertui.report.plots.canvas import COLOURS, INK, MARKERS, WIDE, figure, placed, ticked

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_HIGH = 1.35


def draw(at: Sequence[int], seconds: Sequence[float | None], shares: Mapping[str, Sequence[float]]) -> Figure:
    """Draw the stretches from left to right.

    Args:
        at: the number of the last label of each.
        seconds: the median time of each; None where no time is known.
        shares: label to its share in each; none where labels may not be told.
    """
    both = bool(shares)
    on = figure(WIDE, 0.75 + _HIGH * (1 + both) + 0.35 * both)
    above = placed(on, 0.75, 0.6 + (_HIGH + 0.35) * both, WIDE - 2.0, _HIGH)
    _seconds(above, at, seconds)
    below = placed(on, 0.75, 0.6, WIDE - 2.0, _HIGH) if both else above
    if both:
        above.tick_params(labelbottom=False)
        _shares(below, at, shares)
    for axes in (above, below):
        axes.set_xlim(0, at[-1] * 1.03)
    below.set_xlabel(_("labels given, in the grader's order"))
    return on


def _seconds(axes: Axes, at: Sequence[int], seconds: Sequence[float | None]) -> None:
    known = [(x, y) for x, y in zip(at, seconds, strict=True) if y is not None]
    axes.plot([x for x, _y in known], [y for _x, y in known], color=INK, marker="o", markersize=5, linewidth=1.2)
    axes.set_ylim(0, max((y for _x, y in known), default=1.0) * 1.15)
    axes.set_ylabel(_("s/label"))
    ticked(axes, "y", 0 if max((y for _x, y in known), default=1.0) >= 5 else 1)


def _shares(axes: Axes, at: Sequence[int], shares: Mapping[str, Sequence[float]]) -> None:
    axes.set_ylim(-0.03, 1.03)
    axes.set_ylabel(_("share"))
    ticked(axes, "y", 1)
    for number, (label, of) in enumerate(shares.items()):
        colour, marker = COLOURS[number % len(COLOURS)], MARKERS[number % len(MARKERS)]
        axes.plot(at, of, color=colour, marker=marker, markersize=6, linewidth=1.2, label=label)
    axes.legend(loc="upper left", bbox_to_anchor=(1.02, 1.05), frameon=False, fontsize=9, handlelength=1.6)

"""Which labels, or which graders, met how often: numbers in cells, the darker the more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gradertui.report.plots.canvas import BLUE, INK, WIDE, figure, inches, placed

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_HIGH = 0.42


def draw(names: Sequence[str], cells: Sequence[Sequence[float | None]], told: Sequence[Sequence[str]],
         axes_told: tuple[str, str]) -> Figure:  # fmt: skip
    """Draw a square.

    Args:
        names: of rows and columns.
        cells: how dark each is, from 0 to 1; None stays empty.
        told: what is written in each.
        axes_told: what columns and rows are.
    """
    from matplotlib.patches import Rectangle

    n, columns, rows = len(names), *axes_told
    left = max(map(inches, names)) + 0.55
    wide = min(0.95, (WIDE - left - 0.1) / n)
    on = figure(left + wide * n + 0.15, _HIGH * n + 0.85)
    axes = placed(on, left, 0.15, wide * n, _HIGH * n)
    for y, row in enumerate(cells):
        for x, share in enumerate(row):
            alpha = 0.0 if share is None else 0.08 + 0.5 * share
            axes.add_patch(Rectangle((x, y), 1, 1, facecolor=BLUE, alpha=alpha))
            weight = "bold" if x == y else "normal"
            axes.text(x + 0.5, y + 0.5, told[y][x], ha="center", va="center", weight=weight)
    axes.set_xlim(0, n)
    axes.set_ylim(n, 0)
    axes.set_xticks([at + 0.5 for at in range(n)], [name[: max(3, int(wide / 0.085))] for name in names])
    axes.set_yticks([at + 0.5 for at in range(n)], list(names))
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.set_xlabel(columns)
    axes.xaxis.set_label_position("top")
    axes.set_ylabel(rows)
    for side in axes.spines.values():
        side.set_visible(False)
    for at in range(n + 1):
        axes.axhline(at, color=INK, linewidth=0.5, alpha=0.4)
        axes.axvline(at, color=INK, linewidth=0.5, alpha=0.4)
    return on

"""What holds whenever one looks, as rows on the page with every number: a rate's other interval, while labels are open.

Draws a `Summary` of labels that are not complete, and what `summary.anytime` makes of it; nothing when they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rich.cells import cell_len

from gradertui.locale import _
from gradertui.tui.figures import block, count, drawn, rate, wide
from gradertui.tui.lines import Line, column, cut

if TYPE_CHECKING:
    from gradertui.summary import ArmSummary, Summary

_NAME = 14
"""Cells an arm's name may take."""


def rows(summary: Summary, names: Mapping[str, str], width: int) -> list[Line]:
    """A row for each arm, and what they are; none once all is labelled or where no outcome is known.

    Args:
        summary: of labels that may be shown by arm.
        names: how arms are called.
        width: cells.
    """
    if summary.complete or not summary.known:
        return []
    name = min(max((cell_len(names[arm.arm]) for arm in summary.arms), default=2), _NAME) + 2
    words = _("{level} % at any time").format(level=round(100 * summary.level))
    lines: list[Line] = [(), ((_("Whenever you look"), "title"), ("  " + words, "dim"))]
    lines += [_row(arm, column(cut(names[arm.arm], name - 2), name), summary.level, width) for arm in summary.arms]
    words = _("These hold at every look; Wilson's holds if one looks once, when all is labelled.")
    return [*lines, ((words, "dim"),)]


def _row(arm: ArmSummary, name: str, level: float, width: int) -> Line:
    from gradertui.summary.anytime import interval

    found, of = interval(arm, level), arm.rate
    start: Line = ((name, "strong"), (f"{count(of.k)}/{of.n}".ljust(8), ""))
    if found is None or of.estimate is None:
        return (*start, (_("none with replicates") if arm.replicated else _("no data"), "dim"))
    return (
        *start,
        (rate(of.estimate).ljust(wide()), "strong"),
        (f"{rate(found.low)}–{rate(found.high)}".ljust(wide() + 6), "dim"),
        *drawn(found.low, of.estimate, found.high, width - cell_len(name) - block()),
    )

"""The table of measures, each beside the floor's of the same run.

Here: medians, ratios and how they are written. Not here: how anything is measured (`measuring`).
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from .measuring import Sitting, Whole


class Case(NamedTuple):
    """A session to measure, with what its import took."""

    mode: str
    n: int
    folder: Path
    brought: Whole
    done: int
    total: int

    @property
    def name(self) -> str:
        """In the table's head."""
        return f"{self.mode} {self.total:,}"


def table(
    floors: Sequence[Sitting], cases: Sequence[Case], sat: Mapping[str, Sequence[Sitting]], reports: Mapping[str, Whole]
) -> str:
    """Rows of measures, a column per case, each with its ratio to the floor's."""
    floor = _of(floors)
    columns = {case.name: _of(sat[case.name]) | _of_whole(case.brought, reports[case.name]) for case in cases}
    begun = floor["start, ms"]
    lines = [f"| | floor | {' | '.join(columns)} |", "|---" * (len(columns) + 2) + "|"]
    for measure in next(iter(columns.values())):
        least = floor.get(measure) or (begun / 1000 if measure.endswith(" s") else None)
        cells = [_cell(column[measure], least) for column in columns.values()]
        lines.append(f"| {measure} | {_number(floor.get(measure))} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _of(sat: Sequence[Sitting]) -> dict[str, float]:
    """Measures by their name in the table."""
    measures = {
        "start, ms": statistics.median(one.start for one in sat),
        "start, ms of processor": statistics.median(one.start_cpu for one in sat),
    }
    for what, all_of in (
        ("painted", [ms for one in sat for ms in one.painted]),
        ("durable", [ms for one in sat for ms in one.durable]),
        ("statistics", [ms for one in sat for ms in one.statistics]),
    ):
        ranked = sorted(all_of)
        if ranked:
            measures |= {
                f"key to {what}, ms: median": statistics.median(ranked),
                f"key to {what}, ms: 95 %": ranked[int(0.95 * (len(ranked) - 1))],
                f"key to {what}, ms: worst": ranked[-1],
            }
    return measures | {
        "memory, MB": statistics.median(one.megabytes for one in sat),
        "sent per key, kB": statistics.median(one.kilobytes_a_key for one in sat),
    }


def _of_whole(brought: Whole, report: Whole) -> dict[str, float]:
    measures: dict[str, float] = {}
    for what, one in (("import", brought), ("report", report)):
        measures |= {f"{what}, s": one.seconds, f"{what}, processor s": one.cpu, f"{what}, MB": one.megabytes}
    return measures


def _cell(value: float, floor: float | None) -> str:
    return _number(value) + (f" ({value / floor:.2f})" if floor else "")


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:,.0f}" if value >= 100 else f"{value:.1f}"

"""The tables of a report that every mode has, as pandas frames of text; every format of writing uses these.

Numbers are already written as they are read (`figures.py`); captions and sentences are the format's. pandas is
imported when the first table is made: it costs more than everything else here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from gradertui.locale import _, number
from gradertui.report.figures import NOTHING
from gradertui.report.parts import Remark, Report, Work
from gradertui.text import one_line

if TYPE_CHECKING:
    from pandas import DataFrame

NAME = 20
"""Characters of an arm's name in a table; its sections give it whole."""


def framed(columns: Sequence[str], index: Iterable[str], rows: Iterable[Sequence[str]]) -> DataFrame:
    """A table of text."""
    from pandas import DataFrame

    return DataFrame([list(row) for row in rows], index=list(index), columns=list(columns), dtype=object)


def called(report: Report, arm: str, width: int = 0) -> str:
    """How an arm is called, safe to print; cut with a mark if a width is given."""
    return one_line(report.names[arm], width) or _("(no name)")


def works(report: Report) -> DataFrame:
    """Who labelled, how much, how, when and how fast."""
    heads = (_("labels"), _("how"), _("first (UTC)"), _("last (UTC)"), _("s/label"))
    return framed(heads, (one_line(work.grader, NAME) for work in report.works), map(_work, report.works))


def _work(work: Work) -> list[str]:
    ways = {
        "blind": _("blind"),
        "open": _("open"),
        "revealed": _("revealed"),
        "imported": _("imported"),
        "carried": _("carried"),
    }
    how = ", ".join(ways[way] if n == work.labels else f"{n} {ways[way]}" for way, n in work.ways.items())
    seconds = NOTHING if work.seconds is None else number(work.seconds, 1)
    return [str(work.labels), how or NOTHING, _minute(work.first), _minute(work.last), seconds]


def _minute(at: str) -> str:
    return one_line(at[:16].replace("T", " ")) or NOTHING


def reasons(report: Report) -> DataFrame:
    """Why tasks were left out, and how many for each reason."""
    counted: dict[str, int] = {}
    for remark in report.excluded:
        reason = one_line(remark.text, 60)
        counted[reason] = counted.get(reason, 0) + 1
    return framed(("n",), counted, ([str(n)] for n in counted.values()))


def keys(remarks: Iterable[Remark]) -> list[str]:
    """The questions or templates that remarks are about, each once, safe to print."""
    return list(dict.fromkeys(one_line(remark.cluster, 40) for remark in remarks if remark.cluster))

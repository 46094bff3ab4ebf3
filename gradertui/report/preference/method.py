"""How the numbers of a preference session were computed, in sentences for whoever reads them elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from gradertui.locale import _
from gradertui.report.figures import percent
from gradertui.report.parts import Report
from gradertui.report.preference import Numbers


def sentences(report: Report) -> Iterator[str]:
    """What was counted, and by which tests and intervals."""
    numbers: Numbers = report.numbers
    yield _(
        "A label says which of two texts is preferred (A or B), or that neither is: T is a tie and a valid answer, Z "
        "(both bad) counts as a tie, 0 (cannot tell) as missing."
    )
    yield _("The query is the unit.")
    if numbers.summary is None:
        return
    words = _(
        "Systems are compared by the exact sign test of the decided queries, two-sided (Dixon and Mood 1946); their "
        "share has Wilson's interval (Wilson 1927), the net preference Tango's (Tango 1998), at {level}."
    )
    yield words.format(level=percent(report.level))
    if numbers.summary.family > 1:
        yield _("The other pairs are one family, corrected by Holm (1979).")

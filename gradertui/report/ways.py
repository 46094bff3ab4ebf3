"""How the labels of several graders became one, in words: for every mode whose labels are letters."""

from __future__ import annotations

from gradertui.locale import _
from gradertui.report.parts import Report
from gradertui.report.resolving import LETTER_WAYS


def told(report: Report) -> str:
    """How many labels came about how."""
    words = {
        "settled": _("settled {n}"),
        "unanimous": _("unanimous {n}"),
        "single": _("by one grader only {n}"),
        "majority": _("by the majority {n}"),
        "unresolved": _("unresolved {n}"),
    }
    return ", ".join(words[way].format(n=report.ways.get(way, 0)) for way in LETTER_WAYS)

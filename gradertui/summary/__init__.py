"""All numbers for one revision of the labels: counts in, a frozen value out, nothing drawn.

The definitions are those of `stats`; here it is decided which numbers a session has, of what, over which
denominator, in which family. One file per mode.
"""

from __future__ import annotations

from gradertui.summary import grade, preference, tone
from gradertui.summary.grade import ArmSummary, PairSummary, Proportion, Summary, cases, summarize

AnySummary = grade.Summary | tone.Summary | preference.Summary

__all__ = [
    "AnySummary",
    "ArmSummary",
    "PairSummary",
    "Proportion",
    "Summary",
    "cases",
    "preference",
    "summarize",
    "tone",
]

"""What a report asks of each mode: a folder here, and a row in this table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from gradertui.report import grade, preference, tone
from gradertui.report.blocks import Block, Section
from gradertui.report.grade import document as grade_document
from gradertui.report.grade import method as grade_method
from gradertui.report.grade import text as grade_text
from gradertui.report.parts import Report
from gradertui.report.preference import document as preference_document
from gradertui.report.preference import method as preference_method
from gradertui.report.preference import text as preference_text
from gradertui.report.together import Together
from gradertui.report.tone import document as tone_document
from gradertui.report.tone import method as tone_method
from gradertui.report.tone import text as tone_text
from gradertui.session import Session


class Kind(NamedTuple):
    """One mode's part of a report."""

    unit: str
    """The key under which JSON names a cluster."""
    gather: Callable[[Session, Together, bool], Any]
    """The mode's numbers (`Report.numbers`); last, whether arms may be compared now."""
    opening: Callable[[Report], Iterator[Block]]
    """Lines under the title."""
    sections: Callable[[Report], Iterator[Section]]
    """The numbers as sections of lines."""
    left_out: Callable[[int], str]
    """The heading over so many tasks left out."""
    several: Callable[[Report], str]
    """How the labels of several graders became one."""
    keys: Callable[[Report], dict[str, Any]]
    """The numbers as plain values."""
    method: Callable[[Report], Iterator[str]]
    """How the numbers were computed, in sentences."""


KINDS: Mapping[str, Kind] = {
    "grade": Kind(
        "question",
        grade.gather,
        grade_text.opening,
        grade_text.sections,
        grade_text.left_out,
        grade_text.several,
        grade_document.keys,
        grade_method.sentences,
    ),
    "tone": Kind(
        "template",
        tone.gather,
        tone_text.opening,
        tone_text.sections,
        tone_text.left_out,
        tone_text.several,
        tone_document.keys,
        tone_method.sentences,
    ),
    "preference": Kind(
        "query",
        preference.gather,
        preference_text.opening,
        preference_text.sections,
        preference_text.left_out,
        preference_text.several,
        preference_document.keys,
        preference_method.sentences,
    ),
}

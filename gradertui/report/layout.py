"""What sections of a report are put together from: titles, tables and sentences, as blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gradertui.locale import _, ngettext
from gradertui.report.blocks import Block, Say, Table, Title
from gradertui.report.parts import Report

if TYPE_CHECKING:
    from pandas import DataFrame

LISTED = 40
"""Questions that are listed; the rest is counted, and stands in the JSON."""


def say(text: str, indent: str = "", hang: str = "") -> Iterator[Block]:
    """A sentence.

    Args:
        text: of the sentence.
        indent: before each line, on a terminal.
        hang: more of it before every line but the first.
    """
    yield Say(text, indent, hang)


def title(text: str) -> Iterator[Block]:
    """What a section is called."""
    yield Title(text)


def heading(report: Report, text: str) -> Iterator[Block]:
    """The title of numbers: while they may change, each says so."""
    yield from title(text if report.complete else f"{text} · {state(report)}")


def state(report: Report) -> str:
    """How far the labels are."""
    words = {
        "complete": _("complete {done}/{total}"),
        "sample": _("provisional {done}/{total}"),
        "partial": _("partial run {done}/{total}"),
    }[report.sampled]
    return words.format(done=report.done, total=report.total)


def table(frame: DataFrame) -> Iterator[Block]:
    """A table."""
    yield Table(frame)


def listed(keys: Sequence[str]) -> str:
    """Keys in a row, the first ones."""
    shown = ", ".join(keys[:LISTED])
    more = len(keys) - LISTED
    if more <= 0:
        return shown
    return shown + " " + ngettext("and {n} more (--format json)", "and {n} more (--format json)", more).format(n=more)


def event_words(event: str) -> str:
    """An outcome, in a word."""
    return {"incorrect": _("incorrect"), "correct": _("correct"), "abstained": _("abstained")}.get(event, event)


def family(m: int, false_alarm: float, correction: str = "Holm") -> str:
    """What a family of so many tests would do uncorrected."""
    words = ngettext(
        "{correction}: a family of {m} planned test. Uncorrected, such a family raises a false alarm in {share} of "
        "studies.",
        "{correction}: a family of {m} planned tests. Uncorrected, such a family raises a false alarm in {share} of "
        "studies.",
        m,
    )
    return words.format(correction=correction, m=m, share=f"{100 * false_alarm:.0f} %")

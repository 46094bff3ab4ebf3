"""What sections of a text report are put together from: titles, tables and wrapped sentences, 80 columns wide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from gradertui.locale import _, ngettext
from gradertui.report.parts import Report

if TYPE_CHECKING:
    from pandas import DataFrame

WIDTH = 80
LISTED = 40
"""Questions that are listed; the rest is counted, and stands in the JSON."""


def say(text: str, indent: str = "", hang: str = "") -> Iterator[str]:
    """A sentence in lines.

    Args:
        text: of the sentence.
        indent: before each line.
        hang: more of it before every line but the first.
    """
    kept = text.replace(" %", "\xa0%")
    for line in wrap(kept, WIDTH, initial_indent=indent, subsequent_indent=indent + hang, break_on_hyphens=False):
        yield line.replace("\xa0%", " %")


def title(text: str) -> Iterator[str]:
    """A line that is underlined."""
    yield from (text, "─" * min(len(text), WIDTH))


def heading(report: Report, text: str) -> Iterator[str]:
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


def table(frame: DataFrame) -> Iterator[str]:
    """A table in lines."""
    yield from (line.rstrip() for line in frame.to_string().split("\n"))


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

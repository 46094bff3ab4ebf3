"""How each grader went through the work, in stretches of their own order: how fast, and with which labels.

A stretch holds at least ten labels of all arms, shuffled, so that no label stands alone and nothing tells an arm.
Where the order is that of a file, or labels came from one, a stretch is no time and may be an arm: then nothing is
said. Where the plan lets nothing be seen but counts, labels are not told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from statistics import median_low
from typing import NamedTuple

from gradertui.locale import _, number
from gradertui.marks import Mark
from gradertui.report.agreement import in_order
from gradertui.report.figures import NOTHING, two
from gradertui.report.plots import Picture
from gradertui.report.plots import pace as plots
from gradertui.report.together import Hand, Together
from gradertui.session import Session
from gradertui.text import one_line

FEWEST = 10
"""Labels of a stretch, at least."""
MOST = 10
"""Stretches, at most."""
GRADERS = 6
"""Graders whose pace is drawn; that of the others is in the JSON."""


class Stretch(NamedTuple):
    """Some labels that a grader gave one after the other."""

    labels: int
    seconds: float | None
    """Median time of a label; None where no time is known."""
    shares: Mapping[str, float]
    """Label to its share; none where labels may not be told."""


def gather(session: Session, found: Together, hand: Hand) -> tuple[Stretch, ...]:
    """One grader's stretches; none where fewer than two can be made, or the order says nothing.

    Args:
        session: open.
        found: its labels.
        hand: the grader's.
    """
    if not in_order(session, hand) or hand.state.labelled < 2 * FEWEST:
        return ()
    scale = [choice.label for choice in session.rules.choices(session.plan)]
    told = scale if session.plan.statistics != "sealed" or found.complete else []
    marks = [mark for mark in hand.state.marks if mark.label is not None]
    return tuple(_stretch(part, told) for part in _parts(marks))


def _parts(marks: Sequence[Mark]) -> Iterator[Sequence[Mark]]:
    """As even as can be."""
    n = min(MOST, len(marks) // FEWEST)
    ends = [len(marks) * part // n for part in range(n + 1)]
    return (marks[start:end] for start, end in pairwise(ends))


def _stretch(marks: Sequence[Mark], told: Sequence[str]) -> Stretch:
    given = Counter(mark.label for mark in marks)
    spent = [mark.active_ds for mark in marks if mark.active_ds]
    seconds = median_low(spent) / 10 if spent else None
    return Stretch(len(marks), seconds, {label: given[label] / len(marks) for label in told})


def picture(grader: str, stretches: Sequence[Stretch]) -> Picture:
    """Seconds for a label, and the share of each label, stretch by stretch."""
    ends = [sum(each.labels for each in stretches[: at + 1]) for at in range(len(stretches))]
    shares = {label: [each.shares[label] for each in stretches] for label in stretches[0].shares}
    words = _("Pace of {grader}: median seconds for a label, in {n} stretches of their own order.")
    if shares:
        words = _(
            "Pace and drift of {grader}: median seconds for a label and the share of each label, in {n} stretches of "
            "their own order."
        )
    caption = words.format(grader=one_line(grader, 40), n=len(stretches))
    told = "; ".join(_told(end, each) for end, each in zip(ends, stretches, strict=True)) + "."
    return Picture(caption, told, lambda: plots.draw(ends, [each.seconds for each in stretches], shares))


def _told(end: int, each: Stretch) -> str:
    seconds = NOTHING if each.seconds is None else number(each.seconds, 1)
    labels = ", ".join(f"{label} {two(share)}" for label, share in each.shares.items())
    words = _("up to label {n}: {seconds} s/label")
    return words.format(n=end, seconds=seconds) + (f", {labels}" if labels else "")

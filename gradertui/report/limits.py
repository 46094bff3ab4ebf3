"""What the numbers of a report do not say, from the record: each limit only where it holds."""

from __future__ import annotations

from collections.abc import Iterator

from gradertui.locale import _, ngettext
from gradertui.report.blocks import Block, Say
from gradertui.report.layout import title
from gradertui.report.parts import Report
from gradertui.text import one_line

_FEW = 30
"""Clusters below which a rate is hardly known."""


def section(report: Report) -> Iterator[Block]:
    """The section."""
    yield from title(_("What these numbers do not say"))
    for told in (*_material(report), *_labels(report), *_blinding(report), *_plan(report)):
        yield Say(told, "  ", first="- ")


def _material(report: Report) -> Iterator[str]:
    if report.note:
        yield _("Said of the data: {note}").format(note=one_line(report.note))
    if not report.complete:
        words = _(
            "They are provisional, {done}/{total}: they may change, and who looks often finds something by chance."
        )
        yield words.format(done=report.done, total=report.total)
    n = report.planned.clusters
    if n < _FEW:
        words = ngettext(
            "They rest on {n} cluster (question, template or query): few, so that only large differences can be seen.",
            "They rest on {n} clusters (questions, templates or queries): few, so that only large differences can be "
            "seen.",
            n,
        )
        yield words.format(n=n)
    yield _(
        "They are about these texts; of other questions, other prompts and later versions of a system they say nothing."
    )
    yield _("That no difference was found does not show that there is none.")
    if left := len(report.excluded):
        words = ngettext(
            "{n} task was left out, with its reason above.", "{n} tasks were left out, with their reasons above.", left
        )
        yield words.format(n=left)
    if left := len(report.unresolved):
        words = ngettext(
            "{n} task on which graders differ counts nowhere.", "{n} tasks on which graders differ count nowhere.", left
        )
        yield words.format(n=left)


def _labels(report: Report) -> Iterator[str]:
    if len(report.works) == 1:
        yield _("One person labelled: how others would label is not known, and more items would not tell.")
    ways = {way: sum(work.ways.get(way, 0) for work in report.works) for way in ("imported", "open", "revealed")}
    if n := ways["imported"]:
        words = ngettext(
            "{n} label came in from a file: how it was given is not known here.",
            "{n} labels came in from files: how they were given is not known here.",
            n,
        )
        yield words.format(n=n)
    if n := ways["open"] + ways["revealed"]:
        words = ngettext(
            "{n} label was given by somebody who could know whose text it was.",
            "{n} labels were given by somebody who could know whose texts they were.",
            n,
        )
        yield words.format(n=n)


def _blinding(report: Report) -> Iterator[str]:
    held = getattr(report.numbers, "blinding", None)
    if report.planned.plan.blind and not (held is not None and held.asked):
        yield _("Whether blinding held was not measured: style may have told whose a text was.")


def _plan(report: Report) -> Iterator[str]:
    record = report.planned.record
    if record is None:
        yield _("No plan was frozen: what was decided before the labels and what after cannot be told.")
    elif not report.planned.kept:
        yield _("The plan was changed after it was frozen, without a record.")
    elif n := len(record.deviations):
        words = ngettext(
            "The plan was departed from {n} time, as told above.",
            "The plan was departed from {n} times, as told above.",
            n,
        )
        yield words.format(n=n)
    if len(report.planned.pairs) > 1 and not report.planned.plan.primary:
        yield _("No comparison was named as the primary one.")

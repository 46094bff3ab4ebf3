"""How it was done, as a paragraph that can be quoted, from the record; each mode adds how its numbers are computed."""

from __future__ import annotations

from collections.abc import Iterator

from gradertui import __version__
from gradertui.locale import _, ngettext
from gradertui.model import Plan
from gradertui.report import planned_text
from gradertui.report.agreement import compared
from gradertui.report.blocks import Block
from gradertui.report.kinds import KINDS
from gradertui.report.layout import say, title
from gradertui.report.parts import Report


def section(report: Report) -> Iterator[Block]:
    """The section: what was labelled and how, what was computed, what was decided beforehand and with what."""
    yield from title(_("Methods"))
    yield from say(" ".join(_labelled(report)))
    yield from say(" ".join([*KINDS[report.mode].method(report), *_agreed(report)]))
    yield from say(" ".join(_decided(report)))


def _labelled(report: Report) -> Iterator[str]:
    planned = report.planned
    words = ngettext(
        "{tasks} task ({clusters}) was planned, and {done} is dealt with.",
        "{tasks} tasks ({clusters}) were planned, and {done} are dealt with.",
        planned.tasks,
    )
    yield words.format(tasks=planned.tasks, clusters=_clusters(report.mode, planned.clusters), done=report.done)
    n, labels = len(report.works), sum(work.labels for work in report.works)
    words = ngettext("{n} grader gave {labels} labels.", "{n} graders gave {labels} labels.", n)
    yield words.format(n=n, labels=labels)
    given = {way: sum(work.ways.get(way, 0) for work in report.works) for way in ("blind", "imported")}
    if given["imported"] == labels:
        yield _("All of them came in from files: in which order and how blind they were given is not known here.")
        return
    yield _("Labels given blind: {blind}; taken in from files: {imported}.").format(**given)
    yield from _ordered(planned.plan)


def _clusters(mode: str, n: int) -> str:
    words = {
        "grade": ngettext("{n} question", "{n} questions", n),
        "tone": ngettext("{n} template", "{n} templates", n),
        "preference": ngettext("{n} query", "{n} queries", n),
    }
    return words[mode].format(n=n)


def _ordered(plan: Plan) -> Iterator[str]:
    if plan.order == "shuffled":
        yield _("Each grader had an order of their own, drawn by seed {seed}.").format(seed=plan.seed)
    else:
        yield _("The order was that of the file.")
    if plan.repeats:
        yield _("Some tasks came a second time, unannounced; of these the first label counts.")


def _agreed(report: Report) -> Iterator[str]:
    if compared(report.agreement):
        yield _(
            "Agreement is Krippendorff's alpha with a jackknife interval (Krippendorff 2011), beside the coefficients "
            "of Gwet (2008), Fleiss (1971) and Cohen (1960)."
        )


def _decided(report: Report) -> Iterator[str]:
    yield planned_text.frozen(report.planned)
    if report.planned.plan.thresholds:
        yield _("Thresholds were in the plan.")
    yield _("Computed by gradertui {version}.").format(version=__version__)

"""A report for the terminal: sections of a heading, a table and the sentences that belong to it, 80 columns wide.

What every mode has, in its order; the numbers between are the mode's `text.py`, what may be said was decided in
`gathering.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from gradertui.locale import _, ngettext
from gradertui.modes import CALLED
from gradertui.report import agreement_text, limits, methods, pace, planned_text, publishing, tables
from gradertui.report.blocks import Aside, Block, Plot, Section
from gradertui.report.hands import Repeats
from gradertui.report.kinds import KINDS
from gradertui.report.layout import LISTED, listed, say, state, table, title
from gradertui.report.lines import WIDTH, page
from gradertui.report.parts import Remark, Report, Work
from gradertui.report.tables import NAME
from gradertui.text import one_line


def write(report: Report) -> str:
    """The whole report."""
    return page(sections(report))


def sections(report: Report, sent: bool = False) -> Iterator[Section]:
    """Everything that is said, whatever it is written as.

    Args:
        report: what was gathered.
        sent: whether it goes to somebody who was not there: then how it was done, and what it does not say, is told.
    """
    yield _head(report)
    yield from KINDS[report.mode].sections(report)
    yield agreement_text.short(report.agreement, report.named)
    yield planned_text.section(report.planned)
    yield planned_text.departures(report.planned)
    yield _who(report)
    yield from _left(report)
    if sent:
        yield methods.section(report)
        yield limits.section(report)
    yield publishing.section(report)


def _head(report: Report) -> Iterator[Block]:
    yield from title(one_line(report.title or report.name, WIDTH))
    yield f"{one_line(report.name)} · {_(CALLED[report.mode])} · {state(report)}"
    if report.note:
        yield from say(one_line(report.note))
    if report.sampled == "partial":
        words = _(
            "A partial run, not a sample: what is labelled so far was not drawn at random from the plan, so that no "
            "rate here stands for the rest."
        )
        yield from say(words)
    if report.missing:
        left = ", ".join(_("{grader} ({n} left)").format(grader=one_line(who, NAME), n=n) for who, n in report.missing)
        yield from say(_("Not done yet: {graders}.").format(graders=left))
    yield from KINDS[report.mode].opening(report)


def _who(report: Report) -> Iterator[Block]:
    yield from title(_("Who labelled, and how"))
    yield from table(tables.works(report))
    yield from _paces(report.works)
    screens: dict[str, int] = {}
    for work in report.works:
        for screen, n in work.screens.items():
            screens[screen] = screens.get(screen, 0) + n
    words = {"live": _("live"), "pooled": _("pooled"), "sealed": _("counts only"), "none": _("none")}
    shown = ", ".join(f"{words.get(screen, one_line(screen))} {n}" for screen, n in screens.items())
    yield from say(_("Statistics on the screen while labelling: {shown}.").format(shown=shown))
    if any(work.ways.get("revealed") for work in report.works):
        yield from say(
            _("revealed: given after the arms were revealed to anybody, by the clocks of the graders' machines.")
        )
    yield from _carried(report)
    if len(report.works) > 1 or report.ways.get("settled"):
        yield from say(KINDS[report.mode].several(report))
    if again := [_again(work.grader, work.repeats) for work in report.works if work.repeats]:
        yield from say(_("Shown a second time, unannounced: {told}.").format(told="; ".join(again)))
    for work in (work for work in report.works if work.shared):
        sentence = ngettext(
            "{n} label of {grader} is the same event as in another log, and counts there only.",
            "{n} labels of {grader} are the same events as in another log, and count there only.",
            work.shared,
        )
        yield from say(sentence.format(n=work.shared, grader=one_line(work.grader, NAME)))
    yield from say(_record(report))


def _carried(report: Report) -> Iterator[Block]:
    """How many labels came from which sessions."""
    if not (sessions := sum((Counter(work.carried) for work in report.works), Counter[str]())):
        return
    n = sessions.total()
    words = ngettext(
        "carried: {n} label was given in another session, where question, source and text are the same ({told}).",
        "carried: {n} labels were given in other sessions, where question, source and text are the same ({told}).",
        n,
    )
    told = ", ".join(f"{one_line(session, NAME)} {times}" for session, times in sessions.most_common())
    yield from say(words.format(n=n, told=told))


def _paces(works: Sequence[Work]) -> Iterator[Block]:
    """How each went through the work, as plots only."""
    drawn = [work for work in works if work.stretches]
    yield from (Plot(partial(pace.picture, work.grader, work.stretches)) for work in drawn[: pace.GRADERS])
    if len(drawn) > pace.GRADERS:
        yield Aside(_("The pace of the other graders is not drawn."))
    if without := [one_line(work.grader, NAME) for work in works if not work.stretches]:
        words = _(
            "Pace and drift are not drawn for {graders}: too few labels, an order that was not shuffled, or "
            "labels from a file."
        )
        yield Aside(words.format(graders=listed(without)))


def _again(grader: str, repeats: Repeats) -> str:
    """How a grader agrees with themselves."""
    words = _("{grader} the same {same}/{n}")
    if repeats.within_one is not None:
        words = _("{grader} the same {same}/{n}, at most 1 apart {within_one}/{n}")
    return words.format(grader=one_line(grader, NAME), **repeats._asdict())


def _record(report: Report) -> str:
    """Where each log ends, by which a printed report holds the record to what it was."""
    heads = [f"{one_line(work.grader, NAME)} {work.head.seq} {work.head.hash[:12]}" for work in report.works]
    for name, n, head in report.adjudicators:
        who = _("{name}, who settled {n},").format(name=one_line(name, NAME), n=n)
        heads.append(f"{who} {head.seq} {head.hash[:12]}")
    words = _("Record, by the number and hash of each log's last event: {heads}.")
    return words.format(heads=", ".join(heads))


def _left(report: Report) -> Iterator[Section]:
    if report.excluded:
        heading = KINDS[report.mode].left_out(len(report.excluded))
        yield [*title(heading), *table(tables.reasons(report)), *say(listed(tables.keys(report.excluded)))]
    if report.unresolved:
        heading = ngettext(
            "{n} answer on which graders differ: counted apart, in no table above",
            "{n} answers on which graders differ: counted apart, in no table above",
            len(report.unresolved),
        )
        yield [*title(heading.format(n=len(report.unresolved))), *_remarks(report.unresolved)]
    if report.flagged:
        heading = ngettext("{n} flagged", "{n} flagged", len(report.flagged))
        yield [*title(heading.format(n=len(report.flagged))), *say(listed(tables.keys(report.flagged)))]
    if report.comments:
        yield [*title(_("Comments")), *_remarks(report.comments)]


def _remarks(remarks: Sequence[Remark]) -> Iterator[Block]:
    for remark in remarks[:LISTED]:
        about = " · ".join(one_line(part) for part in (remark.cluster, remark.arm, remark.grader) if part)
        yield from say(f"{about}: {one_line(remark.text)}" if about else one_line(remark.text))
    if (more := len(remarks) - LISTED) > 0:
        yield ngettext("and {n} more (--format json)", "and {n} more (--format json)", more).format(n=more)

"""A report for the terminal: sections of a heading, a table and the sentences that belong to it, 80 columns wide.

Words and their order only; the tables are in `tables.py`, what may be said was decided in `gathering.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from gradertui.locale import _, ngettext
from gradertui.report import tables
from gradertui.report.figures import p_value, percent
from gradertui.report.gathering import Remark, Report
from gradertui.summary import PairSummary, Summary
from gradertui.text import one_line

if TYPE_CHECKING:
    from pandas import DataFrame

_WIDTH = 80
_LISTED = 40
"""Questions that are listed; the rest is counted, and stands in the JSON."""


def write(report: Report) -> str:
    """The whole report."""
    sections = [list(_head(report)), *map(list, _numbers(report)), list(_who(report)), *map(list, _left(report))]
    return "\n\n".join("\n".join(lines) for lines in sections if lines) + "\n"


def _say(text: str, indent: str = "") -> Iterator[str]:
    yield from wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)


def _title(text: str) -> Iterator[str]:
    yield from (text, "─" * min(len(text), _WIDTH))


def _heading(report: Report, text: str) -> Iterator[str]:
    """The title of numbers: while they may change, each says so."""
    yield from _title(text if report.complete else f"{text} · {_state(report)}")


def _state(report: Report) -> str:
    words = _("complete {done}/{total}") if report.complete else _("provisional {done}/{total}")
    return words.format(done=report.done, total=report.total)


def _table(frame: DataFrame) -> Iterator[str]:
    yield from (line.rstrip() for line in frame.to_string().split("\n"))


def _listed(keys: Sequence[str]) -> str:
    shown = ", ".join(keys[:_LISTED])
    more = len(keys) - _LISTED
    if more <= 0:
        return shown
    return shown + " " + ngettext("and {n} more (--format json)", "and {n} more (--format json)", more).format(n=more)


def _head(report: Report) -> Iterator[str]:
    yield from _title(one_line(report.title or report.name, _WIDTH))
    yield f"{one_line(report.name)} · {report.mode} · {_state(report)}"
    if report.note:
        yield from _say(one_line(report.note))
    if not report.named:
        yield from _say(_("Systems go by codes until all is labelled or somebody reveals them."))
    if report.waiting:
        words = ngettext(
            "{n} label counts once all answers to its question are labelled.",
            "{n} labels count once all answers to their question are labelled.",
            report.waiting,
        )
        yield from _say(words.format(n=report.waiting))


def _numbers(report: Report) -> Iterator[Iterable[str]]:
    summary = report.summary
    if summary is None:
        yield _withheld(report)
    elif not summary.known:
        yield _letters(report, summary)
    else:
        yield _outcomes(report, summary)
        yield _intervals(report, summary)
        yield from _strata(report, summary)
        if summary.pairs:
            yield _pairs(report, summary)
            yield from (_pair(report, summary, pair) for pair in summary.pairs)
            yield _beside(report, summary)


def _withheld(report: Report) -> Iterator[str]:
    words = _("The plan says statistics = {policy}: systems are not compared before all is labelled.")
    yield from _say(words.format(policy=report.withheld))
    if report.letters:
        counted = " · ".join(f"{letter} {n}" for letter, n in sorted(report.letters.items()))
        yield _("All answers: {letters}").format(letters=counted)


def _letters(report: Report, summary: Summary) -> Iterator[str]:
    yield from _heading(report, _("Letters"))
    yield from _table(tables.letters(report, summary))
    yield from _say(_("No hallucination rate is claimed, because there are no references to say what is right."))


def _outcomes(report: Report, summary: Summary) -> Iterator[str]:
    yield from _heading(report, _("What each system did"))
    yield from _table(tables.outcomes(report, summary))
    words = _("rate: {event}, of all questions. invented: incorrect where the sources have no answer.")
    yield from _say(words.format(event=event_words(summary.event)))
    if any(arm.replicated for arm in summary.arms):
        yield from _say(_("Answers were drawn several times: a question weighs one, and counts are sums of shares."))
    unknown = max((arm.questions - arm.rate.n for arm in summary.arms), default=0)
    if unknown:
        words = ngettext(
            "{n} question has no reference: its letters count in no rate.",
            "{n} questions have no references: their letters count in no rate.",
            unknown,
        )
        yield from _say(words.format(n=unknown))
    if report.unmatched:
        words = ngettext(
            "{n} label R on a question the sources do not answer: kept as given, counted as incorrect.",
            "{n} labels R on questions the sources do not answer: kept as given, counted as incorrect.",
            report.unmatched,
        )
        yield from _say(words.format(n=report.unmatched))


def event_words(event: str) -> str:
    """An outcome, in a word."""
    return {"incorrect": _("incorrect"), "correct": _("correct"), "abstained": _("abstained")}.get(event, event)


def _intervals(report: Report, summary: Summary) -> Iterator[str]:
    heading = _("Rate of hallucination") if summary.event == "incorrect" else _("Rate: {event}")
    level = _("intervals at {level}").format(level=percent(summary.level))
    yield from _heading(report, heading.format(event=event_words(summary.event)) + ", " + level)
    yield from _table(tables.intervals(report, summary))
    yield from _say(_("Rely on Wilson's, one rate at a time; Wald's is there to compare and may leave [0, 1]."))
    if any(arm.rate.estimate is None for arm in summary.arms):
        yield from _say(_("–: no data, no question of that system counts yet."))


def _strata(report: Report, summary: Summary) -> Iterator[Iterable[str]]:
    event = event_words(summary.event)
    strata = (
        (_("On questions the sources answer: {event}"), [arm.answerable for arm in summary.arms]),
        (_("On questions the sources do not answer: {event}"), [arm.unanswerable for arm in summary.arms]),
        (_("Abstention where an answer exists, of all questions"), [arm.abstention for arm in summary.arms]),
    )  # fmt: skip
    for heading, rates in strata:
        if any(rate.n for rate in rates):
            yield [*_heading(report, heading.format(event=event)), *_table(tables.stratum(report, summary, rates))]


def _pairs(report: Report, summary: Summary) -> Iterator[str]:
    heading = _("Pairs on the same questions: {event}").format(event=event_words(summary.event))
    yield from _heading(report, heading)
    yield from _nested(tables.pairs(report, summary.pairs))
    yield from _say(
        _("broke: the second does it and the first did not; fixed: the reverse. change: second minus first.")
    )
    yield from _say(_methods(summary.pairs, summary.level))
    words = ngettext(
        "Holm: a family of {m} planned test. Uncorrected, such a family raises a false alarm in {share} of studies.",
        "Holm: a family of {m} planned tests. Uncorrected, such a family raises a false alarm in {share} of studies.",
        summary.family,
    )
    yield from _say(words.format(m=summary.family, share=f"{100 * summary.false_alarm:.0f} %"))


def _methods(compared: Sequence[PairSummary], level: float) -> str:
    if any(pair.replicated for pair in compared):
        return _("p: exact sign-flip test over questions, two-sided.")
    words = _("p: exact McNemar test, two-sided. low, high: Tango's interval of the change at {level}.")
    return words.format(level=percent(level))


def _nested(frame: DataFrame) -> Iterator[str]:
    """A table of pairs within 80 columns: where each goes from on a line of its own, where to under it."""
    lines = frame.droplevel(0).rename("→ {}".format).to_string(index_names=False).split("\n")
    yield lines[0].rstrip()
    before = None
    for first, line in zip(frame.index.get_level_values(0), lines[1:], strict=True):
        if first != before:
            yield first
        before = first
        yield line.rstrip()


def _pair(report: Report, summary: Summary, pair: PairSummary) -> Iterator[str]:
    yield f"{tables.called(report, pair.a)} → {tables.called(report, pair.b)}"
    if pair.difference is None:
        yield from _say(_("no question has both labels yet"), "  ")
        return
    yield from _say(_conclusion(pair, summary), "  ")
    for words, keys in zip((_("broke"), _("fixed")), report.cases[pair.a, pair.b, pair.event], strict=True):
        if keys:
            yield from _say(f"{words}: {_listed([one_line(key, 40) for key in keys])}", "  ")


def _conclusion(pair: PairSummary, summary: Summary) -> str:
    decided, at = pair.broke + pair.fixed, percent(1 - summary.level)
    if not decided:
        return _("identical on every question")
    if pair.reach == "now" and pair.holm is not None and pair.holm <= 1 - summary.level:
        words = (
            _("differs after Holm, p {p}") if summary.complete else _("provisional: differs after Holm so far, p {p}")
        )
        return words.format(p=p_value(pair.holm))
    if pair.reach == "now":
        return (
            _("no difference can be concluded after Holm") if summary.complete else _("no difference so far after Holm")
        )
    words = ngettext(
        "cannot conclude: {n} question differs, and the smallest p it could give is {p}, above {level}",
        "cannot conclude: {n} questions differ, and the smallest p they could give is {p}, above {level}",
        decided,
    )
    if pair.reach == "later" and not summary.complete:
        words = ngettext(
            "cannot conclude yet: {n} question differs, and the smallest p it could give is {p}, above {level}",
            "cannot conclude yet: {n} questions differ, and the smallest p they could give is {p}, above {level}",
            decided,
        )
    return words.format(n=decided, p=p_value(pair.smallest_p), level=at)


def _beside(report: Report, summary: Summary) -> Iterator[str]:
    other = event_words(summary.beside[0].event)
    yield from _heading(report, _("The same pairs, beside the family: {event}").format(event=other))
    yield from _nested(tables.pairs(report, summary.beside))


def _who(report: Report) -> Iterator[str]:
    yield from _title(_("Who labelled, and how"))
    yield from _table(tables.works(report))
    screens: dict[str, int] = {}
    for work in report.works:
        for screen, n in work.screens.items():
            screens[screen] = screens.get(screen, 0) + n
    words = {"live": _("by system"), "pooled": _("pooled"), "sealed": _("counts only"), "none": _("none")}
    shown = ", ".join(f"{words.get(screen, one_line(screen))} {n}" for screen, n in screens.items())
    yield from _say(_("Statistics on the screen while labelling: {shown}.").format(shown=shown))
    if len(report.works) > 1:
        yield from _say(_("Where several labelled the same and agree, that is the label."))
    yield from _say(_plan(report))


def _plan(report: Report) -> str:
    if report.changed:
        return _("The plan in session.toml was CHANGED after the first label froze it; gradertui verify says where.")
    if not report.frozen:
        return _("The plan was not frozen.")
    return _("Plan {plan}: frozen at the first label and unchanged.").format(plan=report.plan_hash[:12])


def _left(report: Report) -> Iterator[Iterable[str]]:
    if report.excluded:
        heading = ngettext("{n} answer left out", "{n} answers left out", len(report.excluded))
        listed = _say(_listed(tables.keys(report.excluded)))
        yield [*_title(heading.format(n=len(report.excluded))), *_table(tables.reasons(report)), *listed]
    if report.unresolved:
        heading = ngettext(
            "{n} answer on which graders differ: counted apart, in no table above",
            "{n} answers on which graders differ: counted apart, in no table above",
            len(report.unresolved),
        )
        yield [*_title(heading.format(n=len(report.unresolved))), *_remarks(report.unresolved)]
    if report.flagged:
        heading = ngettext("{n} flagged", "{n} flagged", len(report.flagged))
        yield [*_title(heading.format(n=len(report.flagged))), *_say(_listed(tables.keys(report.flagged)))]
    if report.comments:
        yield [*_title(_("Comments")), *_remarks(report.comments)]


def _remarks(remarks: Sequence[Remark]) -> Iterator[str]:
    for remark in remarks[:_LISTED]:
        about = " · ".join(one_line(part) for part in (remark.question, remark.arm, remark.grader) if part)
        yield from _say(f"{about}: {one_line(remark.text)}")
    if (more := len(remarks) - _LISTED) > 0:
        yield ngettext("and {n} more (--format json)", "and {n} more (--format json)", more).format(n=more)

"""The numbers of a grade session as sections of text; the tables are in `tables.py`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from gradertui.locale import _, ngettext
from gradertui.report import reuse, ways
from gradertui.report.blocks import Block, Lead, Plot, Section, Table
from gradertui.report.figures import p_value, percent, three
from gradertui.report.grade import anytime_text, calibration, checks, decision, kinds, plots, tables, verdicts
from gradertui.report.layout import event_words, family, heading, listed, say, table, title
from gradertui.report.parts import Report
from gradertui.report.tables import called
from gradertui.summary import PairSummary, Summary
from gradertui.text import one_line


def opening(report: Report) -> Iterator[Block]:
    """Lines under the title."""
    if not report.named:
        yield from say(_("Systems go by codes until all is labelled or somebody reveals them."))
    if waiting := report.numbers.waiting:
        words = ngettext(
            "{n} label counts once all answers to its question are labelled.",
            "{n} labels count once all answers to their question are labelled.",
            waiting,
        )
        yield from say(words.format(n=waiting))
    yield from _unsettled(report)


def _unsettled(report: Report) -> Iterator[Block]:
    """That answers are missing from every rate because graders differ on them."""
    if n := len(report.unresolved):
        words = ngettext(
            "{n} answer counts in no rate, because graders differ on it: gradertui adjudicate {name}",
            "{n} answers count in no rate, because graders differ on them: gradertui adjudicate {name}",
            n,
        )
        yield from say(words.format(n=n, name=one_line(report.name)))


def left_out(n: int) -> str:
    """The heading over answers that were left out."""
    return ngettext("{n} answer left out", "{n} answers left out", n).format(n=n)


def several(report: Report) -> str:
    """How the labels of several graders became one."""
    return _("How the label of each answer came about: {told}.").format(told=ways.told(report))


def sections(report: Report) -> Iterator[Section]:
    """The numbers."""
    summary = report.numbers.summary
    if summary is None:
        yield _withheld(report)
    elif not summary.known:
        yield _letters(report, summary)
    else:
        yield _outcomes(report, summary)
        yield _intervals(report, summary)
        yield decision.steady(report)
        yield from _strata(report, summary)
        yield _held_out(report)
        if summary.pairs:
            yield _pairs(report, summary)
            yield from (_pair(report, summary, pair) for pair in summary.pairs)
            yield _beside(report, summary)
    yield from calibration.sections(report)
    yield anytime_text.section(report)
    yield kinds.section(report)
    yield from verdicts.sections(report)
    yield checks.section(report)
    yield reuse.section(report)


def _withheld(report: Report) -> Iterator[Block]:
    words = _("The plan says statistics = {policy}: systems are not compared before all is labelled.")
    yield from say(words.format(policy=report.withheld))
    if report.letters:
        counted = " · ".join(f"{letter} {n}" for letter, n in sorted(report.letters.items()))
        yield _("All answers: {letters}").format(letters=counted)


def _letters(report: Report, summary: Summary) -> Iterator[Block]:
    yield from heading(report, _("Letters"))
    yield from table(tables.letters(report, summary))
    yield from say(_("No hallucination rate is claimed, because there are no references to say what is right."))


def _outcomes(report: Report, summary: Summary) -> Iterator[Block]:
    yield from heading(report, _("What each system did"))
    yield from table(tables.outcomes(report, summary))
    words = _("rate: {event}, of all questions. invented: incorrect where the sources have no answer.")
    yield from say(words.format(event=event_words(summary.event)))
    if any(arm.replicated for arm in summary.arms):
        yield from say(_("Answers were drawn several times: a question weighs one, and counts are sums of shares."))
    unknown = max((arm.questions - arm.rate.n for arm in summary.arms), default=0)
    if unknown:
        words = ngettext(
            "{n} question has no reference: its letters count in no rate.",
            "{n} questions have no references: their letters count in no rate.",
            unknown,
        )
        yield from say(words.format(n=unknown))
    if report.numbers.unmatched:
        words = ngettext(
            "{n} label R on a question the sources do not answer: kept as given, counted as incorrect.",
            "{n} labels R on questions the sources do not answer: kept as given, counted as incorrect.",
            report.numbers.unmatched,
        )
        yield from say(words.format(n=report.numbers.unmatched))


def _intervals(report: Report, summary: Summary) -> Iterator[Block]:
    words = _("Rate of hallucination") if summary.event == "incorrect" else _("Rate: {event}")
    level = _("intervals at {level}").format(level=percent(summary.level))
    yield from heading(report, words.format(event=event_words(summary.event)) + ", " + level)
    yield from table(tables.intervals(report, summary))
    yield Plot(partial(plots.rates, report, summary))
    yield from say(_("Rely on Wilson's, one rate at a time; Wald's is there to compare and may leave [0, 1]."))
    if any(arm.rate.estimate is None for arm in summary.arms):
        yield from say(_("–: no data, no question of that system counts yet."))
    yield from _against_threshold(report, summary)


def _against_threshold(report: Report, summary: Summary) -> Iterator[Block]:
    """Where each interval lies to the largest rate that was to be acceptable."""
    most = report.planned.plan.thresholds.get("rate")
    if most is None:
        return
    yield from say(_("Threshold of the plan: a rate of {most} at most.").format(most=three(most)))
    words = {
        "below": _("{arm}: the whole interval is below it."),
        "above": _("{arm}: the whole interval is above it."),
        "undecided": _("{arm}: the interval holds it, so that it cannot be told."),
    }
    for arm in summary.arms:
        if (standing := arm.rate.against(most)) is not None:
            yield from say(words[standing].format(arm=called(report, arm.arm)), "  ")


def _held_out(report: Report) -> Iterator[Block]:
    """The split that was set aside: its rates, once all is labelled."""
    split, held = report.planned.plan.held_out, report.numbers.held_out
    if not split:
        return
    yield from title(_("Held out: {split}").format(split=one_line(split, 40)))
    if held is None:
        yield from say(_("These questions are told apart once all is labelled, so that they are looked at once."))
        return
    yield from table(tables.stratum(report, held, [arm.rate for arm in held.arms]))
    yield from say(
        _("They count in the tables above too. This says something new only if nothing was chosen by looking at them.")
    )
    yield from decision.looked(report)


def _strata(report: Report, summary: Summary) -> Iterator[Section]:
    event = event_words(summary.event)
    strata = (
        (_("On questions the sources answer: {event}"), [arm.answerable for arm in summary.arms]),
        (_("On questions the sources do not answer: {event}"), [arm.unanswerable for arm in summary.arms]),
        (_("Abstention where an answer exists, of all questions"), [arm.abstention for arm in summary.arms]),
    )  # fmt: skip
    for words, rates in strata:
        if any(rate.n for rate in rates):
            yield [*heading(report, words.format(event=event)), *table(tables.stratum(report, summary, rates))]


def _pairs(report: Report, summary: Summary) -> Iterator[Block]:
    words = _("Pairs on the same questions: {event}")
    yield from heading(report, words.format(event=event_words(summary.event)))
    yield Table(tables.pairs(report, summary.pairs), nested=True)
    yield from say(
        _("broke: the second does it and the first did not; fixed: the reverse. change: second minus first.")
    )
    yield from say(_methods(summary.pairs, summary.level))
    if summary.family:
        yield from say(family(summary.family, summary.false_alarm))


def _methods(compared: Sequence[PairSummary], level: float) -> str:
    if any(pair.replicated for pair in compared):
        return _("p: exact sign-flip test over questions, two-sided.")
    words = _("p: exact McNemar test, two-sided. low, high: Tango's interval of the change at {level}.")
    return words.format(level=percent(level))


def _pair(report: Report, summary: Summary, pair: PairSummary) -> Iterator[Block]:
    primary = " · " + _("the primary comparison, outside the family") if pair.primary else ""
    yield Lead(f"{called(report, pair.a)} → {called(report, pair.b)}{primary}")
    if pair.difference is None:
        yield from say(_("no question has both labels yet"), "  ")
        return
    yield from say(_conclusion(pair, summary), "  ")
    yield from decision.line(report, pair)
    for words, keys in zip((_("broke"), _("fixed")), report.numbers.cases[pair.a, pair.b, pair.event], strict=True):
        if keys:
            yield from say(f"{words}: {listed([one_line(key, 40) for key in keys])}", "  ")


def _conclusion(pair: PairSummary, summary: Summary) -> str:
    decided, at = pair.broke + pair.fixed, percent(1 - summary.level)
    if not decided:
        return _("identical on every question")
    if pair.reach == "now":
        return _decided(pair, summary)
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


def _decided(pair: PairSummary, summary: Summary) -> str:
    differs = pair.judged is not None and pair.judged <= 1 - summary.level
    words = {
        (True, True, True): _("differs, p {p}"),
        (True, True, False): _("provisional: differs so far, p {p}"),
        (True, False, True): _("no difference can be concluded"),
        (True, False, False): _("no difference so far"),
        (False, True, True): _("differs after Holm, p {p}"),
        (False, True, False): _("provisional: differs after Holm so far, p {p}"),
        (False, False, True): _("no difference can be concluded after Holm"),
        (False, False, False): _("no difference so far after Holm"),
    }[pair.primary, differs, summary.complete]
    return words.format(p=p_value(pair.judged))


def _beside(report: Report, summary: Summary) -> Iterator[Block]:
    other = event_words(summary.beside[0].event)
    yield from heading(report, _("The same pairs, beside the family: {event}").format(event=other))
    yield Table(tables.pairs(report, summary.beside), nested=True)

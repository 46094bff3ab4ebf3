"""The numbers of a preference session as sections of text; the tables are in `tables.py`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gradertui.locale import _, ngettext
from gradertui.report import reuse, ways
from gradertui.report.blocks import Block, Lead, Plot, Section
from gradertui.report.figures import p_value, percent, three, two
from gradertui.report.layout import family, heading, listed, say, table, title
from gradertui.report.parts import Report
from gradertui.report.preference import Numbers, plots, tables
from gradertui.report.tables import called
from gradertui.summary.preference import PairSummary, Summary
from gradertui.text import one_line
from stats.sequential import sign_e

_REASONS = 20
"""Reasons that are told; the rest is counted."""


def opening(report: Report) -> Iterator[Block]:
    """Lines under the title."""
    if not report.named:
        yield from say(
            _("Systems go by codes, and it is not said whose the wins are, until all is labelled or revealed.")
        )
    if waiting := report.numbers.waiting:
        words = ngettext(
            "{n} label is not in the rows by system yet: they follow at the next refresh.",
            "{n} labels are not in the rows by system yet: they follow at the next refresh.",
            waiting,
        )
        yield from say(words.format(n=waiting))
    if n := len(report.unresolved):
        words = ngettext(
            "{n} pair counts nowhere, because graders differ on it: gradertui adjudicate {name}",
            "{n} pairs count nowhere, because graders differ on them: gradertui adjudicate {name}",
            n,
        )
        yield from say(words.format(n=n, name=one_line(report.name)))


def left_out(n: int) -> str:
    """The heading over pairs that were left out."""
    return ngettext("{n} pair left out", "{n} pairs left out", n).format(n=n)


def several(report: Report) -> str:
    """How the labels of several graders became one."""
    return _("How the label of each pair came about: {told}.").format(told=ways.told(report))


def sections(report: Report) -> Iterator[Section]:
    """The numbers."""
    numbers: Numbers = report.numbers
    if numbers.summary is None:
        yield _withheld(report)
    else:
        yield _preferred(report, numbers.summary)
        yield from (_pair(report, numbers.summary, pair) for pair in numbers.summary.pairs)
    if any(own.sided for own in numbers.graders):
        yield _said(report)
    if numbers.graders:
        yield _position(report)
    if numbers.summary and report.named:
        yield from (_sides(report, pair) for pair in numbers.summary.pairs if pair.sides)
    if numbers.reasons:
        yield _reasons(report)
    yield reuse.section(report)


def _withheld(report: Report) -> Iterator[Block]:
    words = _("The plan says statistics = {policy}: systems are not compared before all is labelled.")
    yield from say(words.format(policy=report.withheld))


def _preferred(report: Report, summary: Summary) -> Iterator[Block]:
    yield from heading(report, _("Which is preferred"))
    yield from table(tables.endings(report, summary.pairs))
    words = _(
        "won: by the first of the two. tied: neither, both bad included. p: exact sign test of the decided, two-sided."
    )
    yield from say(words)
    if len(summary.pairs) > 1 and summary.family:
        yield from say(family(summary.family, summary.false_alarm))
    yield ""
    yield from table(tables.sizes(report, summary.pairs))
    words = _(
        "of decided: won, of those won or lost, with Wilson's interval. net: won minus lost, of all with their ties, "
        "with Tango's. Both at {level}; the query is the unit."
    )
    yield from say(words.format(level=percent(summary.level)))
    if any(pair.found.net is not None for pair in summary.pairs):
        yield Plot(partial(plots.preference, report, summary))


def _pair(report: Report, summary: Summary, pair: PairSummary) -> Iterator[Block]:
    primary = " · " + _("the primary comparison, outside the family") if pair.primary else ""
    yield Lead(tables.between(report, pair, 60) + primary)
    yield from say(_conclusion(report, summary, pair), "  ")
    if not report.complete and pair.found.wins + pair.found.losses:
        e = sign_e(pair.found.wins, pair.found.losses)
        words = _("at any time, however often somebody looks: e-value {e}, p {p}")
        yield from say(words.format(e=two(e.e) if e.e < 1e6 else "> 10⁶", p=p_value(e.p)), "  ")
    if pair.unsure or pair.bad:
        words = _("both bad {bad} (counted as ties), cannot tell {unsure} (missing)")
        yield from say(words.format(bad=pair.bad, unsure=pair.unsure), "  ")
    for words, ending in ((_("won"), "a"), (_("lost"), "b"), (_("tied"), "tie"), (_("both bad"), "bad")):
        if keys := report.numbers.cases.get((pair.a, pair.b), {}).get(ending):
            yield from say(f"{words}: {listed([one_line(key, 40) for key in sorted(keys)])}", "  ")


def _conclusion(report: Report, summary: Summary, pair: PairSummary) -> str:
    """What the labels allow to say of a pair."""
    found, at = pair.found, percent(1 - summary.level)
    if not found.wins + found.losses:
        return _("nothing is decided: every query is a tie, or could not be told")
    if not pair.reach:
        n = found.wins + found.losses
        words = ngettext(
            "cannot conclude: {n} query is decided, and the smallest p it could give is {p}, above {level}",
            "cannot conclude: {n} queries are decided, and the smallest p they could give is {p}, above {level}",
            n,
        )
        return words.format(n=n, p=p_value(pair.smallest_p), level=at)
    if pair.judged is None or pair.judged > 1 - summary.level:
        words = _("nobody can tell yet which is better: p {p}, and the net preference may be {low} to {high}")
        low, high = found.net_interval or (None, None)
        return words.format(p=p_value(pair.judged), low=three(low), high=three(high))
    better = pair.a if found.wins > found.losses else pair.b
    if not report.named:
        return _("one of the two is preferred so far, p {p}").format(p=p_value(pair.judged))
    words = (
        _("{system} is preferred, p {p}") if summary.complete else _("provisional: {system} is preferred so far, p {p}")
    )
    return words.format(system=called(report, better, 40), p=p_value(pair.judged))


def _said(report: Report) -> Iterator[Block]:
    yield from heading(report, _("What was said, as it stood before the grader"))
    yield from table(tables.said([own for own in report.numbers.graders if own.sided]))


def _position(report: Report) -> Iterator[Block]:
    """Whether the side decides, and whether somebody never ties."""
    graders = report.numbers.graders
    here = [own for own in graders if own.sided]
    yield from heading(report, _("Does the text shown first win?"))
    if here:
        yield from table(tables.position(here))
        yield from say(
            _("A stood left, or above. Sides were balanced by a seed: whoever is better, A and B should win as often.")
        )
    if elsewhere := [one_line(own.grader, 24) for own in graders if not own.sided]:
        words = _(
            "Labels of {graders} came in a file or from another session: on which side the texts stood is not known."
        )
        yield from say(words.format(graders=listed(elsewhere)))
    if (same := report.numbers.same).labels:
        words = ngettext(
            "{n} label is of two texts that are the same; {k} names a winner there.",
            "{n} labels are of two texts that are the same; {k} of them name a winner.",
            same.labels,
        )
        yield from say(words.format(n=same.labels, k=same.won))
    for own in graders:
        if own.said.never_ties:
            words = _(
                "{grader} never ties in {n} pairs: a verdict that always finds a winner finds differences that may not "
                "be there."
            )
            yield from say(words.format(grader=one_line(own.grader, 24), n=own.said.labels))


def _sides(report: Report, pair: PairSummary) -> Iterator[Block]:
    yield from title(_("Who won, by side: {pair}").format(pair=tables.between(report, pair, 30)))
    yield from table(tables.sides(report, pair))
    yield from say(_("Labels, one by one; rows: where the first system stood, columns: who won."))


def _reasons(report: Report) -> Iterator[Block]:
    """Each reason with how often it was given."""
    reasons = list(report.numbers.reasons.items())
    yield from heading(report, _("Reasons"))
    yield from say(", ".join(f"{one_line(text, 40)} {n}" for text, n in reasons[:_REASONS]))
    if (more := len(reasons) - _REASONS) > 0:
        yield ngettext("and {n} more (--format json)", "and {n} more (--format json)", more).format(n=more)

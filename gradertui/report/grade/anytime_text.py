"""The section of a report with the numbers that hold whenever somebody looks; gathered in `anytime.py`."""

from __future__ import annotations

from collections.abc import Iterator
from math import log

from gradertui.locale import _, decimal, ngettext
from gradertui.report.blocks import Block, Lead
from gradertui.report.figures import NOTHING, count, p_value, percent, three
from gradertui.report.grade.anytime import AnyTime
from gradertui.report.layout import event_words, heading, say, table
from gradertui.report.parts import Report
from gradertui.report.tables import NAME, called, framed
from gradertui.summary.anytime import ArmAnyTime, PairAnyTime, Pooled
from stats.interval import Interval


def section(report: Report) -> Iterator[Block]:
    """The section; nothing once all is labelled, or where no outcome is known."""
    found: AnyTime | None = report.numbers.anytime
    if found is None or not found.known:
        return
    words = _("Whenever you look: {event}, at {level}")
    yield from heading(report, words.format(event=event_words(found.event), level=percent(found.level)))
    if found.pooled is not None:
        yield from _together(report, found, found.pooled)
        return
    yield from _rates(report, found)
    yield from _finals(report, found)
    for (a, b), pair in found.pairs:
        if pair is not None:
            yield Lead(f"{called(report, a)} → {called(report, b)}")
            for sentence in _evidence(pair, found):
                yield from say(sentence, "  ")
    if any(pair is not None for _arms, pair in found.pairs):
        words = _("E: without any difference it reaches {most} at some look in {share} of studies at most. p is 1/E.")
        yield from say(words.format(most=decimal(f"{1 / (1 - found.level):.4g}"), share=percent(1 - found.level)))
    yield from _doubtful(found)


def _together(report: Report, found: AnyTime, pooled: Pooled) -> Iterator[Block]:
    words = _("The numbers of a plan that is looked at once are sealed until all is labelled. All systems together:")
    yield from say(words)
    final = pooled.final
    words = _("so far, in answers to whole questions: {event} {k}/{n}, {p}; planned: {planned}")
    p = three(pooled.k / pooled.n) if pooled.n else _("no data")
    told = words.format(event=event_words(found.event), k=pooled.k, n=pooled.n, p=p, planned=final.planned)
    yield from say(told, "  ")
    words = _("once all is labelled: {least} to {most} for certain, {low} to {high} at {level}")
    if found.doubt:
        words = _("once all is labelled: {least} to {most} for certain")
    yield from say(words.format(**final._asdict(), level=percent(found.level)), "  ")
    yield from _doubtful(found)


def _rates(report: Report, found: AnyTime) -> Iterator[Block]:
    """Each rate with both its intervals."""
    heads = ("k", "n", "p", "Wilson", _("at any time"))
    yield from table(framed(heads, _names(report, found), map(_rate, found.arms)))
    yield from say(_("Wilson's holds if one looks once, at the end; the other at every look, however often one looks."))
    if any(arm.of.replicated for arm in found.arms):
        yield from say(_("–: no data, or questions that were drawn several times, for which there is none."))


def _names(report: Report, found: AnyTime) -> list[str]:
    return [called(report, arm.of.arm, NAME) for arm in found.arms]


def _rate(arm: ArmAnyTime) -> list[str]:
    rate = arm.of.rate
    return [count(rate.k), str(rate.n), three(rate.estimate), _ends(rate.interval), _ends(arm.interval)]


def _ends(interval: Interval | None) -> str:
    return NOTHING if interval is None else f"{three(interval.low)} – {three(interval.high)}"


def _finals(report: Report, found: AnyTime) -> Iterator[Block]:
    """How many questions will have the event once all is labelled."""
    if all(arm.final is None for arm in found.arms):
        return
    words = _("How many questions of those planned will be so once all is labelled:")
    yield from say(words)
    heads = (_("so far"), _("planned"), _("for certain"), percent(found.level))
    yield from table(framed(heads, _names(report, found), (_final(arm, found) for arm in found.arms)))
    if any(arm.final and arm.final.low is None for arm in found.arms):
        words = _(
            "Systems do not all have as many answers. How many each has is not said under codes, and nothing that "
            "follows from it: planned is all questions."
        )
        yield from say(words)


def _final(arm: ArmAnyTime, found: AnyTime) -> list[str]:
    final = arm.final
    if final is None:
        return [f"{count(arm.of.rate.k)}/{arm.of.rate.n}", NOTHING, NOTHING, NOTHING]
    likely = NOTHING if final.low is None or found.doubt else f"{final.low} – {final.high}"
    return [f"{final.least}/{arm.of.rate.n}", str(final.planned), f"{final.least} – {final.most}", likely]


def _evidence(pair: PairAnyTime, found: AnyTime) -> Iterator[str]:
    """What a pair's discordant questions weigh, and what its p can still become."""
    n = pair.of.broke + pair.of.fixed
    words = ngettext(
        "E {e} on {n} question that differs; p at any time {p}",
        "E {e} on {n} questions that differ; p at any time {p}",
        n,
    )
    told = words.format(e=_e(pair), n=n, p=p_value(pair.p))
    yield told if pair.holm is None else f"{told}, Holm {p_value(pair.holm)}"
    smallest, largest, settled = pair.reach
    between = _("the finished plan can give a p from {smallest} to {largest}")
    yield between.format(smallest=p_value(smallest), largest=p_value(largest))
    if settled:
        words = {
            ("below", True): _("whatever comes, it ends at {level} or below"),
            ("below", False): _("whatever comes, it ends at {level} or below, after Holm"),
            ("above", True): _("whatever comes, it stays above {level}"),
            ("above", False): _("whatever comes, it stays above {level}, after Holm"),
        }[settled, pair.of.primary]
        yield words.format(level=three(1 - found.level))


def _e(pair: PairAnyTime) -> str:
    return three(pair.e) if pair.e < 1000 else f"10^{pair.log_e / log(10):.0f}"


def _doubtful(found: AnyTime) -> Iterator[Block]:
    words = {
        "partial": _(
            "What was labelled so far was not drawn at random: only what is certain holds, and the p that the finished "
            "plan can give."
        ),
        "unresolved": _(
            "Answers on which graders differ are missing, and they are no random part: until they are settled only "
            "what is certain holds, and the p that the finished plan can give."
        ),
    }
    if found.doubt:
        yield from say(words[found.doubt])

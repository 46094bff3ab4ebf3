"""What the ratings allow to say, in whole sentences that can be quoted."""

from __future__ import annotations

from collections.abc import Iterator

from gradertui.locale import _, mark, ngettext
from gradertui.report.figures import p_short, percent, two
from gradertui.report.parts import Report, Work
from gradertui.report.tables import called
from gradertui.report.tone import Compared
from gradertui.report.tone.tables import corrected, template
from gradertui.summary.tone import PairSummary

REASONS = (
    mark("no data"),
    mark("no finite interval at this level"),
    mark("all differences are equal"),
    mark("no data on one side"),
    mark("the scale is too fine to count"),
)
"""Why a number does not exist, as statistics say it; here so that each has a translation."""


def sentence(report: Report) -> str | None:
    """Of the primary pair, once every card is rated; None before, or where nothing can be compared."""
    compared: Compared | None = next(iter(report.numbers.pairs), None)
    if not report.complete or compared is None or compared.pair.mean.mean is None:
        return None
    return " ".join([*_compared(report, compared.pair), _templates(report, compared.pair), _who(report)])


def judges(report: Report) -> str:
    """By whom something was judged; empty where it was one person."""
    several = report.several
    if several is None:
        return ""
    n = len(several.graders)
    return ngettext("this {n} grader", "these {n} graders", n).format(n=n)


def _as_judged(report: Report) -> str:
    """What is put into each sentence: more cards never make up for few graders."""
    told = judges(report)
    return _(", as judged by {graders}").format(graders=told) if told else ""


def _compared(report: Report, pair: PairSummary) -> Iterator[str]:
    a, b, d = called(report, pair.a), called(report, pair.b), pair.mean.mean or 0
    low, high = pair.mean.interval or (0, 0)
    if d < 0:
        a, b, d, low, high = b, a, -d, -high, -low
    rows = [row for row in pair.templates if row.difference is not None]
    facts = {"n": sum(row.cards for row in rows), "j": len(rows), "a": a, "b": b, "d": two(d)}
    facts["judged"] = _as_judged(report)
    facts |= {"low": two(low), "high": two(high), "p": p_short(pair.p), "level": percent(report.level)}
    facts["reason"] = _(pair.mean.reason) if pair.mean.reason else ""
    yield _higher(pair, len(rows)).format(**facts)
    if pair.mean.method != "sign flip" or not d:
        yield _bounds(pair).format(**facts)
    p = pair.p if pair.holm is None else pair.holm
    if p is None or p > 1 - report.level:
        yield _("This shows no difference, and does not show that there is none.")


def _higher(pair: PairSummary, j: int) -> str:
    if not pair.mean.mean:
        return ngettext(
            "In {n} cards from {j} template, those for {a} and those for {b} were rated the same on average{judged}.",
            "In {n} cards from {j} templates, those for {a} and those for {b} were rated the same on average{judged}.",
            j,
        )
    if pair.mean.method == "sign flip":
        return _(
            "In {n} cards from {j} templates, those for {a} were rated {d} points higher on average than those for {b}"
            "{judged} ({level} interval {low} to {high} by inverting the sign-flip test; exact p {p})."
        )
    return ngettext(
        "In {n} cards from {j} template, those for {a} were rated {d} points higher on average than those for {b}"
        "{judged}.",
        "In {n} cards from {j} templates, those for {a} were rated {d} points higher on average than those for {b}"
        "{judged}.",
        j,
    )


def _bounds(pair: PairSummary) -> str:
    if pair.mean.method == "sign flip":
        return _(
            "The {level} interval of the difference is {low} to {high} by inverting the sign-flip test; exact p {p}."
        )
    if pair.mean.method == "t":
        return _("The {level} t interval of the difference is {low} to {high}; p of the sign-flip test {p}.")
    return _("There is no interval of the difference: {reason}; exact p {p}.")


def _templates(report: Report, pair: PairSummary) -> str:
    differ = [row.template for row in pair.templates if row.holm is not None and row.holm <= 1 - report.level]
    if not differ:
        words = _("No single template differs after {name}{judged}.")
        return words.format(name=corrected(report), judged=_as_judged(report))
    words = ngettext(
        "{n} template differs after {name}{judged}: {names}.",
        "{n} templates differ after {name}{judged}: {names}.",
        len(differ),
    )
    names = ", ".join(template(report.numbers, name) for name in differ)
    return words.format(name=corrected(report), n=len(differ), names=names, judged=_as_judged(report))


def _who(report: Report) -> str:
    several = report.several
    works = [work for work in report.works if several is None or work.grader in several.graders]
    ways = {way for work in works for way, n in work.ways.items() if n}
    names = ", ".join(work.grader for work in works)
    return _rated(ways, works).format(n=len(works), names=names)


def _rated(ways: set[str], works: list[Work]) -> str:
    if sum(work.blind for work in works) == sum(sum(work.ways.values()) for work in works):
        return ngettext(
            "Rated blind by {n} person ({names}); not to be generalised beyond these templates.",
            "Rated blind by {n} persons ({names}); not to be generalised beyond these templates.",
            len(works),
        )
    if "imported" not in ways or ways & {"open", "revealed"}:
        return ngettext(
            "Rated by {n} person ({names}), not all of it blind; not to be generalised beyond these templates.",
            "Rated by {n} persons ({names}), not all of it blind; not to be generalised beyond these templates.",
            len(works),
        )
    return ngettext(
        "Rated by {n} person ({names}); ratings were taken in from files, so that it is not known whether all were "
        "blind; not to be generalised beyond these templates.",
        "Rated by {n} persons ({names}); ratings were taken in from files, so that it is not known whether all were "
        "blind; not to be generalised beyond these templates.",
        len(works),
    )

"""The numbers of a tone session as sections of text; the tables are in `tables.py`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from gradertui.drawing import drawn
from gradertui.locale import _, ngettext
from gradertui.report.blocks import Block, Drawing, Plot, Section
from gradertui.report.figures import p_short, percent, two
from gradertui.report.layout import family, heading, listed, say, table, title
from gradertui.report.parts import Report
from gradertui.report.tone import RESAMPLED, Compared, Numbers, plots, tables
from gradertui.report.tone.sentence import judges, sentence
from gradertui.summary.sides import DIFFERENT_CARDS
from stats.multiplicity import chance_of_false_alarm

_FEW = 40
"""Templates from which on resampling them covers about what it says."""
_UNEQUAL = 4
"""Times as many cards of one variant, from which on the sign flip may claim too much (tests/simulation)."""


def opening(report: Report) -> Iterator[Block]:
    """Lines under the title."""
    if not report.named:
        yield from say(
            _("Variants and templates go by codes, and differences have no sign, until all is rated or revealed.")
        )
    if waiting := report.numbers.waiting:
        words = ngettext(
            "{n} rating is not in the rows by variant yet: they follow at the next refresh.",
            "{n} ratings are not in the rows by variant yet: they follow at the next refresh.",
            waiting,
        )
        yield from say(words.format(n=waiting))


def left_out(n: int) -> str:
    """The heading over cards that were left out."""
    return ngettext("{n} card left out", "{n} cards left out", n).format(n=n)


def several(report: Report) -> str:
    """How the ratings of several graders became one."""
    several = report.several
    if several is None or several.how == "apart":
        return _("Each card was rated by one of them.")
    n = several.cards + several.fewer
    if several.how == "averaged":
        words = ngettext(
            "{n} card was rated; each grader's own differences by template are averaged.",
            "{n} cards were rated; each grader's own differences by template are averaged.",
            n,
        )
        return words.format(n=n)
    words = ngettext(
        "{k} of {n} card rated counts, because all of these graders rated it, with the sum of their ratings.",
        "{k} of {n} cards rated count, because all of these graders rated them, each with the sum of their ratings.",
        n,
    )
    return words.format(k=several.cards, n=n) + _left_aside(several.fewer)


def _left_aside(n: int) -> str:
    if not n:
        return ""
    words = ngettext("{n} card rated by fewer is left out.", "{n} cards rated by fewer are left out.", n)
    return " " + words.format(n=n)


def sections(report: Report) -> Iterator[Section]:
    """The numbers."""
    if report.letters:
        yield _ratings(report)
    if report.numbers.summary is None:
        yield _withheld(report)
    elif report.numbers.pairs:
        yield _overall(report)
        for compared in report.numbers.pairs:
            yield _apart(report, compared)
            yield _differences(report, compared)
            yield _plot(report, compared)
            yield _tests(report, compared)
    if report.numbers.blinding is not None:
        yield _blinding(report)
    if said := sentence(report):
        yield [*title(_("What the ratings allow to say")), *say(said)]


_PLOT = 48
"""Characters from one end of a plot's axis to the other."""


def _plot(report: Report, compared: Compared) -> Iterator[Block]:
    """Each template's difference with its resampled interval; the mean with the test's own, in a row apart."""
    yield Drawing(tuple(_drawn(report, compared)))
    if any(row.difference is not None for row in compared.pair.templates):
        yield Plot(partial(plots.differences, report, compared))


def _drawn(report: Report, compared: Compared) -> Iterator[str]:
    low, high = (-2.0, 2.0) if report.named else (0.0, 2.0)
    if report.named:
        yield f"{'−2':>20}{'0'.center(_PLOT - 4)}+2"
    for row, found in zip(compared.pair.templates, compared.templates, strict=True):
        if row.difference is not None:
            d = float(row.difference)
            ends = found.interval or (d, d)
            name = tables.template(report.numbers, row.template, 16).ljust(18)
            yield name + drawn(ends[0], d, ends[1], _PLOT, low, high)
    mean = compared.pair.mean
    if mean.mean is not None and mean.interval is not None:
        ends = mean.interval
        plotted = drawn(ends.low, float(mean.mean), ends.high, _PLOT, low, high)
        yield from ("", _("all templates").ljust(18) + plotted)


def _blinding(report: Report) -> Iterator[Block]:
    """Whether blinding held, or that nobody was asked."""
    held = report.numbers.blinding
    yield from title(_("Did blinding hold?"))
    if not held.asked:
        yield from say(_("Blinding was not measured: nobody was asked which variant the cards were."))
        yield from say(_("To ask: gradertui blinding {name} guess").format(name=report.name))
        return
    yield from table(tables.guesses(report))
    words = _("Bang: 0 where guesses are chance or “cannot tell”, 1 all right, −1 all wrong; low, high: at {level}.")
    yield from say(words.format(level=percent(report.level)))
    words = _(
        "low and high take cards for independent. Cards of one template share clues: rely on the test of guesses."
    )
    yield from say(words)
    if held.p is not None:
        words = _("Exact test of the guesses within templates: p {p}. James's index: {james}.")
        yield from say(words.format(p=p_short(held.p), james=two(held.james.value if held.james else None)))
    if report.numbers.told:
        words = _("Guessed right by everybody asked (look there for leaks): {cards}")
        yield from say(words.format(cards=listed(report.numbers.told)))


def _withheld(report: Report) -> Iterator[Block]:
    words = _("The plan says statistics = {policy}: variants are not compared before all is rated.")
    yield from say(words.format(policy=report.withheld))


def _ratings(report: Report) -> Iterator[Block]:
    yield from heading(report, _("Ratings"))
    yield from table(tables.ratings(report))
    n = sum(report.letters.values())
    mean = sum(int(rating) * times for rating, times in report.letters.items()) / n
    yield from say(
        _("1 cold or condescending, 5 warm and respectful; mean of all cards {mean}.").format(mean=two(mean))
    )


def _overall(report: Report) -> Iterator[Block]:
    yield from heading(report, _("All templates together"))
    yield from table(tables.overall(report))
    for words in dict.fromkeys(_method(compared) for compared in report.numbers.pairs):
        yield from say(words.format(level=percent(report.level)))
    if any(map(_lopsided, report.numbers.pairs)):
        yield from say(
            _(
                "A template has several times as many cards of one variant as of the other. Where most ratings are "
                "alike, the sign-flip test then finds differences that are not there: do not rely on it alone."
            )
        )
    for compared in report.numbers.pairs:
        yield from _beside(report, compared)
    if told := judges(report):
        yield from say(_("All of it as judged by {graders}.").format(graders=told))
    if (m := len(report.numbers.pairs)) > 1:
        yield from say(family(m, chance_of_false_alarm(m, report.level)))


def _lopsided(compared: Compared) -> bool:
    """Whether a template has so many more cards of one variant that chance alone is not symmetric."""
    sizes = (sorted((row.a.total(), row.b.total())) for row in compared.pair.templates)
    return any(0 < fewer * _UNEQUAL <= more for fewer, more in sizes)


def _method(compared: Compared) -> str:
    mean = compared.pair.mean
    if mean.method == "sign flip":
        return _("p: exact sign-flip test over templates. low, high: {level} interval by inverting it.")
    if mean.method == "t":
        return _("p: sign-flip test over templates. low, high: {level} t interval.")
    # A reason holds no braces: it is one of `sentence.REASONS`.
    return _("p: exact sign-flip test over templates. No interval: {reason}.").replace("{reason}", _(mean.reason or ""))


def _beside(report: Report, compared: Compared) -> Iterator[Block]:
    """The interval of documents, to compare with them."""
    n, interval = len(compared.pair.templates) - len(compared.pair.out), compared.mean.interval
    if interval and n < _FEW:
        words = _("{pair}: resampling the templates gives {low} to {high}, too narrow for {n} templates.")
        facts = {"low": two(interval.low), "high": two(interval.high), "n": n}
        yield from say(words.format(pair=tables.between(report, compared), **facts))


def _apart(report: Report, compared: Compared) -> Iterator[Block]:
    """Each grader by themselves; nothing where there is one, or under codes."""
    if not report.numbers.apart:
        return
    yield from heading(report, _("Each grader alone: {pair}").format(pair=tables.between(report, compared)))
    yield from table(tables.apart(report, compared))
    yield from say(_("Means over the templates of which the grader rated both sides. Shown and not tested."))


def _differences(report: Report, compared: Compared) -> Iterator[Block]:
    yield from heading(report, _("By template: {pair}").format(pair=tables.between(report, compared)))
    yield from table(tables.differences(report, compared))
    yield from say(_resampled(report, compared))
    if out := compared.pair.out:
        words = _("Not compared, because a side has no ratings that count: {names}.")
        yield from say(words.format(names=_names(report.numbers, out)))


def _resampled(report: Report, compared: Compared) -> str:
    if len(compared.pair.templates) > RESAMPLED:
        return _("No interval by template: with more than {n} templates cards are not resampled.").format(n=RESAMPLED)
    words = _(
        "low, high: percentile bootstrap at {level} as documents print it, {n} resamples, seed {seed}; too narrow "
        "where cards or templates are few."
    )
    return words.format(level=percent(report.level), n=compared.mean.resamples, seed=report.seed)


def _tests(report: Report, compared: Compared) -> Iterator[Block]:
    yield from heading(report, _("One test per template: {pair}").format(pair=tables.between(report, compared)))
    yield from table(tables.tests(report, compared))
    name, summary = tables.corrected(report), report.numbers.summary
    words = _("p: exact permutation test of the cards of a template. uncorrected, with {name}: below {level} or not.")
    yield from say(words.format(name=name, level=percent(1 - report.level)))
    yield from say(family(summary.family, summary.false_alarm, name))
    if different := [row.template for row in compared.pair.templates if row.reason == DIFFERENT_CARDS]:
        words = _("Not tested, because graders rated different cards: {names}.")
        yield from say(words.format(names=_names(report.numbers, different)))
    if report.complete:
        yield from say(_reach(report.numbers, compared, name))


def _reach(numbers: Numbers, compared: Compared, name: str) -> str:
    """Which templates could have differed at all, which the ratings of both sides together decide."""
    could = [row.template for row in compared.pair.templates if row.reachable]
    if not could:
        return _("reachable: whoever had which rating, no template could ever be significant after {name}.").format(
            name=name
        )
    if len(could) == len(compared.pair.templates):
        return _("reachable: every template could have been significant after {name}.").format(name=name)
    words = _(
        "reachable: whoever had which rating, only {names} could be significant after {name}; the others could never "
        "be."
    )
    return words.format(name=name, names=_names(numbers, could))


def _names(numbers: Numbers, templates: Iterable[str]) -> str:
    return listed([tables.template(numbers, name, 40) for name in templates])

"""The page of what can be reached before the first label, 80 columns wide: this plan first, then the tables.

The numbers are `summary/sizes.py`; the same as plain values are in `sizes_document.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gradertui.locale import _, ngettext
from gradertui.report.blocks import Block, Say, Section
from gradertui.report.cautions import worded
from gradertui.report.figures import NOTHING, p_value, percent, points, share, two
from gradertui.report.layout import say, table, title
from gradertui.report.lines import WIDTH, page
from gradertui.report.tables import framed
from gradertui.summary.cautions import Caution
from gradertui.summary.sizes import MOST, Assumed, Material, QuestionsReach, Sizes, TemplatesReach
from gradertui.text import one_line
from stats.design import SampleSize
from stats.paired import can_conclude


def write(name: str, of: Material | None, found: Sizes, warned: Sequence[Caution]) -> str:
    """The whole page.

    Args:
        name: of the session; "" without one.
        of: what there is to label.
        found: the numbers.
        warned: cautions about this plan.
    """
    sections: list[Section] = [_opening(name, of, found), *_warned(warned)]
    if of is None or of.mode != "tone":
        sections += [_questions(found), _pairs(found), _margins(found), _replicates(found)]
    if of is None or of.mode == "tone":
        sections += [_templates(found), _cards(found)]
    return page(sections)


def _opening(name: str, of: Material | None, found: Sizes) -> Iterator[Block]:
    words = _("What {name} can reach").format(name=one_line(name, WIDTH - 20)) if name else _("What can be reached")
    yield from title(words)
    if of is None:
        yield from _wanted(found)
    else:
        yield from say(_has(of))
        match found.reach:
            case QuestionsReach():
                yield from ("", *_reached_by_questions(found, found.reach, of.clusters))
            case TemplatesReach():
                yield from ("", *_reached_by_templates(found, found.reach))
    if of is None or of.mode != "tone":
        yield from say(_("Change what is assumed with --rate, --half-width, --broke, --fixed and --power."))


def _has(of: Material) -> str:
    """What there is, counted."""
    if of.mode == "tone":
        clusters = ngettext("{n} template", "{n} templates", of.clusters)
        arms = ngettext("{n} variant", "{n} variants", of.arms)
        each = ngettext("{n} card each", "{n} cards each", of.most)
    else:
        clusters = ngettext("{n} question", "{n} questions", of.clusters)
        arms = ngettext("{n} system", "{n} systems", of.arms)
        each = ngettext("{n} answer each", "{n} answers each", of.most)
    many = str(of.most) if of.fewest == of.most else f"{of.fewest}–{of.most}"
    return " · ".join((clusters.format(n=of.clusters), arms.format(n=of.arms), each.format(n=many)))


def _wanted(found: Sizes) -> Iterator[Block]:
    """Without a session: what the assumptions ask for."""
    assumed = found.assumed
    needed = found.questions[assumed.rate].lasting
    words = _("A rate near {rate} within ±{half_width}: {n} questions.")
    yield from say(words.format(rate=share(assumed.rate), half_width=share(assumed.half_width), n=needed))
    words = _("A difference ({broke} broke, {fixed} fixed) found in {power} of studies: {n} questions.")
    n = _needed(assumed, found.pairs[assumed.broke, assumed.fixed])
    yield from say(words.format(**_changed(assumed), power=percent(assumed.power), n=n))


def _changed(assumed: Assumed) -> dict[str, str]:
    return {"broke": share(assumed.broke), "fixed": share(assumed.fixed)}


def _needed(assumed: Assumed, size: SampleSize | None) -> str:
    if size is not None:
        return str(size.lasting)
    return _("more than {n}").format(n=MOST)


def _reached_by_questions(found: Sizes, reach: QuestionsReach, n: int) -> Iterator[Block]:
    assumed = found.assumed
    rows = {
        _("rate near {rate}").format(rate=share(assumed.rate)): (
            f"±{two(reach.half_width)}",
            f"±{share(assumed.half_width)}",
            str(found.questions[assumed.rate].lasting),
        )
    }
    if reach.paired:
        rows[_("{broke} broke, {fixed} fixed").format(**_changed(assumed))] = (
            f"{100 * reach.power:.0f} %",
            percent(assumed.power),
            _needed(assumed, found.pairs[assumed.broke, assumed.fixed]),
        )
    yield from table(framed((_("this plan"), _("wanted"), _("questions needed")), rows, rows.values()))
    words = _("If {k} of {n} did it, the {level} interval of the rate would be {low} to {high}.")
    ends = {"low": two(reach.interval.low), "high": two(reach.interval.high)}
    yield from say(words.format(k=reach.k, n=n, level=percent(assumed.level), **ends))
    if reach.paired:
        yield from _pair_reached(found, reach)


def _pair_reached(found: Sizes, reach: QuestionsReach) -> Iterator[Block]:
    words = _("The second row is how often the exact McNemar test finds that difference between two systems.")
    yield from say(words)
    if reach.replicates > 1:
        yield from say(
            _("That is for one answer to each question; what further ones add depends on the noise within a question.")
        )
    words = _("It concludes only if at least {n} questions differ, all the same way")
    holm = "; " + _("{n} for the first of several pairs to pass Holm").format(n=reach.fewest_holm)
    yield from say(words.format(n=found.fewest) + (holm if reach.fewest_holm > found.fewest else "") + ".")
    if reach.change is not None:
        words = _("The smallest change it finds in {power} of studies: {change} of the questions, all the same way.")
        yield from say(words.format(power=percent(found.assumed.power), change=two(reach.change)))


def _reached_by_templates(found: Sizes, reach: TemplatesReach) -> Iterator[Block]:
    together = _yes(can_conclude(reach.paired, level=found.assumed.level))
    alone = _yes(reach.alone.templates >= reach.family)
    rows = {
        _("all templates together"): (p_value(reach.smallest_p), together),
        _("one template alone, with Holm"): (p_value(float(reach.alone.smallest_p)), alone),
    }
    yield from table(framed((_("smallest p"), _("can conclude")), rows, rows.values()))
    yield from say(_("A p of {level} or less concludes.").format(level=percent(1 - found.assumed.level)))
    if reach.alone.templates:
        words = _("With so many cards one template alone can pass Holm among {n} at most.")
        yield from say(words.format(n=reach.alone.templates))
    if reach.fewest_holm > found.fewest:
        words = _("For the first of several pairs to pass Holm at least {n} templates have to differ.")
        yield from say(words.format(n=reach.fewest_holm))
    yield from say(_("Ties between ratings, and templates without a difference, can only make p larger."))


def _yes(is_so: bool) -> str:
    return _("yes") if is_so else _("no")


def _warned(warned: Sequence[Caution]) -> Iterator[Section]:
    if warned:
        lines = (line for caution in warned for line in _bullet(worded(caution)))
        yield [*title(_("Before you begin")), *lines]


def _bullet(text: str) -> Iterator[Block]:
    yield Say(text, "  ", first="! ")


def _questions(found: Sizes) -> Iterator[Block]:
    assumed = found.assumed
    yield from title(_("Questions to know a rate within ±{h}").format(h=share(assumed.half_width)))
    index = (_("rate {rate}").format(rate=share(rate)) for rate in found.questions)
    rows = ([str(size.lasting), str(size.first)] for size in found.questions.values())
    yield from table(framed((_("questions"), _("first")), index, rows))
    words = _(
        "Half of Wilson's {level} interval. questions: from there on it is always met. first: the first number that "
        "meets it; some larger ones may not, because counts are whole."
    )
    yield from say(words.format(level=percent(assumed.level)))
    yield from say(_("All of it at the rate that is expected: by chance about half of studies come out wider."))


def _pairs(found: Sizes) -> Iterator[Block]:
    assumed = found.assumed
    words = _("Questions to see a difference in {power} of studies")
    yield from title(words.format(power=percent(assumed.power)))
    index = (
        _("{broke} broke, {fixed} fixed").format(broke=share(broke), fixed=share(fixed)) for broke, fixed in found.pairs
    )
    rows = ([_needed(assumed, size), str(size.first) if size else NOTHING] for size in found.pairs.values())
    yield from table(framed((_("questions"), _("first")), index, rows))
    words = _(
        "Exact McNemar test, two-sided. broke, fixed: shares of the questions on which only the second system, or only "
        "the first, does it. Only these count: the fewer questions break, the fewer are needed."
    )
    yield from say(words)


def _margins(found: Sizes) -> Iterator[Block]:
    yield from title(_("Margin of error of a rate, in points"))
    counted = ((row.questions, f"{row.questions:>4}") for row in found.margins)
    index = (ngettext("{n} question", "{n} questions", n).format(n=padded) for n, padded in counted)
    rows = ([points(row.half), points(row.high)] for row in found.margins)
    heads = [_("rate {rate}").format(rate=share(rate)) for rate in (0.5, 0.85)]
    yield from table(framed(heads, index, rows))
    yield from say(_("Half of Wald's interval, as textbooks print it. Half the margin takes four times the questions."))


def _replicates(found: Sizes) -> Iterator[Block]:
    yield from title(_("Answers to the same question"))
    index = (ngettext("{n} answer", "{n} answers", k).format(n=f"{k:>2}") for k in found.gains)
    rows = ([f"× {two(gain)}", f"× {k}"] for k, gain in found.gains.items())
    yield from table(framed((_("noise within a question"), _("work")), index, rows))
    yield from say(_("The noise between questions stays: for the same work, 150 questions once beat 50 three times."))


def _templates(found: Sizes) -> Iterator[Block]:
    yield from title(_("Templates and cards"))
    counted = ((row.templates, f"{row.templates:>2}") for row in found.templates)
    index = (ngettext("{n} template", "{n} templates", n).format(n=padded) for n, padded in counted)
    rows = ([p_value(row.smallest_p), str(row.cards), str(2 * row.templates * row.cards)] for row in found.templates)
    yield from table(framed((_("smallest p"), _("cards a side"), _("cards in all")), index, rows))
    words = _(
        "smallest p: of the one test over all templates, exact sign flip. cards a side: so that one template alone "
        "could pass Holm; in all, for two variants."
    )
    yield from say(words)


def _cards(found: Sizes) -> Iterator[Block]:
    yield from title(_("One template alone"))
    index = (_("{n} cards a side").format(n=f"{row.cards:>2}") for row in found.cards)
    rows = ([p_value(float(row.smallest_p)), str(row.templates)] for row in found.cards)
    yield from table(framed((_("smallest p"), _("templates with Holm")), index, rows))
    words = _("Exact permutation test without ties. templates with Holm: among how many, at most, one alone can pass.")
    yield from say(words)

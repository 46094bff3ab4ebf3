"""Agreement as text, 80 columns wide: the short form of a report, and the page of its own command.

First how many items two graders labelled, then how often they say the same, then everything that corrects for
chance; what it means stands beside it in words. The tables of each grader are `agreement_tables.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from gradertui.locale import _, ngettext
from gradertui.report import agreement_plots as plots
from gradertui.report import agreement_tables as tables
from gradertui.report.agreement import NUMBERS, Agreed, compared
from gradertui.report.blocks import Block, Plot, Section
from gradertui.report.figures import count, percent, three
from gradertui.report.layout import listed, say, table, title
from gradertui.report.lines import page as written
from gradertui.summary.agreement import GOOD, LOW, ONE_GRADER, Agreement
from gradertui.text import one_line
from stats.agreement import NO_SPREAD, NO_VARIATION, NOT_TWICE, ONE_UNIT, Metric
from stats.kappa import ONE_VALUE, UNEQUAL

SHOWN = 12
"""Pairs, clusters and items that are printed; the rest is counted, and stands in the JSON."""


def short(agreed: Agreed | None, drawn: bool = False) -> Iterator[Block]:
    """The section of a report; nothing where no two graders labelled the same.

    Args:
        agreed: what can be said.
        drawn: whether plots may show what only the page of agreement says.
    """
    if agreed is None or not compared(agreed):
        return
    yield from title(_("Agreement between graders"))
    yield from _opening(agreed)
    if drawn:
        yield from _plots(agreed.numbers)
    yield from say(_("More: gradertui agreement {name}").format(name=one_line(agreed.name)))


def page(agreed: Agreed, explain: bool = False) -> str:
    """Everything.

    Args:
        agreed: what can be said.
        explain: whether to say how it is computed, with the table behind it.
    """
    explained = [_explained(agreed.numbers)] if explain and agreed.numbers.same.n else []
    return written([_head(agreed), *_sections(agreed.numbers), *explained])


def _plots(numbers: Agreement) -> Iterator[Block]:
    if len(numbers.scale) <= SHOWN:
        yield Plot(partial(plots.labels, numbers))
    if 2 < len(numbers.graders) <= SHOWN:
        yield Plot(partial(plots.graders, numbers))


def _head(agreed: Agreed) -> Iterator[Block]:
    yield from title(_("Agreement between graders: {name}").format(name=one_line(agreed.name, 50)))
    if agreed.done < agreed.total:
        yield _("provisional {done}/{total}").format(done=agreed.done, total=agreed.total)
    yield from _opening(agreed)
    if agreed.numbers.same.n and not agreed.told:
        yield from say(_("Items and templates are told once all is labelled or somebody reveals the variants."))


def _opening(agreed: Agreed) -> Iterator[Block]:
    """The first lines: on how many items, how often the same, the coefficients, and what they mean."""
    numbers = agreed.numbers
    yield from say(_counts(numbers))
    if not numbers.same.n:
        yield from say(_("Undefined: {reason}.").format(reason=reason(numbers.reason)))
        return
    yield from say(_seen(numbers))
    yield ""
    yield from table(tables.coefficients(numbers))
    yield from _missing(numbers)
    yield ""
    yield from say(_meaning(numbers))
    if len(numbers.alphas) == len(NUMBERS):
        words = _("Nominal is for numbers that only name, ordinal for ranks, interval where steps are of one size.")
        yield from say(words)
    yield from _trap(numbers)
    yield from _ways(agreed)
    if not agreed.declared:
        words = _("Scale, as seen in the file: {scale}. Gwet's coefficients depend on it; --scale declares it.")
        yield from say(words.format(scale=_scale(numbers)))


def _counts(numbers: Agreement) -> str:
    doubled = ngettext(
        "{n} item was labelled by at least two graders, of {items}.",
        "{n} items were labelled by at least two graders, of {items}.",
        numbers.same.n,
    ).format(n=numbers.same.n, items=numbers.items)
    graders = listed([one_line(grader, 20) for grader in numbers.graders])
    return f"{doubled} {_('Graders: {graders}.').format(graders=graders)}"


def _seen(numbers: Agreement) -> str:
    """Observed agreement."""
    low, high = numbers.same.interval or (None, None)
    words = _("They say the same on {k} of {n}: {rate}, between {low} and {high} (Wilson, {level}).")
    k = count(numbers.same.k)
    seen = words.format(
        k=k,
        n=numbers.same.n,
        rate=three(numbers.same.estimate),
        low=three(low),
        high=three(high),
        level=percent(numbers.level),
    )
    if numbers.several:
        seen += " " + _(
            "An item weighs one; with three graders or more it counts the share of its pairs of graders who agree."
        )
    return seen


def _missing(numbers: Agreement) -> Iterator[Block]:
    """Why a coefficient or its interval does not exist."""
    yield from (line for called, why in tables.reasons(numbers) for line in say(f"{called}: {reason(why)}.", hang="  "))


def reason(code: str | None) -> str:
    """Why something does not exist, in words."""
    return {
        ONE_GRADER: _("there is one grader"),
        NOT_TWICE: _("nothing was labelled by two graders"),
        NO_VARIATION: _("all labels are the same, so that chance would agree as well"),
        ONE_UNIT: _("no interval, one item holds all that differs"),
        NO_SPREAD: _("no interval, nothing varies from item to item"),
        UNEQUAL: _("items have different numbers of labels"),
        ONE_VALUE: _("the scale has one value; declare it with --scale"),
    }.get(code or "", "")


def _meaning(numbers: Agreement) -> str:
    """What the number means, and of whom it says so."""
    of = ngettext("As judged by this {n} grader", "As judged by these {n} graders", len(numbers.graders))
    judged, value = of.format(n=len(numbers.graders)), numbers.main.value
    if value is None:
        words = _("{judged}: {reason}; agreement corrected for chance is undefined.")
        return words.format(judged=judged, reason=reason(numbers.reason))
    metric, alpha = _metric(next(iter(numbers.alphas))), three(float(value))
    if value <= 0:
        words = _("{judged}, alpha ({metric}) is {alpha}: they agree no better than labels dealt out by chance.")
        return words.format(judged=judged, metric=metric, alpha=alpha)
    words = _(
        "{judged}, alpha ({metric}) is {alpha}: {left} of the disagreement that chance would bring is left. {verdict}"
    )
    verdict = (
        _("Krippendorff relies on labels from 0.8 on.")
        if value >= GOOD
        else _("Between 0.667 and 0.8 Krippendorff draws tentative conclusions only.")
        if value >= LOW
        else _("Below 0.667 Krippendorff draws no conclusions from labels of one grader.")
    )
    left = f"{100 * float(1 - value):.0f} %"
    said = words.format(judged=judged, metric=metric, alpha=alpha, left=left, verdict=verdict)
    return said + " " + _("More items would not tell how other graders judge.")


def _metric(metric: Metric) -> str:
    return {"nominal": _("nominal"), "ordinal": _("ordinal"), "interval": _("interval")}[metric]


def _trap(numbers: Agreement) -> Iterator[Block]:
    if (trap := numbers.prevalence) is None:
        return
    words = _(
        "Beware: {share} of the labels are {value}. Where one label is so frequent, chance alone agrees often, and "
        "alpha is low although graders say nearly always the same. Alpha then speaks of the few other labels; Gwet's "
        "coefficient does not fall so. Read both, with the table of labels."
    )
    yield from say(words.format(share=f"{100 * float(trap.share):.0f} %", value=one_line(trap.value, 30)))
    yield from say(_("Where the other labels are few, the interval of alpha is too narrow as well."))


def _ways(agreed: Agreed) -> Iterator[Block]:
    words = {
        "open": _("{n} given unblinded"),
        "revealed": _("{n} given after the reveal"),
        "imported": _("{n} taken in from files"),
        "carried": _("{n} carried from other sessions"),
    }
    said = [words[way].format(n=n) for way, n in (agreed.ways or {}).items() if n]
    if said:
        yield from say(_("Labels that were not given blind here, and count: {said}.").format(said=", ".join(said)))


def _sections(numbers: Agreement) -> Iterator[Section]:
    if not numbers.same.n:
        return
    yield _confusion(numbers)
    if len(numbers.pairs) > 1:
        yield _pairs(numbers)
    yield _tendencies(numbers)
    if numbers.clusters:
        yield _clusters(numbers)
    if numbers.differing:
        yield _differing(numbers)


def _confusion(numbers: Agreement) -> Iterator[Block]:
    two = len(numbers.pairs) == 1
    yield from title(_("Which labels met"))
    if len(numbers.scale) > SHOWN:
        yield from say(_("The scale has {n} values; the table stands in --format json.").format(n=len(numbers.scale)))
        return
    yield from table(tables.confusion(numbers))
    words = _("Rows: {a}; columns: {b}.") if two else _(tables.MET)
    yield from say(words.format(a=one_line(numbers.pairs[0].a, 20), b=one_line(numbers.pairs[0].b, 20)))


def _pairs(numbers: Agreement) -> Iterator[Block]:
    yield from title(_("Pairs of graders"))
    yield from table(tables.pairs(numbers, SHOWN))
    yield from _more(len(numbers.pairs))
    yield from say(_("same: of n items that both labelled; low, high: Wilson; kappa: Cohen's."))


def _tendencies(numbers: Agreement) -> Iterator[Block]:
    yield from title(_("Each grader, against the others on the same items"))
    yield from table(tables.tendencies(numbers))
    yield from (line for said in tables.habits(numbers) for line in say(said, hang="  "))


def _clusters(numbers: Agreement) -> Iterator[Block]:
    yield from title(_("Where they agree least"))
    words = _("{cluster} {k} of {n}")
    least = [
        words.format(cluster=one_line(each.cluster, 30), k=count(each.same), n=each.items)
        for each in numbers.clusters[:SHOWN]
        if each.same < each.items
    ]
    yield from say(", ".join(least) or _("nowhere: they say the same everywhere"))
    yield from _more(sum(each.same < each.items for each in numbers.clusters))


def _differing(numbers: Agreement) -> Iterator[Block]:
    n = len(numbers.differing)
    heading = ngettext("{n} item on which they differ", "{n} items on which they differ, the hardest first", n)
    yield from title(heading.format(n=n))
    for each in numbers.differing[:SHOWN]:
        given = ", ".join(f"{one_line(grader, 20)} {one_line(value, 20)}" for grader, value in each.values.items())
        yield from say(f"{one_line(each.item, 50)}: {given}", hang="  ")
    yield from _more(n)


def _more(n: int) -> Iterator[Block]:
    if (more := n - SHOWN) > 0:
        yield ngettext("and {n} more (--format json)", "and {n} more (--format json)", more).format(n=more)


def _explained(numbers: Agreement) -> Iterator[Block]:
    yield from title(_("How is this computed"))
    for words in _formulas(numbers):
        yield from say(words)
        yield ""
    if len(numbers.scale) <= SHOWN:
        yield from table(tables.coincidences(numbers))
    yield from say(_("o: coincidences. Each item adds, for each ordered pair of its m labels, 1/(m−1)."))


def _formulas(numbers: Agreement) -> Sequence[str]:
    words = {
        "nominal": _("nominal: d² is 1 where c and k differ."),
        "ordinal": _("ordinal: d² is the square of the labels between c and k, half of those at the ends included."),
        "interval": _("interval: d² is the square of the difference of the numbers."),
    }
    return [
        _(
            "Krippendorff's alpha = 1 − (n − 1) Σ o(c,k) d²(c,k) / Σ n(c) n(k) d²(c,k), over all pairs of values c, k; "
            "n(c) is the sum of a row of the table, n that of all rows."
        )
        + " "
        + " ".join(words[metric] for metric in numbers.alphas),
        _("Its interval leaves out one item at a time (jackknife, t with one degree of freedom less than items)."),
        _(
            "Gwet, Fleiss and Cohen: (observed − chance) / (1 − chance). They differ in chance; Gwet's depends on how "
            "many values the scale declares, here {n}: {scale}."
        ).format(n=len(numbers.scale), scale=_scale(numbers)),
    ]


def _scale(numbers: Agreement) -> str:
    return listed([one_line(value, 20) for value in numbers.scale])

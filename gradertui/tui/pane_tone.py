"""The statistics of a tone session as rows: beside the work, at the end, and on a page of their own.

Draws a `summary.tone.Summary`; computes nothing. While blind a difference has no sign and templates go by codes: what
is seen here must not tell the grader which way the ratings lean.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from gradertui.locale import _, ngettext, number
from gradertui.tui.figures import drawn, p_value, rate, wide
from gradertui.tui.lines import Line, column, cut, spread
from gradertui.tui.pane import Shown, chance, wrapped

if TYPE_CHECKING:
    from gradertui.summary.tone import PairSummary, Summary, TemplateSummary


class _Columns(NamedTuple):
    """Cells of the figures of a template before its drawing: as many as the longest needs."""

    sides: int
    p: int
    holm: int

    @property
    def left(self) -> int:
        """All of them, with name and difference."""
        return 7 + wide() + sum(self)


def _columns(rows: Sequence[TemplateSummary]) -> _Columns:
    tested = [row for row in rows if row.p is not None]
    return _Columns(
        max([6, *(len(_sides(row)) for row in rows)]) + 1,
        max([3, *(len(p_value(float(row.p or 1))) for row in tested)]) + 4,
        max([3, *(len(p_value(row.holm)) for row in tested)]) + 1,
    )


def pane(summary: Summary | None, shown: Shown, width: int, most: int | None = None) -> list[Line]:
    """The rows of the pane.

    Args:
        summary: None while nothing was computed yet or the policy hides it.
        shown: what may be shown; letters are the ratings over all cards, which move with every key.
        width: cells.
        most: templates that there is room for; making the rows of a thousand takes 30 ms.
    """
    rows = list(_distribution(shown, width)) if shown.letters else []
    if not shown.contrasts:
        return [*rows, (), ((_("Variants are compared when all is rated."), "dim"),)]
    if summary is not None and summary.pairs:
        rows += [(), *_overall(summary, summary.pairs[0], shown, width)]
    if shown.waiting:
        text = ngettext("rows move after {n} more rating", "rows move after {n} more ratings", shown.waiting)
        rows.append(((text.format(n=shown.waiting), "dim"),))
    if summary is not None and summary.pairs:
        rows += [(), *_templates(summary, summary.pairs[0], shown, width, most)]
    return rows


def _distribution(shown: Shown, width: int) -> Iterator[Line]:
    """How often each rating came up over all cards, and their mean."""
    n = sum(shown.letters.values())
    most = max(shown.letters.values(), default=0)
    mean = sum(int(rating) * times for rating, times in shown.letters.items()) / n if n else None
    told = _("mean {mean}").format(mean=number(mean, 2)) if mean is not None else _("no data")
    yield spread(((_("All cards"), "title"),), ((told, "strong" if n else "dim"),), width)
    room = width - 3 - max(len(str(most)), 5)
    for rating, times in shown.letters.items():
        bar = round(times / most * room) if most else 0
        yield ((f"{rating} ", "strong"), ("━" * bar, "bar"), (f" {times}", "dim"))


def _templates(
    summary: Summary, pair: PairSummary, shown: Shown, width: int, most: int | None = None
) -> Iterator[Line]:
    axis = ("0", "4") if shown.unsigned else ("−4", "+4")
    rows = pair.templates[:most]
    columns = _columns(rows)
    ends = f"{axis[0]}{axis[1].rjust(max(width - columns.left - len(axis[0]), 0))}"
    words = {"holm": _("exact p, Holm"), "min-p": _("exact p, min-P")}[summary.correction]
    yield spread(((_("Templates"), "title"), ("  " + words, "dim")), ((ends, "dim"),), width)
    for row in rows:
        yield _template(row, shown, columns, width)


def _sides(row: TemplateSummary) -> str:
    return f"{row.a.total()}|{row.b.total()}"


def _template(row: TemplateSummary, shown: Shown, columns: _Columns, width: int) -> Line:
    name = column(cut(shown.templates.get(row.template, row.template), 6), 7)
    if shown.unsigned and min(row.a.total(), row.b.total()) < 2:
        # One card against others would tell whose it is, and so would how many are of each variant.
        n = str(row.a.total() + row.b.total()).ljust(columns.sides)
        return ((name, "strong"), (n, ""), (_("too few cards to tell"), "dim"))
    sides = _sides(row).ljust(columns.sides)
    if row.difference is None:
        return ((name, "strong"), (sides, ""), (_("one side is empty"), "dim"))
    d = float(abs(row.difference) if shown.unsigned else row.difference)
    return (
        (name, "strong"),
        (sides, ""),
        (rate(d).rjust(wide() - 1).ljust(wide()), "strong"),
        (f" p {p_value(float(row.p or 1))}".ljust(columns.p), "" if row.reachable else "dim"),
        (p_value(row.holm).ljust(columns.holm), "dim"),
        *drawn(d, d, d, width - columns.left, 0 if shown.unsigned else -4, 4),
    )


def _overall(summary: Summary, pair: PairSummary, shown: Shown, width: int) -> Iterator[Line]:
    mean = pair.mean
    if mean.mean is None:
        yield ((_("no template has ratings on both sides yet"), "dim"),)
        return
    turned = shown.unsigned and mean.mean < 0
    d = float(abs(mean.mean) if shown.unsigned else mean.mean)
    yield (
        (_("All templates") + " ", "title"),
        (rate(d), "strong"),
        (f"  p {p_value(None if pair.p is None else float(pair.p))}", ""),
        ("  " + _("exact sign flip"), "dim"),
    )
    if mean.interval is None:
        yield ((_("no finite interval: too few templates"), "dim"),)
    else:
        low, high = (-mean.interval.high, -mean.interval.low) if turned else mean.interval
        ends = ceil(max(1.0, abs(low), abs(high)))
        yield ((f"{rate(low)} – {rate(high)}".ljust(16), ""), *drawn(low, d, high, width - 16, -ends, ends))
    share = round(100 * summary.false_alarm)
    yield ((chance(summary.family).format(m=summary.family, share=share), "dim"),)
    yield from wrapped(list(_reach(summary, pair, shown)), width)


def _reach(summary: Summary, pair: PairSummary, shown: Shown) -> Iterator[Line]:
    """Which templates could pass at all: known from pooled ratings alone, whoever had which."""
    never = [row.template for row in pair.templates if row.p is not None and not row.reachable]
    if summary.complete and never:
        which = ", ".join(cut(shown.templates.get(name, name), 12) for name in never)
        yield ((_("could never be significant: {which}").format(which=which), "warn"),)
    elif not summary.complete:
        n = sum(row.reachable for row in pair.templates)
        text = ngettext(
            "with the ratings so far {n} of {m} could be significant",
            "with the ratings so far {n} of {m} could be significant",
            n,
        )
        yield ((text.format(n=n, m=summary.family), "dim"),)


def table(summary: Summary) -> list[Line]:
    """How often each rating came up, at the end."""
    rows: list[Line] = [(("".join(str(rating).rjust(6) for rating in range(1, 6)), "dim"), (_("mean").rjust(8), "dim"))]
    counts = "".join(str(summary.ratings[rating]).rjust(6) for rating in range(1, 6))
    mean = number(float(summary.mean), 2) if summary.mean is not None else "–"
    return [*rows, ((counts, ""), (mean.rjust(8), "strong"))]


def everything(summary: Summary, shown: Shown, width: int) -> list[Line]:
    """The page with every number: each planned pair with its templates."""
    rows: list[Line] = list(_distribution(shown, width))
    for pair in summary.pairs:
        heading = f"{cut(shown.names[pair.a], 20)} − {cut(shown.names[pair.b], 20)}"
        rows += [(), ((heading if not shown.unsigned else _("two variants, without sign"), "title"),)]
        rows += [*_templates(summary, pair, shown, width), *_overall(summary, pair, shown, width)]
        for row in pair.templates:
            if row.smallest_p is not None:
                text = _("{template}: the smallest p these ratings could give is {p}")
                name = shown.templates.get(row.template, row.template)
                rows.append(((text.format(template=cut(name, 20), p=p_value(float(row.smallest_p))), "dim"),))
    rows += [(), ((_("The template is the unit; the test over all of them is the planned one."), "dim"),)]
    return rows

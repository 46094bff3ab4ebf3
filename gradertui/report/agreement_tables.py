"""The tables of agreement as pandas frames of text, and each grader's habits in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gradertui.locale import _, mark, ngettext, number
from gradertui.report.figures import count, three, two
from gradertui.report.tables import NAME, framed
from gradertui.summary.agreement import Agreement, crossed
from gradertui.summary.tendency import Stretch, Tendency
from gradertui.text import one_line
from stats.agreement import Metric
from stats.kappa import Kappa

if TYPE_CHECKING:
    from pandas import DataFrame

MET = mark("Pairs of graders on an item, in either order.")
"""What the rows and columns are where more than two graders meet."""
VALUES = 6
"""Values whose shares fit beside each other; of a longer scale the mean alone is told."""


def coefficients(numbers: Agreement) -> DataFrame:
    """Every coefficient, alpha with its interval."""
    rows = [(_alpha(metric), found.value, found.interval) for metric, found in numbers.alphas.items()]
    rows += [(called, kappa.value, None) for called, kappa in _kappas(numbers)]
    shown = [
        [three(None if value is None else float(value)), *(map(three, ends or (None, None)))]
        for _called, value, ends in rows
    ]
    return framed((_("value"), _("low"), _("high")), [called for called, _value, _ends in rows], shown)


def reasons(numbers: Agreement) -> Iterator[tuple[str, str]]:
    """What does not exist, by name, and the code of the reason."""
    yield from ((_alpha(metric), found.reason) for metric, found in numbers.alphas.items() if found.reason)
    yield from ((called, kappa.reason) for called, kappa in _kappas(numbers) if kappa.reason)


def _alpha(metric: Metric) -> str:
    return {
        "nominal": _("Krippendorff's alpha, nominal"),
        "ordinal": _("Krippendorff's alpha, ordinal"),
        "interval": _("Krippendorff's alpha, interval"),
    }[metric]


def _kappas(numbers: Agreement) -> Iterator[tuple[str, Kappa]]:
    words = {"AC1": _("Gwet's AC1"), "AC2": _("Gwet's AC2, quadratic")}
    yield from ((words[name], kappa) for name, kappa in numbers.gwet.items())
    yield _("Fleiss' kappa"), numbers.fleiss
    if numbers.cohen:
        yield _("Cohen's kappa"), numbers.cohen


def confusion(numbers: Agreement) -> DataFrame:
    """Which values met: of two graders by grader, of more over all pairs in either order."""
    rows = numbers.pairs[0].table if len(numbers.pairs) == 1 else crossed(numbers.pairs)
    return _square(numbers, [[str(n) for n in row] for row in rows])


def coincidences(numbers: Agreement) -> DataFrame:
    """The table that alpha is computed from."""
    rows = [[*row, sum(row)] for row in numbers.coincidences]
    return _square(numbers, [[number(float(o), 2) for o in row] for row in rows], "n(c)")


def _square(numbers: Agreement, rows: Sequence[Sequence[str]], *more: str) -> DataFrame:
    heads = [one_line(value, 12) for value in numbers.scale]
    return framed([*heads, *more], heads, rows)


def pairs(numbers: Agreement, most: int) -> DataFrame:
    """Two graders a row."""
    shown = numbers.pairs[:most]
    names = [f"{one_line(pair.a, 14)} · {one_line(pair.b, 14)}" for pair in shown]
    rows = [
        [
            str(pair.same.n),
            count(pair.same.k),
            three(pair.same.estimate),
            *map(three, pair.same.interval or (None, None)),
            three(None if pair.cohen.value is None else float(pair.cohen.value)),
        ]
        for pair in shown
    ]
    return framed(("n", _("same"), "p", _("low"), _("high"), _("kappa")), names, rows)


def tendencies(numbers: Agreement) -> DataFrame:
    """Each grader's mean, or share of each value, beside that of the others."""
    names = [one_line(each.grader, NAME) for each in numbers.tendencies]
    if numbers.tendencies[0].mean is not None or len(numbers.scale) > VALUES:
        means = ("n", _("mean"), _("others"), _("difference"))
        return framed(means, names, map(_means, numbers.tendencies))
    shares = ("n", *(one_line(value, 12) for value in numbers.scale))
    return framed(shares, names, [_shares(each, numbers.scale) for each in numbers.tendencies])


def _means(each: Tendency) -> list[str]:
    apart = None if each.mean is None or each.others_mean is None else each.mean - each.others_mean
    return [str(each.items), two(each.mean), two(each.others_mean), two(apart)]


def _shares(each: Tendency, scale: Sequence[str]) -> list[str]:
    return [str(each.items), *(f"{two(each.own.get(value))} / {two(each.others.get(value))}" for value in scale)]


def habits(numbers: Agreement) -> Iterator[str]:
    """What a table does not show: values never given, drift, agreement with themselves."""
    if numbers.tendencies[0].mean is None and len(numbers.scale) <= VALUES:
        yield _("Share of each label: the grader's / the others'.")
    for each in numbers.tendencies:
        who = one_line(each.grader, NAME)
        for value, n in each.never.items():
            words = ngettext(
                "{who} never gives {value}; others did {n} time on the same items.",
                "{who} never gives {value}; others did {n} times on the same items.",
                n,
            )
            yield words.format(who=who, value=one_line(value, 20), n=n)
        if each.drift:
            yield _drift(who, *each.drift)
        if each.again:
            low, high = map(three, each.again.interval or (None, None))
            words = _("{who} gave the same label again on {k} of {n} hidden repeats [{low}, {high}].")
            yield words.format(who=who, k=count(each.again.k), n=each.again.n, low=low, high=high)


def _drift(who: str, first: Stretch, last: Stretch) -> str:
    words = _("{who}, first and last third ({n} each): {first} → {last}.")
    return words.format(who=who, n=first.labels, first=_stretch(first), last=_stretch(last))


def _stretch(part: Stretch) -> str:
    if part.mean is not None:
        return two(part.mean)
    return " ".join(f"{one_line(value, 12)} {two(share)}" for value, share in part.shares.items())

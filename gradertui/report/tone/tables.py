"""The tables of a tone report, one function per table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from gradertui.locale import _
from gradertui.modes.tone import RATINGS
from gradertui.report.figures import NOTHING, p_short, two
from gradertui.report.parts import Report
from gradertui.report.tables import NAME, called, framed
from gradertui.report.tone import Compared, Numbers
from gradertui.summary.blinding import ArmGuessed
from gradertui.summary.tone import Ratings, TemplateSummary
from gradertui.text import one_line
from stats.bootstrap import Bootstrap

if TYPE_CHECKING:
    from pandas import DataFrame

_SIDE = 12
"""Characters of a variant's name at the head of a column."""


def template(numbers: Numbers, name: str, width: int = NAME) -> str:
    """How a template is called, safe to print."""
    return one_line(numbers.called[name], width) or _("(no name)")


def between(report: Report, compared: Compared, width: int = _SIDE) -> str:
    """Two variants; which is taken from which is not said while they are codes."""
    pair = compared.pair
    sides = called(report, pair.a, width), called(report, pair.b, width)
    return (" − " if report.named else ", ").join(sides)


def ratings(report: Report) -> DataFrame:
    """How often each rating came up: for each variant once variants have names, and over all cards."""
    sides = dict(_sides(report)) if report.named else {}
    sides[_("all cards")] = {int(rating): n for rating, n in report.letters.items()}
    rows = ([*(str(side.get(int(x), 0)) for x in RATINGS), str(sum(side.values()))] for side in sides.values())
    return framed((*RATINGS, "n"), sides, rows)


def _sides(report: Report) -> Iterator[tuple[str, Mapping[int, int]]]:
    for compared in report.numbers.pairs:
        for arm in (compared.pair.a, compared.pair.b):
            of_arm = (sides[arm] for sides in report.numbers.rated.values() if arm in sides)
            total: Ratings = sum(of_arm, Counter())
            yield called(report, arm, NAME), total


def overall(report: Report) -> DataFrame:
    """The planned test over all templates, a row per pair."""
    heads = [_("templates"), _("difference"), _("low"), _("high"), "p", "Holm"]
    rows = map(_overall, report.numbers.pairs)
    frame = framed(heads, (between(report, each) for each in report.numbers.pairs), rows)
    return frame if len(report.numbers.pairs) > 1 else frame.drop(columns="Holm")


def _overall(compared: Compared) -> list[str]:
    pair = compared.pair
    low, high = pair.mean.interval or (None, None)
    n = len(pair.templates) - len(pair.out)
    return [str(n), two(pair.mean.mean), two(low), two(high), p_short(pair.p), p_short(pair.holm)]


def differences(report: Report, compared: Compared) -> DataFrame:
    """Table 3: mean of each variant, difference and bootstrap interval by template, and of all templates."""
    pair, numbers = compared.pair, report.numbers
    heads = [called(report, pair.a, _SIDE), called(report, pair.b, _SIDE), _("difference"), _("low"), _("high")]
    rows = [
        [*map(two, row.means), *_bounded(row.difference, found)]
        for row, found in zip(pair.templates, compared.templates, strict=True)
    ]
    rows.append([*map(two, _means(pair.templates)), *_bounded(pair.mean.mean, compared.mean)])
    names = [*(template(numbers, row.template) for row in pair.templates), _("all templates")]
    frame = framed(heads, names, rows)
    return frame if report.named else frame.iloc[:, 2:]


def _bounded(difference: Fraction | None, found: Bootstrap) -> list[str]:
    low, high = found.interval or (None, None)
    return [two(difference), two(low), two(high)]


def _means(rows: tuple[TemplateSummary, ...]) -> Iterator[Fraction | None]:
    """Mean over templates of each side's mean, of the templates that have both."""
    both = [row for row in rows if row.difference is not None]
    for side in (0, 1):
        means = [row.means[side] or Fraction(0) for row in both]
        yield sum(means, Fraction(0)) / len(means) if means else None


def apart(report: Report, compared: Compared) -> DataFrame:
    """Each grader by themselves: mean of each variant over templates, and their difference."""
    pair = compared.pair
    heads = [called(report, pair.a, _SIDE), called(report, pair.b, _SIDE), _("difference"), _("templates"), _("cards")]
    graders = [each for each in report.numbers.apart if (each.a, each.b) == (pair.a, pair.b)]
    rows = ([*map(two, (*own.means, own.difference)), str(own.templates), str(own.cards)] for *_pair, own in graders)
    return framed(heads, (one_line(each.grader, NAME) for each in graders), rows)


def corrected(report: Report) -> str:
    """By what the tests per template were corrected."""
    return {"holm": "Holm", "min-p": "min-P"}[report.numbers.summary.correction]


def tests(report: Report, compared: Compared) -> DataFrame:
    """Table 4: p by template, before and after correction, and the smallest p that its ratings could give.

    Which templates could pass it is not known before all are rated.
    """
    name = corrected(report)
    heads = ("p", name, _("uncorrected"), _("with {name}").format(name=name), _("smallest p"), _("reachable"))
    at = 1 - report.level
    names = (template(report.numbers, row.template) for row in compared.pair.templates)
    frame = framed(heads, names, (_test(row, at) for row in compared.pair.templates))
    return frame if report.complete else frame.drop(columns=_("reachable"))


def _test(row: TemplateSummary, at: float) -> list[str]:
    decided = [NOTHING if p is None else yes(p <= at) for p in (row.p, row.holm)]
    reach = NOTHING if row.smallest_p is None else yes(row.reachable)
    return [p_short(row.p), p_short(row.holm), *decided, p_short(row.smallest_p), reach]


def yes(fact: bool) -> str:
    """Yes or no."""
    return _("yes") if fact else _("no")


def guesses(report: Report) -> DataFrame:
    """What the cards of each variant were taken for."""
    arms = report.numbers.blinding.arms
    heads = [_("right"), _("wrong"), _("cannot tell"), "Bang", _("low"), _("high")]
    return framed(heads, (called(report, arm.arm, NAME) for arm in arms), map(_guessed, arms))


def _guessed(arm: ArmGuessed) -> list[str]:
    low, high = arm.bang.interval or (None, None)
    return [str(arm.right), str(arm.wrong), str(arm.unsure), two(arm.bang.value), two(low), two(high)]

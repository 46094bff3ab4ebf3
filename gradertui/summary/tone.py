"""All numbers of a tone session for one revision of the ratings.

The template is the unit. Each has an exact permutation test, corrected by Holm over the planned templates; the one
planned test is the exact sign flip over all of them, with the interval that inverts it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import NamedTuple

from gradertui.model import Correction
from gradertui.modes.tone import Cards, tally
from gradertui.summary.sides import Ratings, Sides, Sums, averaged, difference, mean, summed
from stats.min_p import minp_step_down, p_at_most
from stats.multiplicity import chance_of_false_alarm, holm
from stats.permutation import sign_flip
from stats.sign_flip_interval import MeanInterval, sign_flip_interval
from stats.two_sample import smallest_p, two_sample

__all__ = ["PairSummary", "Ratings", "Summary", "TemplateSummary", "summarize"]


class TemplateSummary(NamedTuple):
    """One template: the ratings of both variants, and what they say."""

    template: str
    a: Ratings
    """Of each card; with several graders the sum over them, and none where they rated different cards."""
    b: Ratings
    difference: Fraction | None
    """Mean of the first variant minus mean of the second."""
    p: Fraction | float | None
    holm: float | None
    smallest_p: Fraction | None
    """The smallest p that the pooled ratings could give, whoever had which."""
    reachable: bool
    """Whether the smallest p could pass the correction; known from pooled ratings alone."""
    reason: str | None
    cards: int
    graders: int
    """How many ratings are added up on each card."""
    means: tuple[Fraction | None, Fraction | None]
    """Of both variants, over cards and graders."""


class PairSummary(NamedTuple):
    """One variant against another over all templates."""

    a: str
    b: str
    templates: tuple[TemplateSummary, ...]
    mean: MeanInterval
    p: Fraction | float | None
    holm: float | None
    """Over the planned pairs; None for the only one."""
    out: tuple[str, ...]
    """Templates that have ratings on one side only, or none yet."""
    primary: bool = False
    """The one planned comparison: judged by its own p, outside the family of the others."""


@dataclass(frozen=True, slots=True)
class Summary:
    """Every number of a session in tone mode."""

    level: float
    ratings: Ratings
    """Over all cards: safe to show while blind."""
    mean: Fraction | None
    pairs: tuple[PairSummary, ...]
    """The primary pair first."""
    family: int
    """Planned templates: the tests per template are one Holm family."""
    false_alarm: float
    """Chance of at least one false alarm in a family of that size, uncorrected."""
    done: int
    total: int
    correction: Correction = "holm"
    """How the tests per template were corrected; `TemplateSummary.holm` holds the result of either."""

    @property
    def complete(self) -> bool:
        """Every planned card is rated or left out."""
        return self.done == self.total


def summarize(
    cells: Mapping[Hashable, int],
    *,
    pairs: Sequence[tuple[str, str]],
    templates: Sequence[str],
    level: float = 0.95,
    primary: tuple[str, ...] = (),
    correction: Correction = "holm",
    graders: int = 1,
    apart: Sequence[Mapping[Hashable, int]] = (),
    done: int = 0,
    total: int = 0,
) -> Summary:
    """Compute every number from counts.

    Args:
        cells: what each template shows.
        pairs: planned comparisons, the primary one first.
        templates: the planned ones, in the order of the rows.
        level: confidence of the intervals; 1 - level is the level of the tests.
        primary: the pair that is tested by itself, outside the family of the others.
        correction: of the tests per template.
        graders: whose ratings are added up on each card of `cells`.
        apart: what each template shows to each grader, where their differences are averaged; then a card of `cells`
            has the sum of those who rated it.
        done: cards rated or left out.
        total: cards planned.
    """
    counts, own = _tallied(cells), [_tallied(each) for each in apart]
    ratings: Ratings = sum((side for sides in counts.values() for side in sides.values()), Counter())

    def sides(name: str, a: str, b: str) -> Sides:
        these = counts.get(name, {})
        return averaged(these, [each.get(name, {}) for each in own], a, b) if own else summed(these, a, b, graders)

    rows = [(a, b, [(name, sides(name, a, b)) for name in templates]) for a, b in pairs]
    found = _judged([_pair(a, b, these, level, correction) for a, b, these in rows], primary)
    m = len(templates)
    chance = chance_of_false_alarm(m, level) if m else 0.0
    return Summary(level, ratings, mean(ratings, graders), tuple(found), m, chance, done, total, correction)


def _tallied(cells: Mapping[Hashable, int]) -> Sums:
    return tally(cell for cell in cells if isinstance(cell, Cards))


def _judged(pairs: Sequence[PairSummary], primary: tuple[str, ...]) -> list[PairSummary]:
    """The primary pair first, by itself; several others corrected among themselves."""
    first = [pair._replace(primary=True) for pair in pairs if (pair.a, pair.b) == primary]
    others = [pair for pair in pairs if (pair.a, pair.b) != primary]
    if len(others) + len(first) > 1:
        adjusted = holm([pair.p for pair in others], len(others))
        others = [pair._replace(holm=p) for pair, p in zip(others, adjusted, strict=True)]
    return [*first, *others]


def _pair(a: str, b: str, templates: Sequence[tuple[str, Sides]], level: float, correction: Correction) -> PairSummary:
    rows = [_template(name, sides, len(templates), level) for name, sides in templates]
    rows = _by_min_p(rows, level) if correction == "min-p" else _by_holm(rows)
    differences = [row.difference for row in rows if row.difference is not None]
    return PairSummary(
        a,
        b,
        tuple(rows),
        sign_flip_interval(differences, level),
        sign_flip(differences) if differences else None,
        None,
        tuple(row.template for row in rows if row.difference is None),
    )


def _by_holm(rows: Sequence[TemplateSummary]) -> list[TemplateSummary]:
    adjusted = holm([row.p for row in rows], len(rows)) if rows else ()
    return [row._replace(holm=p) for row, p in zip(rows, adjusted, strict=True)]


def _by_min_p(rows: Sequence[TemplateSummary], level: float) -> list[TemplateSummary]:
    """Correct by what each template could have given at all; its cost grows with the square of the templates."""
    adjusted = minp_step_down([(row.a, row.b) for row in rows])
    return [row._replace(holm=p, reachable=_reachable(row, rows, level)) for row, p in zip(rows, adjusted, strict=True)]


def _reachable(row: TemplateSummary, rows: Sequence[TemplateSummary], level: float) -> bool:
    """Whether the smallest of all p could be as small as this template's smallest by chance alone too often."""
    least = row.smallest_p
    if least is None:
        return False
    none = prod(1 - float(p_at_most(least, each.a, each.b) if each.p is not None else least) for each in rows)
    return max(float(least), 1 - none) <= 1 - level


def _template(name: str, sides: Sides, family: int, level: float) -> TemplateSummary:
    test = two_sample(sides.a, sides.b)
    least = smallest_p(sides.a + sides.b, test.n_a) if test.p is not None else None
    reachable = least is not None and least * family <= 1 - Fraction(str(level))
    return TemplateSummary(
        name,
        sides.a,
        sides.b,
        difference(sides.means),
        test.p,
        None,
        least,
        reachable,
        sides.reason or test.reason,
        sides.cards,
        sides.graders,
        sides.means,
    )

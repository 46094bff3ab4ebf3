"""What one template shows of two variants, whoever rated it: the sums that are tested, the means that are shown.

Several graders' ratings of a card are added up, so that the card stays the unit and the numbers whole; where they
rated different cards there is no sum that could be relabelled, and their differences are averaged instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

Ratings = Counter[int]
Sums = Mapping[str, Mapping[str, Ratings]]
"""Template to variant to how often each rating, or sum of ratings, came up."""
DIFFERENT_CARDS = "graders rated different cards"
"""The reason why there is no test of a template."""


class Sides(NamedTuple):
    """Both variants of a template."""

    a: Ratings
    """Ratings, or sums over graders, of the first variant's cards; empty where graders rated different cards."""
    b: Ratings
    cards: int
    graders: int
    """How many ratings are added up on each card."""
    means: tuple[Fraction | None, Fraction | None]
    """Over cards and graders, in points of the scale."""
    reason: str | None = None
    """Why nothing can be tested, though there are ratings."""


class Own(NamedTuple):
    """What one grader's own ratings show of two variants: shown, not tested."""

    difference: Fraction | None
    """Mean over templates; None before a template has ratings on both sides."""
    means: tuple[Fraction | None, Fraction | None]
    templates: int
    cards: int


def mean(ratings: Ratings, graders: int = 1) -> Fraction | None:
    """Of all cards of a side, of which each has the sum over so many graders."""
    n = ratings.total() * graders
    return Fraction(sum(value * times for value, times in ratings.items()), n) if n else None


def summed(sides: Mapping[str, Ratings], a: str, b: str, graders: int) -> Sides:
    """Of cards that so many graders rated, each with the sum of their ratings."""
    of_a, of_b = sides.get(a, Counter()), sides.get(b, Counter())
    return Sides(of_a, of_b, of_a.total() + of_b.total(), graders, (mean(of_a, graders), mean(of_b, graders)))


def averaged(sides: Mapping[str, Ratings], own: Iterable[Mapping[str, Ratings]], a: str, b: str) -> Sides:
    """The differences of several graders averaged.

    Args:
        sides: of each card that anybody rated the sum of the ratings it got.
        own: each grader's ratings.
        a: the first variant.
        b: the other.
    """
    rated = [each for each in (_pair(each, a, b) for each in own) if any(each)]
    of_a, of_b = _pair(sides, a, b)
    cards = of_a.total(), of_b.total()
    if all((x.total(), y.total()) == cards for x, y in rated):
        return summed(sides, a, b, max(len(rated), 1))
    both = [(mean(x), mean(y)) for x, y in rated if x and y]
    return Sides(Counter(), Counter(), sum(cards), 1, _means(both), DIFFERENT_CARDS if both else None)


def own(sums: Sums, a: str, b: str) -> Own:
    """One grader's mean difference over the templates of which they rated both sides."""
    rated = [_pair(sides, a, b) for sides in sums.values()]
    both = [(mean(x), mean(y)) for x, y in rated if x and y]
    means = _means(both)
    cards = sum(x.total() + y.total() for x, y in rated if x and y)
    return Own(difference(means), means, len(both), cards)


def difference(means: tuple[Fraction | None, Fraction | None]) -> Fraction | None:
    """Of two means, where there are both."""
    a, b = means
    return None if a is None or b is None else a - b


def _pair(sides: Mapping[str, Ratings], a: str, b: str) -> tuple[Ratings, Ratings]:
    return sides.get(a, Counter()), sides.get(b, Counter())


def _means(both: Sequence[tuple[Fraction | None, Fraction | None]]) -> tuple[Fraction | None, Fraction | None]:
    """Mean of each side over graders or templates."""
    if not both:
        return None, None
    a, b = (sum((each[side] or Fraction(0) for each in both), Fraction(0)) / len(both) for side in (0, 1))
    return a, b

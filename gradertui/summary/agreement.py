"""Agreement between graders: every number of it, from who gave which value to which item.

The item is the unit: it weighs one, however many graders it had. Settled labels are nobody's and never come in. What
each grader inclines to is `tendency.py`; where the labels come from, and what may be told of them, is the report's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Literal, NamedTuple

from gradertui.summary.labels import Labels, Ways, numbers, ways
from gradertui.summary.tendency import Tendency, tendencies
from stats.agreement import Alpha, Metric, alpha, coincidences, observed, same_pairs
from stats.kappa import Kappa, cohen, fleiss, gwet
from stats.proportion import Proportion, proportion

Units = Counter[tuple[int, ...]]
"""How often each value was given to an item, to how many items look so."""
DOMINANT = Fraction(4, 5)
"""Share of all values from which on one dominates."""
HIGH = Fraction(4, 5)
"""Observed agreement from which on it looks good."""
LOW = Fraction(2, 3)
"""Alpha below which Krippendorff (2004) draws no conclusion."""
GOOD = Fraction(4, 5)
"""Alpha from which on he relies on the labels."""
ONE_GRADER = "one grader"
"""The reason why there is no agreement."""


class PairAgreement(NamedTuple):
    """Two graders on the items that both labelled."""

    a: str
    b: str
    same: Proportion
    cohen: Kappa
    table: tuple[tuple[int, ...], ...]
    """On how many items the first gave the value of the row and the second that of the column."""


class ClusterAgreement(NamedTuple):
    """A question or template: on so many of its items graders say the same."""

    cluster: str
    same: Fraction
    items: int


class Differing(NamedTuple):
    """An item on which graders differ."""

    item: str
    cluster: str
    values: Mapping[str, str]
    """Grader to value."""
    apart: Fraction
    """Mean distance of its pairs of values: 1 where they differ, squared steps on a scale with an order."""


class Prevalence(NamedTuple):
    """One value is so frequent that chance alone agrees often: alpha is low although nearly all labels are the same."""

    value: str
    share: Fraction


@dataclass(frozen=True, slots=True)
class Agreement:
    """Every number of agreement."""

    graders: tuple[str, ...]
    scale: tuple[str, ...]
    level: float
    items: int
    """Labelled by anybody."""
    same: Proportion
    """Of the items with at least two labels: the sum of the shares of their pairs of graders who say the same."""
    several: bool
    """Whether some item has three labels or more, so that it may count a part."""
    alphas: Mapping[Metric, Alpha]
    """The first is the one that counts."""
    gwet: Mapping[Literal["AC1", "AC2"], Kappa]
    fleiss: Kappa
    cohen: Kappa | None
    """With two graders who both labelled everything."""
    coincidences: tuple[tuple[Fraction, ...], ...]
    pairs: tuple[PairAgreement, ...]
    clusters: tuple[ClusterAgreement, ...]
    """Where graders agree least, first; none where every cluster is one item."""
    differing: tuple[Differing, ...]
    """The hardest first."""
    tendencies: tuple[Tendency, ...]
    prevalence: Prevalence | None
    reason: str | None
    """Why there is no alpha."""

    @property
    def main(self) -> Alpha:
        """The alpha that counts."""
        return next(iter(self.alphas.values()))


def agree(labels: Labels, level: float = 0.95) -> Agreement:
    """Compute every number.

    Args:
        labels: of graders who did not see each other's.
        level: confidence of the intervals.
    """
    counted = ways(labels)
    graders = tuple(sorted({grader for said in counted for grader, _value in said}))
    units = _units(counted, labels.scale)
    k, n = observed(units)
    alphas = {metric: alpha(units, metric, level, values=numbers(labels.scale)) for metric in labels.metrics}
    pairs = tuple(_pairs(counted, labels.scale, graders, level))
    main = alphas[labels.metrics[0]]
    return Agreement(
        graders=graders,
        scale=labels.scale,
        level=level,
        items=units.total(),
        same=proportion(k, n, level),
        several=any(sum(unit) > 2 for unit in units),
        alphas=alphas,
        gwet=_gwet(labels, units),
        fleiss=fleiss(units),
        cohen=pairs[0].cohen if len(graders) == 2 and pairs[0].same.n == units.total() else None,
        coincidences=tuple(map(tuple, coincidences(units))),
        pairs=pairs,
        clusters=tuple(_clusters(labels)),
        differing=tuple(_differing(labels)),
        tendencies=tendencies(labels, numbers(labels.scale), level) if len(graders) > 1 else (),
        prevalence=_prevalence(labels, units, k, n, main),
        reason=None if main.value is not None else ONE_GRADER if len(graders) == 1 else main.reason,
    )


def crossed(pairs: Sequence[PairAgreement]) -> list[list[int]]:
    """How often each two values met on an item over all pairs of graders, in either order: a symmetric table."""
    tables = [pair.table for pair in pairs]
    every = range(len(tables[0]))
    return [[sum(t[c][k] + (t[k][c] if c != k else 0) for t in tables) for k in every] for c in every]


def _units(counted: Ways, scale: Sequence[str]) -> Units:
    found = Units()
    for said, times in counted.items():
        values = [value for _grader, value in said]
        found[tuple(map(values.count, scale))] += times
    return found


def _gwet(labels: Labels, units: Units) -> dict[Literal["AC1", "AC2"], Kappa]:
    found: dict[Literal["AC1", "AC2"], Kappa] = {}
    if labels.metrics[0] == "nominal":
        found["AC1"] = gwet(units)
    if "interval" in labels.metrics:
        found["AC2"] = gwet(units, numbers(labels.scale))
    return found


def _pairs(counted: Ways, scale: Sequence[str], graders: Sequence[str], level: float) -> Iterator[PairAgreement]:
    met = {pair: Counter[tuple[str, str]]() for pair in combinations(graders, 2)}
    for said, times in counted.items():
        for (a, one), (b, other) in combinations(sorted(said), 2):
            met[a, b][one, other] += times
    for (a, b), values in met.items():
        table = tuple(tuple(values[c, k] for k in scale) for c in scale)
        same = sum(n for (c, k), n in values.items() if c == k)
        yield PairAgreement(a, b, proportion(same, values.total(), level), cohen(table), table)


def _clusters(labels: Labels) -> list[ClusterAgreement]:
    share = cache(lambda values: same_pairs([*Counter(values).values()]))
    shares: dict[str, list[Fraction]] = {}
    for item, said in labels.items.items():
        if len(said) > 1 and item in labels.clusters:
            shares.setdefault(labels.clusters[item], []).append(share(tuple(said.values())))
    if all(len(each) == 1 for each in shares.values()):
        return []
    found = [ClusterAgreement(cluster, sum(each, Fraction(0)), len(each)) for cluster, each in shares.items()]
    place = _places(each.same / each.items for each in found)
    return sorted(found, key=lambda each: (place[each.same / each.items], each.cluster))


def _differing(labels: Labels) -> list[Differing]:
    far = cache(lambda values: _apart(labels, values))
    found = [
        Differing(item, labels.clusters.get(item, ""), said, far(tuple(said.values())))
        for item, said in labels.items.items()
        if len(set(said.values())) > 1
    ]
    place = _places({each.apart for each in found})
    return sorted(found, key=lambda each: (-place[each.apart], each.cluster, sorted(each.values.items()), each.item))


def _places(shares: Iterable[Fraction]) -> dict[Fraction, int]:
    """The place of each share among the distinct ones: whole numbers are sorted twenty times as fast as rationals."""
    return {share: at for at, share in enumerate(sorted(set(shares)))}


def _apart(labels: Labels, values: Sequence[str]) -> Fraction:
    """The mean distance of the pairs of values."""
    steps, place = labels.metrics[0] != "nominal", labels.scale.index
    pairs = list(combinations(values, 2))
    return Fraction(sum((place(a) - place(b)) ** 2 if steps else a != b for a, b in pairs), len(pairs))


def _prevalence(labels: Labels, units: Units, k: Fraction, n: int, main: Alpha) -> Prevalence | None:
    """The trap, where it bites."""
    if main.value is None or main.value >= LOW or k < HIGH * n:
        return None
    several = ([r * times for r in unit] for unit, times in units.items() if sum(unit) > 1)
    totals = [sum(column) for column in zip(*several, strict=True)]
    share = Fraction(max(totals), sum(totals))
    return Prevalence(labels.scale[totals.index(max(totals))], share) if share >= DOMINANT else None

"""One arm over its cases, and two arms on the cases they share or as if they shared none: numbers, and no verdict.

A case is a question: however often it was drawn it counts once, with the share of its draws that passed. From the first
arm to the second a case broke if it passes less often, and was fixed if it passes more often; differences are second
minus first. The paired test is `pairing.py`'s.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from gradertui.modes.grade import Share
from gradertui.summary.pairing import differences_of, measured
from stats.independent import wald_independent
from stats.interval import Interval
from stats.paired import ZTest, independent_z
from stats.paired_interval import wald_difference
from stats.proportion import Proportion, proportion
from stats.sign_flip_interval import sign_flip_interval

Ways = tuple[tuple[bool, ...], tuple[bool, ...]]
"""Whether each draw of a case passed under one arm, and under another: few ways, however many cases there are."""

Draws = Mapping[str, Mapping[str, Sequence[bool]]]
"""Case to arm to whether each draw passed; an arm without draws is not there."""


class Arm(NamedTuple):
    """One arm over all of its cases."""

    arm: str
    cases: int
    draws: int
    rate: Proportion
    """Of passing; a case weighs one."""
    consistency: Proportion | None
    """Of the cases with several draws, those whose draws all say the same; None without any."""


class Paired(NamedTuple):
    """Two arms on the cases that both have."""

    n: int
    both: int
    """Cases that pass under both, in every draw."""
    broke: tuple[str, ...]
    fixed: tuple[str, ...]
    neither: int
    alike: int
    """Cases that pass as often under both, neither always nor never."""
    delta: Fraction | None
    p: float | None
    replicated: bool
    tango: Interval | None
    wald: Interval | None
    """Both None with replicates and without cases."""
    flipped: Interval | None
    """With replicates: the sign-flip test inverted, or the t interval above 20 cases."""
    critical: tuple[str, ...]
    """Cases that broke and are marked critical."""
    step: Fraction
    """The smallest difference that one case can show."""

    @property
    def interval(self) -> Interval | None:
        """The one to rely on."""
        return self.flipped if self.replicated else self.tango


class Apart(NamedTuple):
    """Two arms as if they had answered different cases."""

    k: tuple[Share, Share]
    n: tuple[int, int]
    delta: Fraction | None
    test: ZTest | None
    interval: Interval | None

    @property
    def p(self) -> float | None:
        """None where there is no error to divide by."""
        return self.test.p if self.test else None


def arm_of(draws: Draws, arm: str, level: float) -> Arm:
    """Count an arm's cases.

    Args:
        draws: of all arms.
        arm: which.
        level: of the intervals.
    """
    own = Counter(tuple(of[arm]) for of in draws.values() if of.get(arm))
    several = sum(times for each, times in own.items() if len(each) > 1)
    same = sum(times for each, times in own.items() if len(each) > 1 and len(set(each)) == 1)
    drawn = sum(len(each) * times for each, times in own.items())
    rate = proportion(_sum(own), own.total(), level)
    return Arm(arm, own.total(), drawn, rate, proportion(same, several, level) if several else None)


def paired(draws: Draws, a: str, b: str, level: float, critical: Collection[str] = ()) -> Paired:
    """Compare two arms on the cases that both have.

    Args:
        draws: of all arms.
        a: the first arm.
        b: the second.
        level: of the intervals.
        critical: cases that may not break.
    """
    cases = {case: (tuple(of[a]), tuple(of[b])) for case, of in draws.items() if of.get(a) and of.get(b)}
    ways = Counter(cases.values())
    shares = {way: (_share(way[0]), _share(way[1])) for way in ways}
    table = Counter[tuple[Share, Share]]()
    for way, times in ways.items():
        table[shares[way]] += times
    found = measured(table, level)
    down, up = ({way for way, (x, y) in shares.items() if sign * (y - x) > 0} for sign in (-1, 1))
    broke, fixed = (tuple(sorted(case for case, way in cases.items() if way in step)) for step in (down, up))
    both, neither = table[1, 1], table[0, 0]
    alike = found.n - both - neither - len(broke) - len(fixed)
    closed = found.n and not found.replicated
    return Paired(
        found.n,
        both,
        broke,
        fixed,
        neither,
        alike,
        found.difference,
        found.p,
        found.replicated,
        found.tango,
        wald_difference(len(broke), len(fixed), found.n, level) if closed else None,
        sign_flip_interval(differences_of(table), level).interval if found.replicated else None,
        tuple(case for case in broke if case in critical),
        min((Fraction(1, lcm(*map(len, way))) for way in ways), default=Fraction(1)),
    )


def apart(draws: Draws, a: str, b: str, level: float, *, common: bool) -> Apart:
    """Compare two arms as if they had answered different cases.

    Args:
        draws: of all arms.
        a: the first arm.
        b: the second.
        level: of the interval.
        common: only the cases that both have.
    """
    ways = {way: times for way, times in _ways(draws, a, b).items() if all(way) or not common}
    of_a, of_b = Counter[tuple[bool, ...]](), Counter[tuple[bool, ...]]()
    for (one, other), times in ways.items():
        of_a[one] += times if one else 0
        of_b[other] += times if other else 0
    k_a, k_b, n_a, n_b = _sum(of_a), _sum(of_b), of_a.total(), of_b.total()
    delta = Fraction(k_b) / n_b - Fraction(k_a) / n_a if n_a and n_b else None
    test, interval = independent_z(k_a, n_a, k_b, n_b), wald_independent(k_a, n_a, k_b, n_b, level)
    return Apart((k_a, k_b), (n_a, n_b), delta, test, interval)


def alone(draws: Draws, a: str, b: str) -> tuple[int, int]:
    """How many cases only the first arm has, and only the second."""
    ways = _ways(draws, a, b).items()
    only_a = sum(times for (one, other), times in ways if one and not other)
    only_b = sum(times for (one, other), times in ways if other and not one)
    return only_a, only_b


def _ways(draws: Draws, a: str, b: str) -> Counter[Ways]:
    """How many cases show which draws under both arms."""
    return Counter((tuple(of.get(a, ())), tuple(of.get(b, ()))) for of in draws.values())


def _sum(counted: Mapping[tuple[bool, ...], int]) -> Share:
    """The shares of so many cases, added up."""
    return sum((_share(draws) * times for draws, times in counted.items() if times), 0)


def _share(draws: Sequence[bool]) -> Share:
    return int(draws[0]) if len(draws) == 1 else Fraction(sum(draws), len(draws))

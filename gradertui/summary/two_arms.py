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
from gradertui.summary.pairing import measured
from stats.independent import wald_independent
from stats.interval import Interval
from stats.paired import ZTest, independent_z
from stats.paired_interval import wald_difference
from stats.proportion import Proportion, proportion
from stats.sign_flip_interval import sign_flip_interval

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
    own = [of[arm] for of in draws.values() if of.get(arm)]
    several = [each for each in own if len(each) > 1]
    same = sum(len(set(each)) == 1 for each in several)
    rate = proportion(sum(map(_share, own), 0), len(own), level)
    return Arm(arm, len(own), sum(map(len, own)), rate, proportion(same, len(several), level) if several else None)


def paired(draws: Draws, a: str, b: str, level: float, critical: Collection[str] = ()) -> Paired:
    """Compare two arms on the cases that both have.

    Args:
        draws: of all arms.
        a: the first arm.
        b: the second.
        level: of the intervals.
        critical: cases that may not break.
    """
    shares = {case: (_share(of[a]), _share(of[b])) for case, of in draws.items() if of.get(a) and of.get(b)}
    table = Counter(shares.values())
    found = measured(table, level)
    broke = tuple(sorted(case for case, (x, y) in shares.items() if y < x))
    fixed = tuple(sorted(case for case, (x, y) in shares.items() if y > x))
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
        sign_flip_interval([y - x for x, y in shares.values()], level).interval if found.replicated else None,
        tuple(case for case in broke if case in critical),
        min((Fraction(1, lcm(len(draws[case][a]), len(draws[case][b]))) for case in shares), default=Fraction(1)),
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
    of_a, of_b = (
        [_share(of[arm]) for of in draws.values() if of.get(arm) and (not common or (of.get(a) and of.get(b)))]
        for arm in (a, b)
    )
    k_a, k_b, n_a, n_b = sum(of_a, 0), sum(of_b, 0), len(of_a), len(of_b)
    delta = Fraction(k_b) / n_b - Fraction(k_a) / n_a if n_a and n_b else None
    test, interval = independent_z(k_a, n_a, k_b, n_b), wald_independent(k_a, n_a, k_b, n_b, level)
    return Apart((k_a, k_b), (n_a, n_b), delta, test, interval)


def alone(draws: Draws, a: str, b: str) -> tuple[int, int]:
    """How many cases only the first arm has, and only the second."""
    only_a = sum(bool(of.get(a)) and not of.get(b) for of in draws.values())
    only_b = sum(bool(of.get(b)) and not of.get(a) for of in draws.values())
    return only_a, only_b


def _share(draws: Sequence[bool]) -> Share:
    return int(draws[0]) if len(draws) == 1 else Fraction(sum(draws), len(draws))

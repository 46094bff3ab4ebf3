"""All numbers of a comparison of systems on cases that passed or failed, and what may be declared of each pair.

The numbers of two arms are `two_arms.py`'s; here they become families of tests and facts for the table of decisions,
which is `stats.decision`. What is a pass, and which pairs are planned, is known to whoever asks.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from gradertui.summary.claims import Claim
from gradertui.summary.two_arms import Apart, Arm, Draws, Paired, alone, apart, arm_of, paired
from stats.decision import Decision, Facts, HeldOut, decide
from stats.design import gain_of_replicates
from stats.multiplicity import bonferroni, chance_of_false_alarm, holm

GAINS = (3, 5, 10)
"""Replicates whose gain is told."""


class Pair(NamedTuple):
    """Everything about one pair."""

    a: str
    b: str
    only: tuple[int, int]
    """Cases that only the one arm has."""
    paired: Paired | None
    """None for different cases."""
    apart: Apart
    held_out: Paired | None
    """On the cases that were held out, once they may be seen."""
    primary: bool
    family: int
    """How many variants or planned pairs the p is corrected for."""
    corrected: float | None
    chosen: bool | None
    decision: Decision

    @property
    def p(self) -> float | None:
        """Of the test that belongs to it."""
        return self.paired.p if self.paired else self.apart.p

    @property
    def delta(self) -> Fraction | None:
        """Second minus first."""
        return self.paired.delta if self.paired else self.apart.delta

    @property
    def judged(self) -> float | None:
        """The p that decides: corrected where there is a family."""
        return self.corrected if self.family > 1 else self.p


@dataclass(frozen=True, slots=True)
class Asked:
    """What was decided about a comparison, in a plan or on the command line."""

    level: float = 0.95
    least: float | None = None
    """The smallest difference that matters."""
    variants: int | None = None
    """How many were tried."""
    chosen: bool | None = None
    """Whether the second arm was chosen by looking at these cases."""
    unpaired: bool = False
    primary: tuple[str, ...] = ()
    """The pair that is tested by itself."""
    declared: frozenset[tuple[str, str]] = frozenset()
    """Pairs that a frozen plan names: nobody chose them by looking."""
    told: bool = True
    """Whether it may be said which cases broke."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """All numbers."""

    asked: Asked
    arms: tuple[Arm, ...]
    pairs: tuple[Pair, ...]
    claims: tuple[Claim, ...]
    family: int
    """Pairs that Holm corrects together, or the variants that were tried where those are more."""
    threshold: float
    """Bonferroni's, for each of the family."""
    false_alarm: float
    gains: Mapping[int, float]
    """Replicates to the factor on the noise within a case."""


def compare(
    draws: Draws,
    arms: Sequence[str],
    pairs: Sequence[tuple[str, str]],
    asked: Asked,
    *,
    critical: Collection[str] = (),
    held_out: Draws | None = None,
    claims: Sequence[Claim] = (),
) -> Comparison:
    """Compute every number.

    Args:
        draws: of the cases on which is decided; what is held out is not among them.
        arms: in the order of the rows.
        pairs: from the first to the second.
        asked: what was decided.
        critical: cases that may not break.
        held_out: the cases that were held out, once they may be seen.
        claims: rates that were reported.
    """
    measured = [_measured(draws, pair, asked, critical, held_out) for pair in pairs]
    family = max(asked.variants or 1, sum(not pair.primary for pair in measured))
    corrected = _corrected(measured, asked, family)
    possible = {claim.arm: claim.possible for claim in claims}
    return Comparison(
        asked,
        tuple(arm_of(draws, arm, asked.level) for arm in arms),
        tuple(pair._replace(decision=decide(_facts(pair, asked, possible))) for pair in corrected),
        tuple(claims),
        family,
        bonferroni(family, asked.level),
        chance_of_false_alarm(family, asked.level),
        {k: gain_of_replicates(k) for k in GAINS},
    )


def _measured(
    draws: Draws, pair: tuple[str, str], asked: Asked, critical: Collection[str], held_out: Draws | None
) -> Pair:
    """The numbers of a pair, before anything is corrected or decided."""
    found = None if asked.unpaired else paired(draws, *pair, asked.level, critical)
    found = found if found and found.n else None
    seen = paired(held_out, *pair, asked.level, critical) if found and held_out is not None else None
    return Pair(
        *pair,
        alone(draws, *pair),
        found,
        apart(draws, *pair, asked.level, common=found is not None),
        seen if seen and seen.n else None,
        pair == asked.primary,
        1,
        None,
        False if asked.chosen is None and pair in asked.declared else asked.chosen,
        Decision(()),
    )


def _corrected(pairs: Sequence[Pair], asked: Asked, family: int) -> list[Pair]:
    """Each with the p corrected in its family; the primary pair is corrected for variants alone."""
    adjusted = iter(holm([pair.p for pair in pairs if not pair.primary], family))
    tried = asked.variants or 1
    return [
        pair._replace(family=tried, corrected=None if pair.p is None else min(1.0, tried * pair.p))
        if pair.primary
        else pair._replace(family=family, corrected=next(adjusted))
        for pair in pairs
    ]


def _facts(pair: Pair, asked: Asked, possible: Mapping[str, bool]) -> Facts:
    found, wide = pair.paired, pair.apart.interval
    known = asked.variants is not None or pair.family > 1 or (pair.a, pair.b) in asked.declared or pair.primary
    return Facts(
        found.n if found else min(pair.apart.n),
        pair.delta,
        pair.p,
        found is not None,
        asked.level,
        found.step if found else 1,
        (wide.high - wide.low) / 2 if wide else None,
        asked.least,
        all(possible.get(arm, True) for arm in (pair.a, pair.b)),
        len(found.critical) if found and asked.told else None,
        pair.family if known else None,
        pair.corrected,
        pair.chosen,
        _confirmed(pair, asked.level),
    )


def _confirmed(pair: Pair, level: float) -> HeldOut | None:
    """Whether what was held out says the same: in the same direction, below the level, with nothing critical broken."""
    seen = pair.held_out
    if seen is None or seen.p is None or not seen.delta or not pair.delta:
        return None if seen is None else "not confirmed"
    same = (seen.delta > 0) == (pair.delta > 0) and seen.p < 1 - Fraction(str(level))
    return "confirmed" if same and not seen.critical else "not confirmed"

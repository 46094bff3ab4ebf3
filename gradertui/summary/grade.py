"""All numbers of a grade session for one revision of the labels. The question is the unit."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gradertui.modes.grade import LETTERS, ArmTally, Cell, Outcome, Share, outcome, tally
from gradertui.summary.pairing import measured
from stats.interval import Interval
from stats.multiplicity import chance_of_false_alarm, holm
from stats.paired import can_conclude, mcnemar, smallest_p
from stats.proportion import Proportion, proportion

_LETTER = {"correct": "R", "incorrect": "X", "abstained": "N"}
"""The letter that stands for an outcome where it is not known which questions are answerable."""
_OUTCOMES: tuple[Outcome, ...] = ("correct", "incorrect", "abstained")


__all__ = ["ArmSummary", "PairSummary", "Proportion", "Summary", "cases", "summarize"]


class ArmSummary(NamedTuple):
    """What one arm did. Counts are sums of shares: a question weighs one, however often it was drawn."""

    arm: str
    questions: int
    answers: int
    letters: Mapping[str, Share]
    outcomes: Mapping[Outcome, Share]
    invented: Share
    """Incorrect where the sources hold no answer."""
    rate: Proportion
    """Of the event (or the letter, where nothing is known to be answerable)."""
    abstention: Proportion
    answerable: Proportion
    """The rate on the questions the sources answer."""
    unanswerable: Proportion
    replicated: bool


class PairSummary(NamedTuple):
    """One arm against another on the questions both have labels for, from the first to the second."""

    a: str
    b: str
    event: str
    questions: int
    broke: int
    """Questions on which the second has more of the event than the first."""
    fixed: int
    p: float | None
    holm: float | None
    difference: float | None
    interval: Interval | None
    """Tango's, of the difference second minus first; None with replicates or without questions."""
    smallest_p: float
    """The smallest p that this many discordant questions could give."""
    reach: str
    """"now", "later" (no outcome so far could conclude) or "never" (no outcome to come could)."""
    replicated: bool
    primary: bool = False
    """The one planned comparison: judged by its own p, outside the family."""

    @property
    def judged(self) -> float | None:
        """The p that decides: corrected, unless this is the primary pair."""
        return self.p if self.primary else self.holm


@dataclass(frozen=True, slots=True)
class Summary:
    """Every number of a session in grade mode."""

    event: str
    """An outcome, or a letter where it is not known which questions are answerable."""
    known: bool
    """Whether outcomes exist: at least one question is known to be answerable or not."""
    level: float
    arms: tuple[ArmSummary, ...]
    pairs: tuple[PairSummary, ...]
    """Planned pairs on the event; all but the primary one are a Holm family."""
    beside: tuple[PairSummary, ...]
    """The same pairs on the other event, outside the family."""
    family: int
    false_alarm: float
    """Chance of at least one false alarm in a family of that size, uncorrected."""
    done: int
    total: int

    @property
    def complete(self) -> bool:
        """Every planned task is labelled or left out."""
        return self.done == self.total


def summarize(
    cells: Mapping[Hashable, int],
    *,
    arms: Sequence[str],
    pairs: Sequence[tuple[str, str]],
    event: str = "incorrect",
    level: float = 0.95,
    primary: tuple[str, ...] = (),
    done: int = 0,
    total: int = 0,
    questions: int = 0,
) -> Summary:
    """Compute every number from counts.

    Args:
        cells: how many questions show which labels.
        arms: what is compared, in the order of the rows.
        pairs: planned comparisons, from the first to the second.
        event: what is compared: "incorrect", "correct" or "abstained".
        level: confidence of the intervals; 1 - level is the level of the tests.
        primary: the pair that is tested by itself, outside the family.
        done: tasks labelled or left out.
        total: tasks planned.
        questions: questions planned.
    """
    seen: dict[Cell, int] = {cell: n for cell, n in cells.items() if isinstance(cell, Cell)}
    known = not seen or any(cell.answerable is not None for cell in seen)
    main = event if known else _LETTER[event]
    other = ("correct" if event == "incorrect" else "incorrect") if known else ("N" if main != "N" else "X")
    sums = tally(seen, pairs, (main, other))
    compared = {e: [_pair(a, b, e, sums.pairs[a, b, e], questions, level) for a, b in pairs] for e in (main, other)}
    judged = _judged(compared[main], primary)
    family = sum(not pair.primary for pair in judged)
    return Summary(
        main,
        known,
        level,
        tuple(_arm(arm, sums.arms, main, known, level) for arm in arms),
        judged,
        tuple(compared[other]),
        family,
        chance_of_false_alarm(family, level) if family else 0.0,
        done,
        total,
    )


def _judged(pairs: Sequence[PairSummary], primary: tuple[str, ...]) -> tuple[PairSummary, ...]:
    """Mark the primary pair, and correct the others among themselves."""
    marked = [pair._replace(primary=(pair.a, pair.b) == primary) for pair in pairs]
    others = [pair.p for pair in marked if not pair.primary]
    adjusted = iter(holm(others, len(others)) if others else ())
    return tuple(pair if pair.primary else pair._replace(holm=next(adjusted)) for pair in marked)


def _arm(
    arm: str, sums: Mapping[tuple[str, bool | None], ArmTally], event: str, known: bool, level: float
) -> ArmSummary:
    strata = {answerable: sums.get((arm, answerable), ArmTally()) for answerable in (True, False, None)}
    outcomes = {o: sum(_share(strata[a], a, o) for a in (True, False)) for o in _OUTCOMES}
    letters = {x: sum(s.letters[x] for s in strata.values()) for x in LETTERS}
    n = sum(s.questions for s in strata.values())
    of = n - strata[None].questions if known else n
    k = sum(_share(strata[a], a, event) for a in strata)
    return ArmSummary(
        arm,
        n,
        sum(s.answers for s in strata.values()),
        letters,
        outcomes,
        _share(strata[False], False, "incorrect"),
        proportion(k, of, level),
        proportion(outcomes["abstained"] if known else letters["N"], of, level),
        proportion(_share(strata[True], True, event), strata[True].questions, level),
        proportion(_share(strata[False], False, event), strata[False].questions, level),
        any(s.replicated for s in strata.values()),
    )


def _share(stratum: ArmTally, answerable: bool | None, event: str) -> Share:
    """How much of a stratum shows an event, which is a letter or an outcome."""
    return sum(share for x, share in stratum.letters.items() if event in (x, outcome(answerable, x)))


def _pair(
    a: str, b: str, event: str, table: Mapping[tuple[Share, Share], int], planned: int, level: float
) -> PairSummary:
    found = measured(table, level)
    broke, fixed = found.up, found.down
    mean = None if found.difference is None else float(found.difference)
    decided = broke + fixed
    best = mcnemar(min(broke, fixed), max(broke, fixed) + max(planned - found.n, 0))
    reach = "now" if can_conclude(decided, 0, level) else "later" if best <= 1 - level else "never"
    return PairSummary(
        a, b, event, found.n, broke, fixed, found.p, None, mean, found.tango, smallest_p(decided), reach,
        found.replicated,
    )  # fmt: skip


def cases(cells: Iterable[tuple[str, Hashable]], a: str, b: str, event: str) -> tuple[list[str], list[str]]:
    """The questions that broke and those that were fixed from one arm to another.

    Args:
        cells: question and what statistics see of it.
        a: the first arm.
        b: the second.
        event: an outcome or a letter.
    """
    return cases_of(by_cell(cells), a, b, event)


def by_cell(cells: Iterable[tuple[str, Hashable]]) -> dict[Cell, list[str]]:
    """Each cell that there is, and its questions: few distinct cells however many questions."""
    found: dict[Cell, list[str]] = {}
    for name, cell in cells:
        if isinstance(cell, Cell):
            found.setdefault(cell, []).append(name)
    return found


def cases_of(cells: Mapping[Cell, Sequence[str]], a: str, b: str, event: str) -> tuple[list[str], list[str]]:
    """As `cases`, where several pairs are asked of the same questions.

    Args:
        cells: with the questions of each.
        a: the first arm.
        b: the second.
        event: an outcome or a letter.
    """
    broke, fixed = list[str](), list[str]()
    for cell, names in cells.items():
        ((x, y),) = tally({cell: 1}, [(a, b)], [event]).pairs[a, b, event] or [(0, 0)]
        if x != y:
            (broke if y > x else fixed).extend(names)
    return sorted(broke), sorted(fixed)

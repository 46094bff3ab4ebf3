"""Grade: one answer beside its reference; R, X or N. What the letters mean given the question, and what is counted.

The letter describes conduct; the outcome follows from it and from whether the sources hold an answer. The unit
of counting is the question: replicates of an answer share one question's weight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple

from gradertui.locale import _, mark
from gradertui.model import Choice, Identity, Plan, Task
from gradertui.text import one_line

LETTERS = ("R", "X", "N")
Outcome = Literal["correct", "incorrect", "abstained"]
Share = int | Fraction

_WORDS = {
    "R": mark("matches the reference"),
    "X": mark("something else"),
    "N": mark("says it does not know"),
}
_KINDS = {
    "contradicts": (mark("contradicts the source"), mark("contradicts")),
    "adds-true": (mark("adds something true"), mark("adds true")),
    "adds-false": (mark("adds something false"), mark("adds false")),
    "citation": (mark("invented citation"), mark("citation")),
}
_OUTCOME: Mapping[str, Outcome] = {"R": "correct", "X": "incorrect", "N": "abstained"}


class Cell(NamedTuple):
    """What statistics see of one question: which arm got which letters, and whether an answer exists.

    Few distinct cells occur however many questions there are, so counting cells costs the same at any size.
    """

    answerable: bool | None
    labels: tuple[tuple[str, str], ...]
    """(arm, letter), sorted; an arm stands there once per labelled replicate."""


def tasks(items: Iterable[Identity], answerable: Mapping[str, bool | None]) -> list[Task]:
    """One answer is one task; answers to the same question are its cluster; systems are the arms."""
    arms: dict[str, tuple[str, ...]] = {}
    return [
        Task(
            x.item_id,
            x.question_id,
            arms.setdefault(x.system, (x.system,)),
            x.replicate,
            answerable.get(x.question_id),
        )
        for x in items
    ]


def choices(plan: Plan) -> tuple[Choice, ...]:
    """R, X and N with a few words each."""
    return tuple(Choice(letter.lower(), letter, _WORDS[letter]) for letter in LETTERS)


def kinds(plan: Plan) -> tuple[Choice, ...]:
    """The kinds of error that the plan asks for after an X, on the digits."""
    return tuple(Choice(str(digit), kind, kind) for digit, kind in enumerate(plan.kinds[:9], 1))


def kind_words(kind: str, *, brief: bool = False) -> str:
    """A kind of error in words; one that the plan named itself as it is written there."""
    return _(_KINDS[kind][brief]) if kind in _KINDS else one_line(kind, 14 if brief else 40)


def refusal(task: Task, label: str) -> str | None:
    """Say why `R` cannot be given where the sources hold no answer."""
    if label == "R" and task.answerable is False:
        return _("the sources have no answer to this: X if it answered, N if it declined")
    return None


def outcome(answerable: bool | None, letter: str) -> Outcome | None:
    """What a letter means given the question; None where it is not known whether an answer exists.

    Declining is an abstention where an answer exists and the right conduct where none does; anything else said
    there is invented.
    """
    if answerable is None:
        return None
    if answerable:
        return _OUTCOME[letter]
    return "correct" if letter == "N" else "incorrect"


def cell(
    name: str, answerable: bool | None, cluster: Sequence[tuple[tuple[str, ...], str | None]], partial: bool
) -> Cell | None:
    """Read one question's labels; None if there is nothing to count yet.

    Args:
        name: of the question; not looked at.
        answerable: whether the sources hold an answer to it.
        cluster: arm and label (None: still open) of each of its answers.
        partial: count a question of which some answers are still open.
    """
    labels = sorted((arm, label) for (arm,), label in cluster if label)
    if not labels or (not partial and len(labels) < len(cluster)):
        return None
    return Cell(answerable, tuple(labels))


@dataclass(slots=True)
class ArmTally:
    """Sums over questions for one arm and one kind of question; a question weighs one, however often it was drawn."""

    questions: int = 0
    answers: int = 0
    letters: dict[str, Share] = field(default_factory=lambda: dict.fromkeys(LETTERS, 0))
    replicated: bool = False


@dataclass(slots=True)
class Tally:
    """The counts that every statistic of this mode is a function of."""

    arms: dict[tuple[str, bool | None], ArmTally] = field(default_factory=dict)
    """By arm and answerable."""
    pairs: dict[tuple[str, str, str], Counter[tuple[Share, Share]]] = field(default_factory=dict)
    """By arm, arm and event: how many questions have which two shares of the event."""


def tally(cells: Mapping[Cell, int], pairs: Iterable[tuple[str, str]], events: Iterable[str]) -> Tally:
    """Turn counted cells into the sums that statistics need.

    Args:
        cells: how many questions show each cell.
        pairs: the planned comparisons.
        events: "incorrect", "correct", "abstained" are outcomes and need an answerable that is known;
            a letter is counted whatever the question.
    """
    sums = Tally(pairs={(a, b, event): Counter() for a, b in pairs for event in events})
    for seen, times in cells.items():
        shares = _shares(seen)
        for arm, letters in shares.items():
            _add(sums.arms.setdefault((arm, seen.answerable), ArmTally()), letters, seen, arm, times)
        for (a, b, event), table in sums.pairs.items():
            if a in shares and b in shares and (event in LETTERS or seen.answerable is not None):
                table[_event(shares[a], event, seen), _event(shares[b], event, seen)] += times
    return sums


def _shares(seen: Cell) -> dict[str, dict[str, Share]]:
    by_arm: dict[str, Counter[str]] = {}
    for arm, letter in seen.labels:
        by_arm.setdefault(arm, Counter())[letter] += 1
    return {arm: {x: _share(n, letters.total()) for x, n in letters.items()} for arm, letters in by_arm.items()}


def _share(k: int, n: int) -> Share:
    return k if n == 1 else Fraction(k, n)


def _event(letters: Mapping[str, Share], event: str, seen: Cell) -> Share:
    hits = (x == event or outcome(seen.answerable, x) == event for x in letters)
    return sum((share for share, hit in zip(letters.values(), hits, strict=True) if hit), 0)


def _add(sums: ArmTally, letters: Mapping[str, Share], seen: Cell, arm: str, times: int) -> None:
    drawn = sum(a == arm for a, _letter in seen.labels)
    sums.questions += times
    sums.answers += times * drawn
    sums.replicated |= drawn > 1
    for letter, share in letters.items():
        sums.letters[letter] += share * times

"""Preference: two texts side by side for the same query; which is better, or neither, or nobody can tell.

A label speaks of the sides as they stood before the grader: A is the left one. Which arm stood there is the order of
the task's arms, so that what a grader pressed tells nothing of the arms, and whether the first shown wins can be
counted from the labels alone. The query is the unit: repeated draws of it have one vote together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal, NamedTuple

from gradertui.locale import mark
from gradertui.model import Choice, Identity, Plan, Task
from gradertui.order import REPEAT
from gradertui.text import folded

LABELS = ("A", "B", "T", "Z", "0")
Ending = Literal["a", "b", "tie", "bad", "unsure"]
"""What a query comes to between two arms; both bad counts as a tie, cannot tell as missing, and each is shown."""
BETWEEN = "+"
"""Stands between the ids of the two items in the id of a pair."""

_WORDS = {
    "A": mark("A is better"),
    "B": mark("B is better"),
    "T": mark("tie"),
    "Z": mark("both bad"),
    "0": mark("can't tell"),
}
_TURNED = {"A": "B", "B": "A"}


class Votes(NamedTuple):
    """What statistics see of one query: who stood where, and what was said."""

    votes: tuple[tuple[str, str, str], ...]
    """(left arm, right arm, label), sorted, one per labelled pair."""


def tasks(items: Iterable[Identity], answerable: Mapping[str, bool | None]) -> list[Task]:
    """Two answers to the same query are one task; the query is its cluster; the two systems are the arms.

    Answers that came in pairs stay in theirs (`template` names the pair, `variant` its sides); of others every two
    systems make a pair, draw by draw. The first arm is the first of the file's pair, else the first by name.
    """
    groups: dict[tuple[str, str, int], list[Identity]] = {}
    for item in items:
        groups.setdefault((item.question_id, item.template, item.replicate), []).append(item)
    ordered = (sorted(group, key=lambda item: (item.variant, item.system)) for group in groups.values())
    return [_task(a, b) for group in ordered for a, b in combinations(group, 2) if a.system != b.system]


def _task(a: Identity, b: Identity) -> Task:
    return Task(f"{a.item_id}{BETWEEN}{b.item_id}", a.question_id, (a.system, b.system), a.replicate, None)


def choices(plan: Plan) -> tuple[Choice, ...]:
    """Left, right, tie, both bad, cannot tell."""
    return tuple(Choice(label.lower(), label, _WORDS[label]) for label in LABELS)


def refusal(task: Task, label: str) -> str | None:
    """Every pair can have every label, also where both texts are the same: that is said, and counted by the report."""
    return None


def turned(label: str) -> str:
    """What a label says once the sides have changed places.

    Examples:
        >>> turned("A"), turned("T")
        ('B', 'T')
    """
    return _TURNED.get(label, label)


def cell(
    name: str, answerable: bool | None, cluster: Sequence[tuple[tuple[str, ...], str | None]], partial: bool
) -> Votes | None:
    """Read one query's labels; None if there is nothing to count yet.

    Args:
        name: of the query; not looked at.
        answerable: not looked at.
        cluster: left and right arm, and label (None: still open), of each of its pairs.
        partial: count a query of which some pairs are still open.
    """
    votes = sorted((left, right, label) for (left, right), label in cluster if label)
    return Votes(tuple(votes)) if votes and (partial or len(votes) == len(cluster)) else None


@dataclass(slots=True)
class PairTally:
    """What came of the queries between two arms, and of the labels by where the first arm stood."""

    endings: Counter[Ending] = field(default_factory=Counter)
    """Queries."""
    sides: Counter[tuple[bool, str]] = field(default_factory=Counter)
    """Labels: whether the first arm stood left, and the label as it was given."""


def tally(cells: Mapping[Votes, int], pairs: Iterable[tuple[str, str]]) -> dict[tuple[str, str], PairTally]:
    """Turn counted cells into the sums that statistics need.

    Args:
        cells: how many queries show each cell.
        pairs: the planned comparisons.
    """
    sums = {pair: PairTally() for pair in pairs}
    for seen, times in cells.items():
        for (a, b), found in sums.items():
            if votes := [(left == a, label) for left, right, label in seen.votes if {left, right} == {a, b}]:
                found.endings[ending(votes)] += times
                for vote in votes:
                    found.sides[vote] += times
    return sums


def ending(votes: Sequence[tuple[bool, str]]) -> Ending:
    """What the draws of one query come to: the side with more of them, else a tie.

    Args:
        votes: of each draw whether the first arm stood left, and the label.

    Examples:
        >>> ending([(True, "A")]), ending([(False, "A")]), ending([(True, "Z")]), ending([(True, "0")])
        ('a', 'b', 'bad', 'unsure')
        >>> ending([(True, "A"), (False, "A"), (True, "0")])
        'tie'
    """
    steps = list(_steps(votes))
    if not steps:
        return "unsure"
    if net := sum(steps):
        return "a" if net > 0 else "b"
    return "bad" if all(label in ("Z", "0") for _left, label in votes) else "tie"


def _steps(votes: Iterable[tuple[bool, str]]) -> Iterator[int]:
    """1 for the first arm, −1 for the second, 0 for neither; nothing where it cannot be told."""
    for left, label in votes:
        if label != "0":
            yield 0 if label not in _TURNED else 1 if (label == "A") == left else -1


def first_shown(labels: Mapping[str, int]) -> tuple[int, int]:
    """How often the left one won, and the right one: what position bias is about."""
    return labels.get("A", 0), labels.get("B", 0)


def counted(reasons: Iterable[str]) -> dict[str, int]:
    """How often each reason was given, the most frequent first; case, accents and blanks do not count.

    Examples:
        >>> counted(["Clearer", "shorter", "clearer ", ""])
        {'Clearer': 2, 'shorter': 1}
    """
    words: dict[str, str] = {}
    times = Counter(
        folded(text) for each in reasons if (text := " ".join(each.split())) and words.setdefault(folded(text), text)
    )
    return {words[key]: n for key, n in times.most_common()}


def firsts_of(tasks: Iterable[Task]) -> dict[str, str]:
    """Task to the arm of its first text, of tasks as `tasks` makes them."""
    return {task.task_id: task.arms[0] for task in tasks}


def by_text(task: Task, label: str, firsts: Mapping[str, str]) -> str:
    """What a label says of the texts in the order of the file, the same for all graders; and back again.

    Args:
        task: as it stood before the grader.
        label: A or B of those sides; others have none.
        firsts: task to the arm of its first text; empty in modes without sides.
    """
    first = firsts.get(task.task_id.removesuffix(REPEAT), task.arms[0]) if firsts else task.arms[0]
    return label if first == task.arms[0] else turned(label)

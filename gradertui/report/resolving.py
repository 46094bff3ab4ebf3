"""How what several graders said of a task becomes one voice: marks in, events out.

A letter is settled, or unanimous, or the majority's, or unresolved; a rating is the sum over the graders who have to
have given one. Who they are, and which labels were settled, is decided in `together.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, get_args

from gradertui.events import Event
from gradertui.marks import BLANK, Mark
from gradertui.modes.preference import by_text
from gradertui.order import Order
from gradertui.state import State

Way = Literal["settled", "unanimous", "single", "majority", "unresolved", "summed", "fewer"]
"""How a label came about: the first five of letters, the last two of ratings ("fewer": not all rated it)."""
LETTER_WAYS: tuple[Way, ...] = get_args(Way)[:5]


class Voice(NamedTuple):
    """A label, and how it came about; None while nobody labelled."""

    way: Way | None
    label: str | None = None


Voicing = Callable[[str, tuple[str, ...]], Voice]
"""Task, and the labels that graders gave it → what they say in one voice."""


class Unresolved(NamedTuple):
    """A task of which graders say different things, and no majority the same."""

    position: int
    """In the order of the state that was brought together."""
    labels: Mapping[str, str]
    """Grader to label."""


@dataclass(frozen=True, slots=True)
class Joined:
    """What graders say in one voice."""

    events: tuple[Event, ...]
    ways: Mapping[Way, int]
    """How many labels came about how."""
    unresolved: tuple[Unresolved, ...]


@lru_cache(4096)
def letter(labels: tuple[str, ...], settled: str = "") -> Voice:
    """The letter of a task.

    Args:
        labels: those that graders gave it.
        settled: the letter that was settled; empty if none was.

    Examples:
        >>> letter(("R", "X", "R")), letter(("R", "X")), letter(("R", "X"), "N")
        (Voice(way='majority', label='R'), Voice(way='unresolved', label=None), Voice(way='settled', label='N'))
    """
    if settled:
        return Voice("settled", settled)
    if len(labels) < 2:
        return Voice("single", labels[0]) if labels else Voice(None)
    label, n = Counter(labels).most_common(1)[0]
    if 2 * n <= len(labels):
        return Voice("unresolved")
    return Voice("unanimous" if n == len(labels) else "majority", label)


@lru_cache(4096)
def rating(labels: tuple[str, ...], needed: int) -> Voice:
    """The rating of a card: the sum over graders.

    Args:
        labels: the ratings it got.
        needed: how many graders have to have rated it.

    Examples:
        >>> rating(("5", "4", "5"), 3), rating(("5",), 3), rating((), 3)
        (Voice(way='summed', label='14'), Voice(way='fewer', label=None), Voice(way=None, label=None))
    """
    if not labels:
        return Voice(None)
    return Voice("summed", str(sum(map(int, labels)))) if len(labels) >= needed else Voice("fewer")


def joined(order: Order, states: Mapping[str, State], voicing: Voicing, firsts: Mapping[str, str]) -> Joined:
    """Bring together what graders say of each task.

    Args:
        order: of all tasks.
        states: by grader.
        voicing: how their labels become one.
        firsts: in preference, task to the arm of its first text: the sides of every grader's labels become those.
    """
    by_task = [_by_task(state, firsts) for state in states.values()]
    said: list[Event] = []
    ways = Counter[Way]()
    unresolved: list[Unresolved] = []
    for position, task in enumerate(order):
        marks = [marks.get(task.task_id, BLANK) for marks in by_task]
        voice = voicing(task.task_id, tuple(mark.label for mark in marks if mark.label is not None))
        if voice.way is not None:
            ways[voice.way] += 1
        if voice.way == "unresolved":
            unresolved.append(Unresolved(position, _labels(states, marks)))
        said += _events(position, voice, marks)
    return Joined(tuple(said), ways, tuple(unresolved))


def _by_task(state: State, firsts: Mapping[str, str]) -> dict[str, Mark]:
    marks = ((task, state.marks[position]) for position, task in enumerate(state.order))
    return {
        task.task_id: mark._replace(label=by_text(task, mark.label, firsts)) if firsts and mark.label else mark
        for task, mark in marks
    }


def _labels(graders: Mapping[str, State], marks: Sequence[Mark]) -> dict[str, str]:
    named = zip(graders, marks, strict=True)
    return {grader: mark.label for grader, mark in named if mark.label is not None}


def _events(position: int, voice: Voice, marks: Sequence[Mark]) -> Iterator[Event]:
    if voice.label is not None:
        yield Event("Labelled", position, voice.label)
        # Kinds of error follow the label: those of the graders who gave it.
        if kinds := sorted({mark.kind for mark in marks if mark.label == voice.label and mark.kind}):
            yield Event("Classified", position, " / ".join(kinds))
    elif voice.way is None and (reasons := dict.fromkeys(mark.excluded for mark in marks if mark.excluded is not None)):
        yield Event("Excluded", position, " / ".join(reasons))
    if any(mark.flagged for mark in marks):
        yield Event("Flagged", position, "1")

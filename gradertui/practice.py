"""A practice round: answers with the labels we would give and why, what a key says of one, and what was reached.

Values in, values out; no system is named in any of them. How a round looks is `tui/practice.py`, where its file lies is
`cli/practice.py`, and nothing of it is ever written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from gradertui.locale import _, mark
from gradertui.masking import Mask
from gradertui.model import Item, Mode, Question, Source, Task
from gradertui.modes import MODES

KINDS = {
    "other-words": mark("answers that match in other words"),
    "brief": mark("short answers without a citation"),
    "in-note": mark("answers that add what the note says too"),
    "not-in-note": mark("answers that add something true that the note does not say"),
    "half-right": mark("answers that are half right and add something"),
    "contradicts": mark("answers that contradict the note"),
    "citation": mark("answers that cite a note that does not exist"),
    "abstains": mark("answers that decline although the note has the answer"),
    "declines": mark("answers that decline where the notes have no answer"),
    "invents": mark("answers to what the notes do not answer"),
    "reproach": mark("cards that reproach or send away"),
    "polite": mark("cards that are polite and look down"),
    "neutral": mark("cards that are correct and no more"),
    "emoji": mark("cards whose emoji is not warmth"),
    "short": mark("cards that are short and warm"),
    "warm": mark("cards that are warm"),
}
"""What an exercise is there for; said at the end of those that were read differently."""

_NAMED_BY = ("question_id", "system", "template", "variant", "replicate")


class Exercise(NamedTuple):
    """One answer or card, with what we say of it."""

    mode: Mode
    task: Task
    """Without its arms: practice is blind too."""
    text: str
    cited: str
    """Shown after the key only, as in grading."""
    question: Question
    sources: tuple[Source, ...]
    accepted: tuple[str, ...]
    """Labels that agree with ours; next to each other if there are several."""
    kind: str
    why: Mapping[str, str]
    """Language to explanation."""

    @property
    def ours(self) -> str:
        """Our label, or the range of them."""
        return "–".join(dict.fromkeys((self.accepted[0], self.accepted[-1])))


class Feedback(NamedTuple):
    """What a key says of an exercise."""

    verdict: Literal["agrees", "differs", "refused"]
    label: str
    ours: str
    """Nothing while the key was refused: the exercise is still open."""
    why: str


class Round(NamedTuple):
    """How far somebody is; every step is a new round."""

    exercises: tuple[Exercise, ...]
    given: tuple[str, ...] = ()
    """Labels of the first exercises, in order."""
    at: int = 0

    @property
    def exercise(self) -> Exercise:
        """What is before the reader."""
        return self.exercises[self.at]

    @property
    def label(self) -> str | None:
        """The label given to it, or None while it is open."""
        return self.given[self.at] if self.at < len(self.given) else None

    @property
    def over(self) -> bool:
        """Whether every exercise has a label."""
        return len(self.given) == len(self.exercises)

    def labelled(self, label: str) -> Round:
        """The exercise has a label now; the first one stays."""
        return self._replace(given=(*self.given, label)) if self.label is None else self

    def walked(self, step: int) -> Round:
        """Go back or on, no further than the first open exercise."""
        last = min(len(self.given), len(self.exercises) - 1)
        return self._replace(at=max(0, min(self.at + step, last)))

    def undone(self) -> Round:
        """Take back the last label, and stand before its exercise."""
        return self._replace(given=self.given[:-1], at=max(len(self.given) - 1, 0))


class Tally(NamedTuple):
    """What was reached."""

    agreed: int
    done: int
    total: int
    again: Mapping[str, tuple[int, ...]]
    """Kind to the places in the round that were read differently."""


def exercises(
    mode: Mode, rows: Iterable[Mapping[str, str]], parts: Iterable[Source | Question | Item], mask: Mask | None = None
) -> tuple[Exercise, ...]:
    """Join the rows of a practice file with the answers they speak of.

    Args:
        mode: of the example.
        rows: what names an item (question_id and system; template, variant and replicate), the labels accepted, the
            kind and an explanation per language.
        parts: of the example.
        mask: laid over the texts.

    Raises:
        ValueError: a row names no answer of the example.
    """
    known = tuple(parts)
    return tuple(_joined(mode, number, row, known, mask) for number, row in enumerate(rows, 1))


def _joined(
    mode: Mode, number: int, row: Mapping[str, str], parts: Sequence[Source | Question | Item], mask: Mask | None
) -> Exercise:
    item = _item(row, parts)
    if item is None:
        raise ValueError(_("row {n}: the example has no such answer").format(n=number))
    asked = (part for part in parts if isinstance(part, Question) and part.question_id == item.question_id)
    question = next(asked, Question("", ""))
    return Exercise(
        mode,
        Task(f"{mode}-{number}", question.question_id, (), 1, question.answerable),
        mask.over(item.text) if mask else item.text,
        item.cited_source,
        question,
        tuple(part for part in parts if isinstance(part, Source) and part.source_id in question.source_ids),
        tuple(row["accepted"].split()),
        row["kind"],
        {column.removeprefix("why_"): told for column, told in row.items() if column.startswith("why_")},
    )


def _item(row: Mapping[str, str], parts: Iterable[object]) -> Item | None:
    wanted = {field: row[field] for field in _NAMED_BY if field in row}
    for part in parts:
        if isinstance(part, Item) and all(str(getattr(part, field)) == value for field, value in wanted.items()):
            return part
    return None


def judged(exercise: Exercise, label: str, language: str = "en") -> Feedback:
    """Say what a label tells us.

    Args:
        exercise: what was labelled.
        label: one of its mode's.
        language: of the explanation.
    """
    if refused := MODES[exercise.mode].refusal(exercise.task, label):
        return Feedback("refused", label, "", refused)
    verdict: Literal["agrees", "differs"] = "agrees" if label in exercise.accepted else "differs"
    return Feedback(verdict, label, exercise.ours, exercise.why.get(language) or exercise.why["en"])


def tally(practised: Round) -> Tally:
    """Count what agreed, and gather what did not by its kind."""
    again: dict[str, tuple[int, ...]] = {}
    for place, (exercise, label) in enumerate(zip(practised.exercises, practised.given, strict=False)):
        if label not in exercise.accepted:
            again[exercise.kind] = (*again.get(exercise.kind, ()), place)
    done = len(practised.given)
    return Tally(done - sum(map(len, again.values())), done, len(practised.exercises), again)

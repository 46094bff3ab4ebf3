"""The labels of a session's graders brought together: one state, and whether arms may be named.

Where graders say the same of a task that is its label, also where only one labelled it; where they differ the task
is unresolved and counts for nothing. Ratings of tone are not expected to be the same: where several graders rated a
card, only the first grader by name counts for now. What is computed from the state, and how it looks, is elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import NamedTuple

from gradertui.events import Event
from gradertui.locale import _
from gradertui.marks import Mark
from gradertui.order import codes
from gradertui.session import Session
from gradertui.state import State, begin, fold, whole
from gradertui.store import StoreError
from gradertui.store.log import Given, Head

_BLANK = Mark()


class NoLabels(StoreError):
    """Nobody has labelled anything yet."""


class Hand(NamedTuple):
    """One grader's part."""

    grader: str
    state: State
    counted: State
    """What numbers by arm see of it: while cards are blind, the state at the last refresh."""
    given: Sequence[Given]
    head: Head
    """Where the log ended when it was read."""


class Unresolved(NamedTuple):
    """A task of which graders say different things."""

    position: int
    """In the order of the state that was brought together."""
    labels: Mapping[str, str]
    """Grader to label."""


@dataclass(frozen=True, slots=True)
class Together:
    """What the graders of a session said, as one."""

    hands: tuple[Hand, ...]
    state: State
    counted: State
    """What numbers by arm see; see `Hand.counted`."""
    unresolved: tuple[Unresolved, ...]
    total: int
    """Tasks planned."""
    codes: Mapping[str, str]
    """Arm to code, in the order of the codes."""
    open: bool
    """Whether arms were not hidden, or were revealed to somebody."""
    alone: str = ""
    """The only grader whose labels count, because several rated the same cards; empty otherwise."""

    @property
    def done(self) -> int:
        """Tasks that were labelled or left out."""
        again = sum(self.state.marks[position].settled for position in self.state.repeats)
        return self.state.settled - again + len(self.unresolved)

    @property
    def complete(self) -> bool:
        """Every planned task is labelled or excluded with a reason."""
        return self.done == self.total

    @property
    def named(self) -> bool:
        """Whether arms go by their names and not by their codes."""
        return self.complete or self.open


def together(session: Session, graders: Sequence[str] = ()) -> Together:
    """Bring labels together.

    Args:
        session: open.
        graders: whose; everybody's without any.

    Raises:
        StoreError: somebody named has no log here.
        NoLabels: nobody has labelled anything.
    """
    asked = _asked(session, graders)
    shown = not hidden(session)
    hands = tuple(hand for grader in asked if (hand := _hand(session, grader, shown)).state.last is not None)
    if not hands:
        words = _("{name}: no labels yet; begin with: gradertui grade {name}")
        raise NoLabels(words.format(name=session.name))
    total, coded = session.items.count("items"), codes(session.arms, session.plan.seed)
    several = session.plan.mode == "tone" and _overlap(hands)
    first = min(hands, key=lambda hand: hand.grader) if several else hands[0]
    found = Together(hands, first.state, first.counted, (), total, coded, shown, alone=first.grader if several else "")
    if len(hands) > 1 and not several:
        found = _joined(found, session)
    return replace(found, counted=found.state) if found.complete else found


def hidden(session: Session) -> bool:
    """Whether arms are hidden, and were revealed to nobody."""
    if not session.plan.blind or len(session.arms) == 1:
        return False
    return not any(_revealed(session, grader) for grader in session.graders())


def _revealed(session: Session, grader: str) -> bool:
    with closing(session.log(grader)) as log:
        return any(event.kind == "Revealed" for event in log.notes())


def _hand(session: Session, grader: str, shown: bool) -> Hand:
    """Read a log; the row that moves must not name the last item.

    Blind, a question therefore counts once all its answers are labelled, and cards, whose templates stay open until
    the end, at every refresh.
    """
    with closing(session.log(grader)) as log, log.still():
        if shown or session.rules.together:
            state = counted = whole(session.state(log, partial=shown))
        else:
            events = list(log.replay())
            at = _refreshed(events, session.plan.refresh)
            counted = fold(begin(log.order(), session.rules, partial=True), events[:at])
            state = fold(counted, events[at:])
        return Hand(grader, state, counted, log.given(), log.head())


def _refreshed(events: Sequence[Event], every: int) -> int:
    """How many events there were at the last refresh, which comes after so many labels given, changed or undone."""
    labels = {event.seq for event in events if event.kind == "Labelled"}
    moves = [at for at, event in enumerate(events, 1) if event.seq in labels or event.undoes in labels]
    last = len(moves) - len(moves) % every
    return moves[last - 1] if last else 0


def _overlap(hands: Iterable[Hand]) -> bool:
    """Whether two graders labelled the same task."""
    done = Counter(
        task.task_id for hand in hands for at, task in enumerate(hand.state.order) if hand.state.marks[at].label
    )
    return any(n > 1 for n in done.values())


def _asked(session: Session, graders: Sequence[str]) -> Sequence[str]:
    known = session.graders()
    for grader in graders:
        if grader not in known:
            words = _("--grader {grader}: has no labels here; there are: {known}")
            raise StoreError(words.format(grader=grader, known=", ".join(known) or _("none")))
    return graders or known


def _joined(apart: Together, session: Session) -> Together:
    """Fold what all say into the order of the first as if one grader had said it."""
    order = apart.state.order
    said, unresolved = _said(apart, [hand.state for hand in apart.hands])
    settled = len({event.position for event in said if event.kind != "Flagged"})
    mixed = not session.rules.together
    partial = mixed or apart.open or settled + len(unresolved) == apart.total
    state = counted = fold(begin(order, session.rules, partial=partial), said)
    if any(hand.counted is not hand.state for hand in apart.hands):
        before, _unresolved = _said(apart, [hand.counted for hand in apart.hands])
        counted = fold(begin(order, session.rules, partial=True), before)
    return replace(apart, state=state, counted=counted, unresolved=tuple(unresolved))


def _said(apart: Together, states: Sequence[State]) -> tuple[list[Event], list[Unresolved]]:
    """What graders say of each task in one voice, and where they differ."""
    by_task = [_by_task(state) for state in states]
    said: list[Event] = []
    unresolved: list[Unresolved] = []
    for position, task in enumerate(apart.state.order):
        marks = [marks.get(task.task_id, _BLANK) for marks in by_task]
        if len({mark.label for mark in marks} - {None}) > 1:
            named = zip((hand.grader for hand in apart.hands), marks, strict=True)
            unresolved.append(Unresolved(position, {grader: mark.label for grader, mark in named if mark.label}))
        said += _agreed(position, marks)
    return said, unresolved


def _by_task(state: State) -> dict[str, Mark]:
    return {task.task_id: state.marks[position] for position, task in enumerate(state.order)}


def _agreed(position: int, marks: Sequence[Mark]) -> Iterator[Event]:
    """What the graders say of a task in one voice."""
    labels = {mark.label for mark in marks if mark.label is not None}
    if len(labels) == 1:
        yield Event("Labelled", position, label := labels.pop())
        if kinds := sorted({mark.kind for mark in marks if mark.label == label and mark.kind}):
            yield Event("Classified", position, " / ".join(kinds))
    elif not labels and (reasons := dict.fromkeys(mark.excluded for mark in marks if mark.excluded is not None)):
        yield Event("Excluded", position, " / ".join(reasons))
    if any(mark.flagged for mark in marks):
        yield Event("Flagged", position, "1")

"""What each grader of a session said and how, read from their logs, and whether arms are hidden.

How the labels of several become one is `together.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from typing import NamedTuple

from gradertui.events import Event
from gradertui.locale import _
from gradertui.order import REPEAT
from gradertui.session import Session
from gradertui.state import State, begin, fold, whole
from gradertui.store import StoreError
from gradertui.store.given import Given
from gradertui.store.log import Head, Log
from gradertui.store.verifying import unchained
from gradertui.text import one_line


class Repeats(NamedTuple):
    """How a grader agrees with themselves, on tasks that came a second time without its being said."""

    n: int
    """Those labelled both times."""
    same: int
    within_one: int | None
    """Ratings at most a point apart; None where labels are no numbers."""


class Hand(NamedTuple):
    """One grader's part."""

    grader: str
    state: State
    counted: State
    """What numbers by arm see of it: while cards are blind, the state at the last refresh."""
    given: Sequence[Given]
    head: Head
    """Where the log ended when it was read."""
    shared: int = 0
    """Labels that are another grader's: the same events stand in a log before this one, and count there."""

    @property
    def repeats(self) -> Repeats | None:
        """None without any, and before all of the part is done: until then nothing tells which they are."""
        state = self.state
        if not state.repeats or not state.complete:
            return None
        pairs = list(_twice(state))
        within = None if state.rules.together or state.rules.sided else sum(abs(int(a) - int(b)) <= 1 for a, b in pairs)
        return Repeats(len(pairs), sum(a == b for a, b in pairs), within)


def _twice(state: State) -> Iterator[tuple[str, str]]:
    """The labels of what was labelled twice."""
    again = {state.order[at].task_id.removesuffix(REPEAT): state.marks[at].label for at in state.repeats}
    for at, task in enumerate(state.order):
        first, second = state.marks[at].label, again.get(task.task_id)
        if first is not None and second is not None:
            yield first, second


def read(session: Session, graders: Iterable[str]) -> list[Hand]:
    """Read the logs of those who have done anything."""
    revealed = session.revealed()
    shown = not _blind(session) or revealed is not None
    hands = [_hand(session, grader, shown, revealed or "~") for grader in graders]
    return [_own(session, hand, hands[:at]) for at, hand in enumerate(hands) if hand.state.last is not None]


def _own(session: Session, hand: Hand, before: Sequence[Hand]) -> Hand:
    """A grader's own part: a log that was taken in under another id begins with what the first id labelled."""
    with closing(session.log(hand.grader)) as log:
        k = max((_same(session, log, each.grader) for each in before), default=0)
        theirs = [row["position"] for row in log.rows() if row["seq"] <= k] if k else []
    if not theirs:
        return hand
    gone = [Event("Skipped", position) for position in theirs]  # of no event of the log: such a skip stands for nothing
    return hand._replace(state=fold(hand.state, gone), counted=fold(hand.counted, gone), shared=len(theirs))


def _same(session: Session, log: Log, other: str) -> int:
    """How many events, from the first, two logs have in common."""
    with closing(session.log(other)) as theirs:
        low, high = 0, min(log.head().seq, theirs.head().seq)
        while low < high:
            middle = (low + high + 1) // 2
            same = log.hash_at(middle) == theirs.hash_at(middle)
            low, high = (middle, high) if same else (low, middle - 1)
    return low


def hidden(session: Session) -> bool:
    """Whether arms are hidden, and were revealed to nobody."""
    return _blind(session) and session.revealed() is None


def _blind(session: Session) -> bool:
    return session.plan.blind and len(session.arms) > 1


def _hand(session: Session, grader: str, shown: bool, revealed: str) -> Hand:
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
        refuse_unknown(session, state.letters, str(log.path))
        if why := unchained(log.path):
            words = _("{path}: {why}; no numbers are made of it: gradertui verify says what to do")
            raise StoreError(words.format(path=log.path, why=why))
        return Hand(grader, state, counted, log.given(revealed), log.head())


def refuse_unknown(session: Session, labels: Iterable[str], where: str) -> None:
    """Refuse a label that the mode does not have: it was written by another program.

    Args:
        session: whose mode counts.
        labels: that stand.
        where: they stand, for the message.
    """
    known = {choice.label for choice in session.rules.choices(session.plan)}
    if unknown := sorted(set(labels) - known):
        words = _("{place}: “{label}” is no label of this mode; gradertui verify looks for damage")
        raise StoreError(words.format(place=where, label=one_line(unknown[0], 20)))


def _refreshed(events: Sequence[Event], every: int) -> int:
    """How many events there were at the last refresh, which comes after so many labels given, changed or undone."""
    labels = {event.seq for event in events if event.kind == "Labelled"}
    moves = [at for at, event in enumerate(events, 1) if event.seq in labels or event.undoes in labels]
    last = len(moves) - len(moves) % every
    return moves[last - 1] if last else 0

"""The labels of a session's graders brought together: one state, how far it is, and whether arms may be named.

A letter counts where it was settled, where all who labelled say the same, or where most of them do; else the task is
unresolved and counts for nothing. Ratings of tone are not expected to be the same: they are added up over the graders,
or each grader's differences are averaged, as the plan says. What is computed from it, and how it looks, is elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from gradertui.locale import _
from gradertui.order import Order, codes
from gradertui.report import completing
from gradertui.report.completing import Missing, Progress
from gradertui.report.hands import Hand, hidden, read, refuse_unknown
from gradertui.report.resolving import Unresolved, Voicing, Way, joined, letter, rating
from gradertui.session import Session
from gradertui.settling import settled
from gradertui.state import State, begin, fold
from gradertui.store import StoreError

__all__ = ["Hand", "Missing", "NoLabels", "Several", "Together", "Unresolved", "hidden", "together"]

How = Literal["common", "averaged", "apart"]


class NoLabels(StoreError):
    """Nobody has labelled anything yet."""


class Several(NamedTuple):
    """How the ratings of several graders count as one."""

    how: How
    """As the plan says; "apart" where each card was rated by one of them, so that nothing is added up."""
    graders: tuple[str, ...]
    """Whose ratings count."""
    cards: int = 0
    """Cards that count."""
    fewer: int = 0
    """Cards left out, because not all of the graders rated them."""

    @property
    def summed(self) -> int:
        """How many ratings are added up on each card that counts."""
        return len(self.graders) if self.how == "common" else 1


@dataclass(frozen=True, slots=True)
class Together:
    """What the graders of a session said, as one."""

    hands: tuple[Hand, ...]
    state: State
    counted: State
    """What numbers by arm see; see `Hand.counted`."""
    progress: Progress
    codes: Mapping[str, str]
    """Arm to code, in the order of the codes."""
    open: bool
    """Whether arms were not hidden, or were revealed to somebody."""
    ways: Mapping[Way, int] = field(default_factory=dict)
    """How many labels came about how."""
    unresolved: tuple[Unresolved, ...] = ()
    several: Several | None = None
    """In tone, where there are several graders."""

    @property
    def done(self) -> int:
        """Tasks that were labelled or left out."""
        return self.progress.done

    @property
    def total(self) -> int:
        """Tasks planned."""
        return self.progress.total

    @property
    def complete(self) -> bool:
        """Every planned task has the labels the plan asks for, or is excluded with a reason."""
        return self.done == self.total and not self.progress.missing

    @property
    def named(self) -> bool:
        """Whether arms go by their names and not by their codes."""
        return self.complete or self.open

    @property
    def letters(self) -> Mapping[str, int]:
        """How often each label stands: in tone each rating of each grader."""
        if self.several is None:
            return self.state.letters
        return sum((Counter(hand.state.letters) for hand in self.counting), Counter[str]())

    @property
    def counting(self) -> tuple[Hand, ...]:
        """Those whose labels count: in tone, where the plan names graders, no others."""
        several = self.several
        return tuple(hand for hand in self.hands if several is None or hand.grader in several.graders)


def together(session: Session, graders: Sequence[str] = ()) -> Together:
    """Bring labels together.

    Args:
        session: open.
        graders: whose; everybody's without any. What was settled then counts too, which is nobody's label.

    Raises:
        StoreError: somebody named has no log here.
        NoLabels: nobody has labelled anything.
    """
    asked = _asked(session, graders)
    due = [grader for grader in session.plan.graders if grader in session.graders()]
    begun = read(session, dict.fromkeys((*asked, *due)))
    hands = tuple(hand for hand in begun if hand.grader in asked)
    if not hands:
        words = _("{name}: no labels yet; begin with: gradertui grade {name}")
        raise NoLabels(words.format(name=session.name))
    progress = _progress(session, begun, graders or session.plan.graders)
    shown, coded = not hidden(session), codes(session.arms, session.plan.seed)
    found = Together(hands, hands[0].state, hands[0].counted, progress, coded, shown)
    if found.complete:
        hands = tuple(hand._replace(counted=hand.state) for hand in hands)
        found = replace(found, hands=hands, counted=found.state)
    return _rated(found, session, graders) if session.plan.mode == "tone" else _lettered(found, session, graders)


def _asked(session: Session, graders: Sequence[str]) -> Sequence[str]:
    known = session.graders()
    for grader in graders:
        if grader not in known:
            words = _("--grader {grader}: has no labels here; there are: {known}")
            raise StoreError(words.format(grader=grader, known=", ".join(known) or _("none")))
    return graders or known


def _progress(session: Session, begun: Sequence[Hand], asked: Sequence[str]) -> Progress:
    """How far what was asked for is; where the plan names graders, everybody's part counts for being complete."""
    states = {hand.grader: hand.state for hand in begun}
    if session.plan.graders:
        return completing.named(session.plan, _everything(session, begun), states, asked)
    return completing.whoever(states, session.total)


def _everything(session: Session, hands: Iterable[Hand]) -> Order:
    """All tasks, whoever gets them, once each: in the order of somebody who has them so, else in that of the file."""
    if session.rules.sided:
        return Order(session.tasks())  # whoever's order it was, their sides would be everybody's
    n = session.total
    whole = (hand.state.order for hand in hands if len(hand.state.order) == n and not hand.state.repeats)
    return next(whole, None) or Order(session.tasks())


def _lettered(alone: Together, session: Session, graders: Sequence[str]) -> Together:
    """Letters: one for each task, or none where graders differ."""
    said = {} if graders else {task: each.label for task, each in settled(session).items()}
    refuse_unknown(session, said.values(), f"{session.name}/settled")
    first = alone.state
    n = len(first.order) - len(first.repeats)
    if len(alone.hands) == 1 and not said and n == alone.total:
        return replace(alone, ways={"single": sum(first.letters.values())})
    partial = alone.open or alone.complete
    return _joined(alone, session, lambda task, labels: letter(labels, said.get(task, "")), partial)


def _rated(alone: Together, session: Session, graders: Sequence[str]) -> Together:
    """Ratings: sums over the graders that the plan names, or over those who rated."""
    hands = alone.hands
    counting = tuple(each for each in session.plan.graders if not graders or each in graders)
    counting = counting or tuple(hand.grader for hand in hands)
    if counting == (hands[0].grader,):
        return alone
    several = Several(_how(session, hands), counting)
    found = replace(alone, several=several)
    found = _joined(found, session, lambda _task, labels: rating(labels, several.summed), True)
    cards, fewer = found.ways.get("summed", 0), found.ways.get("fewer", 0)
    return replace(found, several=several._replace(cards=cards, fewer=fewer))


def _how(session: Session, hands: Iterable[Hand]) -> How:
    plan = session.plan
    if plan.several == "averaged":
        return "averaged"
    shared = plan.overlap > 0 if plan.graders else _overlap(hands)
    return "common" if shared else "apart"


def _overlap(hands: Iterable[Hand]) -> bool:
    """Whether two graders labelled the same task."""
    before: set[str] = set()
    for state in (hand.state for hand in hands):
        labelled = {task.task_id for at, task in enumerate(state.order) if state.marks[at].label}
        if before & labelled:
            return True
        before |= labelled
    return False


def _joined(apart: Together, session: Session, voicing: Voicing, partial: bool) -> Together:
    """Fold what all say into an order of all tasks as if one grader had said it."""
    order, hands = _everything(session, apart.hands), apart.counting
    now = joined(order, {hand.grader: hand.state for hand in hands}, voicing, session.firsts)
    state = counted = fold(begin(order, session.rules, partial=partial), now.events)
    if any(hand.counted is not hand.state for hand in hands):
        before = joined(order, {hand.grader: hand.counted for hand in hands}, voicing, session.firsts)
        counted = fold(begin(order, session.rules, partial=partial), before.events)
    return replace(apart, state=state, counted=counted, ways=now.ways, unresolved=now.unresolved)

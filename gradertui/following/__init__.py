"""Labels that follow the answer: what graders said in another session of what is here too, unchanged.

The other session is read and never changed; what is taken over is appended to the logs here, a grader at a time: all
of it or nothing. What counts as unchanged is `contents.py`, what was said `said.py`; printing is the command line's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from typing import NamedTuple

from gradertui import events
from gradertui.events import Event, Kind, carried
from gradertui.following.contents import Content, contents
from gradertui.following.said import Labels, Said, said
from gradertui.locale import _
from gradertui.marks import Mark
from gradertui.model import Mode, Task
from gradertui.modes import CALLED
from gradertui.modes.preference import by_text, turned
from gradertui.session import Session, locked_words, planning
from gradertui.state import fold
from gradertui.store import StoreError
from gradertui.store.log import Log
from gradertui.text import one_line

__all__ = ["Followed", "differences", "follow", "refuse_mode", "refuse_unknown"]

_UNDER = ("rubric", "kinds", "mask", "masked", "aliases", "neutralised", "blind", "shows")
"""Keys of the plan that say under what a label is given."""


class Followed(NamedTuple):
    """What came of one grader's labels."""

    grader: str
    events: tuple[Event, ...] = ()
    left: int = 0
    """Tasks that are still open."""
    unlike: int = 0
    """Of them, those whose content has different labels in the other session."""
    stranger: bool = False
    """Whether the plan here names graders, and not this one; then nothing is taken over."""

    def n(self, kind: Kind) -> int:
        """How many events of a kind were taken over."""
        return sum(event.kind == kind for event in self.events)


def refuse_mode(other: Session, mode: Mode) -> None:
    """Refuse labels of another mode.

    Raises:
        StoreError: with both modes.
    """
    if other.plan.mode != mode:
        words = _("{name} is a session of mode {theirs}, this one of mode {mode}: labels are carried within a mode")
        theirs, ours = _(CALLED[other.plan.mode]), _(CALLED[mode])
        raise StoreError(words.format(name=one_line(other.name, 40), theirs=theirs, mode=ours))


def refuse_unknown(other: Session, graders: Sequence[str]) -> None:
    """Refuse a grader who has no log there.

    Raises:
        StoreError: with those who have.
    """
    known = other.graders()
    for grader in graders:
        if grader not in known:
            words = _("--grader {grader}: has no labels in {name}; there are: {known}")
            listed = ", ".join(known) or _("none")
            raise StoreError(words.format(grader=one_line(grader, 40), name=one_line(other.name, 40), known=listed))


def differences(session: Session, other: Session) -> list[str]:
    """The keys of the plan by which labels were given otherwise there."""
    known = other.record()
    there = known.current[1] if known else other.plan_text
    return [key for key in planning.differences(there, session.plan_text) if key.split(".")[0] in _UNDER]


def follow(session: Session, other: Session, graders: Sequence[str], utc: Callable[[], str]) -> list[Followed]:
    """Take over what graders said there of what is here unchanged.

    Args:
        session: that takes it over.
        other: where it was said; of the same mode.
        graders: whose labels; everybody's without any.
        utc: gives the time, for the plan that is frozen by it; labels keep the time at which they were given.

    Returns:
        What came of it, for each grader who said anything of what is here.

    Raises:
        StoreError: nothing was stored; the message says why and what to do.
    """
    whose = graders or other.graders()
    named = [each for each in whose if graders or not session.plan.graders or each in session.plan.graders]
    found = {}
    if named:
        here, there, revealed = contents(session), contents(other), other.revealed() or "~"
        known = {content.digest for content in here.values()}
        every = {grader: said(other, grader, there, revealed) for grader in named}
        found = {grader: labels for grader, labels in every.items() if not known.isdisjoint(labels)}
    strangers = [Followed(grader, stranger=True) for grader in whose if grader not in named]
    return [*(_taken_over(session, other.name, found, here, utc) if found else ()), *strangers]


def _taken_over(
    session: Session, name: str, found: Mapping[str, Labels], here: Mapping[str, Content], utc: Callable[[], str]
) -> list[Followed]:
    """Decide for everybody, with every log in hand, and only then write."""
    with ExitStack() as open_logs:
        logs = {grader: open_logs.enter_context(closing(session.writable_log(grader))) for grader in found}
        followed = [_decided(session, name, logs[grader], grader, labels, here) for grader, labels in found.items()]
        for each in followed:
            if each.events:
                known = session.state(logs[each.grader]).plan_hash
                # A time for each grader: logs that begin with equal events are taken for one that was copied.
                at = utc()
                logs[each.grader].append_all([*session.freezing(known, each.grader, at), *each.events], at)
    return followed


def _decided(
    session: Session, name: str, log: Log, grader: str, labels: Labels, here: Mapping[str, Content]
) -> Followed:
    state = session.state(log)
    # What was labelled or left out here at any time, and be it taken back, is the grader's own business.
    touched = {event.position for event in log.replay() if event.kind in ("Labelled", "Excluded")} | state.repeats
    new, unlike = list[Event](), 0
    # Grading goes on after the task of the last event: with the first one last, at the beginning.
    for position in reversed(range(len(state.order))):
        if position in touched or (content := here[state.order[position].task_id]).digest not in labels:
            continue
        if (each := labels[content.digest]) is None:
            unlike += 1
            continue
        each = each._replace(label=turned(each.label) if content.turned else each.label)
        told = _events(session, state.order[position], position, state.marks[position], each)
        new += [carried(event, name)._replace(at=each.at) for event in told]
    if new and state.locked:
        raise StoreError(locked_words())
    after = fold(state, (event._replace(seq=seq) for seq, event in enumerate(new, log.head().seq + 1)))
    return Followed(grader, tuple(new), len(state.order) - after.settled, unlike)


def _events(session: Session, task: Task, position: int, mark: Mark, each: Said) -> Iterator[Event]:
    """What the grader would have done here."""
    if each.label:
        label = by_text(task, each.label, session.firsts)
        blind, screen = bool(each.facts.get("blind", True)), str(each.facts.get("statistics", "none"))
        imported = str(each.facts.get("imported", ""))
        yield events.labelled(task.task_id, position, label, active_ms=0, blind=blind, screen=screen, imported=imported)
    else:
        yield events.excluded(task.task_id, position, each.reason)
    if each.kind and (session.rules.sided or each.kind in session.plan.kinds):
        yield events.classified(task.task_id, position, each.kind)
    if each.comment and not mark.comment:
        yield events.commented(task.task_id, position, each.comment)
    if each.flagged and not mark.flagged:
        yield events.flagged(task.task_id, position, True)

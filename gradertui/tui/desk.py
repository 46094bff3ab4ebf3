"""The grader at work: what each command does to the log and where it leads. Knows no widget and reads no clock.

Stored, then shown: every method that changes something appends to the log first; if that fails a `StoreError` leaves
everything as it was.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from gradertui import events
from gradertui.events import Event
from gradertui.locale import _, ngettext
from gradertui.marks import Mark
from gradertui.masking import Mask
from gradertui.model import Item, Question, Source, Task
from gradertui.order import REPEAT, codes
from gradertui.session import Session, locked_words
from gradertui.state import State, fold, following
from gradertui.store import StoreError
from gradertui.store.log import Log
from gradertui.text import one_line
from gradertui.tui.filters import containing, standing


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything that lies before the grader for one task."""

    item: Item
    question: Question
    sources: tuple[Source, ...]


class Desk:
    """One grader, one session, one place in it."""

    def __init__(self, session: Session, log: Log, state: State, *, blind: bool, utc: Callable[[], str]) -> None:
        """Sit down where the log ends.

        Args:
            session: open.
            log: the grader's, open for appending.
            state: what the log amounts to.
            blind: whether arms are hidden.
            utc: gives the time of day, ISO 8601 in UTC.
        """
        self.session, self.log, self.state, self.blind, self._utc = session, log, state, blind, utc
        self.grader = log.meta().get("grader", "")
        self.codes = codes(session.arms, session.plan.seed)
        self.cards = session.plan.mode == "tone"
        """Whether tasks are cards, each judged by itself and known by its number only."""
        self._mask = Mask.planned(session.plan, session.arms) if self.cards and blind else None
        self.given = self._moves()
        """Labels given and taken back, ever: what blind rows by arm are refreshed by."""
        self.guessing = False
        """Whether arms are being guessed: what was said of a card would help, and is not shown."""
        self.choices = session.rules.choices(session.plan)
        self.only: tuple[int, ...] | None = None
        """Positions that a filter left, in order; None without a filter."""
        self.looking_for = ""
        last = -1 if state.last is None else state.last
        still_open = last >= 0 and not state.marks[last].settled and not state.marks[last].skipped
        self.position = last if still_open else self._open_from(last)
        self.longest_question, self.longest_reference = session.items.longest()
        self.sheet = lru_cache(8)(self._sheet)
        """Of a position; neighbours are read ahead."""

    def _moves(self) -> int:
        return self.log.moves() if self.cards and self.blind else 0

    def _sheet(self, position: int) -> Sheet:
        items = self.session.items
        item = items.item(self.state.order[position].task_id.removesuffix(REPEAT))
        question = items.question(item.question_id) if item.question_id else Question("", "")
        keys = question.source_ids or (item.retrieved if self.cards else ())
        sources = tuple(items.source(key) for key in keys)
        if self._mask is None:
            return Sheet(item, question, sources)
        veiled = tuple(replace(source, text=self._mask.over(source.text)) for source in sources)
        asked = replace(question, text=self._mask.over(question.text))
        return Sheet(replace(item, text=self._mask.over(item.text)), asked, veiled)

    def read_ahead(self) -> None:
        """Read the tasks that are likely next, so that a key need not wait for the disk."""
        for position in (self.position + 1, self._open_from(self.position)):
            if position < len(self.state.order):
                self.sheet(position)

    @property
    def task(self) -> Task:
        """What is before the grader."""
        return self.state.order[self.position]

    @property
    def mark(self) -> Mark:
        """What stands of it."""
        return self.state.marks[self.position]

    @property
    def key(self) -> str:
        """How the task is called: by its question's key, a card by its number, which says nothing of it."""
        return self.called(self.position)

    def called(self, position: int) -> str:
        """How the task at a position is called."""
        if self.cards:
            return _("card {n}").format(n=position + 1)
        cluster = self.state.order.name(position)
        return one_line(cluster.removesuffix(REPEAT) if position in self.state.repeats else cluster, 24)

    def _open_from(self, position: int) -> int:
        found = following(self.state, position)
        return found if found is not None else max(position, 0)

    def take(self, event: Event) -> None:
        """Append an event, and only then let it be true.

        Raises:
            StoreError: it was not saved, or rating is locked.
        """
        guessing = event.kind in ("Guessed", "Revealed") or (event.kind == "Retracted" and self.guessed_last)
        if self.state.locked and not guessing:
            raise StoreError(locked_words())
        for first in self.session.freezing(self.state.plan_hash, self.grader, self._utc()):
            self.state = fold(self.state, [self.log.append(first, self._utc())])
        self.state = fold(self.state, [self.log.append(event, self._utc())])

    @property
    def guessed_last(self) -> bool:
        """Whether the last event that stands is a guess."""
        last = self.state.undo
        return last is not None and last.before.guess != self.state.marks[last.position].guess

    def label(self, label: str, active_ms: int, screen: str) -> str:
        """Label the task and go on.

        Args:
            label: one of the mode's.
            active_ms: time spent on it.
            screen: which statistics were in sight.

        Returns:
            What happened, or why nothing did.

        Raises:
            StoreError: the label was not saved.
        """
        if refused := self.session.rules.refusal(self.task, label):
            return refused
        task, key = self.task, self.key
        self.take(
            events.labelled(task.task_id, self.position, label, active_ms=active_ms, blind=self.blind, screen=screen)
        )
        self.given += 1
        self._advance()
        return _("{key} → {label} · u undoes it").format(key=key, label=label)

    def _advance(self) -> None:
        if self.only is None:
            self.position = self._open_from(self.position)
            return
        later = [p for p in self.only if p > self.position and not self.state.marks[p].settled]
        self.position = later[0] if later else self.position

    def skip(self) -> str:
        """Put the task off to the end; said if it already waits there."""
        key = self.key
        self.take(events.skipped(self.task.task_id, self.position))
        self._advance()
        return _("{key} put off: it comes back at the end · u undoes it").format(key=key)

    def exclude(self, reason: str) -> str:
        """Leave the task out for good."""
        key = self.key
        self.take(events.excluded(self.task.task_id, self.position, reason))
        self._advance()
        return _("{key} left out: {reason} · u undoes it").format(key=key, reason=one_line(reason, 40))

    def flag(self) -> str:
        """Mark the task to come back to, or take the mark off."""
        on = not self.mark.flagged
        self.take(events.flagged(self.task.task_id, self.position, on))
        return (_("{key} flagged") if on else _("{key} no longer flagged")).format(key=self.key)

    def comment(self, text: str) -> str:
        """Write a comment; an empty one removes it."""
        if text == self.mark.comment:
            return ""
        self.take(events.commented(self.task.task_id, self.position, text))
        return (_("comment on {key} saved") if text else _("comment on {key} removed")).format(key=self.key)

    def undo(self) -> str:
        """Take back the last event that stands, and go to its task."""
        last = self.state.undo
        if last is None:
            return _("nothing to undo")
        task = self.state.order[last.position]
        taken = self.state.marks[last.position]
        self.take(events.retracted(last.seq, task.task_id, last.position))
        self.given = self._moves()
        self.position = last.position
        return _("{key}: {what} undone").format(key=self.called(last.position), what=_difference(last.before, taken))

    def walk(self, step: int) -> str:
        """Go to the neighbour in order, or among those a filter left."""
        if self.only is None:
            target = self.position + step
        else:
            ahead = [p for p in self.only if (p > self.position if step > 0 else p < self.position)]
            target = (ahead[0] if step > 0 else ahead[-1]) if ahead else -1
        if not 0 <= target < len(self.state.order):
            return _("that is the last one") if step > 0 else _("that is the first one")
        self.position = target
        return ""

    def resume(self) -> str:
        """Go to the next task without a label, out of any filter."""
        self.only, self.looking_for = None, ""
        self.position = self._open_from(self.position)
        return _("nothing is open") if self.state.complete else ""

    def go(self, where: str) -> str:
        """Go to a task by its number, or to a question by its key."""
        where = where.strip()
        begins = None if self.cards else self.state.order.position(where)
        if begins is not None:
            self.position = begins
        elif where.isdecimal() and len(where) < 10 and 1 <= int(where) <= len(self.state.order):
            self.position = int(where) - 1
        else:
            words = _("{where}: no number from 1 to {n} and no question's key")
            if self.cards:
                words = _("{where}: no number from 1 to {n}")
            return words.format(where=one_line(where, 24), n=len(self.state.order))
        return ""

    def filter(self, wanted: str) -> str:
        """Walk only through some tasks.

        Args:
            wanted: words of question or answer; or :flagged, :commented, :skipped, :excluded, :open, or a colon
                and a label. Empty takes the filter off.
        """
        self.only, self.looking_for = None, ""
        if not (wanted := wanted.strip()):
            return _("no filter")
        found = self._matching(wanted)
        if not found:
            return _("nothing matches {wanted}").format(wanted=one_line(wanted, 30))
        self.only, self.looking_for = found, one_line(wanted, 20)
        if self.position not in found:
            self.position = next((p for p in found if p > self.position), found[0])
        text = ngettext(
            "{n} matches; / and Enter takes the filter off", "{n} match; / and Enter takes the filter off", len(found)
        )
        return text.format(n=len(found))

    def _matching(self, wanted: str) -> tuple[int, ...]:
        if wanted.startswith(":"):
            return standing(wanted[1:], self.state)
        shown = (lambda position: self._sheet(position).item.text) if self._mask else None
        return containing(wanted, self.state, self.session.items, shown)

    def reveal(self, where: str) -> None:
        """Record that the grader sees, or can see, which system is which."""
        if not self.state.revealed:
            self.take(events.revealed(where))

    def welcome(self) -> str:
        """One line that says where the grader was."""
        state = self.state
        if state.undo is None and self.cards and self.blind:
            text = _("{n} to go; leaks first: gradertui blinding {name}")
            return text.format(n=len(state.order), name=one_line(self.session.name, 30))
        if state.undo is None:
            return _("{n} to go; ? explains the letters").format(n=len(state.order))
        last = state.undo.position
        what = _difference(state.undo.before, state.marks[last])
        return _("welcome back: {done} of {n} done; your last was {key}, {what}").format(
            done=state.settled, n=len(state.order), key=self.called(last), what=what
        )


def _difference(before: Mark, after: Mark) -> str:
    """What an event changed, in a word."""
    if before.label != after.label and after.label:
        return after.label
    if before.excluded != after.excluded and after.excluded is not None:
        return _("exclusion")
    if after.skipped and before.skipped != after.skipped:
        return _("skip")
    if before.flagged != after.flagged:
        return _("flag")
    if before.comment != after.comment:
        return _("comment")
    if before.guess != after.guess:
        return _("guess")
    return _("relabelling")

"""The grader at work: what each command does to the log. Knows no widget and reads no clock.

Stored, then shown: every method that changes something appends to the log first; if that fails a `StoreError` leaves
everything as it was.
"""

from __future__ import annotations

from collections.abc import Callable

from gradertui import events
from gradertui.events import Event
from gradertui.locale import _
from gradertui.marks import Mark
from gradertui.modes import grade
from gradertui.order import codes
from gradertui.session import Session, locked_words
from gradertui.state import State, fold
from gradertui.store import StoreError
from gradertui.store.writable import WritableLog
from gradertui.text import one_line
from gradertui.tui.history import carried_words
from gradertui.tui.keys import Keys, shipped, span
from gradertui.tui.place import Place


class Desk(Place):
    """One grader, one session, one place in it."""

    def __init__(
        self,
        session: Session,
        log: WritableLog,
        state: State,
        *,
        blind: bool,
        utc: Callable[[], str],
        keys: Keys | None = None,
    ) -> None:
        """Sit down where the log ends.

        Args:
            session: open.
            log: the grader's, open for appending.
            state: what the log amounts to.
            blind: whether arms are hidden.
            utc: gives the time of day, ISO 8601 in UTC.
            keys: of the grader; as shipped otherwise.
        """
        super().__init__(session, state, keys or shipped(session.plan.mode, session.plan.mode), blind=blind)
        self.log, self._utc = log, utc
        self.grader = log.meta().get("grader", "")
        self.codes = codes(session.arms, session.plan.seed)
        self.given = self._moves()
        """Labels given and taken back, ever: what blind rows by arm are refreshed by."""

    def _moves(self) -> int:
        return self.log.moves() if self.refreshed else 0

    @property
    def refreshed(self) -> bool:
        """Whether rows by arm move every so many labels: blind, where the tasks of a cluster are not done together."""
        return self.blind and not self.session.rules.together

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

    def stands(self) -> list[str]:
        """What stands of the task, and whether it was carried from another session."""
        said = super().stands()
        if self.mark.settled and (session := events.carried_from(self.log.history(self.position))):
            said.insert(1, carried_words(session, self.hidden))
        return said

    @property
    def hidden(self) -> tuple[str, ...]:
        """The arms whose names are not shown."""
        return self.session.arms if self.blind else ()

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
        same = self.pairs and label in ("A", "B") and self.sheet(self.position).same
        task, key = self.task, self.key
        self.take(
            events.labelled(task.task_id, self.position, label, active_ms=active_ms, blind=self.blind, screen=screen)
        )
        self.given += 1
        if self.asks_kind:
            words = _("{key} → {label} · {keys}: which kind · {resume} goes on without")
            return words.format(key=key, label=label, keys=span(self.kinds), resume=self.keys.cap("resume"))
        self._advance()
        words = _("{key} → {label} · {undo} undoes it")
        if same:
            words = _("{key} → {label}, though both texts are the same · {undo} undoes it")
        return words.format(key=key, label=label, undo=self._undo)

    @property
    def _undo(self) -> str:
        """The key that takes back, for messages."""
        return self.keys.cap("undo")

    def classify(self, kind: str) -> str:
        """Say what kind of error the X is, and go on."""
        key = self.key
        self.take(events.classified(self.task.task_id, self.position, kind))
        self._advance()
        words = _("{key} → X · {kind} · {undo} undoes it")
        return words.format(key=key, kind=grade.kind_words(kind, brief=True), undo=self._undo)

    @property
    def reasoned(self) -> int | None:
        """The pair a reason is given for: the one before the grader if it has a label, else the last labelled."""
        undo = self.state.undo
        places = (self.position, undo.position if undo else self.position)
        return next((place for place in places if self.state.marks[place].label), None)

    def reason(self, position: int, text: str) -> str:
        """Say in a word or two why a pair has its label; an empty one removes it."""
        text = " ".join(text.split())
        if text == self.state.marks[position].kind:
            return ""
        self.take(events.classified(self.state.order[position].task_id, position, text))
        words = _("reason for {key} saved: {text}") if text else _("reason for {key} removed")
        return words.format(key=self.called(position), text=one_line(text, 40))

    def skip(self) -> str:
        """Put the task off to the end; said if it already waits there."""
        key = self.key
        self.take(events.skipped(self.task.task_id, self.position))
        self._advance()
        return _("{key} put off: it comes back at the end · {undo} undoes it").format(key=key, undo=self._undo)

    def exclude(self, reason: str) -> str:
        """Leave the task out for good."""
        key = self.key
        self.take(events.excluded(self.task.task_id, self.position, reason))
        self._advance()
        words = _("{key} left out: {reason} · {undo} undoes it")
        return words.format(key=key, reason=one_line(reason, 40), undo=self._undo)

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
        told = _("{key}: {what} undone").format(key=self.called(last.position), what=_difference(last.before, taken))
        back = last.before.label if last.before.label != taken.label else None
        return told + (" · " + _("{label} stands again").format(label=back) if back else "")

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
            return _("{n} to go; {help} explains the letters").format(n=len(state.order), help=self.keys.cap("help"))
        last = state.undo.position
        if "carried" in events.facts(self.log.history(last)[-1]):
            words = _("welcome back: {done} of {n} done; the last came from another session")
            return words.format(done=state.settled, n=len(state.order))
        what = _difference(state.undo.before, state.marks[last])
        return _("welcome back: {done} of {n} done; your last was {key}, {what}").format(
            done=state.settled, n=len(state.order), key=self.called(last), what=what
        )


def _difference(before: Mark, after: Mark) -> str:
    """What an event changed, in a word."""
    if before.label != after.label and after.label:
        return after.label
    if after.kind and before.kind != after.kind:
        return grade.kind_words(after.kind)
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

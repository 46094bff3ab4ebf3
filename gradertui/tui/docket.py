"""The adjudicator at work: what each command does to the log of what is settled. Knows no widget and reads no clock.

Stored, then shown, as at the grader's desk. The log names tasks and no places, because which tasks are in dispute
changes while graders work.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from gradertui import events
from gradertui.disputes import Dispute, placed, shown
from gradertui.events import Event
from gradertui.locale import _, ngettext
from gradertui.marks import Mark
from gradertui.masking import Mask
from gradertui.model import Choice
from gradertui.order import Order
from gradertui.session import Session
from gradertui.settling import cause_words, causes
from gradertui.state import begin, fold
from gradertui.store.writable import WritableLog
from gradertui.tui.keys import Keys, shipped
from gradertui.tui.place import Place


class Docket(Place):
    """One adjudicator, the tasks in dispute, one place among them."""

    def __init__(
        self,
        session: Session,
        log: WritableLog,
        disputes: Sequence[Dispute],
        *,
        blind: bool,
        utc: Callable[[], str],
        keys: Keys | None = None,
    ) -> None:
        """Begin where the log ends.

        Args:
            session: open.
            log: the adjudicator's, open for appending.
            disputes: to be settled, in order.
            blind: whether arms are hidden.
            utc: gives the time of day, ISO 8601 in UTC.
            keys: of the adjudicator; as shipped otherwise.
        """
        self.disputes = disputes
        order = Order(dispute.task for dispute in disputes)
        state = fold(begin(order, session.rules, partial=True), placed(log.notes(), order, session.firsts))
        super().__init__(session, state, keys or shipped("adjudicate", session.plan.mode), blind=blind)
        self.log, self._utc = log, utc
        # A letter by itself is a word of its own in a comment.
        names = [name for name in (*session.arms, *session.graders()) if len(name) > 1]
        self._nameless = Mask.planned(session.plan, names)
        mode = session.plan.mode
        named = tuple(Choice("", cause, cause_words(cause, mode)) for cause in causes(mode))
        self.causes = self.keys.counted("causes", named)

    def masked(self, comment: str) -> str:
        """A comment as it is shown: blind, without the names of arms and of graders."""
        return self._nameless.over(comment) if self.blind else comment

    @property
    def dispute(self) -> Dispute:
        """What is before the adjudicator."""
        return self.disputes[self.position]

    @property
    def asks_kind(self) -> bool:
        """Whether the task is settled and why graders differed was not said."""
        return self.mark.label is not None and not self.mark.kind

    def key_of(self, place: int) -> str:
        """The key that adopts a grader's label: a digit, or the label's own key for ratings and where digits run out.

        Args:
            place: of the grader among those who labelled the task, from 0.
        """
        own = {choice.label: choice.key for choice in self.choices}
        digit = "".join(self.keys.row("adopt")[place : place + 1])
        if digit and not self.cards and not self.keys.label(digit):
            return digit
        return own.get(self.dispute.voices[place].label, "")

    def stands(self) -> list[str]:
        """What was settled, for the edge of the text."""
        mark = self.mark
        if mark.label is None:
            return [_("put off")] if mark.skipped else []
        return [part for part in (_("settled {label}").format(label=mark.label), self._cause(mark)) if part]

    def _cause(self, mark: Mark) -> str:
        return cause_words(mark.kind, self.session.plan.mode)

    def take(self, event: Event) -> None:
        """Append an event on the task at a position, and only then let it be true.

        Raises:
            StoreError: it was not saved.
        """
        for first in self.session.freezing(self.state.plan_hash, self.log.meta()["grader"], self._utc()):
            self.state = fold(self.state, [self.log.append(first, self._utc())])
        order, firsts = self.state.order, self.session.firsts
        stored = self.log.append(shown(event, order, firsts)._replace(position=None), self._utc())
        self.state = fold(self.state, [shown(stored._replace(position=event.position), order, firsts)])

    def settle(self, label: str) -> str:
        """Give the task its label, and stay for the cause.

        Args:
            label: one of the mode's.

        Returns:
            What happened, or why nothing did.

        Raises:
            StoreError: the label was not saved.
        """
        if refused := self.session.rules.refusal(self.task, label):
            return refused
        if label == self.mark.label:
            return _("{key} is settled as {label} already").format(key=self.key, label=label)
        self._settled(label, "")
        words = _("{key} → {label} · why did they differ? {resume} goes on")
        return words.format(key=self.key, label=label, resume=self.keys.cap("resume"))

    def because(self, cause: str) -> str:
        """Say why graders differed, and go on."""
        label, key = self.mark.label, self.key
        if label is None:
            return _("first a label, then why they differed")
        self._settled(label, cause)
        self._advance()
        said = cause_words(cause, self.session.plan.mode)
        words = _("{key} → {label} · {cause} · {undo} undoes it")
        return words.format(key=key, label=label, cause=said, undo=self.keys.cap("undo"))

    def _settled(self, label: str, cause: str) -> None:
        self.take(events.settled(self.task.task_id, label, cause)._replace(position=self.position))

    def skip(self) -> str:
        """Put the task off to the end; what is settled has its label."""
        key = self.key
        if self.mark.label is not None:
            words = _("{key} is settled: give it another label, or {undo} takes back what you did last")
            return words.format(key=key, undo=self.keys.cap("undo"))
        self.take(events.skipped(self.task.task_id, self.position))
        self._advance()
        words = _("{key} put off: it comes back at the end · {undo} undoes it")
        return words.format(key=key, undo=self.keys.cap("undo"))

    def undo(self) -> str:
        """Take back the last event that stands, and go to its task."""
        last = self.state.undo
        if last is None:
            return _("nothing to undo")
        taken = self.state.marks[last.position]
        self.take(events.retracted(last.seq, self.state.order[last.position].task_id, last.position))
        self.position = last.position
        return _("{key}: {what} undone").format(key=self.key, what=self._difference(last.before, taken))

    def _difference(self, before: Mark, after: Mark) -> str:
        if before.label == after.label and after.kind != before.kind:
            return self._cause(after) or self._cause(before)
        return after.label or _("skip")

    def welcome(self) -> str:
        """One line that says where the adjudicator was."""
        done, n = self.state.settled, len(self.disputes)
        if done:
            return _("welcome back: {done} of {n} settled").format(done=done, n=n)
        words = ngettext("{n} to settle; {help} explains the keys", "{n} to settle; {help} explains the keys", n)
        return words.format(n=n, help=self.keys.cap("help"))

    def tally(self) -> Counter[str]:
        """How often each cause was given, in the order of the causes; "" was not said."""
        marks = [self.state.marks[position] for position in range(len(self.disputes))]
        found = Counter(mark.kind for mark in marks if mark.label is not None)
        return Counter({cause: found[cause] for cause in (*(each.label for each in self.causes), "") if found[cause]})

"""The screen on which texts are judged: keys in, and the commands that write. What they do to the log is `desk.py`."""

from __future__ import annotations

from textual import events

from gradertui.locale import _
from gradertui.tui.counted import Counted
from gradertui.tui.desk import Desk
from gradertui.tui.settings import Settings

SOON = 1.5
"""Seconds after an X in which another letter is taken for the next answer's, and refused while the kind is asked."""


class GradingScreen(Counted):
    """One task at a time, its statistics beside it."""

    def __init__(self, desk: Desk, size: tuple[int, int], liked: Settings | None = None) -> None:
        super().__init__(desk, size, liked)
        self._asked_at = float("-inf")
        """When the last X was given whose kind is asked."""
        self._kinds = {kind.key: kind.label for kind in desk.kinds}

    def on_key(self, event: events.Key) -> None:
        """A label or a command, there and then."""
        key = self.keys.pressed(event.key, event.character)
        self.stopwatch.touch(event.time)
        burst = self.guard.burst(event.time)
        label, kind = self.keys.label(key), self._kinds.get(key) if self.desk.asks_kind else None
        command = self.keys.command(key)
        if label is None and kind is None and command is None:
            if event.key.startswith("alt+") and self.keys.label(event.key.removeprefix("alt+")):
                self.say(_("Alt and a letter label nothing; after Esc wait half a second"))
            else:
                self.say_unclear(key)
            return
        event.stop()
        if burst and (label or kind or (command and not command.scrolls)):
            self.guard.refusal(key, event.time)
            self.say(burst)
        elif label is not None:
            unfit = self.guard.refusal(key, event.time) or self.unseen() or self._unfinished(event.time)
            self.say(unfit) if unfit else self.label(label, event.time)
        elif kind is not None:
            refused = self.guard.refusal(key, event.time)
            self.say(refused) if refused else self.attempt(lambda: self.desk.classify(kind))
        elif command is not None:
            self.carry_out(command)

    def _unfinished(self, at: float) -> str:
        """Why a letter right after an X whose kind is asked does not take its place: the next answer is meant."""
        asked = self.desk.asks_kind and at - self._asked_at < SOON
        words = _("first the kind of error, or {next} goes on without it; {undo} takes the X back")
        return words.format(next=self.keys.cap("next"), undo=self.keys.cap("undo")) if asked else ""

    def on_paste(self, event: events.Paste) -> None:
        """A paste is text, not keys; nor is what comes with it."""
        event.stop()
        self.guard.burst(event.time)
        self.say(_("pasted text labels nothing"))

    def label(self, label: str, at: float) -> None:
        """Label the task before the grader."""
        self.live.visible = self.statistics.display
        self.attempt(lambda: self._labelled(label, at))

    def _labelled(self, label: str, at: float) -> str:
        before = self.desk.state
        said = self.desk.label(label, self.stopwatch.spent_ms(at), self.live.in_sight())
        if self.desk.asks_kind:
            self._asked_at = at
        if self.desk.state is not before:
            self.stopwatch.restart(at)  # the answer may stay before the grader: what was spent on it is told once
        return said

    def do_undo(self) -> str:
        """Take back the last event that stands."""
        return self.desk.undo()

    def do_skip(self) -> str:
        """Put off."""
        return self.desk.skip()

    def do_flag(self) -> str:
        """Mark, or take the mark off."""
        return self.desk.flag()

    def do_comment(self) -> None:
        """Ask for a comment."""
        self.ask(_("Comment on {key}").format(key=self.desk.key), self.desk.mark.comment, self.desk.comment)

    def do_reason(self) -> str | None:
        """Ask why, in a word or two."""
        position = self.desk.reasoned
        if position is None:
            return _("first a label, then a reason for it")
        mark = self.desk.state.marks[position]
        title = _("Why {label} for {key}? A word or two").format(label=mark.label, key=self.desk.called(position))
        self.ask(title, mark.kind, lambda text: self.desk.reason(position, text))
        return None

    def do_exclude(self) -> None:
        """Ask for the reason and leave the task out."""
        self.ask(
            _("Why leave {key} out?").format(key=self.desk.key),
            "",
            lambda reason: self.desk.exclude(reason) if reason.strip() else _("no reason, nothing left out"),
        )

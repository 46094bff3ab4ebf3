"""The practice round on the screen: a key, and at once what we say of the same text.

Takes a round and keeps it in memory; there is no store here and no file. What is said is `practice_rows.py`, the texts
are `practice_texts.py`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from time import monotonic

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.getters import query_one

from gradertui.locale import _, language
from gradertui.practice import Exercise, Feedback, Round, judged
from gradertui.tui import practice_rows as rows
from gradertui.tui.commands import Command
from gradertui.tui.guard import Guard
from gradertui.tui.keynames import large
from gradertui.tui.keys import Keys, shipped
from gradertui.tui.lines import Ground, Lines
from gradertui.tui.pages import Page
from gradertui.tui.practice_texts import Texts
from gradertui.tui.quiet import Quiet
from gradertui.tui.reading import TextPane
from gradertui.tui.themes import wear

_ROWS = {"up": -1, "down": 1, "page_up": -5, "page_down": 5}
"""Rows that a command scrolls by."""


class PracticeScreen(Ground):
    """One exercise with its reference and source, and what we say of it."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-home"), (160, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-short"), (30, "-tall")]  # noqa: RUF012

    status = query_one("#status", Lines)
    verdict = query_one("#verdict", Lines)
    choices = query_one("#choices", Lines)
    last = query_one("#last", Lines)

    def __init__(self, practised: Round, rubric: Mapping[str, str], keys: Keys) -> None:
        super().__init__()
        self.round, self.keys = practised, keys
        self._rubric = rubric
        self.guard = Guard(on=os.environ.get("GRADERTUI_GUARD") != "off")
        self._drawn: Exercise | None = None
        self._refused: Feedback | None = None
        self._said = _("nothing of this is kept")

    def compose(self) -> ComposeResult:
        """Status, the texts with what we say of them, choices, last line."""
        yield Lines("status")
        with Vertical(id="main"):
            yield Texts(cards=self.round.exercise.mode == "tone")
            with Vertical(id="feedback"):
                yield Lines("verdict")
                yield TextPane("why", boxed=True)
        yield Lines("choices")
        yield Lines("last")

    def on_mount(self) -> None:
        """The first exercise."""
        self.draw()

    def on_resize(self) -> None:
        """The same texts in other frames."""
        self.call_after_refresh(self._painted, self.round.exercise)

    @property
    def feedback(self) -> Feedback | None:
        """What the key given to this exercise says; None before it."""
        label = self.round.label
        return judged(self.round.exercise, label, language()) if label else self._refused

    def draw(self) -> None:
        """Draw what is true now."""
        shown, said = self.round.exercise, self.feedback
        if self._drawn is not shown:
            self._drawn = shown
            self.guard.changed()
        self.query_one(Texts).lay(self.round)
        waiting = _("Press a key: here you then read whether it agrees with ours, and why.")
        self.query_one("#why", TextPane).read(said.why if said else waiting, "")
        self.verdict.show(lambda size: [rows.verdict(said, size.width)])
        self.status.show(lambda size: [rows.status(self.round, size.width)])
        self.choices.show(lambda size: [rows.choices(self.round, self.keys, size.width)])
        self.last.show(lambda size: [rows.last(self._said, self.keys, size.width)])
        self.call_after_refresh(self._painted, shown)

    def _painted(self, shown: Exercise) -> None:
        if shown is self.round.exercise is self._drawn:
            self.guard.painted(monotonic())

    def on_key(self, event: events.Key) -> None:
        """A label or a step, there and then."""
        key = self.keys.pressed(event.key, event.character)
        burst = self.guard.burst(event.time)
        label, command = self.keys.label(key), self.keys.command(key)
        if label is not None:
            event.stop()
            refused = burst or self.guard.refusal(key, event.time)
            self._say(refused or self._label(label))
        elif command is not None:
            event.stop()
            self._carry_out(command, burst)
        elif key == "ctrl+c":
            event.stop()
            self._say(self.do_quit())
        elif unclear := self.keys.unclear(key):
            self._say(unclear)

    def _carry_out(self, command: Command, burst: str | None) -> None:
        if command.name in _ROWS:
            self._scroll(_ROWS[command.name])
        elif burst and command.name in ("next", "undo"):
            self._say(burst)
        else:
            self._say(getattr(self, f"do_{command.name}")())

    def on_paste(self, event: events.Paste) -> None:
        """A paste is text, not keys; nor is what comes with it."""
        event.stop()
        self.guard.burst(event.time)
        self._say(_("pasted text labels nothing"))

    def _say(self, words: str) -> None:
        self._said = words
        self.draw()

    def _label(self, label: str) -> str:
        """What a label key leads to: it counts, it is refused, or this exercise has its label."""
        if self.round.label is None:
            said = judged(self.round.exercise, label, language())
            self._refused = said if said.verdict == "refused" else None
            if self._refused:
                return _("not counted: try another key")
            self.round = self.round.labelled(label)
            return ""
        words = _("{next} goes on · {undo} takes it back")
        return words.format(next=self.keys.cap("next"), undo=self.keys.cap("undo"))

    def _go(self, practised: Round) -> str:
        self.round, self._refused = practised, None
        return ""

    def do_next(self) -> str:
        """To the next exercise, or to the last page."""
        if self.round.label is None:
            choices = self.keys.keyed(rows.choices_of(self.round.exercise))
            return _("first a key: {labels}").format(labels=" ".join(large(choice.key) for choice in choices))
        if self.round.over and self.round.at == len(self.round.exercises) - 1:
            self._end()
            return self._said
        return self._go(self.round.walked(1))

    def do_previous(self) -> str:
        """To the exercise before."""
        return self._go(self.round.walked(-1))

    def do_undo(self) -> str:
        """Take back the last key."""
        if not self.round.given:
            return _("nothing to undo")
        self._go(self.round.undone())
        return _("taken back: try again")

    def do_help(self) -> str:
        """What decides a label."""
        shown = self.round.exercise
        keys, told = self.keys, self._rubric
        page = Page(_("Rubric"), lambda width: rows.rubric(shown, told, keys, width), keys.of("help"), keys)

        def closed(_key: str | None) -> None:
            self.guard.changed()
            self.draw()

        self.app.push_screen(page, closed)
        return self._said

    def do_quit(self) -> str:
        """Leave."""
        self.app.exit()
        return self._said

    def _scroll(self, by: int) -> None:
        why = self.query_one("#why", TextPane)
        pane = why if why.overflows else self.query_one(Texts).longest
        pane.scroll_rows(by)

    def _end(self) -> None:
        back = self.keys.of("previous")

        def left(key: str | None) -> None:
            if key not in back:
                self.app.exit()

        ending = Page(_("Practised"), lambda width: rows.ending(self.round, self.keys, width), back, self.keys)
        self.app.push_screen(ending, left)


class Practice(Quiet):
    """A round of exercises, in memory only."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(
        self,
        exercises: tuple[Exercise, ...],
        rubric: Mapping[str, str],
        *,
        theme: str = "dark",
        keys: Keys | None = None,
    ) -> None:
        super().__init__()
        wear(self, theme)
        self._practice = PracticeScreen(Round(exercises), rubric, keys or shipped("practice", exercises[0].mode))

    @property
    def round(self) -> Round:
        """How far it went."""
        return self._practice.round

    def get_default_screen(self) -> PracticeScreen:
        """The exercise itself."""
        return self._practice

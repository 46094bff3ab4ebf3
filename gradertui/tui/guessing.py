"""After rating, never before: which variant was it? Asked of a seeded sample of cards, one at a time."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from time import monotonic

from textual import events
from textual.app import ComposeResult

from gradertui import events as made
from gradertui.locale import _, ngettext
from gradertui.order import codes
from gradertui.store import StoreError
from gradertui.text import one_line
from gradertui.tui.desk import Desk
from gradertui.tui.guard import Guard
from gradertui.tui.keynames import large
from gradertui.tui.keys import Keys, shipped
from gradertui.tui.lines import Ground, Line, Lines, spread, width_of
from gradertui.tui.papers import Papers
from gradertui.tui.quiet import Quiet
from gradertui.tui.themes import wear

UNSURE = "?"
_SCROLLS: Mapping[str, dict[str, int]] = {
    "up": {"rows": -1},
    "down": {"rows": 1},
    "page_up": {"pages": -1},
    "page_down": {"pages": 1},
}


def sampled(desk: Desk, most: int) -> list[int]:
    """Positions of the cards that are asked about: a seeded sample of the rated ones.

    Args:
        desk: of a grader who has rated all.
        most: cards.
    """
    state = desk.state
    rated = [i for i in range(len(state.order)) if state.marks[i].label is not None and i not in state.repeats]
    shuffled = codes([str(i) for i in rated], desk.session.plan.seed, "guess")
    return sorted(int(position) for position in list(shuffled)[:most])


def lock(desk: Desk) -> None:
    """End rating: from here on only guesses are taken.

    Raises:
        StoreError: something is still open, or it was not saved.
    """
    if left := len(desk.state.order) - desk.state.settled:
        words = ngettext(
            "{n} is still open; guesses come after the last rating",
            "{n} are still open; guesses come after the last rating",
            left,
        )
        raise StoreError(words.format(n=left))
    if not desk.state.locked:
        desk.take(made.locked())


class GuessingScreen(Ground):
    """One card, the variants to choose from, and "cannot tell"."""

    def __init__(self, desk: Desk, asked: Sequence[int], keys: Keys) -> None:
        super().__init__(classes="-home -tall")
        self.desk, self.asked, self.keys = desk, asked, keys
        desk.guessing = True
        self._said = _("guess, or say that you cannot tell: both count")
        self.guard = Guard(on=os.environ.get("GRADERTUI_GUARD") != "off")
        self._keys = dict(zip(keys.row("variants"), desk.session.arms, strict=False)) | {keys.row("unsure")[0]: UNSURE}

    def compose(self) -> ComposeResult:
        """Status, card, choices, last line."""
        yield Lines("status")
        yield Papers(self.desk)
        yield Lines("choices")
        yield Lines("last")

    def on_mount(self) -> None:
        """The first card without a guess."""
        self._go()

    def _open(self) -> list[int]:
        return [position for position in self.asked if not self.desk.state.marks[position].guess]

    def _go(self) -> None:
        left = self._open()
        if not left:
            self.app.exit()
            return
        if self.desk.position != left[0]:
            self.guard.changed()
        self.desk.position = left[0]
        self.query_one(Papers).lay()
        self.call_after_refresh(lambda: self.guard.painted(monotonic()))
        done = len(self.asked) - len(left)
        self.query_one("#status", Lines).show(lambda size: [self._status(done, size.width)])
        self.query_one("#choices", Lines).show(lambda size: [self._choices(size.width)])
        undo, leave = self.keys.cap("undo"), self.keys.cap("quit")
        keys: Line = ((undo, ""), (" " + _("undo"), "dim"), (f"  {leave}", ""), (" " + _("quit"), "dim"))
        self.query_one("#last", Lines).show(lambda size: [spread(((self._said, "accent"),), keys, size.width)])

    def _status(self, done: int, width: int) -> Line:
        title = _("Which variant was it?")
        return spread(((title, "strong"),), ((str(done), "strong"), (f"/{len(self.asked)}", "dim")), width)

    def _choices(self, width: int) -> Line:
        """A cap and a name for each variant; names as long as there is room for all."""
        for length in (20, 12, 8, 4, 0):
            line: list[tuple[str, str]] = []
            for key, arm in self._keys.items():
                words = (_("cannot tell") if length > 4 else "?") if arm == UNSURE else one_line(arm, length)
                line += [(f" {large(key)} ", "cap"), (f" {words}  " if length else " ", "")]
            if width_of(tuple(line)) <= width:
                break
        return tuple(line)

    def on_key(self, event: events.Key) -> None:
        """A guess, undo, quit, or a text that scrolls."""
        key = self.keys.pressed(event.key, event.character)
        burst = self.guard.burst(event.time)
        command = self.keys.command(key)
        name = "quit" if key == "ctrl+c" else command.name if command else ""
        if key in self._keys:
            event.stop()
            refused = burst or self.guard.refusal(key, event.time)
            self._say(refused) if refused else self._attempt(lambda: self._guess(self._keys[key]))
        elif name == "undo":
            event.stop()
            self._say(burst) if burst else self._attempt(self._undo)
        elif name == "quit":
            event.stop()
            self.app.exit()
        elif name in _SCROLLS:
            event.stop()
            self.query_one(Papers).scroll_texts(**_SCROLLS[name])

    def _say(self, text: str) -> None:
        self._said = text
        self._go()

    def _guess(self, arm: str) -> str:
        key = self.desk.key
        self.desk.take(made.guessed(self.desk.task.task_id, self.desk.position, arm))
        return _("{key} noted · {undo} takes it back").format(key=key, undo=self.keys.cap("undo"))

    def _undo(self) -> str:
        return self.desk.undo() if self.desk.guessed_last else _("nothing to undo")

    def _attempt(self, deed: Callable[[], str]) -> None:
        try:
            self._said = deed()
        except StoreError as error:
            self._said = _("NOT SAVED: {why}").format(why=one_line(str(error)))
        self._go()


class Guesser(Quiet):
    """Asks, and ends when all was asked."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(self, desk: Desk, asked: Sequence[int], *, theme: str = "dark", keys: Keys | None = None) -> None:
        super().__init__()
        wear(self, theme)
        self._guessing = GuessingScreen(desk, asked, keys or shipped("guess"))

    def get_default_screen(self) -> GuessingScreen:
        """The question itself."""
        return self._guessing

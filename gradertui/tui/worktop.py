"""The screen under the work: its texts, when they are drawn, and what lies over them. Knows no key and no number.

What keys do is `looking.py`, for those that only look; numbers beside the work are `counted.py`; what writes is
`grading.py`, and `adjudicating.py` where graders differ.
"""

from __future__ import annotations

import os
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

from textual import events
from textual.errors import NoWidget
from textual.getters import query_one

from gradertui.locale import _
from gradertui.store import StoreError
from gradertui.text import one_line
from gradertui.tui import bars, settings
from gradertui.tui.commands import Command
from gradertui.tui.guard import Guard
from gradertui.tui.lines import Ground, Line, Lines
from gradertui.tui.pace import Stopwatch
from gradertui.tui.pages import Page
from gradertui.tui.papers import Papers, frames, lies_beside
from gradertui.tui.place import Place
from gradertui.tui.reading import TextPane
from gradertui.tui.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Worktop(Ground):
    """One task at a time."""

    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (60, "-narrow"), (110, "-home"), (160, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (16, "-short"), (30, "-tall")]  # noqa: RUF012

    status = query_one("#status", Lines)
    papers = query_one(Papers)
    choices = query_one("#choices", Lines)
    last = query_one("#last", Lines)

    def __init__(self, desk: Place, size: tuple[int, int], liked: Settings | None, said: str) -> None:
        """Lay the desk out.

        Args:
            desk: the grader at work.
            size: of the terminal: a first layout that is right already is a third of the way to the first answer.
            liked: what the grader set before.
            said: the first words on the last line.
        """
        super().__init__()
        self.settings = liked or Settings()
        self.raw = False
        """Whether the answer is shown character for character; not remembered."""
        self.desk, self.keys = desk, desk.keys
        self.stopwatch = Stopwatch(monotonic())
        self.guard = Guard(on=os.environ.get("GRADERTUI_GUARD") != "off")
        self._said = said
        self._drawn: int | None = None
        self.ending = False
        """Whether all is done and the page that says so waits for a word more on the last task."""
        for place, breakpoints in zip(size, (self.HORIZONTAL_BREAKPOINTS, self.VERTICAL_BREAKPOINTS), strict=True):
            self.add_class(next(name for least, name in reversed(breakpoints) if place >= least))
        self.set_class(not self.settings.pane, "-alone")
        self.set_class(desk.pairs, "-pairs")
        self._fit(*size)

    def on_mount(self) -> None:
        """Everything is in the first frame but numbers, which are computed after it."""
        self.draw()

    def on_resize(self, event: events.Resize) -> None:
        """Frames have other sizes; the texts in them are the same."""
        self._fit(*event.size)
        self.call_after_refresh(self._painted, self.desk.position)

    def _fit(self, width: int, height: int) -> None:
        """Give question and reference their height in a window of this size."""
        beside = lies_beside(self.settings.layout, width, pairs=self.desk.pairs) and not self.desk.cards
        self.set_class(beside, "-beside")
        for name, wanted in frames(self.desk, width, height, beside=beside, pane=self.settings.pane).items():
            for rows in range(1, 7):
                self.set_class(rows == wanted, f"-{name}{rows}")

    def draw(self) -> None:
        """Draw what is true now."""
        if self._drawn != self.desk.position:
            self._drawn = self.desk.position
            self.guard.changed()
            self.stopwatch.restart(monotonic())
        self.papers.lay(words=self.settings.words, raw=self.raw)
        self._draw_last()
        self.call_after_refresh(self._painted, self.desk.position)

    def _draw_last(self) -> None:
        self.last.show(lambda size: [bars.last(self._said, size.width, self.keys.commands)])

    def _painted(self, position: int) -> None:
        if position == self.desk.position == self._drawn:
            self.guard.painted(monotonic())
            self.desk.read_ahead()

    def prefer(self, **changes: object) -> None:
        """Set something otherwise, at once and for the next time."""
        self.settings = self.settings._replace(**changes)  # type: ignore[arg-type]
        settings.write(self.settings)
        self.set_class(not self.settings.pane, "-alone")
        self._fit(*self.app.size)

    def unseen(self) -> str:
        """Why nothing is labelled in a window that has no row of the answer, or lost it under what lies above."""
        if all(map(self._rows, self.papers.answers)):
            return ""
        if self.desk.pairs:
            return _("the window is too small to see both texts: nothing labelled")
        return _("the window is too small to see the answer: nothing labelled")

    def _rows(self, answer: TextPane) -> int:
        """How many rows of a text are painted."""
        with suppress(NoWidget):
            # A pane keeps its size where its container has no room for it: what is painted is what is not clipped.
            laid = self.find_widget(answer)
            return laid.region.shrink(answer.gutter).intersection(laid.clip).height
        return 0

    def say(self, text: str) -> None:
        """Put a few words on the last line."""
        self._said = text
        self._draw_last()

    def say_unclear(self, key: str) -> None:
        """Say of a key that does nothing here what it may have been meant for, if it may."""
        if why := self.keys.unclear(key):
            self.say(why)

    def attempt(self, deed: Callable[[], str | None]) -> None:
        """Do something that may write; if it could not be saved, nothing changed and that is said."""
        before = self.desk.state.complete
        try:
            said = deed()
        except StoreError as error:
            self.say(_("NOT SAVED: {why}").format(why=one_line(str(error))))
            return
        if said is not None:
            self._said = said
            self.draw()
        self.ending = self.desk.state.complete and (self.ending or not before)
        if self.ending and not self.desk.asks_kind:
            self.ending = False
            self.end()

    def end(self) -> None:
        """What was reached, and what to do next."""

    def ask(self, title: str, value: str, then: Callable[[str], str]) -> None:
        """Ask for a line and do something with it."""
        from gradertui.tui.asking import Ask

        def answered(text: str | None) -> None:
            if text is not None:
                self.attempt(lambda: then(text))

        self.app.push_screen(Ask(title, _("Enter takes it · Esc leaves all as it was"), value), answered)

    def carry_out(self, command: Command) -> None:
        """Do what a command says: the method of its name."""
        self.attempt(getattr(self, f"do_{command.name}"))

    def page(self, title: str, rows: Callable[[int], Sequence[Line]], command: str = "") -> None:
        """Put a page over the work; the keys of the command that asked for it put it away too."""
        self.guard.changed()
        self.app.push_screen(Page(title, rows, self.keys.of(command), self.keys), lambda _key: self.draw())

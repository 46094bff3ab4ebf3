"""The screen on which disagreements are settled: keys in, and the commands that write. What they do is `docket.py`."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.getters import query_one

from gradertui.locale import _
from gradertui.tui import docket_rows as rows
from gradertui.tui.caps import capped
from gradertui.tui.docket import Docket
from gradertui.tui.lines import Lines
from gradertui.tui.looking import Looking
from gradertui.tui.pages import Rows
from gradertui.tui.palette import Commanded
from gradertui.tui.papers import Papers
from gradertui.tui.settings import Settings
from gradertui.tui.themes import wear

_MOST = 7
"""Rows that what graders said takes under the texts; more of it is on a page."""


class AdjudicatingScreen(Looking):
    """One task in dispute at a time, what graders said of it beside or under it."""

    desk: Docket
    voices = query_one("#voices", Rows)
    causes = query_one("#causes", Lines)

    def __init__(self, docket: Docket, size: tuple[int, int], liked: Settings | None = None) -> None:
        super().__init__(docket, size, liked, docket.welcome())
        self._causes = {cause.key: cause.label for cause in docket.causes}

    def compose(self) -> ComposeResult:
        """Status, the texts with what graders said, labels, causes, last line."""
        most = min(max(len(each.voices) for each in self.desk.disputes) + 1, _MOST)
        voices = Rows("voices")
        voices.rows = lambda _width: [()] * most  # as high for every task
        yield Lines("status")
        with Container(id="main"):
            yield Papers(self.desk)
            yield voices
        yield Lines("choices")
        yield Lines("causes")
        yield Lines("last")

    def draw(self) -> None:
        """Draw what is true now."""
        super().draw()
        docket = self.desk
        self.status.show(lambda size: [rows.status(docket, size.width)])
        self.voices.show(lambda size: rows.voices(docket, size.width, size.height))
        self.choices.show(lambda size: [capped(docket.choices, docket.mark.label, size.width)])
        self.causes.show(lambda size: [rows.causes(docket, size.width)])

    def on_key(self, event: events.Key) -> None:
        """A label, a cause or a command, there and then."""
        key = self.keys.pressed(event.key, event.character)
        burst = self.guard.burst(event.time)
        command, deed = self.keys.command(key), self._deed(key)
        if deed is None and command is None:
            self.say_unclear(key)
            return
        event.stop()
        if deed is not None:
            refused = burst or self.guard.refusal(key, event.time) or self.unseen()
            self.say(refused) if refused else self.attempt(deed)
        elif command is not None and burst and not command.scrolls:
            self.say(burst)
        elif command is not None:
            self.carry_out(command)

    def _deed(self, key: str) -> Callable[[], str] | None:
        """What a key settles: a label of the mode, that of a grader, or the cause."""
        adopted = {self.desk.key_of(at): voice.label for at, voice in enumerate(self.desk.dispute.voices)}
        if label := self.keys.label(key) or adopted.get(key):
            return lambda: self.desk.settle(label)
        if cause := self._causes.get(key):
            return lambda: self.desk.because(cause)
        return None

    def on_paste(self, event: events.Paste) -> None:
        """A paste is text, not keys; nor is what comes with it."""
        event.stop()
        self.guard.burst(event.time)
        self.say(_("pasted text labels nothing"))

    def end(self) -> None:
        """What was settled, and what to do next."""
        self.page(_("All settled"), lambda width: rows.ending(self.desk, width))

    def do_undo(self) -> str:
        """Take back the last event that stands."""
        return self.desk.undo()

    def do_skip(self) -> str:
        """Put off."""
        return self.desk.skip()

    def do_next(self) -> str:
        """Walk forward; from the last one, when it waits for its cause only, to the end."""
        return self.do_resume() if self.ending else super().do_next()

    def do_voices(self) -> None:
        """Every label with its whole comment."""
        title = _("What graders said of {key}").format(key=self.desk.key)
        self.page(title, lambda width: rows.in_full(self.desk, width), "voices")

    def do_help(self) -> None:
        """What is done here, rubric and keys."""
        self.page(_("Help"), lambda width: rows.help_rows(self.desk, width), "help")


class Adjudicator(Commanded):
    """Settle where graders differ."""

    def __init__(
        self, docket: Docket, *, theme: str = "", settings: Settings | None = None, size: tuple[int, int] = (120, 36)
    ) -> None:
        """Make the application.

        Args:
            docket: the adjudicator at work.
            theme: for this time, whatever is remembered.
            settings: what is remembered.
            size: of the terminal.
        """
        super().__init__()
        settings = settings or Settings()
        wear(self, theme or settings.theme)
        self._work = AdjudicatingScreen(docket, size, settings)

    def get_default_screen(self) -> AdjudicatingScreen:
        """The work itself; there is nothing under it."""
        return self._work

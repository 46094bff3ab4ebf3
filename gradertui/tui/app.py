"""The application around the screens: driver, themes, palette, and an end that tells no secrets."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import Any

from textual import events
from textual.app import App
from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.driver import Driver

from gradertui.locale import _
from gradertui.tui.commands import COMMANDS, Command
from gradertui.tui.desk import Desk
from gradertui.tui.grading import GradingScreen
from gradertui.tui.settings import Settings
from gradertui.tui.themes import theme_named, wear
from gradertui.tui.worktop import Worktop

__all__ = ["Grader", "theme_named"]


class Commands(Provider):
    """Offers the table of commands in the palette."""

    async def discover(self) -> Hits:
        """All of them, before anything is typed."""
        if not isinstance(self.screen, GradingScreen):
            return
        for command in COMMANDS:
            yield DiscoveryHit(Content(_(command.words)), self._do(command), _(command.words), _(command.help))

    async def search(self, query: str) -> Hits:
        """Those that match what was typed; that none does is said here, because Textual would say it in English."""
        matcher = self.matcher(query)
        at_work, none = isinstance(self.screen, GradingScreen), True
        for command in COMMANDS if at_work else ():
            if score := matcher.match(f"{_(command.words)} {_(command.help)}"):
                yield Hit(score, Content(_(command.words)), self._do(command), _(command.words), _(command.help))
                none = False
        if none:
            yield Hit(0, Content(_("no command matches")), lambda: None, _("no command matches"))

    def _do(self, command: Command) -> Any:
        grading = self.screen
        assert isinstance(grading, GradingScreen)
        return lambda: grading.carry_out(command)


class Quiet(App[None]):
    """What every application over a session's texts is: the driver is ours, and an error tells nothing of them."""

    CSS_PATH = "gradertui.tcss"
    TITLE = "gradertui"
    failure = ""
    """By what it ended, and where; empty if by no error."""

    def get_driver_class(self) -> type[Driver]:
        """Ours on a terminal, Textual's own elsewhere."""
        given = super().get_driver_class()
        if given.__name__ != "LinuxDriver":
            return given
        from gradertui.tui.driver import SteadyDriver

        return SteadyDriver

    def action_help_quit(self) -> None:
        """Ctrl+C: say how to leave."""
        work = self.screen_stack[0]
        assert isinstance(work, Worktop)
        work.say(_("q quits; there is nothing to save"))

    def _fatal_error(self) -> None:
        """End without Textual's report: it prints local variables, and those name the systems."""
        import sys
        import traceback

        kind, _error, where = sys.exc_info()
        frames = traceback.extract_tb(where)
        lines: Iterator[str] = (f"  {frame.filename}:{frame.lineno} {frame.name}" for frame in frames)
        self.failure = "\n".join([kind.__name__ if kind else "error", *lines])
        self._close_messages_no_wait()


class Grader(Quiet):
    """Grade, rate, prefer."""

    COMMANDS = {Commands}  # noqa: RUF012

    def __init__(
        self,
        desk: Desk,
        *,
        theme: str = "",
        settings: Settings | None = None,
        size: tuple[int, int] = (120, 36),
    ) -> None:
        """Make the application.

        Args:
            desk: the grader at work.
            theme: for this time, whatever is remembered.
            settings: what is remembered.
            size: of the terminal.
        """
        super().__init__()
        settings = settings or Settings()
        wear(self, theme or settings.theme)
        self._grading = GradingScreen(desk, size, settings)

    def get_default_screen(self) -> GradingScreen:
        """The work itself; there is nothing under it."""
        return self._grading

    def on_app_blur(self, event: events.AppBlur) -> None:
        """Nobody looks: time does not count."""
        self._grading.stopwatch.leave(monotonic())

    def on_app_focus(self, event: events.AppFocus) -> None:
        """Somebody looks again."""
        self._grading.stopwatch.touch(monotonic())

    def action_command_palette(self) -> None:
        """Ctrl+P: what to type is said in our words."""
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(CommandPalette(placeholder=_("Search for a command…"), id="--command-palette"))

"""The application in which a grader works: its screen, its themes, and the palette with every command."""

from __future__ import annotations

from time import monotonic
from typing import Any

from textual import events
from textual.await_complete import AwaitComplete
from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from gradertui.locale import _
from gradertui.tui.commands import Command
from gradertui.tui.desk import Desk
from gradertui.tui.grading import GradingScreen
from gradertui.tui.quiet import Quiet
from gradertui.tui.settings import Settings
from gradertui.tui.themes import theme_named, wear

__all__ = ["Grader", "theme_named"]


class Commands(Provider):
    """Offers the table of commands in the palette."""

    async def discover(self) -> Hits:
        """All of them, before anything is typed."""
        if not isinstance(self.screen, GradingScreen):
            return
        for command in self.screen.KEYS:
            yield DiscoveryHit(Content(_(command.words)), self._do(command), _(command.words), _(command.help))

    async def search(self, query: str) -> Hits:
        """Those that match what was typed; that none does is said here, because Textual would say it in English."""
        matcher = self.matcher(query)
        none = True
        for command in self.screen.KEYS if isinstance(self.screen, GradingScreen) else ():
            if score := matcher.match(f"{_(command.words)} {_(command.help)}"):
                yield Hit(score, Content(_(command.words)), self._do(command), _(command.words), _(command.help))
                none = False
        if none:
            yield Hit(0, Content(_("no command matches")), lambda: None, _("no command matches"))

    def _do(self, command: Command) -> Any:
        grading = self.screen
        assert isinstance(grading, GradingScreen)
        return lambda: grading.carry_out(command)


class Palette(CommandPalette):
    """Textual's palette, which two keys in one read put away twice: that ended the program."""

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Put it away, once."""
        return super().dismiss(result) if self.is_current else AwaitComplete()


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
            self.push_screen(Palette(placeholder=_("Search for a command…"), id="--command-palette"))

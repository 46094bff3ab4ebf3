"""The palette: every command of the screen under it, whether it has a key or not."""

from __future__ import annotations

from typing import Any

from textual.await_complete import AwaitComplete
from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from gradertui.locale import _
from gradertui.tui.commands import Command
from gradertui.tui.quiet import Quiet
from gradertui.tui.worktop import Worktop


class Commands(Provider):
    """Offers the table of commands in the palette."""

    async def discover(self) -> Hits:
        """All of them, before anything is typed."""
        for command in self.screen.keys.commands if isinstance(self.screen, Worktop) else ():
            yield DiscoveryHit(Content(_(command.words)), self._do(command), _(command.words), _(command.help))

    async def search(self, query: str) -> Hits:
        """Those that match what was typed; that none does is said here, because Textual would say it in English."""
        matcher = self.matcher(query)
        none = True
        for command in self.screen.keys.commands if isinstance(self.screen, Worktop) else ():
            if score := matcher.match(f"{_(command.words)} {_(command.help)}"):
                yield Hit(score, Content(_(command.words)), self._do(command), _(command.words), _(command.help))
                none = False
        if none:
            yield Hit(0, Content(_("no command matches")), lambda: None, _("no command matches"))

    def _do(self, command: Command) -> Any:
        work = self.screen
        assert isinstance(work, Worktop)
        return lambda: work.carry_out(command)


class Palette(CommandPalette):
    """Textual's palette, which two keys in one read put away twice: that ended the program."""

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Put it away, once."""
        return super().dismiss(result) if self.is_current else AwaitComplete()


class Commanded(Quiet):
    """An application whose commands are in a palette."""

    COMMANDS = {Commands}  # noqa: RUF012

    def action_command_palette(self) -> None:
        """Ctrl+P: what to type is said in our words."""
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(Palette(placeholder=_("Search for a command…"), id="--command-palette"))

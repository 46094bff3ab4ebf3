"""What every application over a session's texts is: our driver, and an end that tells no secrets.

No screen is known here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from textual.app import App
from textual.driver import Driver

from gradertui.locale import _
from gradertui.tui.keys import Keys


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
        say: Callable[[str], None] | None = getattr(self.screen_stack[0], "say", None)
        keys: Keys | None = getattr(self.screen_stack[0], "keys", None)
        if say is not None and keys is not None:
            say(_("{quit} quits; there is nothing to save").format(quit=keys.cap("quit")))

    def _fatal_error(self) -> None:
        """End without Textual's report: it prints local variables, and those name the systems."""
        import sys
        import traceback

        kind, _error, where = sys.exc_info()
        frames = traceback.extract_tb(where)
        lines: Iterator[str] = (f"  {frame.filename}:{frame.lineno} {frame.name}" for frame in frames)
        self.failure = "\n".join([kind.__name__ if kind else "error", *lines])
        self._close_messages_no_wait()

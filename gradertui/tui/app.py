"""The application in which a grader works: its screen and its themes."""

from __future__ import annotations

from time import monotonic

from textual import events

from gradertui.tui.desk import Desk
from gradertui.tui.grading import GradingScreen
from gradertui.tui.palette import Commanded
from gradertui.tui.settings import Settings
from gradertui.tui.themes import theme_named, wear

__all__ = ["Grader", "theme_named"]


class Grader(Commanded):
    """Grade, rate, prefer."""

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

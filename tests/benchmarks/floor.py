"""The floor: the smallest application of Textual that starts, and that paints a number for every key.

Run as a program; what it costs is what any program of Textual costs on this machine today.
"""

from textual import events
from textual.app import App, ComposeResult
from textual.widgets import Static


class Floor(App[None]):
    """One text and a count of keys."""

    ENABLE_COMMAND_PALETTE = False
    pressed = 0

    def compose(self) -> ComposeResult:
        """The text."""
        yield Static("0/floor", markup=False)

    def on_key(self, _event: events.Key) -> None:
        """Count."""
        self.pressed += 1
        self.query_one(Static).update(f"{self.pressed}/floor", layout=False)


if __name__ == "__main__":
    Floor().run(mouse=False)

"""One line to write over the work. Imported when first asked: Textual's Input costs 15 ms of start."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input

from gradertui.text import inert


class OneLine(Input):
    """An Input in which nothing acts: what is pasted or stood there already is drawn raw by Textual's."""

    _entered = False

    def validate_value(self, value: str) -> str:
        """Make it inert, line breaks too."""
        return inert(value).translate({10: "␊", 9: "␉"})

    async def _on_key(self, event: events.Key) -> None:
        """After Enter no key writes: it bubbles up before it takes the line, and keys of the same read come between."""
        if self._entered:
            event.stop()
            event.prevent_default()
            return
        self._entered = event.key == "enter"
        await super()._on_key(event)

    def _on_paste(self, event: events.Paste) -> None:
        """Take all of it: Textual's own keeps the first line and drops the others in silence."""
        event.stop()
        event.prevent_default()
        self.insert_text_at_cursor(self.validate_value(event.text))


class Ask(ModalScreen[str | None]):
    """One line to write; Enter takes it, Escape or Ctrl+C leaves everything as it was."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,ctrl+c", "leave", show=False, priority=True)]

    def __init__(self, title: str, beneath: str, value: str = "") -> None:
        """Ask.

        Args:
            title: what is asked, inert.
            beneath: a hint, inert.
            value: what stands there already.
        """
        super().__init__()
        self._question, self._hint, self._value = title, beneath, value

    def compose(self) -> ComposeResult:
        """One line in a box."""
        with Vertical(id="ask"):
            yield OneLine(self._value, id="line", select_on_focus=False)

    def on_mount(self) -> None:
        """Title and hint."""
        box = self.query_one("#ask")
        box.border_title = Content(self._question)
        box.border_subtitle = Content(self._hint)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter. What was not touched stays as it stood, down to what cannot be shown."""
        event.stop()
        if not self.is_current:
            return
        touched = event.value != self.query_one(OneLine).validate_value(self._value)
        self.dismiss(event.value if touched else self._value)

    def action_leave(self) -> None:
        """Escape."""
        if self.is_current:
            self.dismiss(None)

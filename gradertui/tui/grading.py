"""The screen on which texts are judged: keys in, rows out. What a key does to the log is `desk.py`."""

from __future__ import annotations

import os
from time import monotonic
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Size
from textual.getters import query_one
from textual.screen import Screen

from gradertui.locale import _
from gradertui.store import StoreError
from gradertui.tui import bars, sheet
from gradertui.tui.commands import BY_KEY, Command
from gradertui.tui.desk import Desk
from gradertui.tui.guard import Guard
from gradertui.tui.lines import Line, Lines, ruled
from gradertui.tui.live import Live
from gradertui.tui.messages import SummaryReady
from gradertui.tui.pace import Stopwatch
from gradertui.tui.pages import Page, text_rows
from gradertui.tui.papers import Papers, frames

if TYPE_CHECKING:
    from collections.abc import Callable


class GradingScreen(Screen[None]):
    """One task at a time, its statistics beside it."""

    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (60, "-narrow"), (110, "-home"), (160, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-short"), (30, "-tall")]  # noqa: RUF012

    status = query_one("#status", Lines)
    papers = query_one(Papers)
    statistics = query_one("#statistics", Lines)
    choices = query_one("#choices", Lines)
    last = query_one("#last", Lines)

    def __init__(self, desk: Desk, size: tuple[int, int]) -> None:
        """Lay the desk out.

        Args:
            desk: the grader at work.
            size: of the terminal: a first layout that is right already is a third of the way to the first answer.
        """
        super().__init__()
        self.desk = desk
        self.stopwatch = Stopwatch(monotonic())
        self.guard = Guard(on=os.environ.get("GRADERTUI_GUARD") != "off")
        self.live = Live(desk)
        self._keys = {choice.key: choice.label for choice in desk.choices}
        self._said = desk.welcome()
        self._drawn: int | None = None
        self._begun = False
        """Whether the first answer was painted; numbers are computed after it."""
        for place, breakpoints in zip(size, (self.HORIZONTAL_BREAKPOINTS, self.VERTICAL_BREAKPOINTS), strict=True):
            self.add_class(next(name for least, name in reversed(breakpoints) if place >= least))
        self._fit(*size)

    def compose(self) -> ComposeResult:
        """Status, the work with its statistics beside it, choices, last line."""
        yield Lines("status")
        with Horizontal(id="main"):
            yield Papers(self.desk)
            yield Lines("statistics")
        yield Lines("choices")
        yield Lines("last")

    def on_mount(self) -> None:
        """Everything is in the first frame but the numbers, which are computed after it."""
        self.draw()

    def on_resize(self, event: events.Resize) -> None:
        """Frames have other sizes; the texts in them are the same."""
        self._fit(*event.size)
        self.call_after_refresh(self._painted, self.desk.position)

    def _fit(self, width: int, height: int) -> None:
        """Give question and reference their height in a window of this size."""
        for name, wanted in frames(self.desk, width, height).items():
            for rows in range(1, 7):
                self.set_class(rows == wanted, f"-{name}{rows}")

    def draw(self) -> None:
        """Draw what is true now."""
        desk = self.desk
        if self._drawn != desk.position:
            self._drawn = desk.position
            self.guard.changed()
            self.stopwatch.restart(monotonic())
        self.papers.lay()
        self.status.show(lambda size: [bars.status(desk, size.width)])
        self.choices.show(lambda size: [bars.choices(desk, size.width)])
        self._draw_last()
        self._draw_statistics()
        self.call_after_refresh(self._painted, desk.position)

    def _draw_last(self) -> None:
        self.last.show(lambda size: [bars.last(self._said, size.width)])

    def _draw_statistics(self) -> None:
        if self._begun and self.live.wanted():
            self.run_worker(self.live.compute(self.post_message), thread=True)
        self.statistics.show(self._numbers)

    def _numbers(self, size: Size) -> list[Line]:
        title = ((_("Statistics") + " · ", "dim"), (self.live.standing(), "warn"))
        rows = self.live.rows(size.width - 3, size.height)
        if len(rows) > size.height - 1:
            rows = [*rows[: size.height - 2], ((_("… v shows all of it"), "warn"),)]
        return [ruled(title, size.width), *((("  ", ""), *row) for row in rows)]

    def _painted(self, position: int) -> None:
        if position == self.desk.position == self._drawn:
            self.guard.painted(monotonic())
            self.desk.read_ahead()
            if not self._begun:
                self._begun = True
                self._draw_statistics()

    def on_summary_ready(self, message: SummaryReady) -> None:
        """New numbers: draw them, on a page over the work too, and compute the next if labels came meanwhile."""
        self.live.take(message.revision, message.summary)
        self._draw_statistics()
        if isinstance(self.app.screen, Page):
            self.app.screen.renew()

    def on_key(self, event: events.Key) -> None:
        """A label or a command, there and then."""
        key = event.character.lower() if event.character and event.character.isprintable() else event.key
        self.stopwatch.touch(event.time)
        burst = self.guard.burst(event.time)
        label, command = self._keys.get(key), BY_KEY.get(event.key.lower()) or BY_KEY.get(key)
        if label is None and command is None:
            return
        event.stop()
        if burst and (label or (command and command.writes)):
            self.guard.refusal(key, event.time)
            self.say(burst)
        elif label is not None:
            refused = self.guard.refusal(key, event.time)
            self.say(refused) if refused else self.label(label, event.time)
        elif command is not None:
            self.carry_out(command)

    def on_paste(self, event: events.Paste) -> None:
        """A paste is text, not keys."""
        event.stop()
        self.say(_("pasted text labels nothing"))

    def say(self, text: str) -> None:
        """Put a few words on the last line."""
        self._said = text
        self._draw_last()

    def carry_out(self, command: Command) -> None:
        """Do what a command says: the method of its name."""
        self.attempt(getattr(self, f"do_{command.name}"))

    def attempt(self, deed: Callable[[], str | None]) -> None:
        """Do something that may write; if it could not be saved, nothing changed and that is said."""
        before = self.desk.state.complete
        try:
            said = deed()
        except StoreError as error:
            self.say(_("NOT SAVED: {why}").format(why=error))
            return
        if said is not None:
            self._said = said
            self.draw()
        if self.desk.state.complete and not before:
            self.do_end()

    def label(self, label: str, at: float) -> None:
        """Label the task before the grader."""
        self.live.visible = self.statistics.display
        self.attempt(lambda: self.desk.label(label, self.stopwatch.spent_ms(at), self.live.in_sight()))

    def do_undo(self) -> str:
        """Take back the last event that stands."""
        return self.desk.undo()

    def do_skip(self) -> str:
        """Put off."""
        return self.desk.skip()

    def do_flag(self) -> str:
        """Mark, or take the mark off."""
        return self.desk.flag()

    def do_comment(self) -> None:
        """Ask for a comment."""
        self._ask(_("Comment on {key}").format(key=self.desk.key), self.desk.mark.comment, self.desk.comment)

    def do_exclude(self) -> None:
        """Ask for the reason and leave the task out."""
        self._ask(
            _("Why leave {key} out?").format(key=self.desk.key),
            "",
            lambda reason: self.desk.exclude(reason) if reason.strip() else _("no reason, nothing left out"),
        )

    def do_go(self) -> None:
        """Ask where to."""
        asked = _("Go to: a number from 1 to {n}, or a question's key")
        if self.desk.cards:
            asked = _("Go to: a number from 1 to {n}")
        self._ask(asked.format(n=len(self.desk.state.order)), "", self.desk.go)

    def do_filter(self) -> None:
        """Ask which tasks to walk through."""
        labels = " ".join(f":{choice.label}" for choice in self.desk.choices)
        asked = _("Only: words, or :flagged :commented :skipped :open {labels}").format(labels=labels)
        self._ask(asked, "", self.desk.filter)

    def _ask(self, title: str, value: str, then: Callable[[str], str]) -> None:
        from gradertui.tui.asking import Ask

        def answered(text: str | None) -> None:
            if text is not None:
                self.attempt(lambda: then(text))

        self.app.push_screen(Ask(title, _("Enter takes it · Esc leaves all as it was"), value), answered)

    def do_previous(self) -> str:
        """Walk back."""
        return self.desk.walk(-1)

    def do_next(self) -> str:
        """Walk forward."""
        return self.desk.walk(1)

    def do_resume(self) -> str:
        """Go to the next open task."""
        return self.desk.resume()

    def do_up(self) -> None:
        """Scroll a row up."""
        self.papers.scroll_texts(rows=-1)

    def do_down(self) -> None:
        """Scroll a row down."""
        self.papers.scroll_texts(rows=1)

    def do_page_up(self) -> None:
        """Scroll a frame up."""
        self.papers.scroll_texts(pages=-1)

    def do_page_down(self) -> None:
        """Scroll a frame down."""
        self.papers.scroll_texts(pages=1)

    def do_pick(self) -> None:
        """Choose the text that the arrows scroll."""
        self.papers.pick_next()

    def do_pane(self) -> None:
        """Show or hide the statistics; where there is no room beside the work, as a page."""
        if self.size.width < 110:
            self._page(f"{_('Statistics')} · {self.live.standing()}", self.live.rows, "p")
            return
        self.toggle_class("-alone")

    def do_statistics(self) -> None:
        """Every number."""
        self._page(f"{_('All statistics')} · {self.live.standing()}", self.live.everything, "v")

    def do_source(self) -> str | None:
        """The whole source, or the note of a card."""
        shown = sheet.whole(self.desk, self.desk.sheet(self.desk.position))
        if shown is None:
            return _("the plan does not show the note while rating blind")
        self._page(shown.title, lambda width: text_rows(shown.text, width), "o")
        return None

    def do_help(self) -> None:
        """Keys and rubric."""
        self._page(_("Help"), lambda width: bars.help_rows(self.desk, width), "question_mark")

    def do_end(self) -> None:
        """What was reached, and what to do next."""
        self._page(_("All labelled"), self.live.ending, "")

    def _page(self, title: str, rows: Callable[[int], object], key: str) -> None:
        self.guard.changed()
        self.app.push_screen(Page(title, rows, (key,)), lambda _key: self.draw())  # type: ignore[arg-type]

    def do_theme(self) -> None:
        """Dark or light."""
        self.app.theme = "catppuccin-latte" if self.app.current_theme.dark else "catppuccin-mocha"

    def do_quit(self) -> None:
        """Nothing to save."""
        self.app.exit()

"""The work with its statistics beside it: when numbers are computed, and the pages that show more of them."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Size
from textual.getters import query_one

from gradertui.locale import _
from gradertui.tui import bars
from gradertui.tui.desk import Desk
from gradertui.tui.history import history
from gradertui.tui.lines import Line, Lines, ruled
from gradertui.tui.live import Live
from gradertui.tui.looking import Looking
from gradertui.tui.messages import SummaryReady
from gradertui.tui.pages import Page
from gradertui.tui.papers import Papers
from gradertui.tui.settings import Settings


class Counted(Looking):
    """One task at a time, its statistics beside it."""

    desk: Desk
    statistics = query_one("#statistics", Lines)

    def __init__(self, desk: Desk, size: tuple[int, int], liked: Settings | None = None) -> None:
        super().__init__(desk, size, liked, desk.welcome())
        self.live = Live(desk)
        self._begun = False
        """Whether the first answer was painted; numbers are computed after it."""

    def compose(self) -> ComposeResult:
        """Status, the work with its statistics beside it, choices, last line."""
        yield Lines("status")
        with Horizontal(id="main"):
            yield Papers(self.desk)
            yield Lines("statistics")
        yield Lines("choices")
        yield Lines("last")

    def draw(self) -> None:
        """Draw what is true now."""
        super().draw()
        desk = self.desk
        self.status.show(lambda size: [bars.status(desk, size.width)])
        self.choices.show(lambda size: [bars.choices(desk, size.width)])
        self._draw_statistics()

    def _draw_statistics(self) -> None:
        if self._begun and self.live.wanted():
            self.run_worker(self.live.compute(self.post_message), thread=True)
        self.statistics.show(self._numbers)

    def _numbers(self, size: Size) -> list[Line]:
        title = ((_("Statistics") + " · ", "dim"), (self.live.standing(), "warn"))
        rows = self.live.rows(size.width - 3, size.height)
        if len(rows) > size.height - 1:
            told = _("… {statistics} shows all of it").format(statistics=self.keys.cap("statistics"))
            rows = [*rows[: size.height - 2], ((told, "warn"),)]
        return [ruled(title, size.width), *((("  ", ""), *row) for row in rows)]

    def _painted(self, position: int) -> None:
        super()._painted(position)
        if not self._begun and position == self.desk.position == self._drawn:
            self._begun = True
            self._draw_statistics()

    def on_summary_ready(self, message: SummaryReady) -> None:
        """New numbers: draw them, on a page over the work too, and compute the next if labels came meanwhile."""
        self.live.take(message.revision, message.summary)
        self._draw_statistics()
        if isinstance(self.app.screen, Page):
            self.app.screen.renew()

    def end(self) -> None:
        """What was reached, and what to do next."""
        self.page(_("All labelled"), self.live.ending)

    def do_pane(self) -> None:
        """Show or hide the statistics; where there is no room beside the work, as a page."""
        if not self.statistics.display and self.settings.pane:
            self.page(f"{_('Statistics')} · {self.live.standing()}", self.live.rows, "pane")
            return
        self.prefer(pane=not self.settings.pane)

    def do_statistics(self) -> None:
        """Every number."""
        self.page(f"{_('All statistics')} · {self.live.standing()}", self.live.everything, "statistics")

    def do_help(self) -> None:
        """Keys and rubric."""
        self.page(_("Help"), lambda width: bars.help_rows(self.desk, width), "help")

    def do_history(self) -> None:
        """Everything that was done with this task."""
        desk = self.desk
        events = desk.log.history(desk.position)
        title = _("History of {key} · times in UTC").format(key=desk.key)
        hidden = desk.hidden
        self.page(
            title, lambda width: history(events, width, blind=desk.blind, pairs=desk.pairs, hidden=hidden), "history"
        )

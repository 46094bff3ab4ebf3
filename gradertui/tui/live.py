"""Numbers that follow the labels: when they are computed, which may be shown, and the rows they become.

One computation at a time, in a thread that gets immutable counts and posts a message; the newest revision next.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from gradertui.locale import _, ngettext
from gradertui.order import coded_pairs
from gradertui.state import seen
from gradertui.text import one_line
from gradertui.tui import pane
from gradertui.tui.desk import Desk
from gradertui.tui.lines import Line
from gradertui.tui.messages import SummaryReady

if TYPE_CHECKING:
    from gradertui.summary import Summary


class Live:
    """The statistics of a desk."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._summary: Summary | None = None
        self._counted: object = None
        """The counts the summary, or the one under way, was made from; compared by identity."""
        self._under_way = False
        self.visible = True

    def wanted(self) -> bool:
        """Whether numbers should be computed now; if so they count as under way."""
        cells = self._desk.state.cells
        if self._under_way or self._counted is cells or not self.contrasts:
            return False
        state = self._desk.state
        if self._counted == cells and self._summary is not None and self._summary.complete == state.complete:
            return False
        self._counted, self._under_way = cells, True
        return True

    @property
    def contrasts(self) -> bool:
        """Whether the plan lets arms be compared now."""
        return self._desk.session.plan.statistics == "live" or self._desk.state.complete

    def compute(self, post: Callable[[SummaryReady], object]) -> Callable[[], None]:
        """The work for a thread: it holds counts and no widget or store."""
        state, revision = self._desk.state, id(self._desk.state.cells)
        arms, pairs = self._arms(), self._pairs()
        event, level, clusters = (
            self._desk.session.plan.event,
            self._desk.session.plan.level,
            state.order.clusters,
        )

        def work() -> None:
            from gradertui.summary import summarize

            summary = summarize(
                state.cells,
                arms=arms,
                pairs=pairs,
                event=event,
                level=level,
                done=state.settled,
                total=len(state.order),
                questions=clusters,
            )
            post(SummaryReady(revision, summary))

        return work

    def take(self, revision: int, summary: Summary) -> None:
        """Numbers came."""
        self._summary, self._under_way = summary, False

    @property
    def names(self) -> Mapping[str, str]:
        """How arms are called on the screen."""
        desk = self._desk
        return desk.codes if desk.blind else {arm: one_line(arm) for arm in desk.session.arms}

    def _arms(self) -> Sequence[str]:
        desk = self._desk
        return list(desk.codes) if desk.blind else desk.session.arms

    def _pairs(self) -> list[tuple[str, str]]:
        """The planned pairs; in a blind session in the order of the codes, which says nothing of them."""
        desk = self._desk
        return coded_pairs(desk.session.pairs, desk.codes) if desk.blind else list(desk.session.pairs)

    def _shown(self) -> pane.Shown:
        desk, state = self._desk, self._desk.state
        letters = (
            {}
            if desk.session.plan.statistics == "sealed" and not state.complete
            else {c.label: state.letters.get(c.label, 0) for c in desk.choices}
        )
        return pane.Shown(self.names, letters, self._waiting(), self.contrasts, state.settled, len(state.order))

    def _waiting(self) -> int:
        """Labels until all answers to this question are labelled and rows by system move."""
        state = self._desk.state
        if state.partial or state.complete:
            return 0
        return sum(not state.marks[i].settled for i in state.order.cluster(self._desk.position))

    def in_sight(self) -> str:
        """Which statistics the grader saw when labelling, for the record."""
        return self._desk.session.plan.statistics if self.visible else "none"

    def standing(self) -> str:
        """Provisional or complete."""
        return pane.standing(self._shown())

    def rows(self, width: int) -> list[Line]:
        """The pane."""
        return pane.pane(self._summary, self._shown(), width)

    def everything(self, width: int) -> list[Line]:
        """The page with every number."""
        if self._summary is None or not self.contrasts:
            return self.rows(width)
        from gradertui.summary import cases

        cells = [(one_line(name, 24), cell) for name, cell in seen(self._desk.state)]
        broken = {(p.a, p.b): cases(cells, p.a, p.b, p.event) for p in self._summary.pairs if p.difference is not None}
        return pane.wrapped(pane.everything(self._summary, self._shown(), broken, width), width)

    def ending(self, width: int) -> list[Line]:
        """The page after the last label."""
        desk, state = self._desk, self._desk.state
        rows: list[Line] = []
        if self._summary is not None:
            rows += [*pane.table(self._summary, self.names, width), ()]
        flagged = (
            [one_line(task.cluster, 24) for i, task in enumerate(state.order) if state.marks[i].flagged]
            if state.flagged
            else []
        )
        if flagged:
            text = ngettext("{n} flagged: {keys}", "{n} flagged: {keys}", len(flagged))
            rows += [((text.format(n=len(flagged), keys=", ".join(dict.fromkeys(flagged))), "warn"),), ()]
        if state.excluded:
            text = ngettext("{n} left out with a reason", "{n} left out with a reason", state.excluded)
            rows += [((text.format(n=state.excluded), ""),), ()]
        name = one_line(desk.session.name)
        for words, command in (
            (_("the report, with the systems' names:"), f"gradertui report {name}"),
            (_("the labels as a table:"), f"gradertui export {name} --format csv"),
            (_("check that nothing was rewritten:"), f"gradertui verify {name}"),
        ):
            rows.append(((words.ljust(36), "dim"), (command, "strong")))
        rows += [
            (),
            ((_("q closes this page; u takes labels back, / :flagged walks through the flagged."), "dim"),),
        ]
        return pane.wrapped(rows, width)

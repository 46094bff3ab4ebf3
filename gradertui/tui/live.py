"""Numbers that follow the labels: when they are computed, which may be shown, and the rows they become.

One computation at a time, in a thread that gets immutable counts and posts a message; the newest revision next.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, cast

from gradertui.locale import _, ngettext
from gradertui.modes.preference import counted
from gradertui.order import REPEAT, coded_pairs, codes
from gradertui.state import seen, whole
from gradertui.text import one_line
from gradertui.tui import pane, pane_anytime, pane_preference, pane_tone
from gradertui.tui.desk import Desk
from gradertui.tui.lines import Line
from gradertui.tui.messages import SummaryReady

if TYPE_CHECKING:
    from gradertui.summary import AnySummary, grade, preference, tone


class Live:
    """The statistics of a desk."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._summary: AnySummary | None = None
        self._counted: object = None
        """The counts the summary, or the one under way, was made from; compared by identity."""
        self._under_way = False
        self._clusters = 0
        """How many clusters were counted then: blind, one whose label changed moves no row before the next is whole."""
        self._refreshed = 0
        """The last multiple of the plan's refresh that the grader's labels had reached when numbers were computed.

        A multiple also after a restart, or what was rated between would stand alone in the next rows.
        """
        self.visible = True

    def wanted(self) -> bool:
        """Whether numbers should be computed now; if so they count as under way."""
        state = self._desk.state
        if self._under_way or self._counted is state.cells or not self.contrasts or self._waiting_for_ratings():
            return False
        if self._counted == state.cells and self._summary is not None and self._summary.complete == state.complete:
            return False
        waits = self._summary is not None and not state.partial and not state.complete
        if waits and sum(state.cells.values()) <= self._clusters:
            return False
        self._clusters = sum(state.cells.values())
        self._counted, self._under_way = state.cells, True
        self._refreshed = self._desk.given - self._desk.given % self._desk.session.plan.refresh
        return True

    @property
    def contrasts(self) -> bool:
        """Whether the plan lets arms be compared now."""
        return self._desk.session.plan.statistics == "live" or self._desk.state.complete

    def compute(self, post: Callable[[SummaryReady], object]) -> Callable[[], None]:
        """The work for a thread: it holds counts and no widget or store."""
        state, revision, plan = whole(self._desk.state), id(self._desk.state.cells), self._desk.session.plan
        arms, pairs, templates = self._arms(), self._pairs(), list(self.templates)
        # Under codes the pair the study is about would tell which arm is in neither.
        primary = () if self._desk.blind else plan.primary

        def work() -> None:
            from gradertui.summary import grade, preference, tone

            done, total = state.settled, len(state.order)
            summary: AnySummary
            if plan.mode == "tone":
                summary = tone.summarize(
                    state.cells,
                    pairs=pairs,
                    templates=templates,
                    level=plan.level,
                    primary=primary,
                    correction=plan.correction,
                    done=done,
                    total=total,
                )
            elif plan.mode == "preference":
                summary = preference.summarize(
                    state.cells, pairs=pairs, level=plan.level, primary=primary, done=done, total=total
                )
            else:
                summary = grade.summarize(
                    state.cells,
                    arms=arms,
                    pairs=pairs,
                    event=plan.event,
                    level=plan.level,
                    primary=primary,
                    done=done,
                    total=total,
                    questions=state.clusters,
                )
            post(SummaryReady(revision, summary))

        return work

    def take(self, revision: int, summary: AnySummary) -> None:
        """Numbers came."""
        self._summary, self._under_way = summary, False

    @cached_property
    def templates(self) -> Mapping[str, str]:
        """In tone: how templates are called, in the order of their rows; blind by codes that say nothing of them."""
        desk = self._desk
        if not desk.cards:
            return {}
        names = sorted(set(desk.state.order.names) - {REPEAT}, key=_natural)
        return codes(names, desk.session.plan.seed, "T") if desk.blind else {name: one_line(name) for name in names}

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
            else {c.label: self._given(c.label) for c in desk.choices}
        )
        return pane.Shown(
            self.names,
            letters,
            0 if state.complete else self._waiting(),
            self.contrasts,
            state.settled,
            len(state.order),
            self.templates,
            desk.refreshed,
        )

    def _given(self, label: str) -> int:
        """How often a label stands; until the end what came again counts too, or what does not move would tell it."""
        state = self._desk.state
        again = () if state.complete else state.repeats
        return state.letters.get(label, 0) + sum(state.marks[i].label == label for i in again)

    def _waiting(self) -> int:
        """Labels until rows by arm move: all answers to the question, or the plan's number of ratings.

        Not told where tasks come again: one that waits for nothing else would be known by it.
        """
        state = self._desk.state
        if self._desk.refreshed:
            return min(self._waiting_for_ratings(), len(state.order) - state.settled)
        if state.partial or state.complete or state.repeats:
            return 0
        return sum(not state.marks[i].settled for i in state.order.cluster(self._desk.position))

    def _waiting_for_ratings(self) -> int:
        """In tone and preference, blind: how many more labels until rows move, so that what moves names no arm."""
        desk, state = self._desk, self._desk.state
        if not desk.refreshed or state.complete:
            return 0
        refresh = desk.session.plan.refresh
        if self._summary is None:
            return -desk.given % refresh
        return max(refresh - (desk.given - self._refreshed), 0)

    def in_sight(self) -> str:
        """Which statistics the grader saw when labelling, for the record."""
        return self._desk.session.plan.statistics if self.visible else "none"

    def standing(self) -> str:
        """Provisional or complete."""
        return pane.standing(self._shown())

    def rows(self, width: int, most: int | None = None) -> list[Line]:
        """The pane.

        Args:
            width: cells.
            most: rows that there is room for; None for a page that scrolls.
        """
        if self._desk.pairs:
            return pane_preference.pane(self._preferred(), self._pooled(), self._shown(), width)
        if self._desk.cards:
            return pane_tone.pane(cast("tone.Summary | None", self._summary), self._shown(), width, most)
        return pane.pane(cast("grade.Summary | None", self._summary), self._shown(), width)

    def _preferred(self) -> preference.Summary | None:
        """Blind, without whose the wins are."""
        summary = cast("preference.Summary | None", self._summary)
        if summary is None or not self._desk.refreshed:
            return summary
        from gradertui.summary.preference import without_sign

        return without_sign(summary)

    def _pooled(self) -> preference.Pooled | None:
        """What all labels say; None before the numbers are there, for whose import the first answer must not wait."""
        if self._summary is None:
            return None
        from gradertui.summary.preference import pooled

        return pooled(self._shown().letters, self._desk.session.plan.level)

    def everything(self, width: int) -> list[Line]:
        """The page with every number."""
        summary = self._summary
        if summary is None or not self.contrasts:
            return self.rows(width)
        from gradertui.summary import cases, grade

        if self._desk.pairs and (pairs := self._preferred()) and (said := self._pooled()):
            return pane_preference.everything(pairs, said, self._reasons(), self._shown(), width)
        if not isinstance(summary, grade.Summary):
            return pane.wrapped(pane_tone.everything(cast("tone.Summary", summary), self._shown(), width), width)
        desk = self._desk
        if desk.blind and not desk.state.complete:
            # Which question broke says, beside its labels, which answer is whose.
            rows = pane.everything(summary, self._shown(), {}, width)
            return pane.wrapped([*rows, *pane_anytime.rows(summary, self.names, width)], width)
        cells = [(one_line(name, 24), cell) for name, cell in seen(whole(desk.state))]
        broken = {(p.a, p.b): cases(cells, p.a, p.b, p.event) for p in summary.pairs if p.difference is not None}
        rows = pane.everything(summary, self._shown(), broken, width)
        return pane.wrapped([*rows, *pane_anytime.rows(summary, self.names, width)], width)

    def _reasons(self) -> dict[str, int]:
        """How often each reason was given, the most frequent first, whatever its case."""
        state = self._desk.state
        marks = (state.marks[i] for i in range(len(state.order)) if i not in state.repeats)
        return counted(mark.kind for mark in marks if mark.label)

    def _table(self, width: int) -> list[Line]:
        if self._summary is None:
            return []
        if self._desk.pairs and (pairs := self._preferred()):
            return [*pane_preference.table(pairs, self._shown()), ()]
        if self._desk.cards:
            return [*pane_tone.table(cast("tone.Summary", self._summary)), ()]
        return [*pane.table(cast("grade.Summary", self._summary), self.names, width), ()]

    def ending(self, width: int) -> list[Line]:
        """The page after the last label."""
        desk, state = self._desk, self._desk.state
        rows = self._table(width)
        flagged = [desk.called(i) for i in range(len(state.order)) if state.marks[i].flagged] if state.flagged else []
        if flagged:
            text = ngettext("{n} flagged: {keys}", "{n} flagged: {keys}", len(flagged))
            rows += [((text.format(n=len(flagged), keys=", ".join(dict.fromkeys(flagged))), "warn"),), ()]
        if state.excluded:
            text = ngettext("{n} left out with a reason", "{n} left out with a reason", state.excluded)
            rows += [((text.format(n=state.excluded), ""),), ()]
        name = one_line(desk.session.name)
        for words, command in (
            (_("the report, with the names:"), f"gradertui report {name}"),
            (_("the labels as a table:"), f"gradertui export {name} --format csv"),
            (_("check that nothing was rewritten:"), f"gradertui verify {name}"),
        ):
            rows.append(((words.ljust(36), "dim"), (command, "strong")))
        words = _("{quit} closes this page; {undo} takes back, {filter} :flagged walks through the flagged.")
        caps = {key: desk.keys.cap(key) for key in ("quit", "undo", "filter")}
        return pane.wrapped([*rows, (), ((words.format(**caps), "dim"),)], width)


def _natural(name: str) -> list[tuple[int, str]]:
    """Sort 2 before 10."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split(r"(\d{1,9})", name)]

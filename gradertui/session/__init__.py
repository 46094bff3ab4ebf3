"""A session: a folder with a plan, items, and a log per grader.

Opens the files and hands out values. Making a session is `making.py`, the record of its plan `planning.py`; who draws
values or counts them is elsewhere.

    sessions/NAME/session.toml          the plan
    sessions/NAME/items.sqlite          sources, questions, items
    sessions/NAME/plan.sqlite           the record of the plan: frozen when, and what departed from it
    sessions/NAME/empty.sqlite          the log without events that each grader's file begins as a copy of
    sessions/NAME/labels/GRADER.sqlite  one grader's log
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import closing
from functools import cached_property
from itertools import combinations
from pathlib import Path

from gradertui.events import Event, plan_frozen
from gradertui.locale import _
from gradertui.locale.faults import reason
from gradertui.model import ARM_COLUMN, Task
from gradertui.modes import MODES, Rules
from gradertui.modes.preference import firsts_of
from gradertui.order import arranged, dealt, repeated, sided
from gradertui.session import planning
from gradertui.state import State, begin, fold
from gradertui.store import StoreError
from gradertui.store import plan as plans
from gradertui.store.items import Items
from gradertui.store.log import Log
from gradertui.store.naming import file_name
from gradertui.store.writable import WritableLog
from gradertui.text import one_line

__all__ = ["ARM_COLUMN", "Session", "found", "locked_words", "no_session", "sessions_folder"]

_BESIDE = 8
"""Sessions that are named where the one asked for is not there."""


class Session:
    """An existing session, open for reading."""

    def __init__(self, folder: Path) -> None:
        if not (folder / "items.sqlite").is_file():
            raise no_session(folder)
        self.folder = folder
        self.items = Items(folder / "items.sqlite")
        trusted = {self.items.meta().get("plan_hash", "")}
        self.plan, self.plan_text = plans.read(folder / "session.toml", trusted)
        if self.plan_hash not in trusted:
            from gradertui.session.making import refuse_unplanned

            refuse_unplanned(folder / "session.toml", self.plan, self.items)

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.folder.name

    @property
    def plan_hash(self) -> str:
        """What identifies the plan as it stands in session.toml."""
        return plans.plan_hash(self.plan_text)

    @property
    def rules(self) -> Rules:
        """The rules of this session's mode."""
        return MODES[self.plan.mode]

    @cached_property
    def arms(self) -> tuple[str, ...]:
        """What is compared, in the plan's order."""
        return self.plan.arms or tuple(self.items.arms(ARM_COLUMN[self.plan.mode]))

    @cached_property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The planned comparisons; all of them unless the plan names some."""
        return self.plan.pairs or tuple(combinations(self.arms, 2))

    def graders(self) -> list[str]:
        """Who has a log here."""
        return sorted(path.stem for path in (self.folder / "labels").glob("*.sqlite"))

    def revealed(self) -> str | None:
        """When the arms were first revealed to somebody, by the clock of their machine; None if they were not."""
        times = []
        for grader in self.graders():
            with closing(self.log(grader)) as log:
                times += [event.at for event in log.notes() if event.kind == "Revealed"]
        return min(times, default=None)

    def log_path(self, grader: str) -> Path:
        """Where a grader's log lies.

        Raises:
            StoreError: the id cannot name a file.
        """
        return self.folder / "labels" / f"{file_name(grader, '--grader')}.sqlite"

    def log(self, grader: str) -> Log:
        """A grader's log, open for reading."""
        return Log(self.log_path(grader))

    def tasks(self, *, filed: bool = False) -> list[Task]:
        """Every task there is, whoever gets it.

        Args:
            filed: in the order of the file; otherwise in one that is read faster.
        """
        tasks = self.rules.tasks(self.items.identities(filed=filed), self.items.answerable())
        if not self.rules.sided:
            return tasks
        planned = set(map(frozenset, self.pairs))
        return [task for task in tasks if frozenset(task.arms) in planned]

    @property
    def total(self) -> int:
        """How many tasks there are."""
        return len(self.firsts) if self.rules.sided else self.items.count("items")

    @cached_property
    def firsts(self) -> Mapping[str, str]:
        """In preference: task to the arm of its first text in the file, whatever side graders have it on."""
        return firsts_of(self.tasks()) if self.rules.sided else {}

    def arranged(self, grader: str) -> list[Task]:
        """The tasks that a grader gets, in the order that the plan's seed gives them."""
        plan, rules = self.plan, self.rules
        filed = plan.order == "file"
        tasks = self.tasks(filed=filed)
        if plan.overlap < 1 and plan.graders:
            mine = dealt([task.cluster for task in tasks], plan.graders, plan.overlap, plan.seed, grader)
            tasks = [task for task in tasks if task.cluster in mine]
        if not filed or (plan.blind and not rules.sided):
            # Blind, the answers to a question are shuffled all the same: their place would tell the system.
            tasks = arranged(tasks, plan.seed, grader, together=rules.together, between=not filed)
        if rules.sided:
            tasks = sided(tasks, plan.seed, grader)
        return repeated(tasks, plan.repeats, plan.seed, grader, rules.together) if plan.repeats else tasks

    def writable_log(self, grader: str) -> WritableLog:
        """A grader's log, open for appending; begun now if there is none.

        Raises:
            StoreError: the plan was changed, or items were added, after this grader's first label; or the plan
                names graders and this is none of them.
        """
        path = self.log_path(grader)
        self.refuse_stranger(grader)
        if (self.folder / planning.LOG).exists() and (known := self.record()):
            planning.refuse_other(self.folder, known, self.plan_text)
        log = WritableLog(path) if path.exists() else WritableLog.start(self.folder / "empty.sqlite", path, grader)
        try:
            self._arrange(log, grader)
        except BaseException:
            log.close()
            raise
        return log

    def refuse_stranger(self, grader: str) -> None:
        """Refuse a grader whom the plan does not name, if it names any.

        Raises:
            StoreError: with the names.
        """
        if self.plan.graders and grader not in self.plan.graders:
            words = _("--grader {grader}: the plan names who grades: {names}")
            raise StoreError(words.format(grader=grader, names=", ".join(self.plan.graders)))

    def _arrange(self, log: WritableLog, grader: str) -> None:
        """Fix the grader's order before the first label; afterwards see that it still holds."""
        n = self.items.count("items")
        made_for, wanted = log.arranged_for(), f"{self.plan_hash} {n}"
        if made_for == wanted:
            return
        if not log.count():
            log.arrange(self.arranged(log.arranged_as(grader)), wanted)
        elif made_for.split()[-1:] != [str(n)]:
            words = _("{path}: items were added after the first label; make a new session")
            raise StoreError(words.format(path=log.path))
        elif known := self.record():
            planning.refuse_other(self.folder, known, self.plan_text)

    def state(self, log: Log, *, partial: bool = True) -> State:
        """What a grader's log amounts to.

        Args:
            log: open.
            partial: whether statistics count a cluster before all of it is labelled.

        Raises:
            StoreError: it was rewritten by something that is no gradertui, and its events do not fit together.
        """
        try:
            if odd := log.odd():
                raise ValueError(_("event {n} has a value of another kind").format(n=odd))
            return fold(begin(log.order(), self.rules, partial=partial), log.replay())
        except (ValueError, TypeError, LookupError) as error:
            words = _("{path}: its events do not fit together ({reason}); look at it with: gradertui verify {name}")
            raise StoreError(words.format(path=log.path, reason=reason(error), name=self.name)) from error

    def frozen(self) -> Event:
        """The event that freezes the plan as it stands now."""
        return plan_frozen(self.plan_hash, self.plan_text)

    def freezing(self, known: str, grader: str, at: str) -> list[Event]:
        """What goes into a grader's log before anything else: the plan it is under, if the log does not know it yet.

        Args:
            known: the last plan that the log knows, by its hash.
            grader: whose log.
            at: the time.

        Raises:
            StoreError: another plan was frozen, or its record cannot be written; nothing was changed.
        """
        if known == self.plan_hash:
            return []
        if (now := self.record()) is not None and now.current[0] != self.plan_hash:
            words = _("{name}: the plan was changed while this was open; quit and open it again")
            raise StoreError(words.format(name=self.name))
        planning.freeze(self.folder, self.plan_text, by=grader, at=at, how="label")
        return [plan_frozen(self.plan_hash, self.plan_text, recorded=True)]

    def record(self) -> planning.Record | None:
        """When the plan was frozen, and what departed from it; None while it is free."""
        return planning.record(self.folder)

    def rewrite_plan(self, **values: object) -> None:
        """Change decisions in session.toml, as long as nobody has labels.

        Args:
            values: key of the plan to its new value.

        Raises:
            StoreError: the plan is frozen, or the value is refused; nothing was changed.
        """
        if known := self.record():
            words = _("{name}: the plan is frozen since {at} by {by}; make a new session to decide anew")
            raise StoreError(words.format(name=self.name, at=known.at[:16].replace("T", " "), by=known.by))
        planning.change(self.folder, self.plan_text, values, reason="", by="", at="")
        self.plan, self.plan_text = plans.read(self.folder / "session.toml")

    def close(self) -> None:
        """Let go of the files."""
        self.items.close()


def sessions_folder(given: str | None) -> Path:
    """Where sessions lie: what was given, else GRADERTUI_SESSIONS, else ./sessions."""
    return Path(given or os.environ.get("GRADERTUI_SESSIONS") or "sessions")


def found(folder: Path) -> list[Path]:
    """The sessions in a folder, by name."""
    return sorted(path.parent for path in folder.glob("*/items.sqlite"))


def no_session(folder: Path) -> StoreError:
    """What to say where there is no session: which there are beside it, and how one is made."""
    if there := ", ".join(one_line(path.name, 24) for path in found(folder.parent)[:_BESIDE]):
        words = _("{folder}: no session of this name; there are: {names}; make one with: gradertui new {name} FILE")
        return StoreError(words.format(folder=folder, names=there, name=folder.name))
    words = _("{folder}: no session here; make one with: gradertui new {name} FILE")
    return StoreError(words.format(folder=folder, name=folder.name))


def locked_words() -> str:
    """Why nothing is taken in any more."""
    return _("rating is locked: the arms were guessed after it; nothing changes any more")

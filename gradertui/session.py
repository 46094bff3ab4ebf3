"""A session: a folder with a plan, items, and a log per grader.

Finds, makes and opens the files, and hands out values; who draws them or counts them is elsewhere.

    sessions/NAME/session.toml          the plan
    sessions/NAME/items.sqlite          sources, questions, items
    sessions/NAME/empty.sqlite          the log without events that each grader's file begins as a copy of
    sessions/NAME/labels/GRADER.sqlite  one grader's log
"""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import replace
from functools import cached_property
from itertools import combinations
from pathlib import Path

from gradertui.events import Event, plan_frozen
from gradertui.locale import _, ngettext
from gradertui.model import Item, Plan, Question, Source, Task
from gradertui.modes import MODES, Rules
from gradertui.order import arranged, repeated
from gradertui.state import State, begin, fold
from gradertui.store import StoreError
from gradertui.store import plan as plans
from gradertui.store.items import Items
from gradertui.store.log import Log
from gradertui.store.naming import file_name

ARM_COLUMN: Mapping[str, str] = {"grade": "system", "tone": "variant", "preference": "system"}


class Session:
    """An existing session, open for reading."""

    def __init__(self, folder: Path) -> None:
        if not (folder / "items.sqlite").is_file():
            hint = _("{folder}: no session here; make one with: gradertui new {name} FILE")
            raise StoreError(hint.format(folder=folder, name=folder.name))
        self.folder = folder
        self.items = Items(folder / "items.sqlite")
        trusted = {self.items.meta().get("plan_hash", "")}
        self.plan, self.plan_text = plans.read(folder / "session.toml", trusted)
        if self.plan_hash not in trusted:
            _refuse_unplanned(folder / "session.toml", self.plan, self.items)

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

    def log_path(self, grader: str) -> Path:
        """Where a grader's log lies.

        Raises:
            StoreError: the id cannot name a file.
        """
        return self.folder / "labels" / f"{file_name(grader, '--grader')}.sqlite"

    def log(self, grader: str) -> Log:
        """A grader's log, open for reading."""
        return Log(self.log_path(grader))

    def arranged(self, grader: str) -> list[Task]:
        """All tasks in the order that the plan's seed gives a grader."""
        tasks = self.rules.tasks(self.items.identities(), self.items.answerable())
        ordered = arranged(tasks, self.plan.seed, grader, together=self.rules.together)
        return repeated(ordered, self.plan.repeats, self.plan.seed, grader) if self.plan.repeats else ordered

    def writable_log(self, grader: str) -> Log:
        """A grader's log, open for appending; begun now if there is none.

        Raises:
            StoreError: the plan was changed, or items were added, after this grader's first label.
        """
        path = self.log_path(grader)
        log = Log(path, write=True) if path.exists() else Log.start(self.folder / "empty.sqlite", path, grader)
        n = self.items.count("items")
        made_for, wanted = log.arranged_for(), f"{self.plan_hash} {n}"
        if made_for != wanted and not log.count():
            log.arrange(self.arranged(grader), wanted)
        elif made_for != wanted:
            words = _("{path}: items were added after the first label; make a new session")
            if made_for.split()[-1:] == [str(n)]:
                words = _(
                    "{plan} was changed after the first label of {path}, which froze it; "
                    "put it back as it was, or make a new session"
                )
            log.close()
            raise StoreError(words.format(path=path, plan=self.folder / "session.toml"))
        return log

    def state(self, log: Log, *, partial: bool = True) -> State:
        """What a grader's log amounts to.

        Args:
            log: open.
            partial: whether statistics count a cluster before all of it is labelled.
        """
        return fold(begin(log.order(), self.rules, partial=partial), log.replay())

    def frozen(self) -> Event:
        """The event that freezes the plan as it stands now."""
        return plan_frozen(self.plan_hash, self.plan_text)

    def rewrite_plan(self, **values: object) -> None:
        """Change decisions in session.toml, as long as nobody has labels.

        Args:
            values: key of the plan to its new value.

        Raises:
            StoreError: the plan is frozen, or the value is refused; nothing was changed.
        """
        self._refuse_frozen()
        path = self.folder / "session.toml"
        _rewritten(path, plans.changed(self.plan_text, **values))
        self.plan, self.plan_text = _checked(path, self.folder / "items.sqlite")

    def _refuse_frozen(self) -> None:
        for grader in self.graders():
            with closing(self.log(grader)) as log:
                if log.count():
                    words = _("{name}: {grader} has labels, which froze the plan; make a new session to decide anew")
                    raise StoreError(words.format(name=self.name, grader=grader))

    def close(self) -> None:
        """Let go of the files."""
        self.items.close()


def sessions_folder(given: str | None) -> Path:
    """Where sessions lie: what was given, else GRADERTUI_SESSIONS, else ./sessions."""
    return Path(given or os.environ.get("GRADERTUI_SESSIONS") or "sessions")


def found(folder: Path) -> list[Path]:
    """The sessions in a folder, by name."""
    return sorted(path.parent for path in folder.glob("*/items.sqlite"))


def make(
    folder: Path, parts: Iterable[Source | Question | Item], plan: Plan, inputs: Mapping[str, object]
) -> dict[str, int]:
    """Make a session, or add to one what it does not have.

    Nothing is visible before everything is written: `parts` may raise half-way and leave no trace.

    Args:
        folder: of the session; a session.toml that is there already is kept.
        parts: sources and questions before the items that need them.
        plan: used where there is no session.toml yet.
        inputs: which files the parts come from, for the record.

    Returns:
        How many sources, questions and items were new.

    Raises:
        StoreError: items would be added where a grader has labels.
    """
    from gradertui.store import making
    from gradertui.store.items import write

    created = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    partial, target = folder / "items.sqlite.partial", folder / "items.sqlite"
    # A killed import leaves its file and its journal, which SQLite could take for the journal of the next.
    for left_behind in folder.glob(f"{partial.name}*"):
        left_behind.unlink()
    new = [path for path in (partial, folder / "session.toml", folder / "empty.sqlite") if not path.exists()]
    try:
        if target.exists():
            shutil.copyfile(target, partial)
        else:
            making.make(partial, making.items, {"session": secrets.token_hex(8)})
        added = write(partial, parts)
        if added["items"]:
            _unlabelled(folder, added["items"])
        _settle(folder, partial, plan, inputs, joining=added["items"] > 0)
    except BaseException:
        for path in new:
            path.unlink(missing_ok=True)
        if created:
            shutil.rmtree(folder, ignore_errors=True)
        raise
    partial.replace(target)
    return added


def _unlabelled(folder: Path, n: int) -> None:
    """Refuse to add answers to what a grader has begun: the order of the tasks is fixed with the first label."""
    for path in sorted((folder / "labels").glob("*.sqlite")):
        with closing(Log(path)) as log:
            if log.count():
                words = ngettext(
                    "{path} has labels, and {n} new answer would be added; make a new session for it",
                    "{path} has labels, and {n} new answers would be added; make a new session for them",
                    n,
                )
                raise StoreError(words.format(path=path, n=n))


def _settle(folder: Path, partial: Path, plan: Plan, inputs: Mapping[str, object], *, joining: bool) -> None:
    """Write the plan if there is none, else let new arms join it; check it."""
    from gradertui.store import making

    path = folder / "session.toml"
    with closing(Items(partial)) as items:
        if not path.exists():
            arms = tuple(items.arms(ARM_COLUMN[plan.mode]))
            pairs = plan.pairs or plans.planned(plan.mode, arms)
            path.write_text(plans.written(replace(plan, arms=arms, pairs=pairs), inputs), encoding="utf-8")
        elif joining:
            was, text = plans.read(path)
            _rewritten(path, plans.joined(text, was, items.arms(ARM_COLUMN[was.mode])))
    _checked(path, partial)
    if not (folder / "empty.sqlite").exists():
        making.make(folder / "empty.sqlite", making.log, {"session": folder.name}, wal=True)


def _rewritten(path: Path, text: str) -> None:
    """Put another text in the place of a session.toml, whole or not at all, and only if it is a plan."""
    partial = path.with_name("session.toml.partial")
    partial.write_text(text, encoding="utf-8")
    try:
        plans.read(partial)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def _checked(path: Path, items: Path) -> tuple[Plan, str]:
    """Read a plan that is new or was changed, and keep its hash beside the items so that opening need not check again.

    Args:
        path: of session.toml.
        items: the database of the items.
    """
    from gradertui.store import making

    plan, text = plans.read(path)
    with closing(Items(items)) as stored:
        _refuse_unplanned(path, plan, stored)
    making.note(items, "plan_hash", plans.plan_hash(text))
    return plan, text


def locked_words() -> str:
    """Why nothing is taken in any more."""
    return _("rating is locked: the arms were guessed after it; nothing changes any more")


def _refuse_unplanned(path: Path, plan: Plan, items: Items) -> None:
    """Refuse a plan that leaves out an arm which has items: they would be graded and could not be reported."""
    known = items.arms(ARM_COLUMN[plan.mode])
    if plan.arms and (missing := [arm for arm in known if arm not in plan.arms]):
        words = _("{path}, arms: “{arm}” has answers and is not among them; add it there, or make a session without it")
        raise StoreError(words.format(path=path, arm=missing[0]))


def new_seed() -> int:
    """A seed nobody chose."""
    return secrets.randbelow(2**31)

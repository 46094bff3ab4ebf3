"""Making a session, or adding to one: items and plan are written whole or not at all.

Opening what was made is `Session`; what changes in a plan afterwards is `planning.py`.
"""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from gradertui.locale import _, ngettext
from gradertui.model import ARM_COLUMN, Item, Plan, Question, Source
from gradertui.store import StoreError
from gradertui.store import plan as plans
from gradertui.store import plan_text as texts
from gradertui.store.appearing import put
from gradertui.store.items import Items
from gradertui.store.log import Log


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
    from gradertui.store.writing import write

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
        text = _planned(folder, partial, plan, inputs, joining=added["items"] > 0)
        checked(folder / "session.toml", partial, text)
        _beginnings(folder)
        # One right after the other: killed in between, the same import said again brings them together.
        if text is not None:
            put(folder / "session.toml", text)
        partial.replace(target)
    except BaseException:
        for path in new:
            path.unlink(missing_ok=True)
        if created:
            shutil.rmtree(folder, ignore_errors=True)
        raise
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


def _planned(folder: Path, partial: Path, plan: Plan, inputs: Mapping[str, object], *, joining: bool) -> str | None:
    """The plan as it is to be written: where there is none, or new arms join it; None where it stays."""
    path = folder / "session.toml"
    with closing(Items(partial)) as items:
        if not path.exists():
            arms = tuple(items.arms(ARM_COLUMN[plan.mode]))
            pairs = plan.pairs or texts.planned(plan.mode, arms)
            bank = {**plan.bank, **items.hashes()}
            return texts.written(replace(plan, arms=arms, pairs=pairs, bank=bank), inputs)
        if not joining:
            return None
        was, text = plans.read(path)
        text = texts.joined(text, was, items.arms(ARM_COLUMN[was.mode]))
        now = {f"bank.{key}": value for key, value in items.hashes().items() if key in was.bank}
        return texts.changed(text, **now)


def _beginnings(folder: Path) -> None:
    """Make the empty log that each grader's begins as a copy of, if there is none."""
    from gradertui.store import making

    empty, partial = folder / "empty.sqlite", folder / "empty.sqlite.partial"
    if not empty.exists():
        partial.unlink(missing_ok=True)
        making.make(partial, making.log, {"session": folder.name}, wal=True)
        partial.replace(empty)


def rewritten(path: Path, text: str) -> None:
    """Put another text in the place of a session.toml, whole or not at all, and only if it is a plan."""
    plans.understood(path, text)
    put(path, text)


def checked(path: Path, items: Path, text: str | None = None) -> None:
    """Check a plan that is new or was changed, and keep its hash beside the items so that opening need not check again.

    Args:
        path: of session.toml.
        items: the database of the items.
        text: that is to stand there; None for what stands there.
    """
    from gradertui.store import making

    plan, text = plans.read(path) if text is None else (plans.understood(path, text), text)
    with closing(Items(items)) as stored:
        refuse_unplanned(path, plan, stored)
    making.note(items, "plan_hash", plans.plan_hash(text))


def refuse_unplanned(path: Path, plan: Plan, items: Items) -> None:
    """Refuse a plan that does not fit the items: an arm that is left out, or a split that no question has."""
    if plan.held_out and plan.held_out not in (known_splits := items.splits()):
        words = _("{path}, held_out: no question has the split “{split}”; there are: {known}")
        known = ", ".join(known_splits) or _("none")
        raise StoreError(words.format(path=path, split=plan.held_out, known=known))
    if plan.repeats >= (n := items.count("items")) > 0:
        words = _("{path}, repeats: {m} cannot come again, there are {n}; write fewer")
        raise StoreError(words.format(path=path, m=plan.repeats, n=n))
    refuse_without_arm(path, plan, items)


def refuse_without_arm(path: Path, plan: Plan, items: Items) -> None:
    """Refuse a plan that leaves out an arm which has items: they would be graded and could not be reported."""
    known = items.arms(ARM_COLUMN[plan.mode])
    if plan.arms and (missing := [arm for arm in known if arm not in plan.arms]):
        words = _("{path}, arms: “{arm}” has answers and is not among them; add it there, or make a session without it")
        raise StoreError(words.format(path=path, arm=missing[0]))


def new_seed() -> int:
    """A seed nobody chose."""
    return secrets.randbelow(2**31)

"""What was planned: when the plan was frozen and by whom, and what departed from it afterwards, with the reasons.

The record is a log of its own, `plan.sqlite`, appended like a grader's; where nobody made one, the first label's own
copy of the plan stands for it. What a plan may say is `store.plan`; asking and printing are elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple

from gradertui.events import Event, deviated, facts, held_out_opened, plan_frozen
from gradertui.locale import _
from gradertui.model import Plan
from gradertui.session.looks import Look, look_of
from gradertui.store import StoreError
from gradertui.store import plan as plans
from gradertui.store.items import Items
from gradertui.store.log import Log
from gradertui.store.writable import WritableLog

LOG = "plan.sqlite"
How = Literal["label", "command"]


class Deviation(NamedTuple):
    """One departure from the plan, after it was frozen."""

    at: str
    by: str
    reason: str
    changes: Mapping[str, tuple[Any, Any]]
    """Key to what it was and what it is from then on."""
    plan_hash: str
    text: str


@dataclass(frozen=True)
class Record:
    """A frozen plan and what departed from it."""

    at: str
    by: str
    """Who froze it."""
    how: How
    """"command", or "label" if the first label did."""
    plan_hash: str
    text: str
    deviations: tuple[Deviation, ...] = ()
    looks: tuple[Look, ...] = ()
    """At what is held out, in the order in which they were recorded."""

    @property
    def current(self) -> tuple[str, str]:
        """Hash and text of the plan that holds now."""
        last = self.deviations[-1] if self.deviations else self
        return last.plan_hash, last.text

    @cached_property
    def hashes(self) -> frozenset[str]:
        """Every plan that held at some time."""
        return frozenset({self.plan_hash, *(deviation.plan_hash for deviation in self.deviations)})


def record(folder: Path) -> Record | None:
    """The record of a session's plan; None while nothing froze it.

    Args:
        folder: of the session.
    """
    if (folder / LOG).is_file():
        with closing(Log(folder / LOG)) as log:
            found = list(log.notes())
        return _understood(folder, found, "") if found else None
    first = [(event.at, grader, event) for grader, event in _first_labels(folder)]
    return _understood(folder, [min(first)[2]], min(first)[1]) if first else None


def _understood(folder: Path, events: list[Event], grader: str) -> Record:
    """What was recorded, unless something that is no gradertui rewrote it."""
    try:
        return _recorded(events, grader)
    except (ValueError, TypeError, LookupError) as error:
        words = _("{folder}: the record of the plan is none; look at it with: gradertui verify {name}")
        raise StoreError(words.format(folder=folder, name=folder.name)) from error


def _first_labels(folder: Path) -> list[tuple[str, Event]]:
    found = []
    for path in sorted((folder / "labels").glob("*.sqlite")):
        with closing(Log(path)) as log:
            found += [(path.stem, event) for event in log.notes() if event.kind == "PlanFrozen"][:1]
    return found


def _recorded(events: list[Event], grader: str) -> Record:
    first, *later = events
    said = facts(first)
    deviations = (_deviation(event) for event in later if event.kind == "Deviated")
    how, by = said.get("how", "label"), said.get("by", grader)
    looks = (look_of(event) for event in later if event.kind == "HeldOutOpened")
    return Record(first.at, by, how, first.value, said["plan"], tuple(deviations), tuple(looks))


def _deviation(event: Event) -> Deviation:
    said = facts(event)
    changes = {key: (was, now) for key, (was, now) in said["changes"].items()}
    return Deviation(event.at, said["by"], said["reason"], changes, event.value, said["plan"])


def freeze(folder: Path, text: str, *, by: str, at: str, how: How) -> Record:
    """Freeze a plan, unless it is; the first who says so is kept.

    Args:
        folder: of the session.
        text: of the plan as it stands in session.toml.
        by: who does it.
        at: when.
        how: "command" or "label".

    Raises:
        StoreError: another plan was frozen, or the record cannot be written.
    """
    known = record(folder)
    if known is not None:
        refuse_other(folder, known, text)
    if known is None or not (folder / LOG).exists():
        _begin(folder, known or Record(at, by, how, plans.plan_hash(text), text))
    return known or Record(at, by, how, plans.plan_hash(text), text)


def recorded(folder: Path) -> None:
    """Give the plan a record of its own where only a log that came from elsewhere knows that it is frozen."""
    known = record(folder)
    if known is not None and not (folder / LOG).exists():
        _begin(folder, known)


def _begin(folder: Path, first: Record) -> None:
    """Make the log of the plan; two graders' first labels may do so at once, and one of them is first."""
    with closing(WritableLog.start(folder / "empty.sqlite", folder / LOG, "plan")) as log:
        if not log.count():
            log.append_all([plan_frozen(first.plan_hash, first.text, first.by, first.how)], first.at)


def refuse_other(folder: Path, known: Record, text: str) -> None:
    """Refuse a session.toml that is not the plan that holds.

    Raises:
        StoreError: with the keys that differ, and what to do.
    """
    if plans.plan_hash(text) == known.current[0]:
        return
    changed = ", ".join(differences(known.current[1], text)) or _("comments or blanks")
    words = _(
        "{plan} was changed after the plan was frozen ({keys}); put it back with: gradertui plan {name} restore, or "
        "record the change with: gradertui plan {name} change --reason TEXT"
    )
    raise StoreError(words.format(plan=folder / "session.toml", keys=changed, name=folder.name))


def differences(was: str, now: str) -> dict[str, tuple[Any, Any]]:
    """What two plans decide differently: key to both values. Tables are compared key by key.

    Args:
        was: text of one, validated before.
        now: text of the other, likewise.
    """
    before, after = _decided(plans.parsed(was)), _decided(plans.parsed(now))
    keys = dict.fromkeys((*before, *after))
    return {key: (before.get(key), after.get(key)) for key in keys if before.get(key) != after.get(key)}


def _decided(plan: Plan) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for field in fields(Plan):
        value = getattr(plan, field.name)
        if isinstance(value, Mapping):
            found |= {f"{field.name}.{key}": each for key, each in value.items()}
        else:
            found[field.name] = value
    return found


def change(folder: Path, text: str, values: Mapping[str, object], *, reason: str, by: str, at: str) -> Deviation | None:
    """Change decisions: freely until the plan is frozen, afterwards as a recorded deviation.

    Args:
        folder: of the session.
        text: of session.toml as it stands; after freezing it may have been edited by hand.
        values: key to its new value, keys of tables with a dot.
        reason: why; needed once the plan is frozen.
        by: who decides.
        at: when.

    Returns:
        What was recorded; None before freezing.

    Raises:
        StoreError: a key cannot be changed any more, there is no reason, or nothing would change; nothing was changed.
    """
    from gradertui.store import plan_text as texts

    path, known = folder / "session.toml", record(folder)
    new = texts.changed(text, **values)
    _fits(path, new)
    if known is None:
        _put(folder, new)
        return None
    changes = differences(known.current[1], new)
    _refuse_fixed(changes, path)
    if new == known.current[1]:
        raise StoreError(_("{path}: nothing would change").format(path=path))
    if not reason.strip():
        words = _("the plan is frozen: say why with --reason TEXT ({keys})")
        raise StoreError(words.format(keys=", ".join(changes) or _("comments or blanks")))
    found = Deviation(at, by, reason.strip(), changes, plans.plan_hash(new), new)
    _depart(folder, known, found)
    _put(folder, new)
    return found


def _fits(path: Path, text: str) -> None:
    """Refuse what is no plan, or none for these items, before anything is written."""
    from gradertui.session.making import refuse_unplanned

    plan = plans.understood(path, text)
    with closing(Items(path.with_name("items.sqlite"))) as items:
        refuse_unplanned(path, plan, items)


def _refuse_fixed(changes: Mapping[str, tuple[Any, Any]], path: Path) -> None:
    fixed = [key for key in changes if key.split(".")[0] in plans.FIXED]
    if fixed:
        words = _(
            "{path}: {keys} cannot be changed after the first label or freeze, because labels were or will be given "
            "under it; put it back, or make a new session"
        )
        raise StoreError(words.format(path=path, keys=", ".join(fixed)))


def _depart(folder: Path, known: Record, found: Deviation) -> None:
    """Record first, and only then write the plan: a record without its plan can be seen, the reverse could not."""
    if not (folder / LOG).exists():
        _begin(folder, known)
    with closing(WritableLog(folder / LOG)) as log:
        log.append(deviated(found.plan_hash, found.text, found.changes, found.reason, found.by), found.at)


def look(folder: Path, split: str, *, by: str, at: str, how: str) -> Record | None:
    """Record a look at what is held out, before it is shown.

    Args:
        folder: of the session.
        split: that is looked at.
        by: who looks.
        at: when.
        how: by which command.

    Returns:
        The record with this look; None where no plan was frozen, so that nothing was held out.

    Raises:
        StoreError: the look cannot be recorded.
    """
    known = record(folder)
    if known is None:
        return None
    recorded(folder)
    with closing(WritableLog(folder / LOG)) as log:
        log.append(held_out_opened(split, by, how), at)
    return record(folder)


def restore(folder: Path) -> None:
    """Put the plan that holds back into session.toml; what stood there is kept beside it.

    Raises:
        StoreError: no plan was frozen.
    """
    known, path = record(folder), folder / "session.toml"
    if known is None:
        raise StoreError(_("{name}: no plan was frozen; there is nothing to put back").format(name=folder.name))
    if path.exists() and plans.plan_hash(path.read_text(encoding="utf-8", errors="replace")) == known.current[0]:
        return
    if path.exists():
        path.replace(path.with_name("session.toml.before"))
    _put(folder, known.current[1])


def _put(folder: Path, text: str) -> None:
    from gradertui.session.making import checked, rewritten

    rewritten(folder / "session.toml", text)
    checked(folder / "session.toml", folder / "items.sqlite")

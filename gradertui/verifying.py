"""Whether the record of a session is whole: each file by itself, and what the files say of each other.

The plan against the one that was frozen, the order against the seed and the items, the fold of the events against
the view `labels`. Reads and never writes; one file by itself is `store.verifying`, how findings look is the command
line's business.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from gradertui.events import facts
from gradertui.locale import _
from gradertui.session import Session, no_session, planning
from gradertui.state import State
from gradertui.store import StoreError
from gradertui.store import plan as plans
from gradertui.store.backing import files, kept
from gradertui.store.items import Items
from gradertui.store.log import Head, Log
from gradertui.store.verifying import UNREADABLE, Finding, examine
from gradertui.text import one_line

STRANGER = "?"
"""What is to be put back where a file is whole and not of this session: nothing."""


class Part(NamedTuple):
    """One file of a session, and what is not whole in it."""

    path: Path
    name: str
    """Where it lies in the session, such as labels/ana.sqlite."""
    findings: tuple[Finding, ...]
    head: Head | None = None
    """Where a log ends, if that can be read."""
    schema: int = 0
    frozen: bool = False
    """Whether the log keeps the plan its labels were given under."""

    @property
    def grader(self) -> str:
        """Whose log it is; empty where it is nobody's."""
        return self.path.stem if self.path.parent.name == "labels" else ""

    @property
    def certain(self) -> int:
        """How many events, from the first, are as they were written."""
        if self.head is None:
            return 0
        return min([self.head.seq, *(finding.since - 1 for finding in self.findings if finding.since)])


def verify(folder: Path) -> list[Part]:
    """Look at every file of a session.

    Args:
        folder: of the session.

    Returns:
        One part for each; whole is what has no findings.

    Raises:
        StoreError: there is no session.
    """
    parts = [*(_part(folder, path) for path in files(folder)), *_gone(folder)]
    if not any(part.name == "items.sqlite" for part in parts):
        if not any(part.grader for part in parts):
            raise no_session(folder)
        parts.append(_unopened(folder, _("the file is not there; the answers that were labelled are in it")))
    if any(part.findings for part in parts if part.name == "items.sqlite"):
        return parts
    try:
        session = Session(folder)
    except (StoreError, *UNREADABLE) as error:
        return [*parts, _unopened(folder, str(error), "session.toml")]
    with closing(session):
        planned = _planned(parts)
        return [part._replace(findings=(*part.findings, *_compared(session, part, planned))) for part in parts]


def _gone(folder: Path) -> Iterator[Part]:
    """What the newest backup has and the session has not."""
    for copy in kept(folder)[:1]:
        there = {str(path.relative_to(folder)) for path in files(folder)}
        for name in (str(path.relative_to(copy)) for path in files(copy)):
            if name not in there:
                words = _("the file is not there, and the newest backup has it")
                yield Part(folder / name, name, (Finding(words),))
    if not (folder / "empty.sqlite").exists() and not kept(folder):
        words = _("the file is not there; nobody new can begin without it")
        yield Part(folder / "empty.sqlite", "empty.sqlite", (Finding(words),))


def _part(folder: Path, path: Path) -> Part:
    name = str(path.relative_to(folder))
    if path.suffix != ".sqlite":
        return Part(path, name, ())
    found = examine(path)
    frozen = any(True for _hash in _plans(path)) if found.head else False
    return Part(path, name, found.findings, found.head, found.schema, frozen)


def _unopened(folder: Path, words: str, name: str = "items.sqlite") -> Part:
    return Part(folder / name, name, (Finding(one_line(words)),))


def _plans(path: Path) -> list[str]:
    """The plans a log keeps, by their hashes, in its order."""
    try:
        with closing(Log(path)) as log:
            return [event.value for event in log.events() if event.kind in ("PlanFrozen", "Deviated")]
    except (StoreError, *UNREADABLE):
        return []


def _planned(parts: list[Part]) -> list[str]:
    """Every plan that held at some time, as the log of the plan has it; nothing without one."""
    return next((_plans(part.path) for part in parts if part.name == "plan.sqlite"), [])


def _compared(session: Session, part: Part, planned: list[str]) -> Iterator[Finding]:
    """What a file says that the others do not."""
    try:
        if part.name == "plan.sqlite" and planned and planned[-1] != session.plan_hash:
            words = _("session.toml is not the plan that was frozen, or last departed from; the log keeps that one")
            yield Finding(words, file="session.toml")
        elif part.name == "items.sqlite":
            yield from _unplanned(session)
        elif part.grader and part.head and part.head.seq:
            with closing(session.log(part.grader)) as log:
                yield from _unlike(session, log, part.grader, planned)
                if not any(finding.since for finding in part.findings):
                    yield from _folded(session, log)
    except (StoreError, *UNREADABLE) as error:
        yield Finding(_("the events do not follow from each other: {error}").format(error=one_line(str(error))))


def _unplanned(session: Session) -> Iterator[Finding]:
    """What is not what it was when the plan was written."""
    words = {
        "hash": _("the questions or sources are not what they were when the plan was written"),
        "answers": _("the answers are not what they were when the plan was written"),
    }
    found, known = session.items.hashes(), session.plan.bank
    yield from (Finding(words[key]) for key in words if known.get(key) and known[key] != found[key])


def _unlike(session: Session, log: Log, grader: str, planned: list[str]) -> Iterator[Finding]:
    """What differs from what the plan and the items give."""
    frozen = [event.value for event in log.events("PlanFrozen")]
    if planned and not set(frozen) <= set(planned):
        words = _("its labels were given under a plan that the record of the plan does not have")
        yield Finding(words, file=STRANGER)
    if not planned and any("recorded" in facts(event) for event in log.events("PlanFrozen")):
        yield Finding(_("the record of the plan is gone, and with it every departure"), file="plan.sqlite")
    if log.meta().get("grader") != grader:
        yield Finding(_("it says that it is the log of somebody else"), file=STRANGER)
    if not planned and frozen and frozen[-1] != session.plan_hash:
        words = _("session.toml is not the plan that was frozen at the first label; the log keeps that one")
        yield Finding(words, file="session.toml")
    holds = planned[-1] if planned else (frozen or [session.plan_hash])[-1]
    n, arranged = session.items.count("items"), log.arranged_for().split()
    if arranged and arranged[-1] != str(n):
        words = _("items.sqlite has {n} items, and the order of this log was made for {m}")
        yield Finding(words.format(n=n, m=one_line(arranged[-1], 20)), file="items.sqlite")
    elif session.plan_hash == holds and list(log.tasks()) != session.arranged(log.arranged_as(grader)):
        yield Finding(_("the tasks or their order are not those that the seed and the items give"))


def _folded(session: Session, log: Log) -> Iterator[Finding]:
    """What the fold of the events and the view `labels` say differently."""
    viewed = dict(log.labels())
    for task, label in _labels(session.state(log)):
        if viewed.pop(task, None) != label:
            words = _("{task}: the events say {label}, the view labels says otherwise")
            yield Finding(words.format(task=one_line(task, 40), label=one_line(label, 20)))
    for task in viewed:
        words = _("{task}: the view labels has a label that the events do not give")
        yield Finding(words.format(task=one_line(task, 40)))


def _labels(state: State) -> Iterator[tuple[str, str]]:
    for position, task in enumerate(state.order):
        if (label := state.marks[position].label) is not None:
            yield task.task_id, label


def newest_whole(folder: Path, name: str) -> Path | None:
    """The newest copy of a session in which a file is whole.

    Args:
        folder: of the session.
        name: of the file, as `Part.name` has it.
    """
    copies = (copy for copy in kept(folder) if (copy / name).is_file())
    return next(
        (copy for copy in copies if not examine(copy / name).findings and _as_planned(folder, copy / name)), None
    )


def _as_planned(folder: Path, copy: Path) -> bool:
    """Whether a copy of the items is what the plan was written for; of any other file that is not asked."""
    if copy.name != "items.sqlite":
        return True
    known = planning.record(folder)
    text = known.current[1] if known else (folder / "session.toml").read_text(encoding="utf-8")
    bank = plans.parsed(text).bank
    with closing(Items(copy)) as items:
        return all(bank.get(key, value) in ("", value) for key, value in items.hashes().items())

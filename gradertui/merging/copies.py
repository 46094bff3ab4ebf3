"""What lies in another copy of a session: its logs and its plan, each set aside as it is at one moment.

Everything that is decided, and everything that is taken in, is about what was set aside: who goes on grading there
changes neither, and nothing is written there. Whether it fits is `fitting.py`.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from gradertui.locale import _
from gradertui.session import planning
from gradertui.session.looks import Look
from gradertui.store import StoreError
from gradertui.store import plan as plans
from gradertui.store.backing import LOGS
from gradertui.store.carrying import carried, renamed
from gradertui.store.log import Log
from gradertui.store.naming import file_name
from gradertui.store.verifying import UNREADABLE, examine
from gradertui.text import one_line

TOOL = "tool:"
"""Before a tool's name in its log."""


class Found(NamedTuple):
    """A log that lies in another copy."""

    name: str
    """Where it belongs in the session, such as labels/ana.sqlite."""
    source: Path
    copy: Path
    """What was set aside."""
    damage: str = ""
    """Why it cannot be used; empty if it is whole."""


class Other(NamedTuple):
    """Another copy of a session, or one log of it."""

    path: Path
    aside: Path
    """A folder of the same shape with what was set aside."""
    logs: tuple[Found, ...]


def is_copy(path: Path) -> bool:
    """Whether a path is a folder or a log, and not a table of labels."""
    if path.is_dir():
        return True
    with path.open("rb") as file:
        return file.read(16) == b"SQLite format 3\0"


def set_aside(path: Path, aside: Path, as_: Mapping[str, str]) -> Other:
    """Copy what lies in another copy.

    Args:
        path: a session's folder, a folder of logs, or a log.
        aside: a folder that is not there yet.
        as_: ids of graders to the ids they are taken in under.

    Raises:
        StoreError: there is nothing of a session.
    """
    aside.mkdir()
    if (path / planning.LOG).is_file():
        carried(path / planning.LOG, aside / planning.LOG)
    if (path / "session.toml").is_file():
        shutil.copyfile(path / "session.toml", aside / "session.toml")
    logs = tuple(_found(room, source, aside, n, as_) for n, (room, source) in enumerate(_sources(path)))
    if not logs and not (path / "items.sqlite").is_file():
        raise StoreError(_("{path}: no log of a session is here").format(path=path))
    return Other(path, aside, logs)


def _sources(path: Path) -> Iterator[tuple[str, Path]]:
    """Every log, with the room it lies in if that is known."""
    if not path.is_dir():
        yield (path.parent.name if path.parent.name in LOGS else ""), path
        return
    rooms = [path] if path.name in LOGS else [path / room for room in LOGS]
    yield from ((room.name, source) for room in rooms for source in sorted(room.glob("*.sqlite")))


def _found(room: str, source: Path, aside: Path, n: int, as_: Mapping[str, str]) -> Found:
    copy = aside / (room or "one") / f"{n}.sqlite"
    try:
        carried(source, copy)
        if damages := examine(copy).findings:
            raise StoreError(damages[0].words)
        with closing(Log(copy)) as log:
            room, said = room or _room(log), log.meta()["grader"]
        grader = said.removeprefix(TOOL)
        taken_as = file_name(as_.get(grader, grader), str(source))
        if taken_as != grader:
            renamed(copy, said, said.removesuffix(grader) + taken_as)
    except (StoreError, *UNREADABLE) as error:
        copy.unlink(missing_ok=True)
        return Found(
            f"{room or LOGS[0]}/{source.name}", source, copy, one_line(str(error).replace(str(copy), source.name))
        )
    return Found(f"{room}/{taken_as}.sqlite", source, copy)


def _room(log: Log) -> str:
    """What a log holds that lies in no folder of a session."""
    if log.meta()["grader"].startswith(TOOL):
        return "verdicts"
    return "settled" if any(True for _event in log.events("Settled")) else "labels"


class Lineage(NamedTuple):
    """The plans that held one after the other in a copy."""

    path: Path
    hashes: tuple[str, ...]
    text: str
    """Of the one that holds now."""
    since: tuple[str, str] | None
    """When it was frozen and by whom; None while it is free."""
    record: Path | None = None
    """The log that says so; None where the first label stands for it."""
    departures: tuple[tuple[str, str, str], ...] = ()
    """When, by whom and why it was departed from."""
    looks: tuple[Look, ...] = ()
    """At what is held out."""

    @property
    def events(self) -> int:
        """How many events the record has."""
        return len(self.hashes) + len(self.looks) if self.record else 0

    def goes_with(self, other: Lineage) -> bool:
        """Whether one of the two continues the other."""
        for one, two in ((self, other), (other, self)):
            if one.since is None:
                return one.hashes[-1] in two.hashes
        n = min(len(self.hashes), len(other.hashes))
        return self.hashes[:n] == other.hashes[:n] and self.departures[: n - 1] == other.departures[: n - 1]


def lineage(path: Path, folder: Path, text: str, known: planning.Record | None) -> Lineage:
    """The plans that held in a copy.

    Args:
        path: of the copy, for messages.
        folder: where it is read.
        text: of its session.toml, which counts until the plan is frozen.
        known: the record of its plan.
    """
    if known is None:
        return Lineage(path, (plans.plan_hash(text),), text, None)
    hashes = (known.plan_hash, *(deviation.plan_hash for deviation in known.deviations))
    record = folder / planning.LOG
    kept = record if record.is_file() else None
    departures = tuple((each.at, each.by, each.reason) for each in known.deviations)
    return Lineage(path, hashes, known.current[1], (known.at, known.by), kept, departures, known.looks)


def planned(other: Other) -> Lineage | None:
    """The plans that held there; None where no plan lies there, as beside a log alone.

    Raises:
        StoreError: the record of the plan is damaged.
    """
    text, place = other.aside / "session.toml", other.aside / planning.LOG
    if place.is_file() and (damages := examine(place).findings):
        raise StoreError(f"{other.path / planning.LOG}: {damages[0].words}")
    if not text.is_file() and not place.is_file():
        return None
    known = planning.record(other.aside)
    written = text.read_text("utf-8", "replace") if text.is_file() else ""
    return lineage(other.path, other.aside, written, known)

"""What trials stand on: sessions made by the real `new`, what is stored in them read by SQLite alone, and the tally."""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from .program import Command, Ended, Ran, Terminal

_LABELS = "select value from events where kind = 'Labelled' order by seq"


@dataclass
class Tally:
    """What came of one kind of failure."""

    tried: int = 0
    survived: int = 0
    shown: int = 0
    """Labels that the screen, or a command, had said were stored."""
    lost: int = 0
    """Of them, not there afterwards."""
    said: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def count(self, faults: Iterable[str], *, shown: int = 0, lost: int = 0, said: str = "") -> None:
        """Count one try; it was survived if nothing is wrong."""
        found = [*faults, *([f"{lost} of {shown} labels lost"] if lost else [])]
        self.tried += 1
        self.survived += not found
        self.shown += shown
        self.lost += lost
        if said:
            self.said[said] += 1
        self.faults += found

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.tried + other.tried, self.survived + other.survived, self.shown + other.shown, self.lost + other.lost,
            self.said + other.said, self.faults + other.faults,
        )  # fmt: skip


class Ground:
    """A folder of sessions that nobody else uses."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.sessions = folder, folder / "sessions"
        self.sessions.mkdir(parents=True, exist_ok=True)
        os.environ["XDG_CONFIG_HOME"] = str(folder / "config")
        os.environ.pop("GRADERTUI_GRADER", None)
        os.environ.pop("NO_COLOR", None)
        os.environ["TERM"] = "xterm-256color"

    def answers(self, questions: int) -> Path:
        """A file of answers of two systems."""
        path = self.folder / f"answers-{questions}.jsonl"
        if not path.exists():
            path.write_text("".join(f"{json.dumps(row)}\n" for row in _rows(questions)), "utf-8")
        return path

    def session(self, name: str, questions: int, *, anew: bool = True) -> Path:
        """A session that nobody has labelled; it takes the place of one of this name."""
        folder = self.sessions / name
        if folder.exists() and not anew:
            return folder
        shutil.rmtree(folder, ignore_errors=True)
        ran = self.ran("new", name, self.answers(questions), "--seed", "1")
        if ran.status:
            raise Ended(ran.err)
        return folder

    def start(self, *words: object, nobody: bool = False, sessions: Path | None = None) -> Command:
        """Start a command over the sessions here, or over others."""
        return Command(self.folder, self._words(words, sessions), nobody=nobody)

    def ran(self, *words: object, nobody: bool = False) -> Ran:
        """Carry a command out."""
        return self.start(*words, nobody=nobody).wait()

    def terminal(
        self,
        name: str,
        grader: str,
        *more: object,
        before: str = "",
        nobody: bool = False,
        sessions: Path | None = None,
    ) -> Terminal:
        """Open a session for a grader."""
        words = self._words(("grade", name, "--grader", grader), sessions)
        return Terminal(words, before=before, nobody=nobody)

    def _words(self, words: Sequence[object], sessions: Path | None = None) -> list[object]:
        return [*words, "--lang", "en", "--sessions", sessions or self.sessions]

    def plain(self, words: str) -> str:
        """What was said, without what differs from machine to machine and from try to try."""
        words = words.replace(str(self.folder), "…").replace(f"{self.folder.name}", "…")
        words = re.sub(r"gradertui-\w{8,}", "gradertui-…", words)
        return re.sub(r"\d{4}-\d\d-\d\dT\d{4}Z[-\w]*", "TIME", words)


def warm() -> None:
    """Import what commands import, once for all of them."""
    from importlib import import_module

    from gradertui.cli import COMMANDS

    for name in (*COMMANDS, "home"):
        import_module(f"gradertui.cli.{name}")
    for name in (
        "gradertui.store.making",
        "pydantic",
        "scipy.special",
        "tomlkit",
        "gradertui.report.exports",
        "gradertui.tui.app",
    ):
        import_module(name)


def _rows(questions: int) -> Iterable[dict[str, object]]:
    for q in range(questions):
        for system in ("a", "b"):
            yield {
                "question_id": f"q{q}", "question": f"What is number {q}?", "reference": f"It is {q}.",
                "system": system, "answer": f"I think it is {q}, says {system}.", "replicate": 1,
            }  # fmt: skip


def labels(log: Path) -> list[str]:
    """The labels in a log in the order in which they were given, read by SQLite; it is copied first, to leave it be."""
    if not log.is_file():
        return []
    with copied(log) as db:
        return [value for (value,) in db.execute(_LABELS)]


@contextmanager
def copied(path: Path) -> Iterator[sqlite3.Connection]:
    """A copy of a database with the journals beside it, open; where it lies nothing is touched."""
    with TemporaryDirectory() as folder:
        for beside in path.parent.glob(f"{path.name}*"):
            if not beside.name.endswith("-shm"):
                shutil.copyfile(beside, Path(folder) / beside.name)
        with closing(sqlite3.connect(Path(folder) / path.name)) as db:
            if (whole := db.execute("pragma integrity_check").fetchone()[0]) != "ok":
                raise sqlite3.DatabaseError(whole)
            yield db


def counted(terminal: Terminal, total: int) -> int:
    """The counter that stands on the screen; -1 where none does."""
    found = re.search(rf"(\d+)/{total}\b", terminal.screen.text)
    return int(found[1]) if found else -1


def resumed(terminal: Terminal, stored: int, total: int) -> list[str]:
    """Wait for the first answer, and see that it is the first without a label."""
    terminal.until(rf"\d+/{total}\b")
    terminal.until(r"Question \d+ of \d+ · answer \d of 2|Finished|complete|all done")
    faults = []
    if counted(terminal, total) != stored:
        faults.append(f"opened at {counted(terminal, total)}, {stored} are stored")
    place = re.search(r"Question (\d+) of \d+ · answer (\d) of 2", terminal.screen.text)
    if place and stored < total and (int(place[1]) - 1) * 2 + int(place[2]) - 1 != stored:
        faults.append(f"opened at task {place[0]}, {stored} are stored")
    return faults


def press(terminal: Terminal, before: int, n: int, total: int) -> None:
    """Give labels, each after the one before it is shown."""
    terminal.until(rf"\b{before}/{total}\b")
    for i in range(before, before + n):
        terminal.send("rxn"[i % 3])
        terminal.until(rf"\b{i + 1}/{total}\b")


def tried(terminal: Terminal, key: str, total: int) -> tuple[int, str]:
    """Press a key that may be refused: the counter, and why it was not saved if it was not."""
    before, end = counted(terminal, total), time.monotonic() + 30
    terminal.send(key)
    while counted(terminal, total) == before and not complaint(terminal) and time.monotonic() < end:
        terminal.pump(0.1)
    terminal.read(0.1)
    return counted(terminal, total), complaint(terminal)


def quit_(terminal: Terminal) -> None:
    """Leave as a grader leaves."""
    terminal.send("q")
    if terminal.wait(10) is None:
        terminal.close()


def complaint(terminal: Terminal) -> str:
    """The line that says why a label was not saved."""
    return next((line.strip().split("   ")[0] for line in terminal.screen.text.splitlines() if "NOT SAVED" in line), "")


def clear(ran: Ran) -> list[str]:
    """What is wrong with how a command failed: it says what, in few lines, and nobody sees a traceback."""
    if ran.status not in (1, 2) or "Traceback" in ran.err + ran.out:
        return [f"status {ran.status}: {ran.err[-900:]}"]
    return [] if ran.said else ["it failed without a word"]

"""Sessions that earlier gradertui made, and one that a newer one made: each is what it was, or refused in words."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from random import Random

from .ground import Ground, Tally, clear, labels, press, quit_
from .program import Ended

EARLIER = Path(__file__).parents[1] / "reference" / "earlier"
RELEASED = ("schema-1", "schema-2")
DRAFTS = ("draft-1", "draft-2")
"""Made in the first hour of gradertui and never released: refused in words, with every label in them."""
STANDING = ["R", "X", "X", "R"]
GIVEN = ["R", "X", "N", "X", "R"]
TOTAL = 6


def restored(name: str, folder: Path) -> Path:
    """A session as it was, from the text it is kept as."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "labels").mkdir(parents=True)
    shutil.copyfile(EARLIER / name / "session.toml", folder / "session.toml")
    for dump in (EARLIER / name).glob("*.sql"):
        place = folder / "labels" if dump.stem == "ana" else folder
        with closing(sqlite3.connect(place / f"{dump.stem}.sqlite")) as db:
            db.executescript(dump.read_text("utf-8"))
    return folder


def older(ground: Ground, n: int, _rng: Random) -> Tally:
    """sessions of every earlier version, by every command; then graded on, by their grader and by a new one"""
    tally = Tally()
    for name in RELEASED:
        for _try in range(max(1, n // 100)):
            folder = restored(name, ground.sessions / "old")
            log = folder / "labels" / "ana.sqlite"
            before, faults = log.read_bytes(), []
            for words in (
                ("report", "old"),
                ("export", "old", "--format", "csv"),
                ("verify", "old"),
                ("plan", "old"),
                (),
            ):
                ran = ground.ran(*words)
                faults += [f"{words}: {ran}"] if ran.status else []
                if words[:1] == ("export",) and [line.split(",")[4] for line in ran.out.splitlines()[1:]] != STANDING:
                    faults.append(ran.out)
            if log.read_bytes() != before:
                faults.append("reading changed it")
            faults += _graded_on(ground, folder, len(STANDING), log)
            tally.count([f"{name}: {fault}" for fault in faults], shown=6, lost=7 - len(labels(log)))
    return tally


def _graded_on(ground: Ground, folder: Path, stands: int, log: Path) -> list[str]:
    try:
        with ground.terminal("old", "ana") as terminal:
            terminal.until(rf"\b{stands}/{TOTAL}\b")
            press(terminal, stands, 2, TOTAL)
            quit_(terminal)
        with ground.terminal("old", "ben") as terminal:
            press(terminal, 0, 1, TOTAL)
            quit_(terminal)
    except Ended as ended:
        return [str(ended)]
    faults = [] if labels(log)[: len(GIVEN)] == GIVEN else [f"labels: {labels(log)}"]
    ran = ground.ran("verify", "old")
    return faults + ([f"verify: {ran}"] if ran.status or "schema" in ran.out else [])


def refused(ground: Ground, n: int, _rng: Random) -> Tally:
    """files of a newer version, and drafts from before the first: refused in words, every label still in them"""
    tally = Tally()
    for name in ("newer log", "newer items", *DRAFTS):
        folder = restored(name if name in DRAFTS else "schema-2", ground.sessions / "old")
        log = folder / "labels" / "ana.sqlite"
        changed = folder / "items.sqlite" if name == "newer items" else log
        if name not in DRAFTS:
            with closing(sqlite3.connect(changed)) as db:
                db.execute("pragma user_version = 99")
        before, faults = changed.read_bytes(), []
        for words in (("report", "old"), ("export", "old", "--format", "csv"), ("agreement", "old")):
            ran = ground.ran(*words)
            faults += clear(ran)
        with ground.terminal("old", "ana") as terminal:
            terminal.opened(TOTAL)
            if terminal.status != 2 or "Traceback" in terminal.screen.text:
                faults.append(terminal.screen.text)
            said = terminal.screen.spoken
        if changed.read_bytes() != before and name not in DRAFTS:
            faults.append("changed")
        tally.count(
            [f"{name}: {fault}" for fault in faults], shown=5, lost=5 - len(labels(log)), said=ground.plain(said)
        )
    return tally


def migrated(ground: Ground, n: int, rng: Random) -> Tally:
    """kill -9 while a log of schema 1 is brought to schema 2: as it was or as it will be, then it opens"""
    tally, template = Tally(), restored("schema-1", ground.folder / "template")
    spent = 0.0
    for i in range(max(10, n // 5)):
        folder = ground.sessions / "old"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(template, folder)
        log, start = folder / "labels" / "ana.sqlite", time.monotonic()
        pid = _opening(log)
        if i:
            time.sleep(rng.uniform(0, spent * 1.1))
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        spent = spent or time.monotonic() - start
        faults = [] if labels(log) == GIVEN else [f"labels: {labels(log)}"]
        ran = ground.ran("verify", "old")
        faults += [f"verify: {ran}"] if ran.status else []
        os.waitpid(_opening(log), 0)
        ran = ground.ran("verify", "old")
        faults += [f"not brought up: {ran}"] if ran.status or "schema" in ran.out else []
        faults += [f"left: {path}" for path in folder.rglob("*partial*") if path.is_file()]
        tally.count(faults, shown=5, lost=5 - len(labels(log)))
    with ground.terminal("old", "ana") as terminal:
        terminal.until(rf"\b4/{TOTAL}\b")
    return tally


def _opening(log: Path) -> int:
    """A process that opens a log for appending, as grading does first of all."""
    from gradertui.store.writable import WritableLog

    if (pid := os.fork()) == 0:
        try:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            WritableLog(log).close()
        finally:
            os._exit(0)
    return pid


TRIALS = (older, refused, migrated)

"""The grader's file deleted, replaced, cut, overwritten or moved away under a running session."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

from .ground import Ground, Tally, labels, press, quit_, resumed, tried
from .program import Ended

Deed = Callable[[Path, Path], None]
TOTAL = 40


def _replaced(log: Path, other: Path) -> None:
    aside = log.with_name("aside")
    shutil.copyfile(other, aside)
    aside.replace(log)


def _moved(log: Path, _other: Path) -> None:
    log.parents[1].rename(log.parents[1].with_name("elsewhere"))


def _overwritten(log: Path, other: Path) -> None:
    with log.open("rb+") as file:
        file.write(other.read_bytes())
        file.truncate()


def _garbage(log: Path, _other: Path) -> None:
    with log.open("rb+") as file:
        file.write(b"not a database " * (log.stat().st_size // 15))


DEEDS: Mapping[str, Deed] = {
    "deleted": lambda log, _other: log.unlink(),
    "labels/ deleted": lambda log, _other: shutil.rmtree(log.parent),
    "another moved over it": _replaced,
    "another copied into it": _overwritten,
    "garbage written into it": _garbage,
    "cut to nothing": lambda log, _other: os.truncate(log, 0),
    "cut in the middle": lambda log, _other: os.truncate(log, log.stat().st_size // 2),
    "folder renamed": _moved,
    "labels/ renamed": lambda log, _other: log.parent.rename(log.parents[1] / "before"),
}


def taken(ground: Ground, n: int, rng: Random) -> Tally:
    """the grader's file deleted, replaced, cut, overwritten or moved under a running session"""
    tally = Tally()
    with ground.terminal(ground.session("other", 20).name, "ana") as terminal:
        press(terminal, 0, 1, TOTAL)
        quit_(terminal)
    other = ground.sessions / "other" / "labels" / "ana.sqlite"
    for name, deed in DEEDS.items():
        for _again in range(max(1, n // 100)):
            try:
                _tried(ground, name, deed, other, rng.randint(1, 12), tally)
            except (Ended, OSError) as ended:
                tally.count([f"{name}: {ended!r}"])
    return tally


def _tried(ground: Ground, name: str, deed: Deed, other: Path, given: int, tally: Tally) -> None:
    """Label, take the file away, go on labelling: it is said, nothing is counted, and what was there is in a file."""
    folder = ground.session("taken", 20)
    shutil.rmtree(ground.sessions / "elsewhere", ignore_errors=True)
    log = folder / "labels" / "ana.sqlite"
    with ground.terminal("taken", "ana") as terminal:
        press(terminal, 0, given, TOTAL)
        quit_(terminal)
    before = labels(log)
    with ground.terminal("taken", "ana") as terminal:
        terminal.until(f"{given}/{TOTAL}")
        deed(log, other)
        tried(terminal, "n", TOTAL)
        shown, said = tried(terminal, "x", TOTAL)
        text = terminal.screen.text
        quit_(terminal)
    faults = [] if said and shown == given else [f"{name}: shows {shown} of {given} and says: {said or text[-400:]}"]
    tally.count(faults, shown=max(0, shown - len(before)), lost=max(0, shown - len(before)), said=ground.plain(said))


def put_back(ground: Ground, n: int, _rng: Random) -> Tally:
    """the folder renamed, and back: the next key is stored"""
    tally = Tally()
    for _try in range(max(1, n // 60)):
        folder, away = ground.session("away", 20), ground.sessions / "elsewhere"
        with ground.terminal("away", "ana") as terminal:
            press(terminal, 0, 3, TOTAL)
            folder.rename(away)
            terminal.send("n")
            terminal.until("NOT SAVED")
            away.rename(folder)
            press(terminal, 3, 2, TOTAL)
            terminal.signal(9)
            terminal.wait(5)
        with ground.terminal("away", "ana") as terminal:
            tally.count(resumed(terminal, 5, TOTAL), shown=5, lost=5 - len(labels(folder / "labels" / "ana.sqlite")))
    return tally


def restored(ground: Ground, n: int, _rng: Random) -> Tally:
    """a backup put back while somebody labels: refused, and the labelling goes on"""
    tally = Tally()
    for _try in range(max(1, n // 60)):
        folder = ground.session("restored", 20)
        with ground.terminal("restored", "ana") as terminal:
            press(terminal, 0, 3, TOTAL)
            ground.ran("backup", "restored", "--out", ground.folder / "copy")
            ran = ground.ran("backup", "restored", "--restore", ground.folder / "copy")
            press(terminal, 3, 2, TOTAL)
            terminal.signal(9)
            terminal.wait(5)
        shutil.rmtree(ground.folder / "copy")
        faults = [] if ran.status == 2 and "is open in another process" in ran.err else [f"{ran.out} {ran.err}"]
        tally.count(faults, shown=5, lost=5 - len(labels(folder / "labels" / "ana.sqlite")),
                    said=ground.plain(ran.said).replace(f"({terminal.pid})", "(PID)"))  # fmt: skip
    return tally


def journal_taken(ground: Ground, n: int, rng: Random) -> Tally:
    """the -wal deleted under a running session, then kill -9: it begins another, and every label is there"""
    tally = Tally()
    for _try in range(max(1, n // 30)):
        log, given = ground.session("wal", 20) / "labels" / "ana.sqlite", rng.randint(1, 9)
        with ground.terminal("wal", "ana") as terminal:
            press(terminal, 0, given, TOTAL)
            log.with_name(f"{log.name}-wal").unlink()
            press(terminal, given, 3, TOTAL)
            terminal.signal(9)
            terminal.wait(5)
        ran = ground.ran("verify", "wal")
        faults = [ran.out] if ran.status else []
        tally.count(faults, shown=given + 3, lost=given + 3 - len(labels(log)))
    return tally


TRIALS = (taken, journal_taken, put_back, restored)

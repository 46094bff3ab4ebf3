"""What a killed process leaves beside a log: journals that are missing, strange or stale, in copied folders."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

from .ground import Ground, Tally, clear, labels, press, quit_, resumed
from .program import Ended

TOTAL = 40
Deed = Callable[[Path, Path], int]
"""What is done to a copy, given another's log: how many labels are to be there, -1 where that cannot be said."""


def _beside(log: Path, end: str) -> Path:
    return log.with_name(f"{log.name}-{end}")


def _without(log: Path, *ends: str) -> None:
    for end in ends:
        _beside(log, end).unlink(missing_ok=True)


def _put(place: Path, content: bytes) -> None:
    place.write_bytes(content)


DEEDS: Mapping[str, Callable[[Path, Path], object]] = {
    "copied with its -wal": lambda log, _other: _without(log, "shm"),
    "copied with -wal and -shm": lambda _log, _other: None,
    "copied without its -wal": lambda log, _other: _without(log, "wal", "shm"),
    "the -wal of another log": lambda log, other: shutil.copyfile(_beside(other, "wal"), _beside(log, "wal")),
    "a stale -shm": lambda log, other: shutil.copyfile(_beside(other, "shm"), _beside(log, "shm")),
    "garbage as -wal": lambda log, _other: _put(_beside(log, "wal"), b"no journal " * 900),
    "garbage as -shm": lambda log, _other: _put(_beside(log, "shm"), b"no index " * 3640),
    "a cut -wal": lambda log, _other: _put(_beside(log, "wal"), _beside(log, "wal").read_bytes()[:-2000]),
    "a hot -journal of another": lambda log, other: shutil.copyfile(other, _beside(log, "journal")),
}
KEPT = {"copied with its -wal", "copied with -wal and -shm", "a stale -shm", "garbage as -shm"}
"""After these every label is there; after the others, as many as were in what was left, which verify tells."""


def journals(ground: Ground, n: int, rng: Random) -> Tally:
    """killed, and the folder copied with, without or with a strange -wal, -shm, -journal: opens, or says what to do"""
    tally, dead = Tally(), []
    for name in ("other", "mine"):
        folder = ground.session(name, TOTAL // 2)
        with ground.terminal(name, "ana") as terminal:
            press(terminal, 0, 6, TOTAL)
            quit_(terminal)
        with ground.terminal(name, "ana") as terminal:
            press(terminal, 6, 5 if name == "mine" else 8, TOTAL)
            terminal.signal(9)
            terminal.wait(5)
        dead.append(folder.rename(ground.folder / name))
    other, mine = dead
    for name, deed in DEEDS.items():
        for frozen in (False, True)[: 1 + (n >= 100)]:
            _tried(ground, name, deed, mine, other / "labels" / "ana.sqlite", frozen, tally)
    return tally


def _tried(ground: Ground, name: str, deed: Callable[[Path, Path], object], mine: Path, other: Path, reading: bool, tally: Tally) -> None:  # fmt: skip # noqa: E501
    """Open it for labelling, or only read it, in a folder where nothing can be written."""
    folder = ground.sessions / "mine"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(mine, folder)
    log = folder / "labels" / "ana.sqlite"
    deed(log, other)
    faults: list[str] = []
    if reading:
        log.parent.chmod(0o555)
        ran = ground.ran("export", "mine", "--format", "csv", nobody=True)
        log.parent.chmod(0o755)
        shown = len(ran.out.splitlines()) - 1 if not ran.status else 0
        faults += clear(ran) if ran.status else []
        if name in KEPT and (ran.status or shown != 11):
            faults.append(f"read only: {shown} of 11: {ran}")
        tally.count([f"{name}: {fault}" for fault in faults], shown=shown,
                    lost=0, said=ground.plain(ran.said if ran.status else ""))  # fmt: skip
        return
    try:
        with ground.terminal("mine", "ana") as terminal:
            there = 11 if name in KEPT else _shown(terminal)
            faults += resumed(terminal, there, TOTAL)
            press(terminal, there, 1, TOTAL)
            quit_(terminal)
        now, ran, said = labels(log), ground.ran("verify", "mine"), ""
        if ran.status and name in KEPT:
            faults.append(f"verify: {ran.out}")
        if now != (["RXN"[i % 3] for i in range(there)] + ["RXN"[there % 3]]):
            faults.append(f"{now}")
    except Ended as ended:
        now, said = [], str(ended).splitlines()[-1]
        ran = ground.ran("verify", "mine")
        faults += [] if "gradertui" in said and ran.status == 1 and name not in KEPT else [f"{ended} {ran}"]
    lost = max(0, 12 - len(now)) if name in KEPT else 0
    tally.count(
        [f"{name}: {fault}" for fault in faults], shown=12 if name in KEPT else 0, lost=lost, said=ground.plain(said)
    )


def _shown(terminal: object) -> int:
    return int(terminal.until(rf"(\d+)/{TOTAL}\b")[1])  # type: ignore[attr-defined]


TRIALS = (journals,)

"""A clock that jumps: an hour back, to 1970, to 2099 and back, while somebody labels and between two sittings."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from random import Random

from .ground import Ground, Tally, labels, press, quit_, resumed

TOTAL = 40
CLOCK = """
import datetime, pathlib
import gradertui.cli.grade as grade
def utc():
    shift = float(pathlib.Path({path!r}).read_text())
    now = datetime.datetime.now(datetime.UTC).timestamp() + shift
    return datetime.datetime.fromtimestamp(max(now, 0), datetime.UTC).isoformat(timespec="milliseconds")
grade.utc = utc
"""
JUMPS = (-3600.0, -2e9, 2.3e9, -86400.0 * 40, 0.0, -60.0)


def clocks(ground: Ground, n: int, rng: Random) -> Tally:
    """the clock jumps while and between labelling: the log's order holds, no pace is negative, reports work"""
    tally, clock = Tally(), ground.folder / "clock"
    for _try in range(max(2, n // 50)):
        log, stored = ground.session("clock", 20) / "labels" / "ana.sqlite", 0
        for _sitting in range(2):
            clock.write_text(str(rng.choice(JUMPS)))
            with ground.terminal("clock", "ana", before=CLOCK.format(path=str(clock))) as terminal:
                faults = resumed(terminal, stored, TOTAL)
                for _jump in range(4):
                    press(terminal, stored, n := rng.randint(1, 4), TOTAL)
                    stored += n
                    clock.write_text(str(rng.choice(JUMPS)))
                quit_(terminal)
        faults += _wrong(ground, log, stored)
        there = labels(log)
        if there != ["RXN"[i % 3] for i in range(stored)]:
            faults.append(f"order: {there}")
        tally.count(faults, shown=stored, lost=stored - len(there))
    return tally


def _wrong(ground: Ground, log: object, stored: int) -> list[str]:
    faults = []
    with closing(sqlite3.connect(f"file:{log}?mode=ro", uri=True)) as db:
        if db.execute("select count(*) from events where active_ms < 0").fetchone()[0]:
            faults.append("active_ms below 0")
    for words in (("verify", "clock"), ("report", "clock"), ("report", "clock", "--format", "json"), ("export", "clock", "--format", "csv"), ()):  # fmt: skip # noqa: E501
        ran = ground.ran(*words)
        if ran.status or "Traceback" in ran.err:
            faults.append(f"{words}: {ran}")
        elif "json" in words:
            faults += _negative(json.loads(ran.out))
        elif words[:1] == ("report",) and any("-" in part and "ms" in part for part in ran.out.split()):
            faults.append(ran.out)
    return faults


def _negative(told: object, path: str = "") -> list[str]:
    """Times below zero in a report."""
    if isinstance(told, dict):
        return [fault for key, each in told.items() for fault in _negative(each, f"{path}.{key}")]
    if isinstance(told, list):
        return [fault for each in told for fault in _negative(each, path)]
    timed = any(word in path for word in ("second", "_ms", "pace", "minutes"))
    return [f"{path} is {told}"] if timed and isinstance(told, int | float) and told < 0 else []


TRIALS = (clocks,)

"""Commands killed with -9 at random times: what they write is there whole, or as it was; said again, it is done."""

from __future__ import annotations

import json
import os
import shutil
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

from .ground import Ground, Tally, copied, labels, press, quit_
from .program import Ran

Words = Sequence[object]
Seen = dict[str, object]
QUESTIONS = 150
SEED = ("--seed", "3")


class Case(NamedTuple):
    """A command to be killed."""

    words: Callable[[Ground], Words]
    again: bool = True
    """Whether it can be said again after it was done."""
    parts: bool = False
    """Whether each of its files is old or new by itself; otherwise all are the one or the other."""


def _out(ground: Ground) -> Path:
    return ground.folder / "out.file"


CASES: Mapping[str, Case] = {
    "new": Case(lambda g: ("new", "fresh", g.answers(QUESTIONS), *SEED)),
    "new with labels": Case(lambda g: ("new", "fresh", g.folder / "prior.jsonl", *SEED)),
    "new of a whole export": Case(lambda g: ("new", "fresh", g.folder / "whole.jsonl"), again=False),
    "new, more answers": Case(lambda g: ("new", "empty", g.folder / "more.jsonl")),
    "new --carry": Case(lambda g: ("new", "fresh", g.answers(QUESTIONS), "--carry", "s", *SEED)),
    "export --out": Case(lambda g: ("export", "s", "--format", "csv", "--out", _out(g))),
    "report --out": Case(lambda g: ("report", "s", "--format", "json", "--out", _out(g))),
    "label": Case(lambda g: ("label", "s", g.folder / "labels.csv", "--grader", "eva"), parts=True),
    "label --carry": Case(lambda g: ("label", "twin", "--carry", "s"), parts=True),
    "merge": Case(lambda g: ("merge", "copy", g.sessions / "s"), parts=True),
    "backup": Case(lambda g: ("backup", "s", "--out", g.folder / "saved"), again=False),
    "backup --restore": Case(lambda g: ("backup", "s", "--restore", g.folder / "kept"), parts=True),
    "plan freeze": Case(lambda g: ("plan", "empty", "freeze", "--yes")),
    "plan change": Case(lambda g: ("plan", "empty", "change", "level=0.9")),
    "blinding --neutralise": Case(lambda g: ("blinding", "tones", "--neutralise", "big=great")),
}


def commands(ground: Ground, n: int, rng: Random) -> Tally:
    """kill -9 during new, export, report, label, merge, backup, restore, plan, blinding, --carry"""
    tally = Tally()
    _prepared(ground)
    for name, case in CASES.items():
        _case(ground, name, case, max(3, n // len(CASES)), rng, tally)
    return tally


def _case(ground: Ground, name: str, case: Case, n: int, rng: Random, tally: Tally) -> None:
    before = _anew(ground)
    start = time.monotonic()
    ran = ground.ran(*case.words(ground))
    spent, after = time.monotonic() - start, _seen(ground)
    if ran.status or after == before:
        tally.count([f"{name}: {ran}"])
        return
    for _try in range(n):
        _anew(ground)
        command = ground.start(*case.words(ground))
        time.sleep(rng.uniform(0, spent * 1.1))
        with suppress(ProcessLookupError):
            os.kill(command.pid, signal.SIGKILL)
        faults = _wrong(command.wait(), before, after, _seen(ground), case.parts)
        faults += _verified(ground)
        if not faults:
            faults = _said_again(ground, case, after)
        there = labels(ground.sessions / "s" / "labels" / "ana.sqlite")
        tally.count([f"{name}: {fault}" for fault in faults], shown=40, lost=max(0, 40 - len(there)))


def _wrong(ran: Ran, before: Seen, after: Seen, now: Seen, parts: bool) -> list[str]:
    """What is neither as it was nor as it is to be."""
    whole = [before, after]
    if now in whole or (parts and all(now.get(key) in [each.get(key) for each in whole] for key in {*now, *before})):
        return []
    return [f"half: {_differs(before, now)}, {ran.said}"]


def _differs(one: Seen, other: Seen) -> str:
    keys = sorted(key for key in {*one, *other} if one.get(key) != other.get(key))
    return "; ".join(f"{key}: {str(one.get(key))[:60]} → {str(other.get(key))[:60]}" for key in keys)


def _said_again(ground: Ground, case: Case, after: Seen) -> list[str]:
    """After the same command once more everything is as after one that was not killed, and no half file lies about."""
    if not case.again and _seen(ground) == after:
        return []
    ran = ground.ran(*case.words(ground))
    faults = [f"again: {ran.said}"] if ran.status and "already" not in ran.said else []
    if (now := _seen(ground)) != after:
        faults.append(f"again, it differs: {_differs(after, now)}")
    if left := [str(path) for path in ground.folder.rglob("*partial*") if path.is_file()]:
        faults.append(f"left behind: {left}")
    return faults + _verified(ground)


def _verified(ground: Ground) -> list[str]:
    faults = []
    for folder in sorted(path.parent for path in ground.sessions.glob("*/items.sqlite")):
        if (ran := ground.ran("verify", folder.name)).status:
            faults.append(f"verify {folder.name}: {ran.out.splitlines()[:3]} {ran.err}")
    return faults


def _prepared(ground: Ground) -> None:
    """The sessions as every try finds them."""
    rows = [json.loads(line) for line in ground.answers(QUESTIONS).read_text().splitlines()]
    said = [row | {"label": "RXN"[i % 3], "grader": "prior"} for i, row in enumerate(rows)]
    (ground.folder / "prior.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in said))
    more = [row | {"question_id": f"m{row['question_id']}"} for row in rows[:40]]
    (ground.folder / "more.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows + more))
    cells = [f"{row['question_id']},{row['system']},1,{row['label']}" for row in said]
    (ground.folder / "labels.csv").write_text("\n".join(["question_id,system,replicate,label", *cells, ""]))
    cards = [f"t{t},{v},{r},a big day {t} {r}" for t in range(10) for v in ("x", "y") for r in range(3)]
    (ground.folder / "tones.csv").write_text("\n".join(["template,variant,replicate,text", *cards, ""]))
    for name in ("s", "copy", "twin", "empty"):
        ground.session(name, QUESTIONS)
    shutil.rmtree(ground.sessions / "copy")
    shutil.copytree(ground.sessions / "s", ground.sessions / "copy")
    ran = ground.ran("new", "tones", ground.folder / "tones.csv", "--mode", "tone", "--seed", "2")
    assert not ran.status, ran
    for grader in ("ana", "ben"):
        with ground.terminal("s", grader) as terminal:
            press(terminal, 0, 40, 2 * QUESTIONS)
            quit_(terminal)
    for words in (
        ("backup", "s", "--out", ground.folder / "kept"),
        ("blinding", "s", "reveal", "--yes"),
        ("export", "s", "--format", "full", "--out", ground.folder / "whole.jsonl"),
    ):
        ran = ground.ran(*words)
        assert not ran.status, (words, ran)
    shutil.copytree(ground.sessions, ground.folder / "template")


def _anew(ground: Ground) -> Seen:
    shutil.rmtree(ground.sessions, ignore_errors=True)
    shutil.copytree(ground.folder / "template", ground.sessions)
    _out(ground).write_text("what was there before\n")
    shutil.rmtree(ground.folder / "saved", ignore_errors=True)
    for left in ground.folder.rglob("*partial*"):
        shutil.rmtree(left) if left.is_dir() else left.unlink()
    return _seen(ground)


def _seen(ground: Ground) -> Seen:
    """What somebody finds who opens things by their names."""
    found: Seen = {"out": _out(ground).read_text()}
    for root in (ground.sessions, ground.folder / "saved"):
        for path in sorted(root.rglob("*")):
            name = str(path.relative_to(ground.folder))
            if "backups" in name or "partial" in name:
                continue
            if path.suffix == ".toml":
                found[name] = [line for line in path.read_text().splitlines() if "seed" not in line]
            elif path.suffix == ".sqlite" and (rows := _rows(path)):
                found[name] = rows
    return found


def _rows(path: Path) -> object:
    with copied(path) as db:
        if path.name == "items.sqlite":
            return db.execute("select group_concat(item_id || text) from items").fetchone()[0]
        return db.execute("select kind, value, task from events order by seq").fetchall()


TRIALS = (commands,)

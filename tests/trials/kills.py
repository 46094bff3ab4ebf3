"""Killed while labelling: at random times, by any signal, crash after crash, while it starts, by Ctrl+C and hang-up."""

from __future__ import annotations

import signal
import time
from pathlib import Path
from random import Random

from .ground import Ground, Tally, counted, labels, resumed
from .program import Ended, Terminal

QUESTIONS, TOTAL = 200, 400
KEYS = {"r": "R", "x": "X", "n": "N"}


def killed(ground: Ground, n: int, rng: Random) -> Tally:
    """kill -9 while labelling, crash after crash on one log"""
    return _labelling(ground, n, rng, "killed", [signal.SIGKILL])


def stopped(ground: Ground, n: int, rng: Random) -> Tally:
    """TERM, HUP, INT while labelling, one after the other on one log"""
    return _labelling(ground, n // 5, rng, "stopped", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])


def _labelling(ground: Ground, n: int, rng: Random, name: str, signals: list[signal.Signals]) -> Tally:
    tally, grader = Tally(), 0
    folder = ground.session(name, QUESTIONS)
    for _try in range(n):
        log = folder / "labels" / f"g{grader}.sqlite"
        if len(labels(log)) > TOTAL - 60:
            grader += 1
            log = log.with_name(f"g{grader}.sqlite")
        _once(ground, log, rng, rng.choice(signals), tally)
    with ground.terminal(name, f"g{grader}") as terminal:
        tally.faults += resumed(terminal, len(labels(log)), TOTAL)
    return tally


def _once(ground: Ground, log: Path, rng: Random, number: signal.Signals, tally: Tally) -> None:
    before, sent = labels(log), ""
    early = rng.random() < 0.15
    with ground.terminal(log.parents[1].name, log.stem, before="pass" if early else "") as terminal:
        faults = []
        if early:
            terminal.read(rng.uniform(0, 0.6))
        else:
            try:
                faults += resumed(terminal, len(before), TOTAL)
                sent = _pressed(terminal, rng)
            except Ended as ended:
                faults.append(f"did not open: {ended}")
        shown = counted(terminal, TOTAL)
        terminal.signal(number)
        _ended(terminal, number, faults)
        terminal.drained()
        shown = len(before) if early else max(shown, counted(terminal, TOTAL), len(before))
    faults += _looked(ground, log, before, sent)
    tally.count(faults, shown=shown - len(before), lost=max(0, shown - len(labels(log))))


def _pressed(terminal: Terminal, rng: Random) -> str:
    """Press keys for a while, sometimes several at once; which."""
    sent, until = "", time.monotonic() + rng.uniform(0.02, 0.9)
    while time.monotonic() < until and len(sent) < 60:
        keys = "".join(rng.choices("rxn", k=rng.choice((1, 1, 1, 2, 5))))
        terminal.send(keys)
        sent += keys
        terminal.read(min(rng.expovariate(40), max(0.0, until - time.monotonic())))
    return sent


def _ended(terminal: Terminal, number: signal.Signals, faults: list[str]) -> None:
    if terminal.wait(5) is None:
        if number is not signal.SIGINT:
            faults.append(f"still alive 5 s after {number.name}")
        terminal.signal(signal.SIGKILL)
        terminal.wait(5)
    if "Traceback" in terminal.screen.text:
        faults.append(terminal.screen.text)


def _looked(ground: Ground, log: Path, before: list[str], sent: str) -> list[str]:
    """What is wrong with a log after a crash: its labels are those keys, in their order, and the chain is whole."""
    now, wanted = labels(log), before + [KEYS[key] for key in sent]
    faults = [] if now == wanted[: len(now)] and len(now) >= len(before) else [f"stored {now[-9:]}, sent {sent}"]
    if log.is_file() and (ran := ground.ran("verify", log.parents[1].name)).status:
        faults.append(f"verify: {ran.out}{ran.err}")
    if left := [path.name for path in log.parent.iterdir() if "partial" in path.name] if log.is_file() else []:
        faults.append(f"left behind: {left}")
    return faults


TRIALS = (killed, stopped)

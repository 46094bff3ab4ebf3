"""Several at once: eight graders in the same instant, and two processes that are one grader."""

from __future__ import annotations

from contextlib import ExitStack
from random import Random

from .ground import Ground, Tally, counted, labels, press, quit_, resumed

TOTAL = 40


def eight(ground: Ground, n: int, rng: Random) -> Tally:
    """8 graders begin in the same instant and label at once: every label of everybody is there"""
    tally = Tally()
    for _try in range(max(1, n // 100)):
        folder = ground.session("many", TOTAL // 2)
        with ExitStack() as stack:
            terminals = {f"g{i}": stack.enter_context(ground.terminal("many", f"g{i}")) for i in range(8)}
            for terminal in terminals.values():
                terminal.until(rf"0/{TOTAL}\b", 60)
            given = dict.fromkeys(terminals, "")
            for _round in range(12):
                for grader, terminal in terminals.items():
                    key = rng.choice("rxn")
                    terminal.send(key)
                    given[grader] += key.upper()
                for terminal in terminals.values():
                    terminal.read(0.02)
            for grader, terminal in terminals.items():
                terminal.until(rf"\b12/{TOTAL}\b")
                there = labels(folder / "labels" / f"{grader}.sqlite")
                faults = [] if there == list(given[grader]) else [f"{grader}: {there}, pressed {given[grader]}"]
                faults += ["locked" for _word in [1] if "locked" in terminal.screen.text]
                tally.count(faults, shown=counted(terminal, TOTAL), lost=12 - len(there))
        if (ran := ground.ran("verify", "many")).status:
            tally.faults.append(ran.out)
    return tally


def twice(ground: Ground, n: int, _rng: Random) -> Tally:
    """two processes as one grader, one after the other and in the same instant: one labels, the other is told"""
    tally = Tally()
    for _try in range(max(2, n // 50)):
        log = ground.session("twice", TOTAL // 2) / "labels" / "ana.sqlite"
        with ground.terminal("twice", "ana") as one, ground.terminal("twice", "ana") as other:
            going, ended = (one, other) if one.opened(TOTAL) else (other, one)
            faults = ["both opened"] if ended.opened(TOTAL) else []
            going.until(rf"0/{TOTAL}\b")
            faults += [] if "open in another process" in ended.screen.spoken else [ended.screen.text]
            press(going, 0, 5, TOTAL)
            quit_(going)
        with ground.terminal("twice", "ana") as terminal:
            faults += resumed(terminal, 5, TOTAL)
        said = ground.plain(ended.screen.spoken).replace(f"({going.pid})", "(PID)")
        tally.count(faults, shown=5, lost=5 - len(labels(log)), said=said)
    return tally


TRIALS = (eight, twice)

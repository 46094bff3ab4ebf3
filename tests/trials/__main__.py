"""`python -m tests.trials [--n N] [--only NAME …] [--seed S]`: run the trials, print the table, write RESULTS.md."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from . import PARTS
from .ground import Ground, Tally, warm

Trial = Callable[[Ground, int, Random], Tally]
LONG = {"killed", "commands", "damaged"}
"""These begin first, in shares that are carried out at once."""
SHARES = 8
SHOWN = 12
"""Faults of a trial that are printed."""
RESULTS = Path(__file__).with_name("RESULTS.md")


def main() -> int:
    """Carry out what was asked for; 1 if any try was not survived."""
    parser = ArgumentParser(prog="python -m tests.trials", description=__doc__)
    parser.add_argument("--n", type=int, default=300, help="kills, and damaged files; others in proportion")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="these trials, and write no table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2, help="trials at once")
    given = parser.parse_args()
    chosen = {name: trial for name, trial in trials().items() if not given.only or name in given.only}
    warm()
    with ProcessPoolExecutor(given.jobs, mp_context=get_context("fork")) as pool:
        tried = {
            name: [pool.submit(carried_out, name, given.n // SHARES, f"{given.seed}.{i}") for i in range(SHARES)]
            for name in sorted(LONG & chosen.keys())
        }
        tried |= {name: [pool.submit(carried_out, name, given.n, given.seed)] for name in chosen.keys() - LONG}
        tallies = {name: sum((share.result() for share in tried[name]), Tally()) for name in chosen}
    text = table(chosen, tallies)
    print(text)
    if not given.only:
        RESULTS.write_text(text, "utf-8")
    return int(any(tally.faults for tally in tallies.values()))


def trials() -> dict[str, Trial]:
    """Every trial by its name."""
    modules = (import_module(f"{__package__}.{part}") for part in PARTS)
    return {trial.__name__.replace("_", "-"): trial for module in modules for trial in module.TRIALS}


def carried_out(name: str, n: int, seed: object) -> Tally:
    """One trial in a folder of its own, and a line on it."""
    start = time.monotonic()
    with TemporaryDirectory(prefix="gradertui-trials-") as folder:
        Path(folder).chmod(0o755)
        ground = Ground(Path(folder) / name)
        tally = trials()[name](ground, n, Random(f"{seed} {name}"))
        tally.faults = [ground.plain(fault) for fault in tally.faults]
    lost = f"{tally.lost} of {tally.shown} labels lost"
    line = f"{name}: {tally.survived} of {tally.tried}, {lost}, {time.monotonic() - start:.0f} s"
    print(line, *(f"  {fault}" for fault in tally.faults[:SHOWN]), sep="\n", file=sys.stderr, flush=True)
    return tally


def table(chosen: Mapping[str, Trial], tallies: Mapping[str, Tally]) -> str:
    """The results as a page."""
    lines = [HEAD]
    for name, tally in tallies.items():
        what = (chosen[name].__doc__ or name).strip()
        lines.append(f"| {what} | {tally.tried} | {tally.survived} | {tally.shown} | {tally.lost} | {_words(tally)} |")
    total = [sum(getattr(tally, key) for tally in tallies.values()) for key in ("tried", "survived", "shown", "lost")]
    lines.append(f"| **all** | {' | '.join(f'**{n}**' for n in total)} | |")
    return "\n".join([*lines, ""])


def _words(tally: Tally) -> str:
    """What was said, the most frequent first."""
    said = sorted(tally.said.items(), key=lambda each: (-each[1], each[0]))
    shown = [f"{n} × {words}" for words, n in said[:MOST]]
    if len(said) > MOST:
        shown.append(f"and {sum(n for _words, n in said[MOST:])} × something of the kind")
    return " · ".join(shown).replace("|", "\\|").replace("\n", " ")


HEAD = """# Failure trials

What came of the last full run of `python -m tests.trials`. *Shown* are labels that the screen, or a command, had said
were stored; *lost* are those of them that were not there afterwards.

| trial | tried | survived | shown | lost | what it said |
|---|---:|---:|---:|---:|---|"""
MOST = 6
"""Different words of a trial that are listed."""

if __name__ == "__main__":
    sys.exit(main())

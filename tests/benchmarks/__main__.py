"""How fast it is, beside the smallest application of Textual in the same run.

    python -m tests.benchmarks > tests/benchmarks/RESULTS.md   75, 10,000 and 100,000 answers; some minutes
    python -m tests.benchmarks --sizes 75 --rounds 9           one size, closely

Every round measures the floor and then every size, so that what else the machine does falls on all of them. The median
over rounds stands in the table, for keys over all keys of all rounds.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

from .comparing import Case, table
from .material import LABELS, answers, label
from .measuring import PROGRAM, Sitting, Whole, sitting, whole

GRADER = "bench"
FLOOR = (sys.executable, str(Path(__file__).with_name("floor.py")))

ABOUT = """\
# How fast it is

As `python -m tests.benchmarks` measured it on {cores} cores with Python {python}, in {rounds} rounds of {keys} keys.
*Floor* is the smallest application of Textual in the same rounds; in brackets stands how many times as much, for
imports and reports how many of its starts. All of each session but the tasks of these keys is labelled already.
"""


def main() -> None:
    """Measure, and print a table."""
    given = _given()
    with tempfile.TemporaryDirectory() as folder:
        cases = [_made(Path(folder), mode, n, given.keys) for mode in given.modes for n in given.sizes]
        floors: list[Sitting] = []
        sat: dict[str, list[Sitting]] = {case.name: [] for case in cases}
        for _round in range(given.rounds):
            floors.append(sitting(FLOOR, "x" * given.keys, 0, "floor"))
            for case in cases:
                sat[case.name].append(_sat(case, given.keys))
        reports = {case.name: _reported(case) for case in cases}
    about = ABOUT.format(python=sys.version.split()[0], cores=os.cpu_count(), rounds=given.rounds, keys=given.keys)
    print(about, table(floors, cases, sat, reports), sep="\n")


def _given() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=lambda text: [int(n) for n in text.split(",")], default=[75, 10_000, 100_000])
    parser.add_argument("--modes", type=lambda text: text.split(","), default=["grade"])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--keys", type=int, default=30)
    return parser.parse_args()


def _made(folder: Path, mode: str, n: int, left: int) -> Case:
    """Import answers, and label all but the last ones."""
    file = answers(folder / f"{mode}{n}.csv", mode, n)
    sessions, name = folder / "sessions", f"{mode}{n}"
    brought = whole(["new", name, str(file), "--mode", mode, "--sessions", str(sessions)])
    return Case(mode, n, sessions / name, brought, *label(sessions / name, GRADER, left))


def _sat(case: Case, keys: int) -> Sitting:
    """Grade the last tasks of a copy of a session, which is thrown away."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / case.folder.name
        shutil.copytree(case.folder, copy)
        command = [*PROGRAM, "grade", copy.name, "--grader", GRADER, "--sessions", scratch]
        pressed = [LABELS[case.mode][i % 3].lower() for i in range(keys - 1)]  # after the last one the work is done
        return sitting(command, pressed, case.done, str(case.total), copy / "labels" / f"{GRADER}.sqlite")


def _reported(case: Case) -> Whole:
    label(case.folder, GRADER, 0)
    return whole(["report", case.folder.name, "--sessions", str(case.folder.parent)])


if __name__ == "__main__":
    main()

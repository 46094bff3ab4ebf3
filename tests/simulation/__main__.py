"""The command: draw every scenario, write the table, exit 1 where a claim is not kept."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from .judging import verdict
from .running import ran
from .table import FAMILIES, SCENARIOS
from .writing import JSON, read, write, wrong

SEED = 2026


def main(words: Sequence[str] | None = None) -> int:
    """Run what is asked for. Rows do not depend on each other: some of them may be drawn again and the rest kept."""
    asked = _parser().parse_args(words)
    rows = [
        row for family, rows in FAMILIES.items() for row in rows if asked.only in (family, "") or asked.only in row.name
    ]
    partly = asked.draws is not None or asked.seed != SEED
    kept = read()[1] if len(rows) < len(SCENARIOS) and JSON.exists() and not partly else {}
    for row, seen in ran(rows, asked.seed, asked.draws, asked.jobs):
        kept[row.name] = seen
        share = "–" if seen.share is None else f"{seen.share:.4f}"
        print(f"{share}  {row.kind} {row.claimed:.4g}  {row.name}: {verdict(row, seen)}", flush=True)
    if not partly:
        write(SEED, kept)
    for line in (found := wrong(kept)):
        print(line, file=sys.stderr)
    return bool(found)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--draws", type=int, help="no more than so many draws of a row; the table is not written")
    parser.add_argument("--seed", type=int, default=SEED, help="another seed; the table is not written")
    parser.add_argument("--only", default="", help="a family, or part of a row's name; the other rows are kept")
    parser.add_argument("--jobs", type=int, default=1, help="processes; the result is the same")
    return parser


if __name__ == "__main__":
    sys.exit(main())

"""The kept table: `RESULTS.json` for machines, `RESULTS.md` for people. In them is only what follows from the seed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from .judging import LEVEL, Seen, falling, verdict
from .scenario import Scenario
from .table import ABOUT, EXEMPT, FAMILIES, SCENARIOS

FOLDER = Path(__file__).parent
JSON, MARKDOWN = FOLDER / "RESULTS.json", FOLDER / "RESULTS.md"
Kept = Mapping[str, Seen]
_HEADS = ("what is drawn", "claim", "claimed", "seen", f"Monte Carlo, {LEVEL:.1%}", "draws", "verdict")


def read() -> tuple[int, dict[str, Seen]]:
    """The seed of the kept table, and what was seen of each row."""
    held = json.loads(JSON.read_text("utf-8"))
    return held["seed"], {
        row["name"]: Seen(row["draws"], row["given"], row["hits"], row["first"]) for row in held["rows"]
    }


def write(seed: int, kept: Kept) -> None:
    """Write both files, rows in the order of the families; rows that are no scenario any more are left out."""
    rows = [_row(row, kept[row.name]) for row in SCENARIOS if row.name in kept]
    said = json.dumps({"seed": seed, "level": LEVEL, "rows": rows}, indent=1, ensure_ascii=False)
    JSON.write_text(f"{said}\n", "utf-8")
    MARKDOWN.write_text("\n".join(_lines(seed, kept)) + "\n", "utf-8")


def _row(row: Scenario, seen: Seen) -> dict[str, Any]:
    low, high = seen.interval
    return {
        "name": row.name, "of": row.of.split(), "claim": row.claim, "kind": row.kind, "claimed": round(row.claimed, 12),
        "slack": row.slack, "draws": seen.draws, "given": seen.given, "hits": seen.hits,
        "seen": None if seen.share is None else round(seen.share, 6), "low": round(low, 6), "high": round(high, 6),
        "first": seen.first, "verdict": verdict(row, seen),
    }  # fmt: skip


def _lines(seed: int, kept: Kept) -> Iterator[str]:
    yield "# What every test and interval claims, and what it keeps\n"
    yield from _opening(seed, kept)
    for family, rows in FAMILIES.items():
        yield f"\n## {family}\n\n{ABOUT[family]}\n"
        yield "| " + " | ".join(_HEADS) + " |"
        yield "| --- | --- | ---: | ---: | ---: | ---: | --- |"
        yield from (_cells(row, kept[row.name]) for row in rows if row.name in kept)
    yield "\n## Not simulated\n"
    yield from (f"- {why}: {names.replace(' ', ', ')}" for why, names in EXEMPT.items())


def _opening(seed: int, kept: Kept) -> Iterator[str]:
    verdicts = [verdict(row, kept[row.name]) for row in SCENARIOS if row.name in kept]
    known, wrong = (sum(said.startswith(word) for said in verdicts) for word in ("known", "WRONG"))
    yield (
        f"Written by `python -m tests.simulation` with seed {seed}: {len(verdicts)} rows, "
        f"{len(verdicts) - known - wrong} as claimed, {known} known not to be and said so, {wrong} wrong.\n"
    )
    yield (
        "Numbers are shares of the draws in which the number existed. `about` allows a method that is approximate the "
        "slack that stands behind it. A claim counts as broken where the Monte Carlo interval (Wilson's, of the share "
        "seen) lies on the wrong side of it. `shown` promises no number, and has to rise down the table. Levels are "
        "0.95 throughout, so that tests claim 0.05."
    )


def _cells(row: Scenario, seen: Seen) -> str:
    low, high = seen.interval
    share = "–" if seen.share is None else f"{seen.share:.4f}"
    draws = f"{seen.given:,}" if seen.given == seen.draws else f"{seen.given:,} of {seen.draws:,}"
    ends = f"{low:.4f} – {high:.4f}"
    return "| " + " | ".join([row.name, row.claim, _claimed(row), share, ends, draws, verdict(row, seen)]) + " |"


def _claimed(row: Scenario) -> str:
    if row.kind == "shown":
        return "shown"
    about = f"about, {row.kind} {row.claimed:.4g} ± {row.slack:g}" if row.slack else f"{row.kind} {row.claimed:.4g}"
    return about


def wrong(kept: Kept) -> Sequence[str]:
    """What does not agree with its claim, in lines."""
    rows = [(row, kept[row.name]) for row in SCENARIOS if row.name in kept]
    said = [f"{row.name}: {told}" for row, seen in rows if (told := verdict(row, seen)).startswith("WRONG")]
    return [*said, *(f"{name}: seen less often than the row before" for name in falling(rows))]

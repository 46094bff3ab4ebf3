"""Several tables of outcomes as one: a run of a system per file, such as before and after a change.

What one table says is in `outcomes.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from gradertui.formats.outcomes import Outcomes, read_outcomes

T = TypeVar("T")


def read_runs(paths: Sequence[Path], *, mapping: Sequence[str] = (), encoding: str | None = None) -> Outcomes:
    """Read tables as one; a system that is in two of them is two, each called by its file too.

    Args:
        paths: CSV, TSV, JSON lines or JSON lists.
        mapping: ``COLUMN=field``, which overrules the names.
        encoding: Overrules what the bytes look like.

    Raises:
        InputError: With all that is wrong in the first that cannot be used.
    """
    tables = [read_outcomes(path, mapping=mapping, encoding=encoding) for path in paths]
    times = Counter(system for each in tables for system in each.systems)
    named = [_named(each, path.stem, times) for each, path in zip(tables, paths, strict=True)]
    cases: dict[str, dict[str, tuple[bool, ...]]] = {}
    for each in named:
        for case, of in each.cases.items():
            cases.setdefault(case, {}).update(of)
    return Outcomes(
        cases,
        tuple(dict.fromkeys(system for each in named for system in each.systems)),
        frozenset[str]().union(*(each.critical for each in named)),
        {case: split for each in named for case, split in each.splits.items()},
        {case: tuple(text for each in named for text in each.texts.get(case, ())) for case in cases},
        {system: rate for each in named for system, rate in each.claims.items()},
        sum(each.blank for each in named),
    )


def _named(told: Outcomes, stem: str, times: Mapping[str, int]) -> Outcomes:
    """A table with the file in the name of every system that another table has too."""
    names = {system: f"{stem} / {system}" if times[system] > 1 else system for system in told.systems}
    return told._replace(
        cases={case: _renamed(of, names) for case, of in told.cases.items()},
        systems=tuple(names[system] for system in told.systems),
        texts={
            case: tuple(text._replace(system=names.get(text.system, text.system)) for text in texts)
            for case, texts in told.texts.items()
        },
        claims=_renamed(told.claims, names),
    )


def _renamed(of: Mapping[str, T], names: Mapping[str, str]) -> dict[str, T]:
    return {names.get(system, system): value for system, value in of.items()}

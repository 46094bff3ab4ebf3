"""Kinds of error in a report: how many X carry which kind, and of how many nobody said one. No rate depends on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gradertui.locale import _
from gradertui.report.blocks import Block
from gradertui.report.layout import heading, say, table
from gradertui.report.parts import Report
from gradertui.report.tables import NAME, called, framed
from gradertui.report.together import Together
from gradertui.session import Session
from gradertui.text import one_line

_COLUMNS = 4


@dataclass(frozen=True, slots=True)
class Kinds:
    """How many X of which kind."""

    names: tuple[str, ...]
    """Those the plan asks for, then others that were said."""
    pooled: Mapping[str, int]
    """Kind to how many X carry it, over all systems; "" counts those of which no kind was said."""
    arms: Mapping[str, Mapping[str, int]]
    """The same by arm; none while systems go by codes: a total that moves would name the answer just labelled."""


def gather(session: Session, found: Together, told: bool) -> Kinds | None:
    """Count.

    Args:
        session: open.
        found: its labels.
        told: whether systems go by their names and may be compared.
    """
    arms: dict[str, Counter[str]] = {arm: Counter() for arm in session.arms}
    order, marks = found.state.order, found.state.marks
    for at, mark in enumerate(marks):
        if mark.label == "X" and at not in found.state.repeats:
            arms[order.arms(at)[0]][mark.kind] += 1
    pooled = sum(arms.values(), Counter[str]())
    names = tuple(dict.fromkeys((*session.plan.kinds, *sorted(pooled.keys() - {""}))))
    sealed = session.plan.statistics == "sealed" and not found.complete
    return Kinds(names, pooled, arms if told else {}) if names and not sealed else None


def _words(kind: str) -> str:
    """A kind, short enough for the head of a column."""
    known = {
        "contradicts": _("contradicts"),
        "adds-true": _("adds true"),
        "adds-false": _("adds false"),
        "citation": _("citation"),
    }
    return known.get(kind) or one_line(kind, 12)


def section(report: Report) -> Iterator[Block]:
    """The section; nothing where no kinds are asked for."""
    found: Kinds | None = report.numbers.kinds
    if found is None:
        return
    yield from heading(report, _("Kinds of error, of the answers labelled X"))
    rows = {called(report, arm, NAME): counts for arm, counts in found.arms.items()}
    rows = rows if len(rows) > 1 else {}
    rows[_("All systems")] = found.pooled
    for names in _beside(found.names):
        heads = ("X", *map(_words, names), _("not said"))
        yield from table(framed(heads, rows, (_row(names, counts) for counts in rows.values())))
    yield from say(_("The kind of an error changes no rate."))


def _beside(names: Sequence[str]) -> Iterator[Sequence[str]]:
    """Kinds whose columns fit beside each other in 80 columns: the rest comes in a table below."""
    return (names[at : at + _COLUMNS] for at in range(0, len(names), _COLUMNS))


def _row(names: Sequence[str], counts: Mapping[str, int]) -> list[str]:
    return [str(sum(counts.values())), *(str(counts.get(kind, 0)) for kind in (*names, ""))]


def keys(report: Report) -> dict[str, Any] | None:
    """The kinds as plain values."""
    found: Kinds | None = report.numbers.kinds
    if found is None:
        return None
    arms = [{"arm": report.names[arm]} | _counts(found, counts) for arm, counts in found.arms.items()]
    return {"all": _counts(found, found.pooled), "arms": arms}


def _counts(found: Kinds, counts: Mapping[str, int]) -> dict[str, Any]:
    said = {kind: counts.get(kind, 0) for kind in found.names}
    return {"x": sum(counts.values()), "kinds": said, "not_said": counts.get("", 0)}

"""What can be reached before the first label, as plain values for JSON; the same as text is in `sizes.py`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from gradertui.report.cautions import worded
from gradertui.summary.cautions import Caution
from gradertui.summary.sizes import Material, QuestionsReach, Sizes
from stats.design import SampleSize


def document(of: Material | None, found: Sizes, warned: Sequence[Caution]) -> dict[str, Any]:
    """The page as plain values.

    Args:
        of: what there is to label; None without a session.
        found: the numbers.
        warned: cautions about this plan.
    """
    pairs = ({"broke": b, "fixed": f, **_size(size)} for (b, f), size in found.pairs.items())
    return {
        "assumed": asdict(found.assumed),
        "material": _material(of) if of else None,
        "reach": _reach(found),
        "cautions": [{"code": each.code, **each.numbers, "words": worded(each)} for each in warned],
        "questions": [{"rate": rate, **_size(size)} for rate, size in found.questions.items()],
        "pairs": list(pairs),
        "fewest_discordant": found.fewest,
        "templates": [_plain(row._asdict()) for row in found.templates],
        "cards": [_plain(row._asdict()) for row in found.cards],
        "margins": [row._asdict() for row in found.margins],
        "replicates": [{"replicates": k, "noise": gain} for k, gain in found.gains.items()],
    }


def _size(size: SampleSize | None) -> dict[str, int | None]:
    """The number from which it holds, and the first; None where nobody labels so many."""
    return {"questions": size.lasting if size else None, "first": size.first if size else None}


def _material(of: Material) -> dict[str, Any]:
    return of._asdict() | {"paired": list(of.paired)}


def _reach(found: Sizes) -> dict[str, Any] | None:
    reach = found.reach
    if reach is None:
        return None
    if isinstance(reach, QuestionsReach):
        low, high = reach.interval
        return {"low": low, "high": high} | {k: v for k, v in reach._asdict().items() if k != "interval"}
    return reach._asdict() | {"alone": _plain(reach.alone._asdict())}


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    """Fractions as numbers, with the fraction itself beside them."""
    exact = {f"{key}_exact": str(value) for key, value in values.items() if isinstance(value, Fraction)}
    return {key: float(value) if isinstance(value, Fraction) else value for key, value in values.items()} | exact

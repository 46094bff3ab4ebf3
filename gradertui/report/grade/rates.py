"""How rates of answers are written beside each other, in tables and as plain values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from gradertui.locale import _
from gradertui.report.figures import three
from gradertui.report.layout import listed
from gradertui.report.tables import framed
from gradertui.summary.shares import Rate
from gradertui.summary.verdicts import Case
from gradertui.text import one_line

if TYPE_CHECKING:
    from pandas import DataFrame


def rates(names: Sequence[str], found: Iterable[Rate]) -> DataFrame:
    """A row for each rate: counts of answers, and Wilson's interval over questions."""
    return framed(("k", "n", "p", _("Wilson low"), _("Wilson high")), names, map(_row, found))


def _row(rate: Rate) -> list[str]:
    low, high = rate.share.interval or (None, None)
    return [str(rate.k), str(rate.n), three(rate.share.estimate), three(low), three(high)]


def repeated(found: Iterable[Rate]) -> bool:
    """Whether some question counts with several answers, so that p is not k of n."""
    return any(rate.share.n < rate.n for rate in found)


def weighed() -> str:
    """What p is where some question counts with several answers."""
    return _("k and n count answers; in p and its interval a question weighs one, however many answers it has.")


def as_keys(rate: Rate) -> dict[str, Any]:
    """A rate as plain values."""
    low, high = rate.share.interval or (None, None)
    found = {"k": rate.k, "n": rate.n, "questions": rate.share.n, "estimate": rate.share.estimate}
    return found | {"low": low, "high": high, "method": "wilson", "reason": rate.share.reason}


def named(cases: Iterable[Case]) -> str:
    """Cases in a row, by question; a repeated draw with its number."""
    each = (one_line(x.question, 40) + (f" ({x.replicate})" if x.replicate > 1 else "") for x in cases)
    return listed(list(dict.fromkeys(each)))


def cases_keys(cases: Iterable[Case]) -> list[dict[str, Any]]:
    """Cases as plain values."""
    return [{"question": x.question, "arm": x.arm, "replicate": x.replicate} for x in cases]

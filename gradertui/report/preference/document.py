"""The numbers of a preference session as plain values."""

from __future__ import annotations

from typing import Any

from gradertui.report import reuse
from gradertui.report.parts import Report
from gradertui.report.preference import Numbers, Own
from gradertui.report.resolving import LETTER_WAYS
from gradertui.summary.preference import PairSummary
from stats.proportion import Proportion
from stats.sequential import sign_e

_CASES = {"a": "won_cases", "b": "lost_cases", "tie": "tied_cases", "bad": "both_bad_cases", "unsure": "unsure_cases"}


def keys(report: Report) -> dict[str, Any]:
    """The numbers as plain values."""
    numbers: Numbers = report.numbers
    summary = numbers.summary
    return {
        "resolved": {way: report.ways.get(way, 0) for way in LETTER_WAYS},
        "pairs": [_pair(report, pair) for pair in summary.pairs] if summary else [],
        "family": summary.family if summary else None,
        "false_alarm": summary.false_alarm if summary else None,
        "by_grader": [_own(own) for own in numbers.graders],
        "reasons": dict(numbers.reasons),
        "same_texts": {"labels": numbers.same.labels, "won": numbers.same.won},
        "reuse": reuse.keys(report),
        "reason": f"statistics = {report.withheld}: withheld until complete" if summary is None else None,
    }


def _pair(report: Report, pair: PairSummary) -> dict[str, Any]:
    found = pair.found
    low, high = found.net_interval or (None, None)
    cases = report.numbers.cases.get((pair.a, pair.b), {})
    return {
        "a": report.names[pair.a],
        "b": report.names[pair.b],
        "signed": report.named,
        "won": found.wins,
        "lost": found.losses,
        "tied": found.ties,
        "both_bad": pair.bad,
        "cannot_tell": pair.unsure,
        "n": found.wins + found.losses + found.ties,
        "p": found.p,
        "p_method": "sign test exact",
        "holm": pair.holm,
        "primary": pair.primary,
        "share": _rate(found.share),
        "net": {"estimate": found.net, "low": low, "high": high, "method": "tango"},
        "tie_rate": _rate(found.tie_rate),
        "smallest_p": pair.smallest_p,
        "anytime": None if report.complete else _anytime(found.wins, found.losses),
        "sides": _sides(pair) if pair.sides else None,
        **{key: sorted(cases.get(ending, [])) if report.named else None for ending, key in _CASES.items()},
    }


def _anytime(wins: int, losses: int) -> dict[str, float]:
    """Evidence of the decided that holds at every look."""
    found = sign_e(wins, losses)
    return {"e": found.e, "log_e": found.log_e, "p": found.p}


def _sides(pair: PairSummary) -> dict[str, dict[str, int]]:
    """Labels by where the first system stood, as they were given."""
    stood = {"a_left": True, "a_right": False}
    return {key: {label: n for (left, label), n in pair.sides.items() if left == where} for key, where in stood.items()}


def _rate(rate: Proportion) -> dict[str, Any]:
    low, high = rate.interval or (None, None)
    found = {"k": rate.k, "n": rate.n, "estimate": rate.estimate, "low": low, "high": high}
    return found | {"method": "wilson", "reason": rate.reason}


def _own(own: Own) -> dict[str, Any]:
    where = own.said.position
    first = {"left_won": where.first, "right_won": where.second, "p": where.p} | {"share": _rate(where.share)}
    said = {"grader": own.grader, "labels": dict(own.labels), "position": first if own.sided else None}
    return said | {"ties": own.said.ties, "never_ties": own.said.never_ties}

"""The numbers that hold whenever somebody looks as plain values; gathered in `anytime.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gradertui.report.grade.anytime import AnyTime, Doubt
from gradertui.report.parts import Report
from gradertui.summary.anytime import ArmAnyTime, Final, PairAnyTime, Pooled
from stats.proportion import NO_DATA

_DOUBTS: Mapping[Doubt, str] = {
    "partial": "a partial run: what is labelled did not come in random order",
    "unresolved": "answers on which graders differ are missing, and are not a random part",
}
_NO_REFERENCES = "no references: it is not known which questions the sources answer"
_REPLICATES = "questions drawn several times: counts are sums of shares"
_CODES = "systems have different numbers of answers, which would tell them apart under codes"


def keys(report: Report) -> dict[str, Any] | None:
    """The same as plain values; None once all is labelled."""
    found: AnyTime | None = report.numbers.anytime
    if found is None:
        return None
    return {
        "level": found.level,
        "event": found.event,
        "random_order": found.doubt is None,
        "arms": [_arm_keys(report, arm, found) for arm in found.arms],
        "pairs": [_pair_keys(report, *pair) for pair in found.pairs],
        "pooled": _pooled_keys(found.pooled, found),
        "reason": None if found.known else _NO_REFERENCES,
    }


def _arm_keys(report: Report, arm: ArmAnyTime, found: AnyTime) -> dict[str, Any]:
    low, high = arm.interval or (None, None)
    rate = arm.of.rate
    return {
        "arm": report.names[arm.of.arm],
        "k": rate.k if isinstance(rate.k, int) else float(rate.k),
        "n": rate.n,
        "estimate": rate.estimate,
        "low": low,
        "high": high,
        "method": "beta-binomial mixture",
        "reason": _REPLICATES if arm.of.replicated else None if arm.interval else NO_DATA,
        "final": _final_keys(arm.final, found),
    }


def _final_keys(final: Final | None, found: AnyTime) -> dict[str, Any]:
    if final is None:
        return dict.fromkeys(Final._fields) | {"reason": _REPLICATES}
    reason = _DOUBTS[found.doubt] if found.doubt else _CODES if final.low is None else None
    return final._asdict() | ({"low": None, "high": None} if reason else {}) | {"reason": reason}


def _pair_keys(report: Report, arms: tuple[str, str], pair: PairAnyTime | None) -> dict[str, Any]:
    names = {"a": report.names[arms[0]], "b": report.names[arms[1]]}
    if pair is None:
        return names | dict.fromkeys(("e", "log_e", "p", "holm", "final_p")) | {"reason": _REPLICATES}
    evidence = {"e": pair.e, "log_e": pair.log_e, "p": pair.p, "holm": pair.holm}
    return names | evidence | {"final_p": pair.reach._asdict(), "reason": None}


def _pooled_keys(pooled: Pooled | None, found: AnyTime) -> dict[str, Any] | None:
    if pooled is None:
        return None
    estimate = pooled.k / pooled.n if pooled.n else None
    told = {"k": pooled.k, "n": pooled.n, "estimate": estimate, "final": _final_keys(pooled.final, found)}
    return told | {"reason": None if pooled.n else NO_DATA}

"""The numbers of a grade session as plain values."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from gradertui.report import reuse
from gradertui.report.grade import anytime_document, calibration, checks, decision, kinds, verdicts
from gradertui.report.parts import Report
from gradertui.report.resolving import LETTER_WAYS
from gradertui.summary import ArmSummary, PairSummary, Summary
from stats.proportion import Proportion, wald

_NO_REFERENCES = "no references: it is not known which questions the sources answer"
_NO_PAIR = "no question has both labels"


def keys(report: Report) -> dict[str, Any]:
    """The numbers as plain values."""
    summary: Summary | None = report.numbers.summary
    unmatched = {
        "resolved": {way: report.ways.get(way, 0) for way in LETTER_WAYS},
        "unmatched": report.numbers.unmatched,
        "verdicts": verdicts.keys(report),
        "checks": checks.keys(report),
        "kinds": kinds.keys(report),
        "calibration": calibration.keys(report),
        "reuse": reuse.keys(report),
        "held_out_looks": decision.looks(report),
        "anytime": anytime_document.keys(report),
    }
    if summary is None:
        reason = f"statistics = {report.withheld}: withheld until complete"
        return unmatched | {"known": None, "arms": [], "pairs": [], "beside": [], "false_alarm": None, "reason": reason}
    known = summary.known
    held: Summary | None = report.numbers.held_out
    return unmatched | {
        "known": known,
        "arms": [_arm(arm, report, known, summary.level) for arm in summary.arms],
        "held_out": [_arm(arm, report, known, summary.level) for arm in held.arms] if held else None,
        "pairs": [_pair(pair, report, summary.family) for pair in summary.pairs if known],
        "beside": [_pair(pair, report, 0) for pair in summary.beside if known],
        "false_alarm": summary.false_alarm if known and summary.pairs else None,
        "reason": None if known else _NO_REFERENCES,
    }


def _number(k: float | Fraction) -> int | float:
    return int(k) if k == int(k) else float(k)


def _arm(arm: ArmSummary, report: Report, known: bool, level: float) -> dict[str, Any]:
    letters = {letter: _number(k) for letter, k in arm.letters.items()}
    described = {"arm": report.names[arm.arm], "questions": arm.questions, "answers": arm.answers, "letters": letters}
    counts = {outcome: _number(k) for outcome, k in arm.outcomes.items()} | {"invented": _number(arm.invented)}
    rates = {name: getattr(arm, name) for name in ("rate", "abstention", "answerable", "unanswerable")}
    most = report.planned.plan.thresholds.get("rate")
    standing = arm.rate.against(most) if known and most is not None else None
    low, high = (known and wald(arm.rate.k, arm.rate.n, level)) or (None, None)
    return (
        described
        | (counts if known else dict.fromkeys(counts))
        | {name: _rate(rate, known) for name, rate in rates.items()}
        | {
            "wald": {"low": low, "high": high, "reason": _why(arm.rate, known)},
            "replicated": arm.replicated,
            "threshold": standing,
            "consistency": decision.consistency(report, arm.arm),
        }
    )


def _why(rate: Proportion, known: bool) -> str | None:
    return rate.reason if known else _NO_REFERENCES


def _rate(rate: Proportion, known: bool) -> dict[str, Any]:
    low, high = rate.interval or (None, None)
    found = {"k": _number(rate.k), "n": rate.n, "estimate": rate.estimate, "low": low, "high": high}
    return (found if known else dict.fromkeys(found)) | {"method": "wilson", "reason": _why(rate, known)}


def _pair(pair: PairSummary, report: Report, family: int) -> dict[str, Any]:
    broke, fixed = report.numbers.cases[pair.a, pair.b, pair.event]
    low, high = pair.interval or (None, None)
    return {
        "a": report.names[pair.a],
        "b": report.names[pair.b],
        "event": pair.event,
        "n": pair.questions,
        "broke": pair.broke,
        "fixed": pair.fixed,
        "broke_cases": broke,
        "fixed_cases": fixed,
        "p": pair.p,
        "p_method": "sign flip exact" if pair.replicated else "mcnemar exact",
        "holm": pair.holm,
        "primary": pair.primary,
        "family": (family or None) if pair.holm is not None else None,
        "difference": pair.difference,
        "low": low,
        "high": high,
        "interval": "tango",
        "smallest_p": pair.smallest_p,
        "decision": decision.keys(report, pair) if pair.event == report.numbers.summary.event else None,
        "conclude": pair.reach,
        "reason": _NO_PAIR if pair.p is None else "no interval with replicates" if pair.interval is None else None,
    }

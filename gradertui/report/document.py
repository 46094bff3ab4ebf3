"""A report as one JSON document: every number at full precision under keys that stay, in English.

A number that does not exist is null, and `reason` beside it says why. `SCHEMA` grows when a key changes its
meaning or goes; new keys may come at any time.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from gradertui.report.gathering import Remark, Report, Work
from gradertui.summary import ArmSummary, PairSummary
from stats.proportion import Proportion, wald

SCHEMA = 1

_NO_REFERENCES = "no references: it is not known which questions the sources answer"
_NO_PAIR = "no question has both labels"


def write(report: Report) -> str:
    """The document, indented."""
    return json.dumps(document(report), ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def document(report: Report) -> dict[str, Any]:
    """The report as plain values."""
    head = {
        "schema": SCHEMA,
        "session": report.name,
        "mode": report.mode,
        "title": report.title,
        "note": report.note,
        "complete": report.complete,
        "done": report.done,
        "total": report.total,
        "names": "names" if report.named else "codes",
        "plan": {
            "hash": report.plan_hash,
            "frozen": report.frozen,
            "changed": report.changed,
            "level": report.level,
            "event": report.event,
        },
        "graders": [_work(work) for work in report.works],
        "waiting": report.waiting,
        "letters": dict(report.letters),
        "unmatched": report.unmatched,
    }
    tail = {kind: [_remark(remark, words) for remark in remarks] for kind, words, remarks in (
        ("excluded", "reason", report.excluded),
        ("unresolved", "labels", report.unresolved),
        ("flagged", "", report.flagged),
        ("comments", "text", report.comments),
    )}  # fmt: skip
    return head | _numbers(report) | tail


def _numbers(report: Report) -> dict[str, Any]:
    summary = report.summary
    if summary is None:
        reason = f"statistics = {report.withheld}: withheld until complete"
        return {"known": None, "arms": [], "pairs": [], "beside": [], "false_alarm": None, "reason": reason}
    known = summary.known
    return {
        "known": known,
        "arms": [_arm(arm, report, known, summary.level) for arm in summary.arms],
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
    low, high = (known and wald(arm.rate.k, arm.rate.n, level)) or (None, None)
    return (
        described
        | (counts if known else dict.fromkeys(counts))
        | {name: _rate(rate, known) for name, rate in rates.items()}
        | {"wald": {"low": low, "high": high, "reason": _why(arm.rate, known)}, "replicated": arm.replicated}
    )


def _why(rate: Proportion, known: bool) -> str | None:
    return rate.reason if known else _NO_REFERENCES


def _rate(rate: Proportion, known: bool) -> dict[str, Any]:
    low, high = rate.interval or (None, None)
    found = {"k": _number(rate.k), "n": rate.n, "estimate": rate.estimate, "low": low, "high": high}
    return (found if known else dict.fromkeys(found)) | {"method": "wilson", "reason": _why(rate, known)}


def _pair(pair: PairSummary, report: Report, family: int) -> dict[str, Any]:
    broke, fixed = report.cases[pair.a, pair.b, pair.event]
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
        "family": family or None,
        "difference": pair.difference,
        "low": low,
        "high": high,
        "interval": "tango",
        "smallest_p": pair.smallest_p,
        "conclude": pair.reach,
        "reason": _NO_PAIR if pair.p is None else "no interval with replicates" if pair.interval is None else None,
    }


def _work(work: Work) -> dict[str, Any]:
    return {
        "grader": work.grader,
        "labels": work.labels,
        "excluded": work.excluded,
        "ways": dict(work.ways),
        "screens": dict(work.screens),
        "first": work.first or None,
        "last": work.last or None,
        "median_active_seconds": work.seconds,
        "plan_hash": work.plan_hash or None,
    }


def _remark(remark: Remark, words: str) -> Mapping[str, str | None]:
    found = {"question": remark.question, "arm": remark.arm or None, "grader": remark.grader or None}
    return found | ({words: remark.text} if words else {})

"""A report as one JSON document: every number at full precision under keys that stay, in English.

A number that does not exist is null, and `reason` beside it says why. `SCHEMA` grows when a key changes its
meaning or goes; new keys may come at any time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gradertui.report.agreement import compared
from gradertui.report.agreement_document import agreement
from gradertui.report.kinds import KINDS
from gradertui.report.pace import Stretch
from gradertui.report.parts import Remark, Report, Work
from gradertui.report.planned import Planned
from gradertui.report.publishing import Answer, answers
from gradertui.session.planning import Deviation
from gradertui.text import json_text

SCHEMA = 1


def write(report: Report) -> str:
    """The document, indented."""
    return json_text(document(report), indent=2) + "\n"


def document(report: Report) -> dict[str, Any]:
    """The report as plain values."""
    kind = KINDS[report.mode]
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
        "sampled": report.sampled,
        "plan": plan(report.planned),
        "graders": [_work(work) for work in report.works],
        "adjudicators": [
            {"name": name, "settled": n, "head": {"seq": head.seq, "hash": head.hash[:12]}}
            for name, n, head in report.adjudicators
        ],
        "missing": [missing._asdict() for missing in report.missing],
        "waiting": report.numbers.waiting,
        "letters": dict(report.letters),
        "agreement": agreement(report.agreement) if compared(report.agreement) else None,
    }
    tail = {key: [_remark(remark, kind.unit, words) for remark in remarks] for key, words, remarks in (
        ("excluded", "reason", report.excluded),
        ("unresolved", "labels", report.unresolved),
        ("flagged", "", report.flagged),
        ("comments", "text", report.comments),
    )}  # fmt: skip
    closing = {"before_publishing": {each.key: _answer(each) for each in answers(report)}}
    return head | kind.keys(report) | tail | closing


def _answer(answer: Answer) -> dict[str, Any]:
    """Whether the record answers, in the keys above, and what was declared."""
    return {"from_record": bool(answer.facts), "declared": answer.declared or None}


def plan(planned: Planned) -> dict[str, Any]:
    """What was planned, when, and what departed from it."""
    decided, record = planned.plan, planned.record
    return {
        "hash": planned.plan_hash,
        "frozen": record is not None,
        "frozen_hash": record.plan_hash if record else None,
        "changed": not planned.kept,
        "frozen_at": record.at if record else None,
        "frozen_by": record.by if record else None,
        "frozen_how": record.how if record else None,
        "level": decided.level,
        "event": decided.event if decided.mode == "grade" else None,
        "primary": (list(decided.primary) or None) if planned.named else None,
        "pairs": [list(pair) for pair in planned.pairs] if planned.named else None,
        "hypothesis": (decided.hypothesis or None) if planned.named else None,
        "accepts_reverse": decided.accepts_reverse,
        "correction": decided.correction,
        "order": decided.order,
        "seed": decided.seed,
        "repeats": decided.repeats,
        "statistics": decided.statistics,
        "graders": list(decided.graders),
        "overlap": decided.overlap,
        "several": decided.several if decided.mode == "tone" else None,
        "thresholds": dict(decided.thresholds),
        "held_out": decided.held_out or None,
        "bank": dict(decided.bank) | {"unchanged": planned.bank},
        "deviations": [_deviation(each, planned.named) for each in record.deviations] if record else [],
    }


def _deviation(deviation: Deviation, named: bool) -> dict[str, Any]:
    values = ({"was": was, "now": now} if named else None for was, now in deviation.changes.values())
    changes = dict(zip(deviation.changes, values, strict=True))
    return {
        "at": deviation.at,
        "by": deviation.by,
        "reason": deviation.reason,
        "changes": changes,
        "hash": deviation.plan_hash,
    }


def _work(work: Work) -> dict[str, Any]:
    return {
        "grader": work.grader,
        "labels": work.labels,
        "excluded": work.excluded,
        "ways": dict(work.ways),
        "carried": dict(work.carried),
        "screens": dict(work.screens),
        "first": work.first or None,
        "last": work.last or None,
        "median_active_seconds": work.seconds,
        "shared": work.shared,
        "repeats": work.repeats._asdict() if work.repeats else None,
        "stretches": [_stretch(each) for each in work.stretches],
        "plan_hash": work.plan_hash or None,
        "head": {"seq": work.head.seq, "hash": work.head.hash[:12]},
    }


def _stretch(each: Stretch) -> dict[str, Any]:
    return {"n": each.labels, "median_active_seconds": each.seconds, "shares": dict(each.shares) or None}


def _remark(remark: Remark, unit: str, words: str) -> Mapping[str, str | None]:
    found = {unit: remark.cluster or None, "arm": remark.arm or None, "grader": remark.grader or None}
    return found | ({words: remark.text} if words else {})

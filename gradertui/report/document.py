"""A report as one JSON document: every number at full precision under keys that stay, in English.

A number that does not exist is null, and `reason` beside it says why. `SCHEMA` grows when a key changes its
meaning or goes; new keys may come at any time.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from gradertui.report.kinds import KINDS
from gradertui.report.parts import Remark, Report, Work

SCHEMA = 1


def write(report: Report) -> str:
    """The document, indented."""
    return json.dumps(document(report), ensure_ascii=False, indent=2, allow_nan=False) + "\n"


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
        "plan": {
            "hash": report.plan_hash,
            "frozen": report.frozen,
            "changed": report.changed,
            "level": report.level,
            "event": report.event if report.mode == "grade" else None,
        },
        "graders": [_work(work) for work in report.works],
        "waiting": report.numbers.waiting,
        "letters": dict(report.letters),
    }
    tail = {key: [_remark(remark, kind.unit, words) for remark in remarks] for key, words, remarks in (
        ("excluded", "reason", report.excluded),
        ("unresolved", "labels", report.unresolved),
        ("flagged", "", report.flagged),
        ("comments", "text", report.comments),
    )}  # fmt: skip
    return head | kind.keys(report) | tail


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
        "head": {"seq": work.head.seq, "hash": work.head.hash[:12]},
    }


def _remark(remark: Remark, unit: str, words: str) -> Mapping[str, str | None]:
    found = {unit: remark.cluster or None, "arm": remark.arm or None, "grader": remark.grader or None}
    return found | ({words: remark.text} if words else {})

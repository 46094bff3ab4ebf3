"""DeepEval's test runs (`.deepeval/.latest_test_run.json`): one document, a test case per answer.

The file names no system. What the metrics said is the verdict of the tool; conversations of several turns are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gradertui.formats.opening import decoded
from gradertui.formats.rows import Row
from gradertui.formats.tools.foreign import Foreign, Id, Keyed, Many, document
from gradertui.locale import _


class _Metric(Foreign):
    name: str = ""
    reason: Any = None


class _Case(Foreign):
    name: Id = None
    input: Any = None
    actualOutput: Any = None
    expectedOutput: Any = None
    context: Any = None
    retrievalContext: Any = None
    success: bool | None = None
    metricsData: Many[_Metric] = []
    metadata: Keyed[Any] = {}


class _Run(Foreign):
    testCases: list[_Case]
    conversationalTestCases: Many[Any] = []


class _File(Foreign):
    testRunData: _Run


def detects(head: bytes, name: str) -> bool:
    """Look for the key that holds a test run."""
    return re.match(r"\s*\{\s*\"testRunData\"", decoded(head)) is not None


def rows(path: Path, encoding: str) -> Iterator[Row]:
    """Read the test cases."""
    run = document(path, encoding, _File).testRunData
    for number, case in enumerate(run.testCases, 1):
        yield Row(number, 1, _cells(case))
    for number in range(len(run.conversationalTestCases)):
        yield Row(len(run.testCases) + number + 1, 1, {}, left=_("a conversation of several turns"))


def _cells(case: _Case) -> dict[str, object]:
    reasons = "; ".join(f"{metric.name}: {metric.reason}" for metric in case.metricsData if metric.reason)
    return {
        "question_id": case.name,
        "question": case.input,
        "answer": case.actualOutput,
        "reference": case.expectedOutput,
        "source": case.context or case.retrievalContext,
        "verdict": {"deepeval": (case.success, reasons)},
    } | {f"metadata.{key}": value for key, value in case.metadata.items()}

"""One small file of every format, as the tool would write it: what every importer is asked the same things about."""

from __future__ import annotations

import json
from collections.abc import Mapping

DEEPEVAL = {
    "testRunData": {
        "testCases": [
            {"name": "t0", "input": "q", "actualOutput": "a", "success": True, "metricsData": []},
            {"name": "t1", "input": "p", "actualOutput": "b", "success": False, "metadata": {"n": 1}},
        ],
        "conversationalTestCases": [],
    }
}

PROMPTFOO = [
    {
        "promptIdx": 0,
        "testIdx": at,
        "vars": {"question": question, "context": "c"},
        "prompt": {"raw": f"Q: {question}", "label": "Q: {{question}}"},
        "provider": {"id": "echo", "label": ""},
        "response": {"output": answer},
        "success": answer == "a",
        "failureReason": 0 if answer == "a" else 1,
        "gradingResult": {
            "pass": answer == "a",
            "reason": "r",
            "componentResults": [{"pass": True, "assertion": None}],
        },
        "testCase": {"assert": [{"type": "equals", "value": "{{question}}!"}], "metadata": {"n": 1}},
    }
    for at, (question, answer) in enumerate([("q", "a"), ("p", "b")])
]
PROMPTFOO_CSV = (
    b"question,[echo] Q: {{question}},Status,Score,Named Scores,Grader Reason,Comment\n"
    b"q,a,PASS,1.00,,r,\np,b,FAIL,0.00,,r,\n"
)


def document(value: object) -> bytes:
    """A document as it lies on disk."""
    return json.dumps(value, ensure_ascii=False).encode()


SAMPLES: Mapping[str, tuple[str, bytes]] = {
    "deepeval": (".latest_test_run.json", document(DEEPEVAL)),
    "promptfoo": ("output.json", document({"evalId": "e", "results": {"version": 3, "results": PROMPTFOO}})),
    "promptfoo-lines": ("output.jsonl", b"\n".join(map(document, PROMPTFOO))),
    "promptfoo-csv": ("output.csv", PROMPTFOO_CSV),
    "json": ("answers.jsonl", b'{"question": "q", "answer": "a"}\n{"question": "p", "answer": "b"}\n'),
    "table": ("answers.csv", b"question,answer\nq,a\np,b\n"),
}
"""Format to the name of a file and its bytes; two answers in each, a and b."""

"""One small file of every format, as the tool would write it: what every importer is asked the same things about."""

from __future__ import annotations

import json
from collections.abc import Mapping

from packed import HEAD, log, sample

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


INSPECT = {"version": 2, "status": "success", **HEAD, "samples": [sample(1, "a"), sample("s", "b", choices=["x", "y"])]}


HELM = {
    "adapter_spec": {"method": "generation", "model": "m"},
    "request_states": [
        {
            "instance": {"id": f"id{number}", "input": {"text": f"q{number}"}, "split": "test", "references": [
                {"output": {"text": "t"}, "tags": ["correct"]}, {"output": {"text": "u"}, "tags": []},
            ]},
            "train_trial_index": 0,
            "output_mapping": {"A": "t", "B": "u"},
            "result": {"success": True, "completions": [{"text": answer}]},
        }
        for number, answer in enumerate("ab")
    ],
}  # fmt: skip
LM_EVAL = [
    {
        "doc_id": number,
        "doc": {"question": f"q{number}", "choices": ["x", "y"]},
        "target": "1",
        "arguments": {"gen_args_0": {"arg_0": "p", "arg_1": {"until": []}}},
        "resps": [[answer]],
        "filtered_resps": [answer],
        "filter": "none",
        "metrics": ["exact_match"],
        "exact_match": 0.0,
    }
    for number, answer in enumerate("ab")
]


OPENAI_EVALS = [
    {"spec": {"completion_fns": ["m"], "eval_name": "e.s1.v0", "run_config": {}}},
    *(
        {"sample_id": f"e.{number}", "type": kind, "data": data}
        for number, answer in enumerate("ab")
        for kind, data in (
            ("sampling", {"prompt": [{"role": "user", "content": f"q{number}"}], "sampled": [answer]}),
            ("match", {"correct": True, "expected": "t", "picked": None}),
        )
    ),
    {"final_report": {"accuracy": 1.0}},
]


SAMPLES: Mapping[str, tuple[str, bytes]] = {
    "deepeval": (".latest_test_run.json", document(DEEPEVAL)),
    "promptfoo": ("output.json", document({"evalId": "e", "results": {"version": 3, "results": PROMPTFOO}})),
    "promptfoo-lines": ("output.jsonl", b"\n".join(map(document, PROMPTFOO))),
    "promptfoo-csv": ("output.csv", PROMPTFOO_CSV),
    "helm": ("scenario_state.json", document(HELM)),
    "inspect": ("log.eval", log(sample(1, "a"), sample("s", "b"))),
    "inspect-json": ("log.json", document(INSPECT)),
    "lm-eval": ("samples_t_2026-01-21T03-44-18.4.jsonl", b"\n".join(map(document, LM_EVAL)) + b"\n"),
    "openai-evals": ("run.jsonl", b"\n".join(map(document, OPENAI_EVALS)) + b"\n"),
    "json": ("answers.jsonl", b'{"question": "q", "answer": "a"}\n{"question": "p", "answer": "b"}\n'),
    "table": ("answers.csv", b"question,answer\nq,a\np,b\n"),
}
"""Format to the name of a file and its bytes; two answers in each, a and b."""

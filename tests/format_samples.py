"""One small file of every format, as the tool would write it: what every importer is asked the same things about."""

from __future__ import annotations

import json
from base64 import b64decode
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

LABEL_STUDIO = [
    {
        "id": 1,
        "annotations": [
            {
                "completed_by": 1,
                "was_cancelled": False,
                "result": [{"from_name": "grade", "type": "choices", "value": {"choices": ["R"]}}],
            }
        ],
        "predictions": [{"model_version": "m", "score": 0.5, "result": []}],
        "data": {"question": "q", "answer": "a", "other": 1},
    },
    {"id": 2, "annotations": [], "predictions": [], "data": {"question": "p", "answer": "b", "other": 2}},
]
_NOBODY = {"annotator": None, "annotation_id": None, "created_at": None, "updated_at": None, "lead_time": None}
LABEL_STUDIO_MIN = [
    {"id": 1, "question": "q", "answer": "a", "grade": "R"} | _NOBODY | {"annotator": 1},
    {"id": 2, "question": "p", "answer": "b"} | _NOBODY,
]
LABEL_STUDIO_CSV = (
    b'"annotation_id","annotator","answer","created_at","grade","lead_time","question","updated_at"\n'
    b'1,1,"a",,"R",,"q",\n,,"b",,"",,"p",\n'
)

SQUAD = {
    "version": "v2.0",
    "data": [
        {
            "title": "t",
            "paragraphs": [
                {
                    "context": "a b",
                    "qas": [
                        {"id": "1", "question": "q", "answers": [{"text": "a", "answer_start": 0}]},
                        {"id": "2", "question": "p", "answers": [], "is_impossible": True},
                    ],
                }
            ],
        }
    ],
}

PARQUET = b64decode(
    "UEFSMRUAFSAVICwVBBUAFQYVBhwAAAACAAAABAEBAAAAcQEAAABwFQAVIBUgLBUEFQAVBhUGHAAAAAIAAAAEAQEAAABhAQAAAGIV"
    "BBk8NQAYBnNjaGVtYRUEABUMJQIYCHF1ZXN0aW9uJQBMHAAAABUMJQIYBmFuc3dlciUATBwAAAAWBBkcGSwmABwVDBklBgAZGAhx"
    "dWVzdGlvbhUAFgQWRhZGJghJHBUAFQAVAgA8FgQZBhkmAAQAAAAmABwVDBklBgAZGAZhbnN3ZXIVABYEFkYWRiZOSRwVABUAFQIA"
    "PBYEGQYZJgAEAAAAFowBFgQmCBaMAQAoIHBhcnF1ZXQtY3BwLWFycm93IHZlcnNpb24gMjYuMC4xGSwcAAAcAAAA2QAAAFBBUjE="
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
    "label-studio": ("project.json", document(LABEL_STUDIO)),
    "label-studio-min": ("project.min.json", document(LABEL_STUDIO_MIN)),
    "label-studio-csv": ("project.csv", LABEL_STUDIO_CSV),
    "predictions": ("predictions.json", b'{"q1": "a", "q2": "b"}'),
    "squad": ("squad.json", document(SQUAD)),
    "halueval": (
        "general_data.json",
        b'{"ID": "1", "user_query": "q", "chatgpt_response": "a", "hallucination": "yes"}\r\n'
        b'{"ID": "2", "user_query": "p", "chatgpt_response": "b", "hallucination": "no"}\r\n',
    ),
    "bbq": (
        "preds_Age.jsonl",
        b'{"example_id": 0, "question_index": "1", "question_polarity": "neg", "context_condition": "ambig", '
        b'"category": "Age", "answer_info": {"ans0": ["x", "old"], "ans1": ["y", "young"], "ans2": ["z", "unknown"]}, '
        b'"context": "c", "question": "q", "ans0": "x", "ans1": "y", "ans2": "z", "label": 2, '
        b'"m_pred_race": "a", "m_pred_arc": "b"}\n',
    ),
    "doccano": (
        "all.jsonl",
        b'{"id": 1, "text": "a", "label": ["R"], "Comments": ["c"]}\n{"id": 2, "text": "b", "label": ["other"]}\n',
    ),
    "letters": (
        "letters.csv",
        b",name,age,gender,occupation,prompts,gpt_gen\n0,Ana,30,female,chef,p,a\n1,Leo,30,male,chef,p,b\n",
    ),
    "parquet": ("answers.parquet", PARQUET),
    "promptfoo-tests": ("tests.csv", b"question,context,__expected\nq,c,equals:t\np,c,u\n"),
    "json": ("answers.jsonl", b'{"question": "q", "answer": "a"}\n{"question": "p", "answer": "b"}\n'),
    "table": ("answers.csv", b"question,answer\nq,a\np,b\n"),
}
"""Format to the name of a file and its bytes; two answers in each, a and b, or two questions of a bank."""

"""One small file of every format, as the tool would write it: what every importer is asked the same things about."""

from __future__ import annotations

import json
from base64 import b64decode
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


SAMPLES: Mapping[str, tuple[str, bytes]] = {
    "deepeval": (".latest_test_run.json", document(DEEPEVAL)),
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
    "json": ("answers.jsonl", b'{"question": "q", "answer": "a"}\n{"question": "p", "answer": "b"}\n'),
    "table": ("answers.csv", b"question,answer\nq,a\np,b\n"),
}
"""Format to the name of a file and its bytes; two answers in each, a and b, or two questions of a bank."""

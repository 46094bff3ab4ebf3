from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from readings import Made

from gradertui.formats.known import detect
from gradertui.formats.reading import read

Real = Callable[[str], Path]


def told(tmp_path: Path, row: Mapping[str, object]) -> Made:
    path = tmp_path / "qa_data.json"
    path.write_text(json.dumps(row) + "\r\n")
    assert detect(path) == "halueval"
    return Made(read([path]))


def test_the_yes_or_no_of_a_person_is_the_label_of_a_grader(real: Real, tmp_path: Path) -> None:
    path = tmp_path / "general_data.json"
    path.write_bytes(real("halueval-general-50.jsonl").read_bytes().replace(b"\n", b"\r\n"))
    found = Made(read([path]))
    assert Counter((row.grader, row.label) for row in found.reading.prior) == {
        ("halueval", "X"): 28,
        ("halueval", "R"): 22,
    }
    spans = [json.loads(item.original["hallucination_spans"]) for item in found.items]
    assert Counter(map(len, spans)) == {0: 23, 1: 22, 2: 5}


def test_what_looks_like_markup_stays_text(real: Real) -> None:
    found = Made(read([real("halueval-general-50.jsonl")]))
    assert any("[type=text]" in item.text for item in found.items)


@pytest.mark.parametrize(
    ("row", "question", "source"),
    [
        ({"knowledge": "k", "question": "q", "right_answer": "r", "hallucinated_answer": "h"}, "q", "k"),
        ({"knowledge": "k", "dialogue_history": "[Human]: q", "right_response": "r", "hallucinated_response": "h"},
         "[Human]: q", "k"),
        ({"document": "k", "right_summary": "r", "hallucinated_summary": "h"}, "", "k"),
    ],
)  # fmt: skip
def test_the_made_up_answer_is_graded_and_the_right_one_its_reference(
    tmp_path: Path, row: Mapping[str, object], question: str, source: str
) -> None:
    found = told(tmp_path, row)
    assert not found.problems
    (item,), (asked,) = found.items, found.questions
    assert (item.text, item.system, asked.text, asked.references) == ("h", "hallucinated", question, ("r",))
    assert [each.text for each in found.sources] == [source]
    assert not found.reading.prior


def test_what_a_judge_model_said_is_its_verdict_and_what_is_true_a_label(tmp_path: Path) -> None:
    row = {"knowledge": "k", "question": "q", "answer": "h", "ground_truth": "Yes", "judgement": "No"}
    found = told(tmp_path, row)
    assert [(each.grader, each.label) for each in found.reading.prior] == [("halueval", "X")]
    assert [(each.tool, each.written) for each in found.reading.verdicts] == [("judgement", "No")]


@pytest.mark.parametrize(("said", "letter"), [("no", "R"), ("Yes", "X"), (1, "X"), (False, "R")])
def test_samples_with_one_answer_each_say_whether_it_hallucinates(tmp_path: Path, said: object, letter: str) -> None:
    found = told(tmp_path, {"knowledge": "k", "dialogue_history": "q", "response": "a", "hallucination": said})
    assert [(item.text, item.system) for item in found.items] == [("a", "")]
    assert [each.label for each in found.reading.prior] == [letter]


def test_the_system_is_called_as_its_column(tmp_path: Path) -> None:
    found = told(tmp_path, {"ID": 1, "user_query": "q", "gpt4_response": "a", "hallucination": "No"})
    assert found.reading.systems == {"gpt4": 1}


def test_a_label_that_is_neither_yes_nor_no_is_one_clear_error(tmp_path: Path) -> None:
    path = tmp_path / "general_data.json"
    row = {"user_query": "q", "chatgpt_response": "a", "hallucination": "yes"}
    path.write_text(json.dumps(row) + "\n" + json.dumps(row | {"user_query": "p", "hallucination": "perhaps"}) + "\n")
    assert Made(read([path])).problems == [
        "general_data.json, row 2 (line 2), column label: 'perhaps' is no label; write one of R, X, N"
    ]

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from readings import Made

from gradertui.formats.known import detect
from gradertui.formats.reading import read

Real = Callable[[str], Path]


def told(tmp_path: Path, *rows: Any) -> Made:
    path = tmp_path / "all.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)) + "\n")
    assert detect(path) == "doccano"
    return Made(read([path]))


def test_texts_are_answers_and_their_labels_stay_under_their_name(real: Real) -> None:
    found = Made(read([real("doccano-classification.jsonl")]))
    assert [(item.question_id, item.text) for item in found.items] == [
        ("1", "exampleA"), ("2", "exampleB"), ("3", "exampleC"),
    ]  # fmt: skip
    assert [json.loads(item.original["labels"]) for item in found.items] == [["positive"], ["positive", "negative"], []]
    assert found.items[0].original["meta.wikiPageID"] == "1"
    assert not found.reading.prior


@pytest.mark.parametrize(
    ("labels", "letter"),
    [(["R"], "R"), ("incorrect", "X"), (["abstain"], "N"), (["R", "X"], None), ([], None), ([1], None), ("1", None)],
)
def test_one_label_that_is_a_letter_of_ours_is_doccanos(tmp_path: Path, labels: object, letter: str | None) -> None:
    found = told(tmp_path, {"id": 7, "text": "a", "label": labels, "Comments": ["why"]})
    assert [(row.grader, row.label, row.comment) for row in found.reading.prior] == (
        [("doccano", letter, "why")] if letter else []
    )
    assert found.items[0].question_id == "7"
    assert found.items[0].original["labels"] == (labels if isinstance(labels, str) else json.dumps(labels))


@pytest.mark.parametrize(
    "spans",
    [
        {"labels": [[0, 5, "X"]]},
        {"label": [[0, 5, "X"]], "Comments": []},
        {"entities": [{"id": 1, "label": "X", "start_offset": 0, "end_offset": 5}], "relations": []},
        {"cats": ["greeting"], "entities": [[0, 5, "X"]]},
    ],
)
def test_spans_are_kept_and_no_labels(tmp_path: Path, spans: dict[str, object]) -> None:
    found = told(tmp_path, {"id": 1, "text": "hello"} | spans)
    assert not found.reading.prior + found.problems
    assert "X" in "".join(found.items[0].original.values())


def test_what_a_project_keeps_with_its_texts_is_understood(tmp_path: Path) -> None:
    row = {"id": 1, "text": "a", "question": "q", "model": "m", "other": 3, "label": ["R"], "Comments": []}
    found = told(tmp_path, row)
    assert (found.questions[0].text, found.items[0].system, found.items[0].original["other"]) == ("q", "m", "3")
    assert found.reading.prior[0].label == "R"


@pytest.mark.parametrize(
    "row", [{"text": "a", "label": "R", "grader": "ana"}, {"id": 1, "text": "a"}, {"answer": "a", "label": "R"}]
)
def test_other_files_of_texts_or_labels_are_not_doccanos(tmp_path: Path, row: dict[str, object]) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps(row) + "\n")
    assert detect(path) == "json"

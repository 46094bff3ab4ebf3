from __future__ import annotations

import json
from pathlib import Path

import pytest

from gradertui.formats import jsonl
from gradertui.formats.known import detect
from gradertui.formats.rows import Row


def rows(path: Path, text: str) -> list[Row]:
    path.write_text(text)
    return list(jsonl.rows(path, "utf-8"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "answers.jsonl"


def test_each_line_is_an_object_and_blank_lines_are_none(path: Path) -> None:
    assert [(row.number, row.line, row.cells) for row in rows(path, '{"a": 1}\n\n{"a": null}\r\n')] == [
        (1, 1, {"a": 1}),
        (2, 3, {"a": None}),
    ]


def test_a_line_that_is_not_json_is_one_problem_and_the_rest_is_read(path: Path) -> None:
    _, bad, last = rows(path, '{"a": 1}\n{"a": \n{"a": 2}\n')
    assert bad.problem == (
        "answers.jsonl, row 2 (line 2): this is not JSON (Expecting value); correct or remove the line"
    )
    assert last.cells == {"a": 2}


def test_a_line_that_is_no_object_is_a_problem(path: Path) -> None:
    assert "'7' is not an object" in rows(path, '{"a": 1}\n7\n')[1].problem


@pytest.mark.parametrize("indent", [None, 2])
def test_a_list_of_objects_is_read(path: Path, indent: int | None) -> None:
    found = rows(path, json.dumps([{"a": 1}, {"a": {"b": [2]}}], indent=indent))
    assert [row.cells for row in found] == [{"a": 1}, {"a": {"b": [2]}}]


def test_a_list_larger_than_what_is_read_at_once_is_read_whole(path: Path) -> None:
    objects = [{"n": n, "answer": "x" * (200_000 if n == 3 else 900)} for n in range(300)]
    assert [row.cells for row in rows(path, json.dumps(objects, indent=1))] == objects


def test_elements_know_their_lines(path: Path) -> None:
    assert [row.line for row in rows(path, '[\n{"a": 1},\n\n{"a":\n2},\n{"a": 3}\n]')] == [2, 4, 6]


def test_a_list_that_breaks_off_is_one_problem(path: Path) -> None:
    found = rows(path, '[{"a": 1},\n{"a": ')
    assert found[0].cells == {"a": 1}
    assert found[1].problem.startswith("answers.jsonl, row 2 (line 2): this is not JSON")
    assert len(found) == 2


def test_a_json_file_that_is_no_document_is_read_as_lines(tmp_path: Path) -> None:
    path = tmp_path / "answers.json"
    assert [row.cells for row in rows(path, '{"a": 1}\n{"a": 2}\n')] == [{"a": 1}, {"a": 2}]


def test_one_object_over_several_lines_is_one_problem(tmp_path: Path) -> None:
    found = rows(tmp_path / "run.json", '{\n"version": 3,\n"results": []\n}\n')
    assert [row.problem for row in found] == [
        "run.json is one JSON object; a list of objects or one object per line is read"
    ]


def test_nesting_without_end_is_a_problem_and_no_crash(path: Path) -> None:
    assert "this is not JSON" in rows(path, '{"a": ' + "[" * 200_000 + "\n")[0].problem


@pytest.mark.parametrize(
    ("name", "text", "format_name"),
    [
        ("a.txt", '{"a": 1}', "json"),
        ("a.csv", ' [ {"a": 1}]', "json"),
        ("a.jsonl", "broken", "json"),
        ("a.csv", "[openai:gpt] prompt,b\n1,2", "table"),
    ],
)
def test_the_format_is_known_by_the_first_characters(tmp_path: Path, name: str, text: str, format_name: str) -> None:
    (tmp_path / name).write_text(text)
    assert detect(tmp_path / name) == format_name


def test_half_a_surrogate_pair_becomes_storable(path: Path) -> None:
    text = r'{"answer": "a\ud800b \uD83D\uDE00", "list": ["\udfff"]}'
    for form in (text, f"[{text}]"):
        assert rows(path, form)[0].cells == {"answer": "a\ufffdb 😀", "list": ["\ufffd"]}


def test_an_object_around_one_list_of_objects_is_that_list(tmp_path: Path) -> None:
    path = tmp_path / "data.json"
    for text in (
        '{"version": 1, "items": [{"question": "q", "answer": "a"}]}',
        '{\n "data": [\n {"question": "q", "answer": "a"}]}',
    ):
        path.write_text(text)
        assert [row.cells for row in jsonl.rows(path, "utf-8")] == [{"question": "q", "answer": "a"}]


@pytest.mark.parametrize(
    "text",
    [
        '{"input": [{"role": "user", "content": "q"}], "output": "a"}',
        '{"rows": [{"a": 1}], "items": [{"b": 2}]}',
        '{"rows": [{"a": 1}]}\n{"rows": [{"a": 2}]}',
        '{"rows": [{"a": 1}, 2]}',
        '{"text": "hello", "entities": [{"label": "X"}]}',
    ],
)
def test_an_object_that_is_a_row_or_holds_other_things_stays_one(tmp_path: Path, text: str) -> None:
    path = tmp_path / "data.json"
    path.write_text(text)
    assert [row.cells for row in jsonl.rows(path, "utf-8")] == list(map(json.loads, text.splitlines()))

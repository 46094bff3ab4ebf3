from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from format_samples import SQUAD
from readings import Made

from gradertui.formats.known import detect
from gradertui.formats.reading import read

Real = Callable[[str], Path]
Said = Callable[..., tuple[int, str, str]]


def squad(tmp_path: Path, **asked: Any) -> Path:
    """A bank of one question about `a b 😀 c`."""
    paragraph = {"context": "\ufeffa b 😀 c", "qas": [{"id": "1", "question": "q", "answers": []} | asked]}
    path = tmp_path / "squad.json"
    path.write_text(json.dumps({"data": [{"title": "t", "paragraphs": [paragraph]}], "version": "1.1"}))
    return path


def answers(path: Path, **texts: str) -> Path:
    path.write_text(json.dumps(texts))
    return path


def test_the_bank_is_counted_and_said_what_it_is_for(said: Said, real: Real) -> None:
    status, out, err = said("new", "x", real("xquad-es-8-articles.json"), "--dry-run")
    assert (status, err) == (0, "")
    assert "225 questions · 225 with a reference · 40 sources · 0 answers" in out
    assert "gradertui new NAME ANSWERS --bank xquad-es-8-articles.json" in out
    assert "left out" not in out


def test_without_answers_it_is_counted_and_refused(said: Said, real: Real, tmp_path: Path) -> None:
    status, out, err = said("new", "x", real("xquad-es-8-articles.json"))
    assert (status, "225 questions · 225 with a reference · 40 sources · 0 answers" in out) == (2, True)
    assert "gradertui new NAME ANSWERS --bank xquad-es-8-articles.json" in err
    assert not (tmp_path / "sessions" / "x").exists()


def test_every_answer_stands_where_it_is_said_to_and_marks_stay(real: Real, tmp_path: Path) -> None:
    path = real("xquad-es-8-articles.json")
    ids = [
        asked["id"] for each in json.loads(path.read_text())["data"] for p in each["paragraphs"] for asked in p["qas"]
    ]
    found = Made(read([answers(tmp_path / "mine.json", **dict.fromkeys(ids, "308"))], bank=path))
    assert (len(found.items), len(found.questions), len(found.sources)) == (225, 225, 40)
    assert sum(source.text.startswith("\ufeff") for source in found.sources) == 2
    assert found.questions[0].references == ("308",)
    assert len({question.topic for question in found.questions}) == 8
    assert not found.problems
    assert not any("answer_start" in note for note in found.notes)


def test_accepted_answers_are_alternatives_and_plausible_ones_no_references(tmp_path: Path) -> None:
    two = [{"text": "a", "answer_start": 1}, {"text": "b", "answer_start": 3}, {"text": "a", "answer_start": 1}]
    mine = answers(tmp_path / "mine.json", **{"1": "x"})
    assert Made(read([mine], bank=squad(tmp_path, answers=two))).questions[0].references == ("a", "b")
    plausible = {"is_impossible": True, "plausible_answers": [{"text": "b", "answer_start": 3}]}
    (question,) = Made(read([mine], bank=squad(tmp_path, **plausible))).questions
    assert (question.references, question.answerable) == ((), False)


@pytest.mark.parametrize(("at", "astray"), [(7, 0), (8, 1), (-1, 1), (None, 0)])
def test_places_of_answers_count_code_points(tmp_path: Path, at: int | None, astray: int) -> None:
    reading = read([squad(tmp_path, answers=[{"text": "c", "answer_start": at}])])
    assert reading.lacks
    assert reading.lacks.counts["left"] == astray
    assert ("left out 1: an answer_start at which the answer does not stand" in reading.lacks.lines) == bool(astray)


def test_a_table_of_answers_joins_the_bank_by_its_ids(said: Said, tmp_path: Path) -> None:
    mine = tmp_path / "mine.jsonl"
    mine.write_text('{"id": "1", "answer": "x", "model": "m"}\n{"id": "1", "answer": "y", "model": "n"}\n')
    status, out, _err = said("new", "x", mine, "--bank", squad(tmp_path))
    assert (status, "1 question (0 unanswerable, 1 unknown) · 2 answers · 1 source" in out) == (0, True)


def test_an_answer_to_a_question_that_is_not_in_the_bank_is_one_clear_error(tmp_path: Path) -> None:
    problems = Made(read([answers(tmp_path / "mine.json", **{"9": "x"})], bank=squad(tmp_path))).problems
    assert problems == ["mine.json, row 1 (line 1), column question_id: '9' is not in the bank; correct it or add the "
                        "question"]  # fmt: skip


def test_two_systems_answer_in_two_files(tmp_path: Path) -> None:
    files = [answers(tmp_path / f"{name}.json", **{"1": name}) for name in ("bert", "gpt")]
    assert Made(read(files, bank=squad(tmp_path))).reading.systems == {"bert": 1, "gpt": 1}


@pytest.mark.parametrize(
    ("text", "format_name"),
    [
        ('{"56be": "x"}', "predictions"),
        ('{"56be": "a \\"quoted\\" {text}",\n "57": ""}\n', "predictions"),
        ('{"q1": "x"}\n{"q2": "y"}', "json"),
        ('{"question": "q", "answer": "a"}', "json"),
        ('{"56be": "x", "57": 3}', "json"),
        ('{"56be": ["x"]}', "json"),
        ("{}", "json"),
        (json.dumps({str(n): "x" * 90 for n in range(2000)}), "predictions"),
        (json.dumps(SQUAD), "squad"),
    ],
)
def test_predictions_are_texts_by_id_and_nothing_else(tmp_path: Path, text: str, format_name: str) -> None:
    path = tmp_path / "a.json"
    path.write_text(text)
    assert detect(path) == format_name

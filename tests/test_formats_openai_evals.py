from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from readings import Made

from gradertui.formats.reading import read

SPEC = {"spec": {"completion_fns": ["gpt-4o"], "eval_name": "capitals.dev.v0", "base_eval": "capitals", "split": "dev"}}
CHAT = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Capital of Peru?"}]


def event(sample_id: object, kind: str, **data: Any) -> dict[str, Any]:
    return {"run_id": "r", "event_id": 0, "sample_id": sample_id, "type": kind, "data": data, "created_by": ""}


def written(path: Path, *lines: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(each) + "\n" for each in lines))
    return path


def made(tmp_path: Path, *lines: dict[str, Any]) -> Made:
    found = Made(read([written(tmp_path / "run.jsonl", *lines)]))
    assert not found.problems
    return found


def test_events_of_a_sample_make_one_answer_whatever_lies_between_them(tmp_path: Path) -> None:
    found = made(
        tmp_path,
        SPEC,
        event("c.0", "sampling", prompt=CHAT, sampled=["Lima"]),
        event("c.1", "sampling", prompt="Capital of Chad?", sampled="N'Djamena"),
        event("c.1", "match", correct=False, expected="Abéché", picked=None, sampled="N'Djamena", options=[]),
        event("c.0", "match", correct=True, expected=["Lima", "Lima, Peru"], picked="Lima"),
        {"final_report": {"accuracy": 0.5}},
    )
    assert [(item.question_id, item.text, item.system) for item in found.items] == [
        ("c.0", "Lima", "gpt-4o"),
        ("c.1", "N'Djamena", "gpt-4o"),
    ]
    assert [(each.text, each.references) for each in found.questions] == [
        ("Capital of Peru?", ("Lima", "Lima, Peru")),
        ("Capital of Chad?", ("Abéché",)),
    ]
    assert [(said.tool, said.written, said.comment) for said in found.reading.verdicts] == [
        ("capitals.dev.v0", "true", "Lima"),
        ("capitals.dev.v0", "false", ""),
    ]
    assert found.items[0].original == {"context": "system: Be brief."}
    assert "left out 1: the report of the whole run" in found.notes


def test_what_a_grading_model_wrote_is_not_the_answer(tmp_path: Path) -> None:
    found = made(
        tmp_path,
        {"spec": {"completion_fns": ["small", "gpt-4"], "eval_name": "fact.v0"}},
        event("f.0", "raw_sample", input="q", ideal="t"),
        event("f.0", "sampling", prompt=CHAT, sampled=["an answer"]),
        event("f.0", "sampling", prompt="Is it right?", sampled=["Yes"]),
        event("f.0", "metrics", choice="Yes", score=1.0),
    )
    assert [(item.text, item.system) for item in found.items] == [("an answer", "small")]
    assert found.questions[0].references == ("t",)
    assert [(said.written, said.comment) for said in found.reading.verdicts] == [("1.0", "Yes")]


def test_several_samples_at_once_are_replicates_without_a_verdict_of_their_own(tmp_path: Path) -> None:
    found = made(
        tmp_path,
        SPEC,
        event("c.0", "sampling", prompt=CHAT, sampled=["a", "a", "b"]),
        event("c.0", "match", correct=True, expected="a", picked=["a"]),
    )
    assert [(item.text, item.replicate) for item in found.items] == [("a", 1), ("a", 2), ("b", 3)]
    assert not found.reading.verdicts


def test_a_sample_that_failed_has_no_answer(tmp_path: Path) -> None:
    failed = [event("c.1", "raw_sample", input="q", ideal="t"), event("c.1", "error", type="Timeout", message="m")]
    found = made(tmp_path, SPEC, event("c.0", "sampling", prompt="p", sampled=["a"]), *failed)
    assert (len(found.items), found.counts["no_answer"]) == (1, 1)


@pytest.mark.parametrize(
    "spec",
    [{"model_name": "old"}, {"model_names": {"completions": ["old"]}}, {"run_config": {"completion_fns": ["old"]}}],
)
def test_older_logs_name_the_model_elsewhere(tmp_path: Path, spec: dict[str, Any]) -> None:
    found = made(tmp_path, {"spec": spec}, event("c.0", "sampling", prompt="p", sampled="a"))
    assert dict(found.reading.systems) == {"old": 1}


def test_two_runs_of_one_eval_answer_the_same_questions(tmp_path: Path) -> None:
    for name in ("one", "two"):
        answer = event("c.0", "sampling", prompt=CHAT, sampled=[name])
        written(tmp_path / f"{name}.jsonl", {"spec": {"completion_fns": [name]}}, answer)
    found = Made(read([tmp_path]))
    assert dict(found.reading.systems) == {"one": 1, "two": 1}
    assert len(found.questions) == 1


def test_a_line_that_is_no_event_says_where_it_is(tmp_path: Path) -> None:
    path = written(tmp_path / "run.jsonl", SPEC, event("c.0", "sampling", prompt="p", sampled="a"), {"type": 7})
    assert Made(read([path])).problems[0].startswith("run.jsonl, row 3 (line 3): type is '7'")


def test_a_sample_file_is_a_bank_and_refused_for_grading_in_one_line(real: Callable[[str], Path]) -> None:
    path = real("openai-evals-unsolvable-60.jsonl")
    reading = read([path])
    assert len(reading.problems) == 1
    assert "answers are missing" in reading.problems[0]
    assert reading.lacks
    assert reading.lacks.lines[0] == "60 questions · 60 with a reference · 0 sources · 0 answers"


def test_a_sample_file_is_the_bank_of_answers(real: Callable[[str], Path], tmp_path: Path) -> None:
    path = real("openai-evals-unsolvable-60.jsonl")
    chats = [json.loads(line)["input"] for line in path.read_text("utf-8").splitlines()]
    answers = written(tmp_path / "answers.jsonl", *({"question": chat, "answer": "Solveable"} for chat in chats))
    found = Made(read([answers], bank=path))
    assert not found.problems
    assert Counter(each.references for each in found.questions) == {("Unsolveable",): 30, ("Solveable",): 30}
    assert found.questions[0].text.startswith("Question: In 2019, Tajikistan had how many airports?\n Context: ")
    assert len(found.items) == 60

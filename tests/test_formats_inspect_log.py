from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from packed import HEAD, sample
from readings import Made

from gradertui.formats.reading import read


def made(tmp_path: Path, *samples: dict[str, Any], **head: Any) -> Made:
    path = tmp_path / "log.json"
    path.write_text(json.dumps({"version": 2, "status": "success", **HEAD, **head, "samples": list(samples)}))
    return Made(read([path]))


def verdicts(found: Made) -> dict[str, str]:
    return {said.tool: said.written for said in found.reading.verdicts}


def message(content: Any) -> dict[str, Any]:
    return {"choices": [{"message": {"role": "assistant", "content": content}}], "completion": "…"}


def test_a_sample_is_an_answer_of_the_model_with_its_question_and_reference(tmp_path: Path) -> None:
    found = made(tmp_path, sample("s1", "a", target=["t", "u"]))
    assert [(each.question_id, each.text, each.references) for each in found.questions] == [("s1", "qs1", ("t", "u"))]
    assert [(each.text, each.system, each.replicate) for each in found.items] == [("a", "m", 1)]


def test_an_empty_target_is_no_reference(tmp_path: Path) -> None:
    assert made(tmp_path, sample(1, "a", target="")).questions[0].references == ()


def test_of_a_chat_the_last_word_of_the_user_is_asked_and_the_rest_kept(tmp_path: Path) -> None:
    chat = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Hello"},
        {"role": "assistant", "content": "Yes?"},
        {"role": "user", "content": [{"type": "text", "text": "What is"}, {"type": "image", "image": "data:…"}]},
    ]
    found = made(tmp_path, sample(1, "a", input=chat))
    assert found.questions[0].text == "What is\n[image]"
    assert found.items[0].original["context"] == "system: Be brief.\n\nuser: Hello\n\nassistant: Yes?"


def test_reasoning_is_no_part_of_an_answer(tmp_path: Path) -> None:
    parts = [{"type": "reasoning", "reasoning": "hm"}, {"type": "text", "text": "It is X."}]
    assert made(tmp_path, sample(1, "", output=message(parts))).items[0].text == "It is X."


def test_a_sample_that_failed_has_no_answer_and_an_empty_one_is_an_answer(tmp_path: Path) -> None:
    found = made(tmp_path, sample(1, None, error={"message": "boom"}), sample(2, ""), sample(3, "x", error={"m": 1}))
    assert [item.text for item in found.items] == ["", "x"]
    assert (found.counts["no_answer"], found.counts["empty"]) == (1, 1)


def test_an_epoch_is_a_replicate_and_equal_answers_of_two_are_two(tmp_path: Path) -> None:
    found = made(tmp_path, sample(1, "a"), sample(1, "a", epoch=2), sample(1, "b", epoch=3))
    assert [(item.text, item.replicate) for item in found.items] == [("a", 1), ("a", 2), ("b", 3)]
    assert not found.counts["duplicates"]


def test_several_choices_are_replicates_and_the_first_has_the_verdict(tmp_path: Path) -> None:
    output = {"choices": [{"message": {"content": text}} for text in ("a", "a", "b")], "completion": "a"}
    scores = {"match": {"value": "C"}}
    found = made(tmp_path, *(sample(1, "", output=output, scores=scores, epoch=epoch) for epoch in (1, 2)))
    assert [(item.text, item.replicate) for item in found.items] == [
        ("a", 1), ("a", 2), ("b", 3), ("a", 4), ("a", 5), ("b", 6),
    ]  # fmt: skip
    assert [said.item_id for said in found.reading.verdicts] == [found.items[0].item_id, found.items[3].item_id]


def test_every_scorer_has_a_verdict_as_it_gave_it(tmp_path: Path) -> None:
    scores = {
        "match": {"value": "P", "explanation": "half"},
        "flag": {"value": True},
        "number": {"value": 0.25},
        "refusal": {"value": "N"},
        "parts": {"value": {"a": 1, "b": "I"}},
        "none": {"value": float("nan")},
    }
    found = made(tmp_path, sample(1, "a", scores=scores))
    assert verdicts(found) == {
        "match": "P", "flag": "true", "number": "0.25", "refusal": "not attempted", "parts.a": "1", "parts.b": "I",
    }  # fmt: skip
    assert found.reading.verdicts[0].comment == "half"


def test_the_only_score_of_an_old_log_is_of_its_scorer(tmp_path: Path) -> None:
    assert verdicts(made(tmp_path, sample(1, "a", score={"value": "C"}), version=1)) == {"match": "C"}
    assert verdicts(made(tmp_path, sample(1, "a", scores={"88F74D2C": {"value": "I"}}))) == {"match": "I"}


def test_choices_stand_under_the_question_and_a_letter_means_its_text(tmp_path: Path) -> None:
    one = sample(1, "ANSWER: B", choices=["3", "4"], target="B")
    two = sample(2, "ANSWER: A, B", choices=["3", "4"], target=["A", "B"])
    found = made(tmp_path, one, two)
    assert [(each.text, each.references) for each in found.questions] == [
        ("q1\n\nA) 3\nB) 4", ("B", "4")),
        ("q2\n\nA) 3\nB) 4", ("A, B", "3, 4")),
    ]


def test_texts_kept_beside_the_messages_are_put_where_they_belong(tmp_path: Path) -> None:
    attached = {"attachments": {"abc": "the question"}, "output": message("tc://abd")}
    found = made(tmp_path, sample(1, "", input="attachment://abc", **attached))
    assert found.questions[0].text == "the question"
    assert found.items[0].text == "tc://abd"


def test_metadata_is_kept_and_its_confidence_is_not_the_answers(tmp_path: Path) -> None:
    found = made(tmp_path, sample(1, "a", metadata={"label_confidence": 0.5, "source": "s"}))
    assert found.items[0].confidence is None
    assert found.items[0].original == {"metadata.label_confidence": "0.5", "metadata.source": "s", "task": "t"}


def test_a_sample_declared_invalid_is_left_out_and_counted(tmp_path: Path) -> None:
    found = made(tmp_path, sample(1, "a"), sample(2, "b", invalidation={"author": "me"}))
    assert [item.text for item in found.items] == ["a"]
    assert "left out 1: a sample declared invalid" in found.notes


def test_a_log_without_samples_has_no_rows(tmp_path: Path) -> None:
    assert made(tmp_path).problems == ["log.json has no rows"]


def test_two_models_answer_the_same_questions_and_two_runs_of_one_are_told_apart(tmp_path: Path) -> None:
    paths = []
    for name, model in (("a", "m"), ("b", "n"), ("c", "n")):
        log = {"version": 2, "status": "success", "eval": {"model": model, "task": "t"}, "samples": [sample(1, name)]}
        paths.append(tmp_path / f"{name}.json")
        paths[-1].write_text(json.dumps(log))
    assert set(Made(read(paths[:2])).reading.systems) == {"m", "n"}
    found = Made(read([tmp_path]))
    assert set(found.reading.systems) == {"m", "b / n", "c / n"}
    assert [each.question_id for each in found.questions] == ["1"]


def test_questions_of_two_tasks_are_called_by_their_tasks(tmp_path: Path) -> None:
    for task in ("t", "u"):
        each = sample(1, task) | {"input": task}
        log = {"version": 2, "status": "success", "eval": {"model": "m", "task": task}, "samples": [each]}
        (tmp_path / f"{task}.json").write_text(json.dumps(log))
    found = Made(read([tmp_path]))
    assert not found.problems
    assert [each.question_id for each in found.questions] == ["t/1", "u/1"]
    assert set(found.reading.systems) == {"m"}


def test_the_real_log_keeps_its_context_out_of_the_question(real: Callable[[str], Path]) -> None:
    found = Made(read([real("inspect-security-guide.json")]))
    assert found.questions[0].text == "How do I prevent SQL Injection attacks?"
    assert found.questions[0].references == ("use parameterized queries and prepared statements",)

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from readings import Made

from gradertui.formats.known import detect
from gradertui.formats.reading import read

NAME = "samples_gsm8k_2026-01-21T03-44-18.458309.jsonl"


def line(doc_id: int, answer: Any = "a", **more: Any) -> dict[str, Any]:
    """A document that the model wrote an answer to."""
    sent = {"gen_args_0": {"arg_0": "Q: …\nA:", "arg_1": {"until": ["\n"]}}}
    return {
        "doc_id": doc_id, "doc": {"question": f"q{doc_id}", "level": 3}, "target": "t", "arguments": sent,
        "resps": [[answer]], "filtered_resps": ["f"], "filter": "none", "metrics": ["exact_match"],
        "doc_hash": "h", "prompt_hash": "h", "target_hash": "h", "exact_match": 1.0,
    } | more  # fmt: skip


def chosen(doc_id: int, scores: list[float], continuations: list[str], target: object, **doc: Any) -> dict[str, Any]:
    """A document whose choices the model scored, as newer versions write it."""
    sent = {f"gen_args_{n}": {"arg_0": "prompt", "arg_1": text} for n, text in enumerate(continuations)}
    pairs = [[str(score), "False"] for score in scores]
    return line(doc_id, target=target, arguments=sent, resps=[[pair] for pair in pairs], filtered_resps=pairs, doc=doc,
                metrics=["acc"], acc=1.0)  # fmt: skip


def written(path: Path, *lines: dict[str, Any]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(each) + "\n" for each in lines))
    return path


def made(tmp_path: Path, *lines: dict[str, Any]) -> Made:
    found = Made(read([written(tmp_path / NAME, *lines)]))
    assert not found.problems
    return found


def test_an_answer_is_what_the_model_wrote_and_not_what_a_filter_made_of_it(tmp_path: Path) -> None:
    found = made(tmp_path, line(0, " The answer is 4."))
    assert [(item.question_id, item.text, item.system) for item in found.items] == [
        ("gsm8k/0", " The answer is 4.", "")
    ]
    assert [(each.text, each.references, each.topic) for each in found.questions] == [("q0", ("t",), "gsm8k")]
    assert found.items[0].original == {"doc.level": "3"}


def test_of_several_filters_the_first_is_taken_and_the_others_are_counted(tmp_path: Path) -> None:
    strict = [line(n, filter="strict-match", exact_match=0.0) for n in (0, 1)]
    found = made(tmp_path, *strict, *(line(n, filter="flexible-extract") for n in (0, 1)))
    assert [said.written for said in found.reading.verdicts] == ["0.0", "0.0"]
    assert "left out 2: the same answer through another filter" in found.notes


def test_several_draws_are_replicates_and_a_metric_of_all_is_of_none(tmp_path: Path) -> None:
    found = made(tmp_path, line(0, resps=[["a", "b", "a"]]))
    assert [(item.text, item.replicate) for item in found.items] == [("a", 1), ("b", 2), ("a", 3)]
    assert not found.reading.verdicts


def test_the_likeliest_choice_is_the_answer_and_a_number_means_a_choice(tmp_path: Path) -> None:
    found = made(tmp_path, chosen(0, [-9.5, -2.25], [" no", " yes"], "1", question="Is it?", passage="Note."))
    assert found.items[0].text == "yes"
    assert found.questions[0].references == ("yes",)
    assert found.questions[0].text == "Is it?\n\nA) no\nB) yes"
    assert found.sources[0].text == "Note."


def test_letters_that_were_scored_mean_the_choices_of_the_document(tmp_path: Path) -> None:
    texts = {"question": "Which?", "choices": ["red", "blue"]}
    other = {"question": "Which?", "choices": {"label": ["A", "B"], "text": ["up", "down"]}}
    scores, letters = [-1.0, -2.0], [" A", " B"]
    found = made(tmp_path, chosen(0, scores, letters, "1", **texts), chosen(1, scores, letters, "B", **other))
    assert [item.text for item in found.items] == ["red", "up"]
    assert [each.references for each in found.questions] == [("blue",), ("down",)]
    assert found.questions[0].text == "Which?\n\nA) red\nB) blue"


def test_where_one_thing_follows_on_several_contexts_these_are_the_choices(tmp_path: Path) -> None:
    sent = {f"gen_args_{n}": {"arg_0": f"The cup did not fit the bag, {who}", "arg_1": " was too big."}
            for n, who in enumerate(("the cup", "the bag"))}  # fmt: skip
    found = made(tmp_path, chosen(0, [-3.0, -4.0], ["", ""], "0") | {"arguments": sent})
    assert found.items[0].text == "The cup did not fit the bag, the cup was too big."


def test_the_probability_of_one_given_text_is_no_answer(tmp_path: Path) -> None:
    found = made(tmp_path, line(0), chosen(1, [-3.0], [" word"], "word", text="The last"))
    assert (len(found.items), found.counts["no_answer"]) == (1, 1)


def test_older_versions_write_lists_of_numbers_and_no_names_of_metrics(tmp_path: Path) -> None:
    old = {"doc_id": 0, "doc": {"query": "q"}, "target": 1, "arguments": [["p", " no"], ["p", " yes"]],
           "resps": [[[-9.5, False]], [[-2.25, True]]], "filtered_resps": [[-9.5, False], [-2.25, True]],
           "acc": 1.0, "acc_norm": 0.0}  # fmt: skip
    path = tmp_path / "pretrained__gpt2_boolq.jsonl"
    path.write_text(json.dumps([old, old | {"doc_id": 1}], indent=2))
    assert detect(path) == "lm-eval"
    found = Made(read([path]))
    assert [(item.question_id, item.text) for item in found.items] == [("0", "yes"), ("1", "yes")]
    assert found.questions[0].references == ("yes",)
    assert {(said.tool, said.written) for said in found.reading.verdicts} == {("acc", "1.0"), ("acc_norm", "0.0")}


@pytest.mark.parametrize(
    ("arguments", "question"),
    [
        ({"gen_args_0": {"arg_0": "Translate: hola", "arg_1": {}}}, "Translate: hola"),
        ([["Translate: hola", {"until": []}]], "Translate: hola"),
        ({"gen_args_0": {"arg_0": ['[{"role": "system", "content": "s"}, {"role": "user", "content": "u"}]']}}, "u"),
    ],
)
def test_where_a_document_does_not_say_the_question_the_prompt_does(
    tmp_path: Path, arguments: object, question: str
) -> None:
    found = made(tmp_path, line(0, doc={"translation": {"es": "hola"}}, arguments=arguments))
    assert found.questions[0].text == question


def test_a_list_of_right_answers_is_alternatives_as_python_prints_it_too(tmp_path: Path) -> None:
    found = made(tmp_path, line(0, target="['one', \"it's\"]"), line(1, target=["a", "b"]), line(2, target=4))
    assert [each.references for each in found.questions] == [("one", "it's"), ("a", "b"), ("4",)]


def test_what_a_filter_left_stands_in_where_nothing_was_kept_raw(tmp_path: Path) -> None:
    assert made(tmp_path, line(0, resps=[], filtered_resps=["short"])).items[0].text == "short"


def test_results_beside_it_or_the_folder_name_the_system(tmp_path: Path) -> None:
    one = written(tmp_path / "one" / NAME, line(0, "a"))
    (one.parent / "results_2026-01-21T03-44-18.458309.json").write_text(
        json.dumps({"config": {"model": "hf", "model_args": "pretrained=org/one,dtype=float16"}, "model_name": None})
    )
    (one.parent / "results_2025-01-01T00-00-00.000000.json").write_text(json.dumps({"model_name": "org/older"}))
    two = written(tmp_path / "org__two" / NAME, line(0, "b"))
    (two.parent / "results_broken.json").write_text("{")
    found = Made(read([tmp_path]))
    assert dict(found.reading.systems) == {"org/one": 1, "org/two": 1}
    assert len(found.questions) == 1


def test_tasks_in_a_folder_do_not_share_questions(tmp_path: Path) -> None:
    written(tmp_path / NAME, line(0))
    written(tmp_path / NAME.replace("gsm8k", "math"), line(0, doc={"problem": "p"}))
    found = Made(read([tmp_path]))
    assert not found.problems
    assert [each.question_id for each in found.questions] == ["gsm8k/0", "math/0"]


def test_a_line_of_another_kind_says_where_it_is(tmp_path: Path) -> None:
    problems = Made(read([written(tmp_path / NAME, line(0), line(1, metrics=7))])).problems
    assert problems == [
        "samples_gsm8k_2026-01-21T03-44-18.45830…, row 2 (line 2): metrics is '7', which no file of this kind has "
        "there; was it changed?"
    ]


def test_the_real_file_has_ten_long_answers(real: Callable[[str], Path]) -> None:
    found = Made(read([real("lm-eval-samples-math.jsonl")]))
    assert found.questions[0].text == "How many vertical asymptotes does the graph of $y=\\frac{2}{x^3-x}$ have?"
    assert found.items[0].text.startswith(" 1. The graph of $y=1.")
    assert [each.question_id for each in found.questions] == [str(n) for n in range(10)]

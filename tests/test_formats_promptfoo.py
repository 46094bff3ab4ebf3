"""promptfoo's JSON: every version that its source writes, what people rated in it, and what is a reference."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from format_samples import PROMPTFOO
from readings import Made

from gradertui.formats.known import detect
from gradertui.formats.reading import read
from gradertui.formats.tools.promptfoo_run import MANUAL

Real = Callable[[str], Path]


def result(answer: object, **other: Any) -> dict[str, Any]:
    """A result as versions 1 and 2 wrote it."""
    return {
        "provider": {"id": "openai:gpt-4"},
        "prompt": {"raw": "Capital of Peru?", "display": "Capital of {{country}}?"},
        "vars": {"country": "Peru"},
        "response": {"output": answer, "tokenUsage": {"total": 3}},
        "success": True,
        "score": 1,
        "latencyMs": 3,
        "namedScores": {},
    } | other


def rated(passed: bool, comment: str = "", **other: Any) -> dict[str, Any]:
    """What the web page leaves of a thumb up or down."""
    component = {"pass": passed, "score": int(passed), "reason": MANUAL, "comment": comment} | {
        "assertion": {"type": "human"}
    }
    tools = {"pass": True, "score": 1, "reason": "fine", "assertion": {"type": "contains", "value": "x"}}
    return {"pass": passed, "reason": MANUAL, "comment": comment, "componentResults": [tools, component, None]} | other


def imported(tmp_path: Path, document: object, *, format_name: str = "promptfoo") -> Made:
    path = tmp_path / "output.json"
    path.write_text(json.dumps(document))
    assert detect(path) == format_name
    made = Made(read([path]))
    assert not made.problems
    return made


def texts(made: Made) -> list[str]:
    return [item.text for item in made.items]


TABLE: dict[str, Any] = {
    "head": {
        "prompts": [
            {"raw": "A {{q}}", "label": "A", "provider": "x"},
            {"raw": "B {{q}}", "label": "B", "provider": "x"},
        ],
        "vars": ["q", "other"],
    },
    "body": [
        {
            "outputs": [
                {"pass": True, "score": 1, "text": "yes", "prompt": "A 1", "namedScores": {}},
                {"pass": False, "score": 0, "text": "no such\n---\nnope", "gradingResult": {"reason": "no such"}},
            ],
            "vars": ["1", ""],
            "test": {"vars": {"q": "1"}, "assert": []},
        },
        {
            "outputs": [{"pass": False, "score": 0, "text": "API error: 429", "failureReason": 2}, None],
            "vars": ["2", ""],
            "test": {},
        },
    ],
}
SUMMARY: dict[str, Any] = {"version": 2, "timestamp": "t", "results": [], "stats": {}, "table": TABLE}


@pytest.mark.parametrize("version", [1, 2, 3])
def test_a_bare_summary_of_every_version_is_read(tmp_path: Path, version: int) -> None:
    made = imported(tmp_path, {"version": version, "results": [result("Lima")], "stats": {}, "table": TABLE})
    assert texts(made) == ["Lima"]
    assert made.items[0].system == "openai:gpt-4"


@pytest.mark.parametrize(
    "around",
    [
        lambda summary: {"evalId": "e", "results": summary, "config": {}, "shareableUrl": None},
        lambda summary: {"results": summary, "config": {}, "shareableUrl": None},
        lambda summary: {"version": 1, "config": {"prompts": ["x" * 70_000]}, "results": summary},
        lambda summary: {"config": {}, "evalId": "e", "metadata": {}, "results": summary},
        lambda summary: summary,
    ],
)
def test_whatever_stands_around_a_summary_it_is_read(tmp_path: Path, around: Callable[[object], object]) -> None:
    assert texts(imported(tmp_path, around({"version": 2, "results": [result("Lima")], "stats": {}}))) == ["Lima"]


@pytest.mark.parametrize("document", [SUMMARY, {"results": SUMMARY, "config": {}}, TABLE])
def test_a_table_alone_is_read(tmp_path: Path, document: object) -> None:
    made = imported(tmp_path, document)
    assert texts(made) == ["yes", "nope"]
    assert [item.system for item in made.items] == ["x / A", "x / B"]
    assert made.counts["no_answer"] == 1
    assert [(said.written, said.comment) for said in made.reading.verdicts] == [("true", ""), ("false", "no such")]
    assert [question.text for question in made.questions] == ["q: 1", "q: 2"]


def test_the_first_tables_were_texts(tmp_path: Path) -> None:
    table = {
        "head": {"prompts": ["[x] A {{q}}", "[y] A {{q}}"], "vars": ["q"]},
        "body": [{"outputs": ["[PASS] (1.00) yes", "[FAIL] (0.00) no such\n---\nnope"], "vars": ["1"]}],
    }
    made = imported(tmp_path, {"version": 1, "results": [], "stats": {}, "table": table})
    assert texts(made) == ["yes", "nope"]
    assert [item.system for item in made.items] == ["x", "y"]
    assert [said.written for said in made.reading.verdicts] == ["true", "false"]


def test_a_failed_answer_with_a_rule_in_it_is_whole_where_the_reason_is_known(tmp_path: Path) -> None:
    cell = {"pass": False, "text": "one\n---\ntwo", "gradingResult": {"reason": "too long"}}
    table = {
        "head": {"prompts": [{"label": "A", "provider": "x"}], "vars": []},
        "body": [{"outputs": [cell], "vars": []}],
    }
    assert texts(imported(tmp_path, table)) == ["one\n---\ntwo"]


def test_an_answer_that_is_an_object_is_its_json_as_promptfoo_writes_it(tmp_path: Path) -> None:
    results = [result({"answer": "sí", "n": [1, True]}), result(42, vars={"country": "x"}), result("", vars={})]
    assert texts(imported(tmp_path, {"version": 3, "results": results, "stats": {}})) == [
        '{"answer":"sí","n":[1,true]}', "42", "",
    ]  # fmt: skip


def test_where_the_provider_failed_there_is_no_answer(tmp_path: Path) -> None:
    failed = result(None, response=None, error="API error: 429", success=False, failureReason=2)
    stripped = result("[output stripped]", vars={"country": "Chile"})
    made = imported(tmp_path, {"version": 3, "results": [failed, stripped, result("Lima")], "stats": {}})
    assert texts(made) == ["Lima"]
    assert made.counts["no_answer"] == 2


def test_an_answer_whose_assertion_broke_is_kept_and_its_verdict_is_an_error(tmp_path: Path) -> None:
    broke = result("Lima", error="grader: 500", success=False, failureReason=2)
    made = imported(tmp_path, {"version": 3, "results": [broke], "stats": {}})
    assert [(said.written, said.comment) for said in made.reading.verdicts] == [("error", "grader: 500")]


def test_a_rating_on_the_web_page_is_a_persons_label_and_no_verdict(tmp_path: Path) -> None:
    results = [
        result("Lima", gradingResult=rated(True, "!highlight good"), success=True),
        result("Cusco", vars={"country": "Cusco"}, gradingResult=rated(False), success=False),
        result("?", vars={"country": "?"}, gradingResult={"pass": True, "reason": "ok", "comment": "see me"}),
    ]
    made = imported(tmp_path, {"version": 3, "results": results, "stats": {}})
    assert [(row.label, row.grader, row.comment) for row in made.reading.prior] == [
        ("R", "promptfoo-human", "good"),
        ("X", "promptfoo-human", ""),
    ]
    assert [said.written for said in made.reading.verdicts] == ["true"]
    assert made.items[2].original["promptfoo.comment"] == "see me"


def test_equal_answers_of_a_repeat_are_two_replicates(tmp_path: Path) -> None:
    made = imported(tmp_path, {"version": 3, "results": [result("Lima", testIdx=n) for n in (1, 0)], "stats": {}})
    assert [item.replicate for item in made.items] == [1, 2]
    assert not made.counts["duplicates"]


def test_the_same_provider_and_prompt_in_two_columns_are_two_systems(tmp_path: Path) -> None:
    results = [result("Lima", promptIdx=0), result("Cusco", promptIdx=1)]
    made = imported(tmp_path, {"version": 3, "results": results, "stats": {}})
    assert [item.system for item in made.items] == ["openai:gpt-4", "openai:gpt-4 (2)"]


def test_long_prompts_that_begin_alike_are_told_apart_in_a_line(tmp_path: Path) -> None:
    prompts = [{"raw": "r", "label": "Answer\nthis " + "x" * 100 + end} for end in "ab"]
    results = [result(str(at), prompt=prompt, promptIdx=at) for at, prompt in enumerate(prompts)]
    systems = [item.system for item in imported(tmp_path, {"version": 3, "results": results, "stats": {}}).items]
    assert len(set(systems)) == 2
    assert all("\n" not in system and len(system) < 90 for system in systems)


@pytest.mark.parametrize(
    ("given", "asked"),
    [
        ({"language": "French", "query": "Hi?"}, "Hi?"),
        ({"language": "French"}, "Capital of Peru?"),
        ({}, "Capital of Peru?"),
    ],
)
def test_the_question_is_its_var_or_the_only_prompt(tmp_path: Path, given: dict[str, str], asked: str) -> None:
    made = imported(tmp_path, {"version": 3, "results": [result("Lima", vars=given)], "stats": {}})
    assert [question.text for question in made.questions] == [asked]


def test_with_several_prompts_the_question_is_its_vars(tmp_path: Path) -> None:
    results = [
        result("a", vars={"b": "2", "a": {"k": 1}, "_conversation": [], "none": None}),
        result("b", vars={"a": {"k": 1}, "b": "2"}, prompt={"raw": "other", "label": "other"}),
    ]
    made = imported(tmp_path, {"version": 3, "results": results, "stats": {}})
    assert [question.text for question in made.questions] == ['a: {"k":1}\nb: 2']


def test_tests_without_vars_are_one_question_of_all_prompts(tmp_path: Path) -> None:
    case = {"description": "says hello", "assert": [{"type": "equals", "value": "Hello"}]}
    prompts = [{"raw": raw, "label": raw} for raw in ("Say hello", "Greet me")]
    results = [result(each["raw"], vars={}, prompt=each, testCase=case) for each in prompts]
    made = imported(tmp_path, {"version": 3, "results": results, "stats": {}})
    assert [(question.text, question.references) for question in made.questions] == [("says hello", ("Hello",))]
    assert len(made.items) == 2


def test_a_prompt_that_is_computed_anew_is_still_one_question(tmp_path: Path) -> None:
    results = [result(raw, prompt={"raw": raw, "label": "prompt.js"}) for raw in ("one", "two")]
    made = imported(tmp_path, {"version": 3, "results": results, "stats": {}})
    assert [question.text for question in made.questions] == ["one"]


@pytest.mark.parametrize(
    ("given", "asserted", "references"),
    [
        ({"expected": "Lima"}, [{"type": "equals", "value": "other"}], ("Lima",)),
        ({"question": "?", "answer": "Lima"}, [], ("Lima",)),
        ({"capital": "Lima"}, [{"type": "equals", "value": "{{ capital }}"}], ("Lima",)),
        ({}, [{"type": "similar", "value": ["Lima", "Lima, Peru"]}], ("Lima", "Lima, Peru")),
        ({}, [{"type": "factuality", "value": "It is Lima."}], ("It is Lima.",)),
        ({}, [{"type": "icontains", "value": "Lima"}, {"type": "not-equals", "value": "Cusco"}], ()),
        ({}, [{"type": "equals", "value": "{{ missing | upper }}"}, {"type": "equals", "value": "file://x.txt"}], ()),
        ({}, [{"type": "equals", "value": 7}, {"type": "llm-rubric", "value": "is kind"}, None], ()),
    ],
)
def test_a_reference_is_a_var_or_what_the_answer_is_compared_with(
    tmp_path: Path, given: dict[str, str], asserted: list[object], references: tuple[str, ...]
) -> None:
    one = result("Lima", vars=given, testCase={"assert": asserted})
    made = imported(tmp_path, {"version": 3, "results": [one], "stats": {}})
    assert made.questions[0].references == references


def test_equal_vars_with_other_assertions_are_one_question_with_the_references_of_all(tmp_path: Path) -> None:
    cases: list[dict[str, Any]] = [{}, {"assert": [{"type": "equals", "value": "Lima"}]}]
    results = [result(str(at), testCase=case) for at, case in enumerate(cases)]
    made = imported(tmp_path, {"version": 3, "results": results, "stats": {}})
    assert [question.references for question in made.questions] == [("Lima",)]


def test_description_metadata_and_other_vars_stay_with_the_item(tmp_path: Path) -> None:
    case = {"description": "d", "metadata": {"source": "note 1", "_promptfooFileMetadata": {}}}
    one = result("Lima", vars={"question": "?", "context": "Lima.", "lang": "es"}, testCase=case)
    made = imported(tmp_path, {"version": 3, "results": [one], "stats": {}})
    assert made.items[0].original == {"description": "d", "metadata.source": "note 1", "vars.lang": "es"}
    assert [source.text for source in made.sources] == ["Lima."]


def test_the_json_and_the_csv_of_a_run_mean_the_same_questions_systems_and_replicates(real: Real) -> None:
    for names in (
        ("promptfoo-v3.json", "promptfoo-2024-passcell.csv"),
        ("promptfoo-0121-repeat.json", "promptfoo-0121-repeat.csv"),
    ):
        document, table = (Made(read([real(name)])).items for name in names)
        assert {(i.question_id, i.system, i.replicate, i.text) for i in document} == {
            (i.question_id, i.system, i.replicate, i.text) for i in table
        }


def test_a_prompt_that_is_a_chat_asks_what_the_user_said_last(tmp_path: Path) -> None:
    raw = json.dumps([{"role": "system", "content": "Be kind."}, {"role": "user", "content": "Hi?"}])
    table = {"head": {"prompts": [raw], "vars": []}, "body": [{"outputs": ["[PASS] Hello"], "vars": []}]}
    for document in (table, {"version": 3, "results": [result("Hello", prompt={"raw": raw}, vars={})], "stats": {}}):
        made = imported(tmp_path, document)
        assert [question.text for question in made.questions] == ["Hi?"]
        assert not made.items[0].system.startswith("{")


def test_a_document_is_known_when_what_is_looked_at_ends_inside_a_text(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps({"evalId": "e", "config": {"prompts": ['{"version":', '"' * 60_000]}}))
    assert detect(path) == "promptfoo"


def test_other_documents_are_not_taken_for_promptfoos(tmp_path: Path, real: Real) -> None:
    assert not detect(real("inspect-security-guide.json")).startswith("promptfoo")
    path = tmp_path / "x.json"
    inspect = {"version": 2, "status": "success", "eval": {}, "results": {"scores": []}, "stats": {}, "samples": []}
    for document in (inspect, {"results": {"mmlu": {}}}, {"evalId": "e"}):
        path.write_text(json.dumps(document))
        assert not detect(path).startswith("promptfoo")


def test_what_is_wrong_in_a_document_is_named_by_its_place(tmp_path: Path) -> None:
    path = tmp_path / "output.json"
    path.write_text(
        json.dumps({"evalId": "e", "results": {"version": 3, "results": [PROMPTFOO[0] | {"success": "x"}]}})
    )
    with pytest.raises(Exception, match=r"output\.json: results\.results\.0\.success is 'x'"):
        read([path])


def test_lines_that_hold_two_results_are_two_results(tmp_path: Path) -> None:
    path = tmp_path / "output.jsonl"
    path.write_text("".join(json.dumps(each) for each in PROMPTFOO) + "\n\n" + json.dumps(PROMPTFOO[0]))
    assert detect(path) == "promptfoo-lines"
    made = Made(read([path]))
    assert [(item.text, item.replicate) for item in made.items] == [("a", 1), ("b", 1), ("a", 2)]


def test_a_line_that_is_no_result_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "output.jsonl"
    path.write_text(json.dumps(PROMPTFOO[0]) + '\n{"promptIdx": "x"}\n{"promptIdx": 1\n')
    problems = Made(read([path])).problems
    assert "output.jsonl:2: promptIdx is 'x'" in problems[0]
    assert "line 3" in problems[1]

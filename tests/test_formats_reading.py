from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest
from format_samples import DEEPEVAL, document
from readings import Made, file, made

from gradertui.formats.errors import InputError
from gradertui.formats.reading import read
from gradertui.formats.shown import describe

Real = Callable[[str], Path]


def test_questions_only_are_told_that_answers_are_missing(tmp_path: Path) -> None:
    found = made(tmp_path, "question,expected_answer", "q,r")
    assert found.problems == [
        "answers.csv: answers are missing (there are: question, expected_answer); use --map COLUMN=answer, or as the "
        "bank of a file that has answers: gradertui new NAME ANSWERS --bank answers.csv"
    ]
    assert not found.parts


def test_a_file_of_names_only_has_no_rows(tmp_path: Path) -> None:
    assert made(tmp_path, "question,answer").problems == ["answers.csv has no rows"]


def test_a_broken_line_does_not_stop_the_rest(tmp_path: Path) -> None:
    path = file(tmp_path / "a.jsonl", '{"question": "q", "answer": "a"}', "{", '{"question": "p", "answer": "b"}')
    found = Made(read([path]))
    assert len(found.items) == 2
    assert [problem.split(":")[0] for problem in found.problems] == ["a.jsonl, row 2 (line 2)"]


def test_two_texts_per_row_make_it_preference_and_nothing_else(tmp_path: Path) -> None:
    assert made(tmp_path, "prompt,answer_a,answer_b", "q,a,b").reading.mode == "preference"
    with pytest.raises(InputError, match="two texts per row, to be chosen between: take --mode grade away"):
        made(tmp_path, "prompt,answer_a,answer_b", "q,a,b", mode="grade")


def test_a_mapping_of_no_column_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nope=answer: there is no such column \(there are: question, answer\)"):
        made(tmp_path, "question,answer", "q,a", mapping=["nope=answer"])


def test_template_and_variant_make_it_tone(tmp_path: Path) -> None:
    found = made(tmp_path, "template,variant,replicate,note,tone", "1,Lucía,1,texto,5", "1,Diego,1,texto,4")
    assert found.reading.mode == "tone"
    assert found.counts["unanswered"] == 0
    assert [(item.template, item.variant, item.text, item.question_id) for item in found.items] == [
        ("1", "Lucía", "texto", ""),
        ("1", "Diego", "texto", ""),
    ]


def test_what_was_understood_is_shown_and_safe_to_print(tmp_path: Path) -> None:
    lines = describe(made(tmp_path, {"question": "q\x1b[2J", "answer": "a", "extra\u202e": "x"}).reading)
    assert lines[0] == "answers.jsonl: answers (json, utf-8)"
    assert "question" in lines[1]
    assert "␛[2J" in lines[1]
    assert "(kept as it is)" in lines[3]
    assert not any("\x1b" in line or "\u202e" in line for line in lines)


def counted(monkeypatch: pytest.MonkeyPatch, place: str) -> list[None]:
    """What is there is done as before, and each time leaves something in the list."""
    module, _dot, name = place.rpartition(".")
    does, calls = getattr(import_module(module), name), list[None]()
    monkeypatch.setattr(place, lambda *given, **how: (calls.append(None), does(*given, **how))[1])
    return calls


ONCE = "gradertui.formats."


@pytest.mark.parametrize("bank", [False, True], ids=["alone", "bank"])
def test_an_answer_is_decoded_named_and_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bank: bool) -> None:
    n, looked, formats = 100, 10, 12  # formats look into the first object, or the first line
    monkeypatch.setattr("gradertui.formats.files.PEEK", looked)
    rows = [{"id": i // 2, "system": "ab"[i % 2], "answer": f"a{i}"} | ({} if bank else {"question": f"q{i // 2}"})
            for i in range(n)]  # fmt: skip
    path = file(tmp_path / "a.jsonl", *map(json.dumps, rows))
    known = file(tmp_path / "bank.csv", "id,question", *(f"{i},q{i}" for i in range(n // 2))) if bank else None
    decoded, named = counted(monkeypatch, ONCE + "jsonl.DECODE"), counted(monkeypatch, ONCE + "building.identity_of")
    of_questions = counted(monkeypatch, ONCE + "asking.short")
    reading = read([path], bank=known)
    assert len(decoded) <= looked + formats
    assert len(Made(reading).items) == n
    assert len(decoded) <= n + looked + formats
    assert len(named) == n
    assert len(of_questions) == n // 2


def test_a_run_of_promptfoo_is_parsed_twice_however_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    n, looked = 60, 5
    monkeypatch.setattr("gradertui.formats.files.PEEK", looked)
    monkeypatch.setattr("gradertui.formats.hearing.PEEK", looked)
    human = {"pass": True, "reason": "", "componentResults": [{"pass": True, "assertion": {"type": "human"}}]}
    results = [{"promptIdx": i % 2, "testIdx": i // 2, "prompt": {"raw": f"{i}", "label": "l"}, "vars": {"q": i // 2},
                "provider": {"id": "p"}, "response": {"output": f"o{i}"}, "success": True, "gradingResult": human}
               for i in range(n)]  # fmt: skip
    lines = file(tmp_path / "lines.jsonl", *map(json.dumps, results))
    checks = counted(monkeypatch, ONCE + "tools.promptfoo_lines.fitting")
    assert len(Made(read([lines])).items) == n
    assert len(checks) <= 2 * n + 3 * looked  # once for the names of the systems, once for the rows
    whole = file(tmp_path / "run.json", json.dumps({"evalId": "e", "results": {"version": 3, "results": results}}))
    documents = counted(monkeypatch, ONCE + "tools.promptfoo.fitting")
    assert len(Made(read([whole])).items) == n
    assert len(documents) == 1
    results[0]["response"] = {"output": "another"}
    file(tmp_path / "run.json", json.dumps({"evalId": "e", "results": {"version": 3, "results": results}}))
    assert Made(read([whole])).items[0].text == "another"


def test_parts_may_be_run_again(tmp_path: Path) -> None:
    found = made(tmp_path, "question,answer", "q,a")
    assert list(found.reading.parts()) == found.parts
    assert found.reading.counts["items"] == 1


def test_halueval_is_50_answers_of_chatgpt_without_references(real: Real) -> None:
    found = Made(read([real("halueval-general-50.jsonl")]))
    assert (len(found.items), len(found.questions), found.counts["no_reference"]) == (50, 50, 50)
    assert found.reading.systems == {"chatgpt": 50}
    assert found.items[0].original == {"hallucination_spans": "[]"}
    assert not found.problems


def test_bbq_is_240_answers_of_three_systems(real: Real, tmp_path: Path) -> None:
    path = real("bbq-unifiedqa-nationality-80.jsonl")
    wide = Made(read([path]))
    assert (len(wide.items), len(wide.questions), len(wide.reading.systems)) == (240, 80, 3)
    rows = [
        {
            "id": row["example_id"],
            "question": row["question"],
            "reference": row[f"ans{row['label']}"],
            "context": row["context"],
            "system": column,
            "answer": row[column],
        }
        for row in map(json.loads, path.read_text().splitlines())
        for column in row
        if "_pred_" in column
    ]
    long = made(tmp_path, *rows)
    assert (len(long.items), len(long.questions), len(long.sources)) == (240, 80, 40)
    assert not wide.problems + long.problems


def test_ragas_has_no_answers(real: Real) -> None:
    problems = Made(read([real("ragas-hf-doc-qa.csv")])).problems
    assert len(problems) == 1
    assert "answers are missing (there are: question, expected_answer, column 3)" in problems[0]


def test_letters_are_120_cards_of_60_templates(real: Real) -> None:
    found = Made(read([real("name-swap-letters-chatgpt.csv")], mapping=["occupation+age=template"]))
    templates = [item.template for item in found.items]
    assert len(templates) == 120
    assert {templates.count(each) for each in templates} == {2}
    assert len(set(templates)) == 60
    assert found.items[0].template == "writer / 60"
    assert found.reading.systems == {"chatgpt": 120}
    assert not found.problems


def test_lm_eval_gives_ten_answers(real: Real) -> None:
    found = Made(read([real("lm-eval-samples-math.jsonl")]))
    assert (len(found.items), found.counts["no_reference"]) == (10, 0)


def test_an_annotated_export_merges_its_graders(real: Real) -> None:
    found = Made(read([real("label-studio-grading.csv")]))
    assert (len(found.questions), len(found.reading.prior), len(found.reading.systems)) == (3, 10, 2)


def test_how_much_is_read_is_told_by_lines_and_of_a_document_by_nothing(tmp_path: Path) -> None:
    reading = made(tmp_path, "id,question,answer", *(f"{n},q{n},a" for n in range(9))).reading
    shares = [reading.share() for _part in reading.parts()]
    assert shares == sorted(shares)
    assert (round(shares[0] or 0, 1), shares[-1]) == (0.2, 1.0)
    (tmp_path / "run.json").write_bytes(document(DEEPEVAL))
    reading = read([tmp_path / "run.json"])
    assert [reading.share() for _part in reading.parts()] == [None] * 4

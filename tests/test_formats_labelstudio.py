from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from readings import Made

from gradertui.formats.errors import InputError
from gradertui.formats.ratings import read_ratings
from gradertui.formats.reading import read

Real = Callable[[str], Path]
Said = Callable[..., tuple[int, str, str]]
ASKED = {"question": "q", "answer": "a"}


def result(name: str, kind: str, key: str, value: object) -> dict[str, Any]:
    return {"from_name": name, "to_name": "answer", "type": kind, "value": {key: value}}


def grade(letter: str, name: str = "grade") -> dict[str, Any]:
    return result(name, "choices", "choices", [letter])


def annotation(*results: Mapping[str, Any], who: object = 1, **more: object) -> dict[str, Any]:
    return {"id": 9, "completed_by": who, "result": list(results), "was_cancelled": False} | more


def task(*annotations: Mapping[str, Any], data: Mapping[str, Any] = ASKED, **more: object) -> dict[str, Any]:
    return {"id": 1, "annotations": list(annotations), "predictions": [], "data": dict(data)} | more


def project(tmp_path: Path, *tasks: Mapping[str, Any], **options: Any) -> Made:
    path = tmp_path / "project.json"
    path.write_text(json.dumps(tasks))
    found = Made(read([path], **options))
    assert found.reading.files[0].format.startswith("label-studio")
    return found


def labels(found: Made) -> list[tuple[str, str]]:
    return [(row.grader, row.label) for row in found.reading.prior]


def test_the_grades_of_the_export_agree_as_they_did_there(said: Said, real: Real) -> None:
    for name in ("label-studio-grading.json", "label-studio-grading.min.json", "label-studio-grading.csv"):
        assert said("new", name, real(name))[0] == 0
        found = json.loads(said("agreement", name, "--format", "json")[1])
        assert round(found["alpha"]["nominal"]["value"], 4) == 0.7097


def test_the_ratings_of_the_export_agree_and_differ_by_model_as_they_did_there(said: Said, real: Real) -> None:
    path = real("label-studio-grading.json")
    maps = ("--map", "question_id=template", "--map", "system=variant")
    status, out, _err = said("new", "tone", path, "--mode", "tone", *maps)
    assert (status, "4 2 · 5 4 · 3 1 · 2 2 · 1 1" in out) == (0, True)
    alpha = json.loads(said("agreement", "tone", "--format", "json")[1])["alpha"]
    assert [round(alpha[each]["value"], 4) for each in ("ordinal", "interval")] == [0.8412, 0.8676]
    found = Made(read([path], mode="tone", mapping=["question_id=template", "system=variant"]))
    variant = {item.item_id: item.variant for item in found.items}
    given: dict[str, list[int]] = {}
    for row in found.reading.prior:
        given.setdefault(variant[row.of.item_id], []).append(int(row.label))
    assert {name: round(sum(of) / len(of), 3) for name, of in given.items()} == {"model-a": 4.667, "model-b": 2.0}


def test_agreement_reads_the_export_without_a_session(real: Real) -> None:
    for name in ("label-studio-grading.json", "label-studio-grading.min.json", "label-studio-grading.csv"):
        items = read_ratings(real(name)).items
        assert (len(items), Counter(value for of in items.values() for value in of.values())) == (
            4,
            {"R": 5, "X": 3, "N": 2},
        )


def test_label_takes_the_rows_of_its_grader_only(said: Said, real: Real, stands: Any, tmp_path: Path) -> None:
    path = real("label-studio-grading.json")
    said("new", "grading", path)
    folder = tmp_path / "sessions" / "grading"
    before = stands(folder, "1")
    assert sorted(label for label, _comment in before.values()) == ["N", "R", "R", "X"]
    for log in folder.glob("labels/1.sqlite*"):
        log.unlink()
    assert said("label", "grading", path, "--grader", "1")[1].startswith("4 labels taken in, 0 stood already\n")
    assert stands(folder, "1") == before
    status, _out, err = said("label", "grading", path, "--grader", "zoe")
    assert (status, "none of them zoe: say --grader with one of 1, 2, 3" in err) == (2, True)


def test_texts_of_the_export_are_unchanged(real: Real) -> None:
    texts = {item.text for item in Made(read([real("label-studio-grading.json")])).items}
    assert {"Ninety, I believe.\nIt varies.", "Gabriel García Márquez 🎉", "I cannot answer that. [/b] =1+1"} <= texts


@pytest.mark.parametrize(
    "data",
    [
        {"qid": "7", "prompt": "q", "response": "a", "gold": ["x", "y"], "model": "m"},
        {"id": 7, "instruction": "q", "input": "", "output": "a", "expected": ["x", "y"], "model_name": "m"},
        {"key": "7", "pregunta": "q", "respuesta": "a", "referencia": ["x", "y"], "sistema": "m"},
    ],
)
def test_users_name_their_data_as_they_like(tmp_path: Path, data: Mapping[str, Any]) -> None:
    found = project(tmp_path, task(data=data))
    (question,), (item,) = found.questions, found.items
    assert (question.question_id, question.text, question.references) == ("7", "q", ("x", "y"))
    assert (item.text, item.system) == ("a", "m")


def test_a_task_that_holds_nothing_but_a_text_is_that_text(tmp_path: Path) -> None:
    tasks = [task(annotation(grade("R")), data={"text": text}, id=n) for n, text in enumerate("aba")]
    found = project(tmp_path, *tasks)
    assert [(item.question_id, item.text) for item in found.items] == [("0", "a"), ("1", "b"), ("2", "a")]
    assert labels(found) == [("1", "R")] * 3


@pytest.mark.parametrize("name", ["text", "answer", "response"])
def test_two_texts_are_a_pair_and_left_and_right_a_preference(tmp_path: Path, name: str) -> None:
    data = {"prompt": "q", f"{name}1": "a", f"{name}2": "b"}
    sides = [result("side", "pairwise", "selected", side) for side in ("left", "right")]
    found = project(tmp_path, task(annotation(sides[0]), annotation(sides[1], who=2), data=data))
    assert (found.reading.mode, [item.text for item in found.items]) == ("preference", ["a", "b"])
    assert labels(found) == [("1", "A"), ("2", "B")]


def test_the_preference_may_have_been_a_choice(tmp_path: Path) -> None:
    data = {"prompt": "q", "answer_a": "a", "answer_b": "b"}
    found = project(tmp_path, task(annotation(grade("Tie", "better")), data=data))
    assert labels(found) == [("1", "T")]


def test_of_several_choices_the_grade_is_the_one_whose_values_are_letters(tmp_path: Path) -> None:
    said = annotation(grade("formal", "register"), grade("correct", "verdict"), result("n", "number", "number", 3))
    found = project(tmp_path, task(said))
    assert labels(found) == [("1", "R")]
    assert found.items[0].original == {
        "id": "1", "annotations.1.register": "formal", "annotations.1.n": '{"number": 3}',
    }  # fmt: skip


def test_choices_that_are_no_letters_are_kept_by_annotator_and_said(tmp_path: Path) -> None:
    found = project(tmp_path, task(annotation(grade("Good"), who=1), annotation(grade("Bad"), who=2)))
    assert not found.problems + labels(found)
    assert {"annotations.1.grade": "Good", "annotations.2.grade": "Bad"}.items() <= found.items[0].original.items()
    assert any("“Good” and the like are none of R, X, N" in note for note in found.notes)


def test_stars_beyond_five_are_no_tone(tmp_path: Path) -> None:
    stars = [annotation(result("stars", "rating", "rating", n), who=n) for n in (4, 9)]
    found = project(tmp_path, task(*stars))
    assert not found.reading.files[0].has("label")
    assert found.items[0].original["annotations.9.stars"] == "9"


def test_comments_go_with_the_label(tmp_path: Path) -> None:
    said = annotation(grade("X"), result("why", "textarea", "text", ["no", "really"]))
    assert project(tmp_path, task(said)).reading.prior[0].comment == "no\nreally"


def test_of_a_person_the_least_is_kept_that_tells_them_apart(tmp_path: Path) -> None:
    people = [
        {"id": 3, "email": "ana@x.org", "first_name": "Ana", "last_name": "Ruiz"},
        {"id": 4, "email": "ana@y.org"},
        {"id": 5, "email": ""},
        "ben@x.org",
        None,
        6,
    ]
    found = project(tmp_path, task(*(annotation(grade("R"), who=who) for who in people)))
    assert [who for who, _label in labels(found)] == ["ana", "ana-4", "5", "ben", "label-studio", "6"]
    assert "Ruiz" not in repr(found.parts)
    assert "@" not in repr(found.parts)


def test_our_own_tasks_say_who_graded_in_a_text(tmp_path: Path) -> None:
    data = {"item_id": "i1", "replicate": 1, "answer": "a", "system": "s", "reference": ["x", "y"], "question_id": "7",
            "question": "q", "source": "n"}  # fmt: skip
    texts = [result(name, "textarea", "text", [text]) for name, text in (("grader", "ana"), ("comment", "why"))]
    said = {"result": [grade("R"), *texts], "was_cancelled": False}
    found = project(tmp_path, {"data": data, "annotations": [said, said | {"completed_by": 3}]})
    assert [(row.grader, row.label, row.comment) for row in found.reading.prior] == [("ana", "R", "why")] * 2
    assert (found.items[0].question_id, found.questions[0].references) == ("7", ("x", "y"))
    assert (found.items[0].original, [source.text for source in found.sources]) == ({"item_id": "i1"}, ["n"])


def test_our_own_cards_are_cards(tmp_path: Path) -> None:
    data = {"item_id": "i1", "replicate": 2, "card": "a", "template": "t", "variant": "Ana", "source": "note"}
    found = project(tmp_path, task(annotation(result("tone", "rating", "rating", 4)), data=data))
    assert (found.reading.mode, found.items[0].template, found.items[0].replicate) == ("tone", "t", 2)
    assert labels(found) == [("1", "4")]


def test_a_skipped_annotation_is_left_out_and_its_item_stays(tmp_path: Path) -> None:
    found = project(tmp_path, task(annotation(grade("R"), was_cancelled=True)))
    assert (len(found.items), labels(found)) == (1, [])
    assert "left out 1: a skipped annotation" in found.notes


def test_exports_from_before_annotations_were_called_so(tmp_path: Path) -> None:
    old = {"id": 0, "completions": [annotation(grade("N"), who="ana@x.org"), {"result": [], "skipped": True}]}
    found = project(tmp_path, old | {"data": ASKED})
    assert labels(found) == [("ana", "N")]
    assert found.reading.systems == {"": 1}


def test_tasks_that_were_never_annotated_are_read(tmp_path: Path) -> None:
    assert len(project(tmp_path, {"data": ASKED}, {"data": {"question": "p", "answer": "b"}}).items) == 2


def test_what_models_had_predicted_are_their_verdicts_once(tmp_path: Path) -> None:
    said = [
        {"model_version": "v1", "score": 0.4, "result": [grade("R"), result("why", "textarea", "text", ["sure"])]},
        {"model_version": None, "score": 0.9, "result": []},
        17,
    ]
    found = project(tmp_path, task(annotation(grade("X")), annotation(grade("R"), who=2), predictions=said))
    assert [(each.tool, each.written, each.comment) for each in found.reading.verdicts] == [
        ("v1", "R", "sure"),
        ("label-studio", "0.9", ""),
    ]


def test_a_label_of_several_answers_at_once_is_nobodys(tmp_path: Path) -> None:
    data = {"question": "q", "gpt_response": "a", "llama_response": "b", "label": "old"}
    found = project(tmp_path, task(annotation(grade("R")), data=data))
    assert (found.reading.systems, labels(found)) == ({"gpt": 1, "llama": 1}, [])
    assert found.items[0].original["data.label"] == "old"


def test_choices_of_the_flat_export_may_be_several(tmp_path: Path) -> None:
    row = {"id": 1, "question": "q", "answer": "a", "annotator": 1, "annotation_id": 1, "lead_time": 1}
    row |= {"created_at": "", "updated_at": "", "grade": {"choices": ["R", "X"]}, "why": {"text": ["a", "b"]}}
    assert project(tmp_path, row | {"grade": "X"}, row).problems == [
        "project.json, row 2 (line 1), column label: 'R, X' is no label; write one of R, X, N"
    ]


def test_controls_of_the_flat_export_are_known_by_what_they_hold(tmp_path: Path) -> None:
    keys = dict.fromkeys(("annotation_id", "created_at", "updated_at", "lead_time"))
    rows = [
        {"id": n, "question": "q", "answer": text, "model": text, "outcome": said, "stars": [{"rating": n}],
         "why": {"text": ["x", "y"]}, "annotator": "ana@x.org"} | keys
        for n, text, said in ((1, "a", "Correct"), (2, "b", "incorrect"))
    ]  # fmt: skip
    found = project(tmp_path, *rows)
    assert labels(found) == [("ana", "R"), ("ana", "X")]
    assert len(found.questions) == 1
    assert found.reading.prior[0].comment == "x\ny"


HEADER = "annotation_id,annotator,answer,created_at,grade,id,lead_time,question,updated_at"


@pytest.mark.parametrize(
    ("ids", "asked", "questions"), [(("1", "2"), "qq", 1), (("1", "2"), "qp", 2), (("q1", "q1"), "qq", 1)]
)
def test_ids_of_the_table_are_the_datas_or_number_tasks(
    tmp_path: Path, ids: Sequence[str], asked: str, questions: int
) -> None:
    rows = [f"{n},1,{text},,R,{ids[n]},,{asked[n]}," for n, text in enumerate("ab")]
    path = tmp_path / "project.csv"
    path.write_text("\n".join((HEADER, *rows)) + "\n")
    assert len(Made(read([path])).questions) == questions


def test_the_same_table_with_tabs(tmp_path: Path) -> None:
    path = tmp_path / "project.tsv"
    path.write_text("\n".join((HEADER, '1,ana@x.org,a,,R,q1,1.5,"q",')).replace(",", "\t") + "\n")
    assert labels(Made(read([path]))) == [("ana", "R")]


def test_a_task_without_data_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        project(tmp_path, task(annotation(grade("R"))), {"id": 2, "annotations": []})
    assert error.value.problems == ("project.json, row 2 (line 1): data is missing; was the file changed or cut off?",)

from __future__ import annotations

from pathlib import Path

from readings import Made, file, made

from gradertui.formats.reading import read
from gradertui.identity import item_identity
from gradertui.model import Question


def test_three_systems_make_three_items_of_one_question(tmp_path: Path) -> None:
    found = made(tmp_path, *({"id": "p1", "question": "q", "reference": "r", "system": s, "answer": s} for s in "abc"))
    assert found.questions == [Question("p1", "q", ("r",), True)]
    assert [(item.question_id, item.system, item.text, item.replicate) for item in found.items] == [
        ("p1", "a", "a", 1),
        ("p1", "b", "b", 1),
        ("p1", "c", "c", 1),
    ]
    assert found.reading.systems == {"a": 1, "b": 1, "c": 1}
    assert not found.problems


def test_equal_rows_with_different_texts_are_replicates(tmp_path: Path) -> None:
    found = made(tmp_path, *({"id": 1, "question": "q", "answer": text} for text in ("a", "b", "a", "c")))
    assert [(item.text, item.replicate) for item in found.items] == [("a", 1), ("b", 2), ("c", 3)]
    assert (found.counts["duplicates"], found.counts["replicates"]) == (1, 2)


def test_a_declared_replicate_is_kept_and_may_start_at_zero(tmp_path: Path) -> None:
    found = made(tmp_path, *({"id": 1, "question": "q", "epoch": n, "answer": "same"} for n in range(3)))
    assert [item.replicate for item in found.items] == [1, 2, 3]


def test_a_replicate_number_taken_twice_is_given_anew(tmp_path: Path) -> None:
    found = made(tmp_path, *({"id": 1, "question": "q", "rep": n, "answer": text} for n, text in ((1, "a"), (1, "b"))))
    assert [item.replicate for item in found.items] == [1, 2]
    assert found.counts["renumbered"] == 1


def test_the_same_file_twice_adds_nothing(tmp_path: Path) -> None:
    path = file(tmp_path / "a.csv", "id,question,answer", "1,q,a", "1,q,b", "2,p,a")
    once, twice = Made(read([path])), Made(read([path, path]))
    assert once.items == twice.items


def test_the_same_row_twice_is_kept_once_and_counted(tmp_path: Path) -> None:
    found = made(tmp_path, "id,question,answer", "1,q,a", "1,q,b", "1,q,a", "1,q,b")
    assert [(item.text, item.replicate) for item in found.items] == [("a", 1), ("b", 2)]
    assert found.counts["duplicates"] == 2


def test_an_identity_is_made_of_everything_and_of_nothing_else(tmp_path: Path) -> None:
    found = made(tmp_path, {"id": 1, "question": "q", "system": "s", "answer": "a"})
    item, question = found.items[0], found.questions[0]
    assert item.item_id == item_identity(item, question)
    assert len(item.item_id) == 12
    for other in (
        {"text": "b"},
        {"system": "t"},
        {"replicate": 2},
        {"variant": "v"},
        {"template": "s", "system": ""},
    ):
        assert item_identity(item._replace(**other), question) != item.item_id  # type: ignore[arg-type]
    assert item_identity(item._replace(confidence=0.5), question) == item.item_id


def test_absent_answers_are_counted_and_empty_ones_are_items(tmp_path: Path) -> None:
    rows = [{"id": n, "question": f"q{n}"} | extra for n, extra in enumerate([{"answer": None}, {}, {"answer": ""}])]
    found = made(tmp_path, {"id": 9, "question": "q", "answer": "nan"}, *rows)
    assert [item.text for item in found.items] == [""]
    assert (found.counts["no_answer"], found.counts["empty"]) == (3, 1)


def test_unknown_columns_are_kept_under_their_own_names(tmp_path: Path) -> None:
    found = made(tmp_path, {"question": "q", "answer": "a", "Trace Id": "t1", "n": 3, "tags": ["x"], "gone": None})
    assert found.items[0].original == {"Trace Id": "t1", "n": "3", "tags": '["x"]'}


def test_labels_of_people_in_a_file_are_heard(tmp_path: Path) -> None:
    rows = ("q,a,C,ana,", "q,a,X,ben,no", "p,a,,", "p,b,R,ben,")
    found = made(tmp_path, "question,answer,grade,rater,comment", *rows)
    assert [(row.of.item_id, row.grader, row.label) for row in found.reading.prior] == [
        (found.items[0].item_id, "ana", "R"),
        (found.items[0].item_id, "ben", "X"),
        (found.items[2].item_id, "ben", "R"),
    ]
    assert found.counts["duplicates"] == 0
    assert found.reading.prior[1].comment == "no"
    assert found.items[0].original == {"grade": "C", "rater": "ana", "comment": ""}


def test_a_label_that_is_none_of_ours_is_a_problem_with_its_place(tmp_path: Path) -> None:
    found = made(tmp_path, "question,answer,grade,annotator", "q,a,R,ana", "p,b,maybe,ana")
    assert found.problems == ["answers.csv, row 2 (line 3), column grade: 'maybe' is no label; write one of R, X, N"]


def test_a_column_without_any_label_of_ours_is_kept_as_it_is(tmp_path: Path) -> None:
    found = made(tmp_path, "question,answer,label,annotator", "q,a,positive,ana", "p,b,negative,ana")
    assert not found.problems
    assert not found.reading.prior
    assert any("“positive” and the like are none of R, X, N" in note for note in found.reading.notes)
    assert found.items[0].original["label"] == "positive"


def test_a_confidence_outside_is_a_problem_with_its_fix(tmp_path: Path) -> None:
    found = made(tmp_path, "id,question,answer,confianza", "1,q,a,0.4", "2,p,a,1.7", "3,o,a,")
    assert found.problems == [
        "answers.csv, row 2 (line 3), column confianza: '1.7': not between 0 and 1; "
        "write 0.17, or use --map confianza=confidence_percent for 17"
    ]
    percent = made(tmp_path, "id,question,answer,conf", "1,q,a,40", mapping=["conf=confidence_percent"])
    assert percent.items[0].confidence == 0.4

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gradertui.formats.errors import InputError
from gradertui.formats.labels import LabelRow, read_labels
from gradertui.model import Identity


def file(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "labels.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


def test_a_label_is_found_by_item_id_first(tmp_path: Path) -> None:
    path = file(tmp_path, "item_id,question_id,label,grader,comment", "abc,p1,R,ana,clear")
    assert list(read_labels(path)) == [LabelRow(1, Identity("abc", "p1"), "R", "ana", "clear")]


def test_or_by_question_system_and_replicate(tmp_path: Path) -> None:
    path = file(tmp_path, "clave,configuracion,rep,letra", "p01,Haiku sin RAG,2,x")
    assert list(read_labels(path)) == [LabelRow(1, Identity("", "p01", "Haiku sin RAG", replicate=2), "X", "", "")]


def test_a_question_beside_a_label_is_its_id_where_no_column_has_ids(tmp_path: Path) -> None:
    path = file(tmp_path, "question,system,label", "p01,alba,R")
    assert list(read_labels(path)) == [LabelRow(1, Identity("", "p01", "alba"), "R", "", "")]
    path = file(tmp_path, "question_id,question,system,label", "p01,Where?,alba,R", ",p02,alba,R")
    assert [row.of.question_id for row in read_labels(path)] == ["p01", ""]


@pytest.mark.parametrize(
    ("label", "written"),
    [
        ("R", ["R", "r", "C", "1", "1.0", "true", "Correct", "ACCEPT"]),
        ("X", ["X", "I", "0", "False", "incorrect", "reject"]),
        ("N", ["N", "n", "not_attempted", "Not attempted", "abstain"]),
    ],
)
def test_what_is_written_is_mapped_to_letters(tmp_path: Path, label: str, written: list[str]) -> None:
    path = file(tmp_path, "item,label", *(f"i{n},{each}" for n, each in enumerate(written)))
    assert {row.label for row in read_labels(path)} == {label}


def test_json_values_are_mapped_too(tmp_path: Path) -> None:
    path = tmp_path / "labels.jsonl"
    path.write_text('{"item": "a", "label": true}\n{"item": "b", "label": 0}\n{"item": "c", "label": null}\n')
    assert [row.label for row in read_labels(path)] == ["R", "X"]


@pytest.mark.parametrize(
    ("written", "at"),
    [
        ("2026-03-01T10:00:00.250+00:00", "2026-03-01T10:00:00.250+00:00"),
        ("2026-03-01 07:00:00-03:00", "2026-03-01T10:00:00.000+00:00"),
        ("2026-03-01 10:00", "2026-03-01T10:00:00.000+00:00"),
        ("a Sunday", ""),
        ("0001-01-01T00:00:00+14:00", ""),
        ("", ""),
    ],
)
def test_when_it_was_given_is_read_as_events_carry_it(tmp_path: Path, written: str, at: str) -> None:
    assert [row.at for row in read_labels(file(tmp_path, "item,label,at", f"a,R,{written}"))] == [at]


def test_tone_is_one_to_five(tmp_path: Path) -> None:
    path = file(tmp_path, "template,variant,replicate,tone", "1,Lucía,1,5")
    assert list(read_labels(path, mode="tone")) == [
        LabelRow(1, Identity("", template="1", variant="Lucía"), "5", "", "")
    ]


def test_a_blank_label_is_no_label(tmp_path: Path) -> None:
    assert [row.of.item_id for row in read_labels(file(tmp_path, "item,label", "a,", "b,R"))] == ["b"]


def test_an_unknown_label_is_a_problem_with_its_row_and_the_rest_is_looked_at(tmp_path: Path) -> None:
    path = file(tmp_path, "item,label", "a,R", "b,maybe", "c,perhaps")
    with pytest.raises(InputError) as caught:
        list(read_labels(path))
    assert caught.value.problems == (
        "labels.csv, row 2 (line 3), column label: 'maybe' is no label; write one of R, X, N",
        "labels.csv, row 3 (line 4), column label: 'perhaps' is no label; write one of R, X, N",
    )


@pytest.mark.parametrize(
    ("header", "words"),
    [("item,comment", "no column holds labels"), ("label,grader", "no column says which item a row is about")],
)
def test_a_file_without_labels_or_items_is_one_clear_error(tmp_path: Path, header: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        list(read_labels(file(tmp_path, header, "a,b")))


def test_a_mapping_overrules_the_names(tmp_path: Path) -> None:
    path = file(tmp_path, "which,verdict", "a,C")
    rows = list(read_labels(path, mapping=["which=item_id", "verdict=label"]))
    assert [(row.of.item_id, row.label) for row in rows] == [("a", "R")]


def test_fleiss_categories_are_not_letters(real: Callable[[str], Path]) -> None:
    with pytest.raises(InputError) as caught:
        list(read_labels(real("fleiss-1971-diagnoses-long.csv")))
    assert len(caught.value.problems) == 180

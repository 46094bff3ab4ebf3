from __future__ import annotations

from pathlib import Path

import pytest
from readings import Made, file

from gradertui.formats.known import detect
from gradertui.formats.reading import read


@pytest.mark.parametrize(
    ("written", "references"),
    [
        ("Lima", ("Lima",)),
        ("equals:Lima", ("Lima",)),
        ("similar(0.8):Lima", ("Lima",)),
        ("icontains: Lima", ("Lima",)),
        ("note: it is Lima", ("note: it is Lima",)),
        ("llm-rubric: is polite", ()),
        ("javascript: output.length > 3", ()),
    ],
)
def test_what_an_answer_is_compared_with_is_a_reference(
    tmp_path: Path, written: str, references: tuple[str, ...]
) -> None:
    bank = file(tmp_path / "tests.csv", "question,__expected1,__metadata:question_id", f"What?,{written},p1")
    assert detect(bank) == "promptfoo-tests"
    found = Made(read([file(tmp_path / "answers.csv", "id,answer", "p1,Lima")], bank=bank))
    assert not found.problems
    assert [(question.question_id, question.references) for question in found.questions] == [("p1", references)]


def test_several_columns_are_alternatives_and_metadata_says_whether_there_is_an_answer(tmp_path: Path) -> None:
    header = "question,context,__expected1,__expected2,__threshold,__metadata:answerable"
    bank = file(tmp_path / "tests.csv", header, "What?,A note.,icontains:Lima,icontains:Callao,0.5,no")
    lacks = read([bank]).lacks
    assert lacks
    assert lacks.lines == ("1 question · 1 with a reference · 1 source · 0 answers",)
    found = Made(read([file(tmp_path / "a.csv", "question,answer", "What?,x")], bank=bank))
    assert found.questions[0].references == ("Lima", "Callao")
    assert found.questions[0].answerable is False

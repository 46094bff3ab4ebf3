from __future__ import annotations

from pathlib import Path

import pytest
from readings import file

from gradertui.formats.reading import read


def test_questions_without_answers_are_counted_as_a_bank(tmp_path: Path) -> None:
    rows = ("q1,what?,yes,1", "q2,why?,,1", "q2,why?,,1")
    lacks = read([file(tmp_path / "bank.csv", "id,question,expected,extra", *rows)]).lacks
    assert lacks
    assert lacks.lines == ("2 questions · 1 with a reference · 0 sources · 0 answers",)
    assert lacks.words.endswith("gradertui new NAME ANSWERS --bank bank.csv")


def test_debris_of_a_broken_quote_is_left_out_and_said(tmp_path: Path) -> None:
    rows = [f"what {n}?,yes," for n in range(12)]
    lacks = read([file(tmp_path / "bank.csv", "question,expected,", *rows, 'ase, d",64', "last?,yes,")]).lacks
    assert lacks
    assert lacks.lines == (
        "13 questions · 13 with a reference · 0 sources · 0 answers",
        "left out 1: a row with a cell under no name, as a broken quote leaves",
    )


def test_labels_without_texts_are_counted_and_sent_to_agreement(tmp_path: Path) -> None:
    rows = ("i1,ana,R", "i1,ben,X", "i2,ana,R", "i2,ben,X")
    lacks = read([file(tmp_path / "labels.csv", "item,grader,label", *rows)]).lacks
    assert lacks
    assert lacks.lines == ("2 items · 2 graders · 4 labels", "R 2 · X 2")
    assert lacks.words == (
        "labels.csv: labels without texts, so that there is nothing to grade; for them there is: "
        "gradertui agreement labels.csv"
    )


@pytest.mark.parametrize("header", ["question,answer", "day,weather"])
def test_what_can_be_graded_or_is_nothing_we_know_lacks_nothing(tmp_path: Path, header: str) -> None:
    assert read([file(tmp_path / "a.csv", header, "x,y")]).lacks is None

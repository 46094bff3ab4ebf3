from collections.abc import Callable
from pathlib import Path

import pytest
from readings import Made, made

from gradertui.formats.reading import read
from gradertui.model import Item

Real = Callable[[str], Path]


def items(found: Made) -> list[Item]:
    return [part for part in found.parts if isinstance(part, Item)]


def test_a_row_makes_a_pair_of_its_two_texts(tmp_path: Path) -> None:
    found = made(tmp_path, "prompt,model_a,answer_a,model_b,answer_b", "q,x,one,y,two")
    assert [(i.system, i.text, i.variant) for i in items(found)] == [("x", "one", "a"), ("y", "two", "b")]
    assert len({i.template for i in items(found)}) == 1


def test_systems_are_named_by_one_column_or_after_the_columns(tmp_path: Path) -> None:
    joined = made(tmp_path, "idx,cmp_key,prompt,response1,response2", "7,x-1_y_2,q,one,two")
    assert [(i.system, i.template) for i in items(joined)] == [("x-1", "7"), ("y_2", "7")]
    bare = made(tmp_path, "prompt,left,right", "q,one,two")
    assert [i.system for i in items(bare)] == ["left", "right"]


def test_the_same_two_texts_are_one_pair_whichever_stood_first_and_votes_follow_the_texts(tmp_path: Path) -> None:
    head = "question_id,prompt,model_a,answer_a,model_b,answer_b,judge,winner"
    found = made(
        tmp_path, head, "q1,q,x,one,y,two,ana,model_a", "q1,q,y,two,x,one,ben,model_a", "q1,q,y,two,x,one,eva,tie"
    )
    assert len(items(found)) == 2
    assert [(row.grader, row.label) for row in found.reading.prior] == [("ana", "A"), ("ben", "B"), ("eva", "T")]
    assert found.reading.notes[0] == "2 rows have the texts of earlier ones: one pair each"


@pytest.mark.parametrize(
    ("written", "label"),
    [("A", "A"), ("2", "B"), ("0", "T"), ("tie (bothbad)", "Z"), ("x", "A"), ("Model_B", "B"), ("cannot tell", "0")],
)
def test_a_vote_is_understood_however_it_is_written(tmp_path: Path, written: str, label: str) -> None:
    head = "prompt,model_a,answer_a,model_b,answer_b,annotator1"
    assert [row.label for row in made(tmp_path, head, f"q,x,one,y,two,{written}").reading.prior] == [label]


def test_what_is_no_vote_is_an_error_with_its_row(tmp_path: Path) -> None:
    found = made(tmp_path, "prompt,answer_a,answer_b,annotator1", "q,one,two,maybe")
    words = "answers.csv, row 1 (line 2): 'maybe' is no label; write one of A, B, tie, both bad, cannot tell"
    assert found.problems == [words]


def test_two_texts_of_one_system_and_an_id_with_other_texts_are_errors(tmp_path: Path) -> None:
    head = "idx,prompt,model_a,answer_a,model_b,answer_b"
    found = made(tmp_path, head, "1,q,x,one,x,two", "2,q,x,one,y,two", "2,q,x,one,y,three")
    assert found.problems == [
        "answers.csv, row 1 (line 2), column model_b: both texts are of x: there is nothing to choose between",
        "answers.csv, row 3 (line 4), column idx: pair '2' has other texts in answers.csv, row 2 (line 3); give it "
        "another id",
    ]


def test_an_absent_text_leaves_its_pair_out_and_an_empty_one_does_not(tmp_path: Path) -> None:
    rows = [{"prompt": "q", "left": "one", "right": None}, {"prompt": "q", "left": "one", "right": ""}]
    found = made(tmp_path, *rows)
    assert len(items(found)) == 2
    assert (found.reading.counts["no_answer"], found.reading.counts["empty"]) == (1, 1)


def test_of_a_conversation_the_last_words_are_compared_under_what_was_asked(tmp_path: Path) -> None:
    def chat(*said: str) -> list[dict[str, str]]:
        return [{"role": role, "content": text} for role, text in zip(("user", "assistant"), said, strict=True)]

    row = {"model_a": "x", "conversation_a": chat("q", "one"), "model_b": "y", "conversation_b": chat("q", "two")}
    found = made(tmp_path, row)
    assert [i.text for i in items(found)] == ["one", "two"]
    assert found.questions[0].text == "q"


def test_real_pairs_come_with_the_counts_of_their_manifest(real: Real) -> None:
    reading = read([real("pandalm-ab-260-319.json")])
    found = list(reading.parts())
    assert (reading.mode, reading.counts["pairs"], reading.counts["questions"], reading.counts["systems"]) == (
        "preference",
        60,
        14,
        5,
    )
    assert reading.counts["empty"] == 3
    pairs = {(a.system, b.system) for a, b in zip(*[iter(p for p in found if isinstance(p, Item))] * 2, strict=True)}
    assert len(pairs) == 10
    said = {
        grader: [row.label for row in reading.prior if row.grader == grader] for grader in ("annotator1", "annotator3")
    }
    assert [said["annotator1"].count(label) for label in "ABT"] == [28, 24, 8]
    assert [said["annotator3"].count(label) for label in "ABT"] == [23, 26, 11]

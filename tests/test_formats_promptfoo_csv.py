"""promptfoo's CSV, every kind that its source writes, and cells that hold the verdict with the answer."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from readings import Made

from gradertui.formats.known import detect
from gradertui.formats.reading import read
from gradertui.formats.tools.promptfoo_cell import Inside, opened
from gradertui.formats.tools.promptfoo_run import MANUAL

Real = Callable[[str], Path]
GROUP = ("Status", "Score", "Named Scores", "Grader Reason", "Comment")


def imported(path: Path, *rows: Sequence[str], delimiter: str = ",") -> Made:
    with path.open("w", newline="") as file:
        csv.writer(file, delimiter=delimiter).writerows(rows)
    assert detect(path) == "promptfoo-csv"
    return Made(read([path]))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "output.csv"


# What promptfoo 0.118 makes of answers: its expression run with its own dependency, dedent 1.5.3.
@pytest.mark.parametrize(
    ("cell", "inside"),
    [
        ("[PASS] (1.00)\n\nBonjour.\n\nPass Reason: ok", Inside("Bonjour.", "PASS", "ok")),
        ("[PASS] (1.00)\n\n\n\nPass Reason: ok", Inside("", "PASS", "ok")),
        ("[PASS] (1.00)\n\n    def f():\nreturn 1\n\n    Pass Reason: ok", Inside("def f():\nreturn 1", "PASS", "ok")),
        ("[PASS] (1.00)\n\na\n\n  b\n\n\nPass Reason: ok", Inside("a\n\n  b\n", "PASS", "ok")),
        ("[PASS] (0.50, a (b): 0.50, c: 1.00)\n\nx\n\nPass Reason: ok", Inside("x", "PASS", "ok")),
        (
            "[FAIL] (0.00)\n\nno\nsuch\n---\nthe answer\n\nFail Reason: no\nsuch",
            Inside("the answer", "FAIL", "no\nsuch"),
        ),
        ("[FAIL] (0.00)\n\none\n---\ntwo\n\nFail Reason: no", Inside("one\n---\ntwo", "FAIL", "no")),
        ("[ERROR] (0.00)\n\nAPI error: 429", Inside(None, "ERROR", "API error: 429")),
        ("[PASS] (1.00)\n\ntwo\n\nparts", Inside("two\n\nparts", "PASS")),
        ("[PASS] (undefined)\n\nx\n\nPass Reason: undefined", Inside("x", "PASS")),
    ],
)
def test_a_cell_of_2024_gives_the_answer_back(cell: str, inside: Inside) -> None:
    assert opened(cell) == inside


@pytest.mark.parametrize(
    ("cell", "inside"),
    [
        ("[PASS] (1.00) yes", Inside("yes", "PASS")),
        ("[PASS] yes\n\nand (1.00) more", Inside("yes\n\nand (1.00) more", "PASS")),
        ("[PASS] (1.00) ", Inside("", "PASS")),
        ("[FAIL] (0.00) no such\n---\nnope\n---\nreally", Inside("nope\n---\nreally", "FAIL", "no such")),
        ("[FAIL] (0.00) API error: 429\n---\n", Inside(None, "FAIL", "API error: 429")),
        ("[FAIL] (0.00) API error: 429", Inside(None, "FAIL", "API error: 429")),
        ("[PASSED] no verdict", Inside("[PASSED] no verdict")),
        ("an answer", Inside("an answer")),
    ],
)
def test_a_cell_of_2023_gives_the_answer_back(cell: str, inside: Inside) -> None:
    assert opened(cell) == inside


def test_a_cell_full_of_numbers_takes_no_time() -> None:
    assert opened("[PASS] (1.00" + ", a: 1.00" * 50_000).written == "PASS"


def test_the_first_answer_of_the_real_file_reads_as_it_was_given(real: Real) -> None:
    made = Made(read([real("promptfoo-2024-passcell.csv")]))
    assert made.items[0].text == "Bonjour le monde."
    assert {said.comment for said in made.reading.verdicts} == {"No assertions"}


def test_cells_are_kept_to_the_byte(real: Real) -> None:
    made = Made(read([real("promptfoo-0121-repeat.csv")]))
    assert "Q: Close [/b] and [red]?\nContext: =1+1 \n second line" in {item.text for item in made.items}
    assert "=1+1 \n second line" in {source.text for source in made.sources}
    assert {item.original["description"] for item in made.items} == {"capital", "brackets"}


def test_repeated_names_are_told_by_their_place(path: Path) -> None:
    made = imported(
        path,
        ["Description", "question", "[x] A", *GROUP, "[y] A", *GROUP],
        ["d", "q", "one", "PASS", "1.00", "", "fine", "", "two", "FAIL", "0.00", "", "bad", "look"],
    )
    assert [(item.system, item.text) for item in made.items] == [("x", "one"), ("y", "two")]
    assert [(said.written, said.comment) for said in made.reading.verdicts] == [("PASS", "fine"), ("FAIL", "bad")]
    assert made.items[1].original == {"description": "d", "promptfoo.comment": "look"}


def test_columns_that_newer_versions_add_are_known(path: Path) -> None:
    made = imported(
        path,
        ["Status", "q", "[x] A", "Reasoning", "Status", "Score", "Named Scores", "Metric: m", "Grader Reason",
         "Comment", "[x] B", *GROUP, "pluginId"],
        ["open", "1", "one", "thinking", "PASS", "1.00", '{"m":1}', "1.00", "fine", "",
         "two", "PASS", "1.00", "", "", "", "pii"],
    )  # fmt: skip
    assert [(item.system, item.text) for item in made.items] == [("x / A", "one"), ("x / B", "two")]
    assert made.questions[0].text == "Status: open\nq: 1"
    assert made.items[0].original["metadata.pluginId"] == "pii"


def test_errors_are_no_answers_empty_ones_are_and_what_was_not_run_is_nothing(path: Path) -> None:
    made = imported(
        path,
        ["question", "[x] A", *GROUP],
        ["1", "API error", "ERROR", "0.00", "", "", ""],
        ["2", "", "FAIL", "0.00", "", "empty", ""],
        ["3", "", "", "", "", "", ""],
        ["4", "ok", "PASS", "1.00", "", "", ""],
    )
    assert [item.text for item in made.items] == ["", "ok"]
    assert (made.counts["no_answer"], made.counts["empty"]) == (1, 1)


def test_a_verdict_that_a_person_may_have_given_is_kept_and_is_nobodys(path: Path) -> None:
    made = imported(path, ["question", "[x] A", *GROUP], ["1", "yes", "PASS", "1.00", "", MANUAL, "so so"])
    assert made.items[0].original == {"promptfoo.comment": "so so", "promptfoo.manual": "PASS"}
    assert not made.reading.verdicts
    assert not made.reading.prior


def test_the_web_page_of_2025_wrote_the_reason_beside_the_answer(path: Path) -> None:
    made = imported(
        path,
        ["question", "[x] A", "Grader Reason", "Comment", "B", "Grader Reason", "Comment"],
        ["1", "[PASS] yes", "fine", "", "[FAIL] bad\n---\nno", "bad", ""],
        ["2", "[ERROR] 429", "", "", "", "", ""],
    )
    assert [(item.system, item.text) for item in made.items] == [("x / A", "yes"), ("B", "no")]
    assert [(said.written, said.comment) for said in made.reading.verdicts] == [("PASS", "fine"), ("FAIL", "bad")]
    assert made.counts["no_answer"] == 1


def test_the_first_versions_put_prompts_before_vars(path: Path) -> None:
    made = imported(path, ["Say {{word}}", "word"], ["[PASS] (1.00) hi", "hi"], ["[FAIL] (0.00) no\n---\nho", "ho"])
    assert [item.text for item in made.items] == ["hi", "ho"]
    assert [question.text for question in made.questions] == ["word: hi", "word: ho"]


def test_a_file_saved_again_with_semicolons_and_a_mark_is_read(path: Path) -> None:
    made = imported(path, ["\ufeffquestion", "[x] A, B", *GROUP], ["q", "a;b", "PASS", "1", "", "", ""], delimiter=";")
    assert [item.text for item in made.items] == ["a;b"]


def test_equal_rows_are_replicates(path: Path) -> None:
    made = imported(path, ["question", "[x] A", *GROUP], *[["q", "a", "PASS", "1", "", "", ""]] * 3)
    assert [item.replicate for item in made.items] == [1, 2, 3]


def test_a_row_with_cells_under_no_name_is_an_error_and_a_second_header_is_left_out(path: Path) -> None:
    header = ["question", "[x] A", *GROUP]
    made = imported(path, header, ["q", "a", "PASS", "1", "", "", ""], header, [*"abcdefgh"])
    assert "left out 1: the header once more" in made.notes
    assert made.problems == [
        "output.csv, row 3 (line 4): 8 cells under 7 names; quote the cell that holds the delimiter"
    ]


def test_other_tables_are_not_taken_for_promptfoos(path: Path) -> None:
    for text in ("id,answer\n1,[PASS] is what the log said\n", "q,Status,Score\n1,PASS,2\n", "x\n[PASS\n"):
        path.write_text(text)
        assert detect(path) == "table"

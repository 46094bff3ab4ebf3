import json
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from gradertui.model import KINDS, Identity, Plan, Task
from gradertui.modes.grade import Cell, cell, choices, kind_words, kinds, outcome, refusal, tally, tasks

REFERENCE = Path(__file__).parent / "reference" / "stats-reference.json"


@pytest.mark.parametrize(
    ("answerable", "letter", "meaning"),
    [
        (True, "R", "correct"), (True, "X", "incorrect"), (True, "N", "abstained"),
        (False, "R", "incorrect"), (False, "X", "incorrect"), (False, "N", "correct"),
        (None, "R", None), (None, "X", None), (None, "N", None),
    ],
)  # fmt: skip
def test_what_a_letter_means_follows_from_the_question(answerable, letter, meaning) -> None:
    assert outcome(answerable, letter) == meaning


@pytest.mark.parametrize("answerable", [True, False, None])
@pytest.mark.parametrize("letter", ["R", "X", "N"])
def test_only_a_match_where_the_sources_have_no_answer_is_refused(answerable, letter) -> None:
    why = refusal(Task("q1-a", "q1", ("a",), 1, answerable), letter)
    assert (why is not None) == (answerable is False and letter == "R")
    assert why is None or {"X", "N"} <= set(why.replace(":", "").split())


def test_each_letter_has_its_key() -> None:
    assert [(choice.key, choice.label) for choice in choices(Plan())] == [("r", "R"), ("x", "X"), ("n", "N")]


def test_an_answer_is_a_task_and_its_question_the_cluster() -> None:
    items = [Identity("i1", "q1", "a", "", "", 1), Identity("i2", "q2", "a", "", "", 2)]
    assert tasks(items, {"q1": False}) == [Task("i1", "q1", ("a",), 1, False), Task("i2", "q2", ("a",), 2, None)]


def test_a_cell_does_not_depend_on_the_order_of_the_answers() -> None:
    labels = [(("b",), "X"), (("a",), "R"), (("a",), "N")]
    assert (
        cell("q", True, labels, True)
        == cell("q", True, labels[::-1], True)
        == Cell(True, (("a", "N"), ("a", "R"), ("b", "X")))
    )


def test_a_question_counts_before_all_of_it_is_labelled_only_where_that_is_asked() -> None:
    labels = [(("a",), "R"), (("b",), None)]
    assert cell("q", True, labels, True) == Cell(True, (("a", "R"),))
    assert cell("q", True, labels, False) is None
    assert cell("q", True, [(("a",), None)], True) is None
    assert cell("q", True, [], False) is None


def test_a_question_drawn_several_times_weighs_one() -> None:
    sums = tally({Cell(True, (("a", "R"), ("a", "X"), ("a", "X"))): 2, Cell(True, (("a", "X"),)): 1}, [], [])
    counted = sums.arms["a", True]
    assert (counted.questions, counted.answers, counted.replicated) == (3, 7, True)
    assert counted.letters == {"R": Fraction(2, 3), "X": Fraction(7, 3), "N": 0}


def test_a_pair_is_counted_in_shares_of_the_event() -> None:
    seen = Cell(True, (("a", "R"), ("a", "X"), ("b", "X"), ("b", "X")))
    sums = tally({seen: 3}, [("a", "b")], ["incorrect", "correct"])
    assert sums.pairs["a", "b", "incorrect"] == {(Fraction(1, 2), 1): 3}
    assert sums.pairs["a", "b", "correct"] == {(Fraction(1, 2), 0): 3}


def test_a_question_that_one_of_a_pair_lacks_is_not_in_the_pair() -> None:
    assert tally({Cell(True, (("a", "X"),)): 1}, [("a", "b")], ["incorrect"]).pairs["a", "b", "incorrect"] == {}


def test_where_it_is_unknown_whether_an_answer_exists_there_are_letters_and_no_outcome() -> None:
    sums = tally({Cell(None, (("a", "X"), ("b", "N"))): 4}, [("a", "b")], ["incorrect", "X"])
    assert sums.pairs["a", "b", "incorrect"] == {}
    assert sums.pairs["a", "b", "X"] == {(1, 0): 4}
    assert sums.arms["a", None].letters["X"] == 4


def test_inventing_and_declining_count_as_the_rule_of_the_document_says() -> None:
    sums = tally({Cell(False, (("a", "X"), ("b", "N"))): 1}, [("a", "b")], ["incorrect", "correct", "abstained"])
    assert [sums.pairs["a", "b", event] for event in ("incorrect", "correct", "abstained")] == [
        {(1, 0): 1}, {(0, 1): 1}, {(0, 0): 1},
    ]  # fmt: skip


def test_the_first_table_of_the_document_comes_out() -> None:
    cases = json.loads(REFERENCE.read_text("utf-8"))["cases"]
    case = next(case for case in cases if case["name"] == "seed18.table1.grading")
    letters, answerable = case["inputs"]["letters"], case["inputs"]["answerable"]
    cells = Counter(
        cell("q", answerable[q], [((arm,), given[q]) for arm, given in letters.items()], False) for q in range(25)
    )
    sums = tally(cells, [], [])
    for arm, expected in case["expected"].items():
        can, cannot = sums.arms[arm, True].letters, sums.arms[arm, False].letters
        invented = cannot["X"] + cannot["R"]
        assert can["R"] + cannot["N"] == expected["correcta"]
        assert can["X"] + invented == expected["incorrecta"]
        assert can["N"] == expected["abstención"]
        assert invented == expected["inventadas"]
        assert (can["X"] + invented) / 25 == pytest.approx(expected["tasa"], abs=1e-12)


def test_kinds_are_on_the_digits_and_known_ones_have_words() -> None:
    asked = kinds(Plan(kinds=(*KINDS, *(f"own {i}" for i in range(8)))))
    assert [choice.key for choice in asked] == list("123456789")
    assert [kind_words(choice.label) for choice in asked][:5] == [
        "contradicts the source", "adds something true", "adds something false", "invented citation", "own 0",
    ]  # fmt: skip
    assert kinds(Plan()) == ()


def test_a_kind_of_the_plans_own_is_as_it_is_written_and_inert() -> None:
    assert kind_words("[b]\x1bodd") == "[b]␛odd"
    assert len(kind_words("long " * 20, brief=True)) <= 14

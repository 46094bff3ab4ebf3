import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from screens import plain

from gradertui.modes.grade import Cell
from gradertui.summary import cases, summarize
from gradertui.text import inert
from gradertui.tui.lines import width_of
from gradertui.tui.pane import Shown, event_words, everything, pane, standing, table, wrapped

ARMS, PAIRS = ("a", "b", "c"), (("a", "b"), ("a", "c"), ("b", "c"))
LETTERS = {"R": 3, "X": 2, "N": 1}


def shown(done=6, total=75, names=None, waiting=0, contrasts=True, letters=None):
    return Shown(
        names or {arm: f"S{i}" for i, arm in enumerate(ARMS, 1)}, letters or LETTERS, waiting, contrasts, done, total
    )


def cell(letters, answerable=True):
    return Cell(answerable, tuple(sorted(zip(ARMS, letters, strict=True))))


def summary(cells, arms=ARMS, pairs=PAIRS, done=6, total=75, questions=25):
    return summarize(cells, arms=arms, pairs=pairs, done=done, total=total, questions=questions)


def texts(lines):
    return [plain(line).rstrip() for line in lines]


def test_before_anything_is_computed_only_what_is_pooled_is_there():
    assert texts(pane(None, shown(), 50)) == ["All answers  R 3 · X 2 · N 1"]


def test_while_the_policy_keeps_systems_apart_no_row_names_one():
    rows = texts(pane(summary({cell("RXN"): 3}), shown(contrasts=False), 50))
    assert rows == ["All answers  R 3 · X 2 · N 1", "", "Systems are compared when all is labelled."]


def test_without_data_every_row_says_so_in_words():
    rows = texts(pane(summary({}), shown(done=0), 50))
    assert sum("no data" in row for row in rows) == 6
    assert [row for row in rows if "→" in row and "p –" in row] != []
    assert not any("nan" in row.casefold() for row in rows)


def test_a_row_per_system_for_rate_and_abstention_and_one_per_comparison():
    rows = texts(pane(summary({cell("RXN"): 3, cell("XXX"): 1}), shown(), 50))
    assert [row for row in rows if re.match(r"S\d +\d", row)] == [
        row for row in rows if row.startswith(("S1  ", "S2  ", "S3  "))
    ]
    starts = [re.split(r"[─━╼╾●]", row)[0].rstrip() for row in rows]
    assert "S1  1/4     .25  .05–.70" in starts
    assert "S2  4/4     1.0  .51–1.0" in starts
    assert "S3  3/4     .75  .30–.95" in starts
    assert any(row.startswith("S1→S2 3↓ 0↑   p .25") for row in rows)
    assert rows.count("") >= 4


def test_numbers_of_all_rows_stand_under_each_other():
    for width in (50, 64):
        rows = texts(pane(summary({cell("RXN"): 3, cell("XXR"): 1}), shown(), width))
        starts = {re.search(r"[─━╼╾●]", row).start() for row in rows if re.search(r"[─━╼╾]{3}|●", row)}
        assert len(starts) == 1
        lengths = {len(row) for row in rows if re.search(r"[─━╼╾]{3}|●", row)}
        assert lengths == {width}


def test_numbers_of_all_rows_stand_under_each_other_in_spanish_too(spanish):
    cells = {cell("RXN"): 3, cell("XRR"): 12, cell("RXR"): 14, cell("RXX"): 14}
    for width in (50, 64):
        rows = texts(pane(summary(cells), shown(), width))
        assert any("p <0,001 <0,001 ─" in row for row in rows)
        assert not any(re.search(r"\d\.\d|\s\.\d", row) for row in rows)
        drawings = [row for row in rows if re.search(r"[─━╼╾]{3}|●", row)]
        assert len({re.search(r"[─━╼╾●]", row).start() for row in drawings}) == 1
        assert {len(row) for row in drawings} == {width}


def test_where_nothing_is_known_of_the_questions_letters_are_counted_and_no_rate_is_claimed():
    cells = {cell("RXN", None): 4}
    rows = texts(pane(summary(cells), shown(), 50))
    assert any(row.startswith("Answered X") for row in rows)
    assert any(row.startswith("Says it does not know") for row in rows)
    assert not any("Hallucination" in row or "incorrect" in row for row in rows)
    whole = texts(everything(summary(cells), shown(), {}, 100))
    assert re.split(r" {2,}", whole[0].strip()) == ["R", "X", "N", "share of X"]
    assert not any("Answerable" in row or "invented" in row or "Hallucination" in row for row in whole)


def test_replicates_are_shares_of_a_question():
    cells = {
        Cell(True, (("a", "R"), ("a", "X"), ("a", "X"), ("b", "R"), ("b", "R"), ("b", "X"))): 3,
        Cell(True, (("a", "X"), ("a", "X"), ("a", "X"), ("b", "R"), ("b", "R"), ("b", "R"))): 1,
    }
    made = summary(cells, ("a", "b"), (("a", "b"),))
    rows = texts(pane(made, shown(), 50))
    assert any(row.startswith("S1  3/4     .75") for row in rows)
    assert any(row.startswith("S2  1/4     .25") for row in rows)
    whole = texts(everything(made, shown(), {}, 100))
    assert any("mean difference −.50; exact sign-flip test over questions (replicates)" in row for row in whole)
    third = Cell(True, (("a", "R"), ("a", "R"), ("a", "X"), ("b", "R"), ("b", "R"), ("b", "R")))
    rows = texts(pane(summary({third: 1}, ("a", "b"), (("a", "b"),)), shown(), 50))
    assert any(row.startswith("S1  0.3/1") for row in rows)
    assert Fraction(1, 3) != 0.3


def test_long_names_are_cut_with_a_mark_and_nothing_moves():
    names = {"a": "a very long name of a system", "b": "a very long name too", "c": "s"}
    rows = texts(pane(summary({cell("RXN"): 3}), shown(names=names), 64))
    assert any(row.startswith("a very long n…  0/3     .00") for row in rows)
    assert any(row.startswith("s               3/3") or row.startswith("s               0/3") for row in rows)
    assert all(len(row) <= 64 for row in rows)
    assert any("…→" in row for row in rows)


@pytest.mark.parametrize("width", [20, 30, 37, 50, 64, 105])
def test_no_row_of_the_pane_is_wider_than_the_pane(width):
    rows = pane(summary({cell("RXN"): 3}), shown(waiting=2), width)
    assert all(width_of(row) <= max(width, 36) for row in rows)


def test_labels_until_rows_move_are_said():
    made = summary({cell("RXN"): 3})
    assert "rows move after 1 more label" in texts(pane(made, shown(waiting=1), 50))
    assert "rows move after 2 more labels" in texts(pane(made, shown(waiting=2), 50))
    assert not any("rows move" in row for row in texts(pane(made, shown(), 50)))


def test_what_the_numbers_are_is_said():
    assert standing(shown(31)) == "provisional 31/75"
    assert standing(shown(75)) == "complete"


def verdict(cells, **facts):
    return " ".join(texts(pane(summary(cells, ("a", "b"), (("a", "b"),), **facts), shown(), 50)))


def two(a, b):
    return Cell(True, (("a", a), ("b", b)))


def test_a_verdict_is_given_only_where_the_numbers_allow_one():
    assert "Differ so far: S1→S2" in verdict({two("R", "X"): 12})
    assert "Differ after Holm: S1→S2" in verdict({two("R", "X"): 12}, done=75)
    assert "Cannot conclude yet: S1→S2" in verdict({two("R", "X"): 2})
    assert "Cannot conclude: S1→S2" in verdict({two("R", "X"): 2}, questions=2)
    assert "No difference shown: S1→S2" in verdict({two("R", "X"): 6, two("X", "R"): 6})
    assert "1 test: a false alarm in 5 % of studies." in verdict({two("R", "X"): 2})


def test_the_table_counts_what_each_system_did():
    cells = {cell("RXN"): 3, cell("NXX", False): 2}
    head, *rows = texts(table(summary(cells), shown().names, 100))
    assert head.split() == ["correct", "incorrect", "abstained", "invented", "rate"]
    assert [row.split()[:6] for row in rows] == [
        ["S1", "5", "0", "0", "0", ".00"],
        ["S2", "0", "5", "0", "2", "1.0"],
        ["S3", "0", "2", "3", "2", ".40"],
    ]
    assert len({row.index("  .", 50) for row in rows if "  ." in row[50:]}) <= 2


def test_the_table_of_nothing_has_dashes():
    _head, *rows = texts(table(summary({}), shown().names, 100))
    assert [row.split()[-1] for row in rows] == ["–"] * 3


def test_the_page_with_every_number_names_the_cases_that_broke():
    named = [("p1", cell("RXN")), ("p2", cell("XRN")), ("p3", cell("RXN"))]
    made = summary({cell("RXN"): 2, cell("XRN"): 1})
    broken = {(p.a, p.b): cases(named, p.a, p.b, p.event) for p in made.pairs}
    rows = texts(everything(made, shown(), broken, 100))
    assert "broke: p1, p3" in rows
    assert "fixed: p2" in rows
    assert any(row.startswith("broke 2 · fixed 1 of 3 questions   p 1") and "Holm 1 of 3" in row for row in rows)
    assert "Unanswerable: invented" in rows[0] or any(row.startswith("Unanswerable: invented") for row in rows)
    assert sum("(beside the family)" in row for row in rows) == 3
    assert any("3 questions differ: the smallest p they could give is .25" in row for row in rows)


def test_the_page_says_where_no_question_has_both_labels():
    rows = texts(everything(summary({}), shown(), {}, 100))
    assert rows.count("no question has both labels yet") == 6


def test_every_event_has_its_words():
    assert [event_words(event) for event in ("incorrect", "correct", "abstained", "X")] == [
        "Hallucination", "Correct", "Abstention", "Answered X",
    ]  # fmt: skip


rows_of_text = st.lists(st.tuples(st.text(max_size=30).map(inert), st.just("")), max_size=3).map(tuple)


@given(st.lists(rows_of_text, max_size=4), st.integers(12, 60))
def test_broken_rows_carry_no_line_break_and_lose_no_word(lines, width):
    lines = [tuple((" ".join(text.split()), role) for text, role in line[:-1]) + line[-1:] for line in lines]
    broken = wrapped(lines, width)
    assert not any(blank in plain(line) for line in broken for blank in "\n\t")
    assert "".join("".join(map(plain, broken)).split()) == "".join("".join(map(plain, lines)).split())
    before = max((width_of(line[:-1]) for line in lines), default=0)
    assert all(width_of(line) <= max(width, before) for line in broken)


def test_the_rest_of_a_broken_row_stands_under_its_last_piece():
    (first, *rest) = texts(wrapped([((" R ", "cap"), ("  ", ""), ("one two three four five\nsix", ""))], 18))
    assert first == " R   one two three"
    assert rest == ["     four five", "     six"]


def test_where_the_last_piece_would_stand_far_right_it_stands_below():
    rows = texts(wrapped([(("PgDn    ", "strong"), ("page down       ", ""), ("scroll by a page", "dim"))], 34))
    assert rows == ["PgDn    page down", "  scroll by a page"]

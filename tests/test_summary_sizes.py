"""Every number of the page before grading, against what the documents print and the reference cases."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from gradertui.model import Task
from gradertui.summary.sizes import Assumed, Material, QuestionsReach, TemplatesReach, cards_for_holm, material, sizes
from stats.paired import mcnemar

CASES = json.loads((Path(__file__).parent / "reference" / "stats-reference.json").read_text("utf-8"))["cases"]
PAIRS = [("a", "b"), ("a", "c"), ("b", "c")]


def expected(name):
    return next(case["expected"] for case in CASES if case["name"] == name)


def cards(templates, each):
    return [Task(f"{t}{v}{r}", f"t{t}", (v,), r, None) for t in range(templates) for v in "ab" for r in range(each)]


def test_the_questions_are_those_of_the_first_document():
    found = sizes(Assumed()).questions
    assert [found[rate].first for rate in (0.04, 0.16, 0.32)] == [73, 207, 332] == expected("seed18.sample_size")["n"]


def test_first_and_lasting_differ_where_the_sawtooth_does():
    assert sizes(Assumed(rate=0.08)).questions[0.08] == (116, 121)


def test_what_was_assumed_is_a_row_of_each_table():
    found = sizes(Assumed(rate=0.123, broke=0.07, fixed=0.3))
    assert list(found.questions) == sorted(found.questions)
    assert 0.123 in found.questions
    assert found.pairs[0.07, 0.3].lasting < found.pairs[0.05, 0.08].lasting
    assert len(sizes(Assumed()).questions) == 4


def test_the_margins_are_those_of_the_second_document():
    found = {str(row.questions): [100 * row.half, 100 * row.high] for row in sizes(Assumed()).margins}
    printed = expected("seed08.margin_table")["margin_points"]
    assert found.keys() == printed.keys()
    assert all(found[n] == pytest.approx(printed[n], abs=1e-6) for n in printed)
    assert [round(x, 1) for x in (*found["20"], *found["1000"])] == [21.9, 15.6, 3.1, 2.2]


def test_the_gain_of_replicates_is_that_of_the_second_document():
    assert {k: round(gain, 2) for k, gain in sizes(Assumed()).gains.items()} == {1: 1, 3: 0.58, 5: 0.45, 10: 0.32}


def test_the_cards_are_those_of_the_reference():
    found = {str(row.cards): [str(row.smallest_p), row.templates] for row in sizes(Assumed()).cards}
    assert found == expected("design.min_p_by_replicates")["min_p_and_max_templates_for_holm"]
    assert [found[r][1] for r in ("3", "4", "5", "6", "8")] == [0, 1, 6, 23, 321]


def test_five_templates_reach_a_sixteenth_and_ten_what_two_in_1024_sign_patterns_are():
    found = {row.templates: row.smallest_p for row in sizes(Assumed()).templates}
    assert (found[5], found[10]) == (0.0625, 2 / 2**10)


@pytest.mark.parametrize(("templates", "needed"), [(1, 4), (2, 5), (6, 5), (7, 6), (10, 6), (23, 6), (24, 7)])
def test_one_template_needs_the_fewest_cards_that_holm_allows(templates, needed):
    assert cards_for_holm(templates, 0.95) == needed


def test_six_questions_have_to_differ():
    assert sizes(Assumed()).fewest == 6
    assert mcnemar(0, 6) <= 0.05 < mcnemar(0, 5)


def test_a_difference_that_is_none_has_no_size():
    assert sizes(Assumed(broke=0.1, fixed=0.1)).pairs[0.1, 0.1] is None


def test_the_material_of_a_bank_is_counted(bank):
    assert material("grade", bank(25), PAIRS) == Material("grade", 25, 3, 1, 1, (25, 25, 25))
    assert material("grade", bank(8, "ab", 3), PAIRS[:1]) == Material("grade", 8, 2, 3, 3, (8,))


def test_a_pair_has_the_questions_that_both_answered(bank):
    tasks = [task for task in bank(10) if not (task.arms == ("c",) and task.cluster in ("q0", "q1", "q2"))]
    assert material("grade", tasks, PAIRS).paired == (10, 7, 7)


def test_replicates_are_counted_from_the_fewest_to_the_most():
    tasks = cards(3, 4)[1:]
    assert material("tone", tasks, [("a", "b")])[:5] == ("tone", 3, 2, 3, 4)


def test_both_sides_of_a_preference_count():
    tasks = [Task(f"q{q}", f"q{q}", ("a", "b"), 1, None) for q in range(9)]
    assert material("preference", tasks, [("a", "b")]) == Material("preference", 9, 2, 1, 1, (9,))


def test_the_documents_bank_reaches_what_the_document_found():
    reach = sizes(Assumed(), Material("grade", 25, 3, 1, 1, (25, 25, 25))).reach
    assert isinstance(reach, QuestionsReach)
    assert [round(end, 3) for end in reach.interval] == [0.064, 0.347]
    assert reach.half_width == pytest.approx((reach.interval.high - reach.interval.low) / 2)
    assert (reach.k, reach.paired, reach.fewest_holm) == (4, 25, 7)
    assert 0.05 < reach.power < 0.2
    assert reach.change == pytest.approx(0.298, abs=0.001)


def test_the_pair_with_the_fewest_questions_decides():
    reach = sizes(Assumed(), Material("grade", 200, 3, 1, 1, (200, 4, 200))).reach
    assert isinstance(reach, QuestionsReach)
    assert (reach.paired, reach.power, reach.change) == (4, 0, None)


def test_the_documents_cards_reach_what_the_document_found():
    reach = sizes(Assumed(), Material("tone", 10, 2, 6, 6, (10,))).reach
    assert isinstance(reach, TemplatesReach)
    assert reach == (10, 2 / 1024, 6, 10, (6, Fraction(1, 462), 23))


@pytest.mark.parametrize("of", [None, Material("grade", 0, 0, 0, 0, ())])
def test_without_material_nothing_is_reached(of):
    assert sizes(Assumed(), of).reach is None


def test_one_system_has_a_rate_and_no_pair():
    reach = sizes(Assumed(), Material("grade", 40, 1, 1, 1, ())).reach
    assert isinstance(reach, QuestionsReach)
    assert (reach.paired, reach.power, reach.change) == (0, 0, None)

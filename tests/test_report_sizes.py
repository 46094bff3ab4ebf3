"""The page of what can be reached: this plan first, 80 columns, both languages."""

from itertools import product

import pytest

from gradertui.locale import use
from gradertui.report.sizes import write
from gradertui.summary.cautions import cautions
from gradertui.summary.sizes import Assumed, Material, sizes

GRADE = Material("grade", 25, 3, 1, 1, (25, 25, 25))
TONE = Material("tone", 10, 2, 6, 6, (10,))
PLANS = {
    "none": None,
    "grade": GRADE,
    "tone": TONE,
    "hopeless": Material("grade", 4, 2, 5, 7, (4,)),
    "one system": Material("grade", 40, 1, 1, 1, ()),
    "few cards": Material("tone", 4, 3, 2, 3, (4, 4, 3)),
    "nothing": Material("grade", 0, 0, 0, 0, ()),
}


def page(of, language="en", **assumed):
    use(language)
    given = Assumed(**assumed)
    return write("dia18" if of else "", of, sizes(given, of), cautions(of) if of else ())


def lines(text, *words):
    return [line for line in text.splitlines() if all(word in line for word in words)]


@pytest.mark.parametrize(("plan", "language"), [*product(PLANS, ("en", "es"))])
def test_no_line_is_wider_than_80_columns_and_nothing_is_left_open(plan, language):
    text = page(PLANS[plan], language)
    assert max(map(len, text.splitlines())) <= 80
    assert not set("{}") & set(text)
    assert "nan" not in text.lower().split()
    assert text.endswith("\n")


def test_the_first_lines_are_about_this_plan():
    text = page(GRADE)
    assert text.startswith("What dia18 can reach\n────────────────────\n25 questions · 3 systems · 1 answer each\n")
    assert lines(text, "rate near 0.16", "±0.14", "±0.05", "207")
    assert lines(text, "0.04 broke, 0.16 fixed", "10 %", "80 %", "115")
    assert "If 4 of 25 did it, the 95 % interval of the rate would be 0.06 to 0.35." in " ".join(text.split())
    assert text.index("Before you begin") < text.index("Questions to know a rate")


def test_a_plan_of_tone_learns_what_its_cards_reach():
    text = page(TONE)
    assert lines(text, "10 templates · 2 variants · 6 cards each")
    assert lines(text, "all templates together", "0.0020", "yes")
    assert lines(text, "one template alone, with Holm", "0.0022", "yes")
    assert "can pass Holm among 23 at most" in " ".join(text.split())
    assert "questions" not in text


def test_a_plan_that_can_never_conclude_hears_it():
    text = page(PLANS["few cards"])
    assert lines(text, "all templates together", "0.2500", "no")
    assert lines(text, "one template alone, with Holm", "0.3333", "no")
    assert "2–3 cards each" in text
    assert "For the first of several pairs to pass Holm at least 7 templates" in " ".join(text.split())
    assert text.count("\n! ") == 2
    assert "can pass Holm among" not in text


def test_repeated_answers_are_told_that_power_is_of_one():
    assert "That is for one answer to each question" in page(PLANS["hopeless"])
    assert "That is for one answer to each question" not in page(GRADE)


def test_one_system_is_told_of_its_rate_alone():
    text = page(PLANS["one system"])
    assert lines(text, "rate near 0.16", "±0.11")
    assert "McNemar test finds" not in text


def test_without_a_session_all_tables_stand_there():
    text = page(None)
    assert text.startswith("What can be reached\n")
    assert lines(text, "A rate near 0.16 within ±0.05: 207 questions.")
    assert lines(text, "rate 0.04", "73")
    assert lines(text, "rate 0.32", "332")
    assert "All of it at the rate that is expected" in text
    assert lines(text, "  20 questions", "±21.9", "±15.6")
    assert lines(text, "1000 questions", "±3.1", "±2.2")
    assert lines(text, " 3 answers", "0.58", "× 3")
    assert lines(text, " 5 templates", "0.0625")
    assert lines(text, " 8 cards a side", "0.0002", "321")


def test_an_assumption_moves_its_row_and_no_other():
    text = page(None, half_width=0.1, broke=0.05, fixed=0.15, power=0.9)
    assert "Questions to know a rate within ±0.10" in text
    assert lines(text, "rate 0.16", "51")
    assert "Questions to see a difference in 90 % of studies" in text
    assert lines(text, "0.05 broke, 0.15 fixed")
    assert lines(text, "  20 questions", "±21.9", "±15.6")


def test_a_difference_nobody_can_see_is_said_in_words():
    assert "found in 80 % of studies: more than 20000" in " ".join(page(None, broke=0.1, fixed=0.1).split())


def test_a_name_that_acts_is_shown_and_not_obeyed():
    use("en")
    text = write("a\x1b[2J[/b]", GRADE, sizes(Assumed(), GRADE), ())
    assert "\x1b" not in text
    assert "[/b]" in text


def test_spanish_says_it_in_spanish():
    text = page(GRADE, "es")
    assert text.startswith("Qué puede alcanzar dia18\n")
    assert lines(text, "rompió 0.04, arregló 0.16", "115") or lines(text, "rompió 0,04, arregló 0,16", "115")
    assert "questions" not in text

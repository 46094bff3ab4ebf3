"""The words of each caution, in both languages."""

from typing import get_args

import pytest

from gradertui.locale import use
from gradertui.report.cautions import worded
from gradertui.summary.cautions import Code, cautions
from gradertui.summary.sizes import Material

PLANS = {
    "few-templates": Material("tone", 5, 2, 6, 6, (5,)),
    "few-cards": Material("tone", 10, 2, 3, 3, (10,)),
    "few-discordant": Material("grade", 5, 2, 1, 1, (5,)),
    "small": Material("grade", 25, 3, 1, 1, (25,)),
    "repeats": Material("grade", 50, 2, 3, 3, (50,)),
}


def said(code, language="en"):
    use(language)
    return next(worded(caution) for caution in cautions(PLANS[code]) if caution.code == code)


def test_every_caution_has_a_plan_here():
    assert set(PLANS) == set(get_args(Code))


@pytest.mark.parametrize("code", PLANS)
def test_a_caution_is_said_in_both_languages_with_its_numbers(code):
    english, spanish = said(code), said(code, "es")
    assert english != spanish
    assert not set("{}") & set(english + spanish)
    (caution,) = (each for each in cautions(PLANS[code]) if each.code == code)
    whole = {str(n) for name, n in caution.numbers.items() if n == int(n) and (code, name) not in LEFT_OUT}
    assert all(n in english and n in spanish for n in whole)


LEFT_OUT = {("few-cards", "allowed"), ("small", "questions")}
"""Numbers that a sentence does without."""


def test_five_templates_are_told_their_smallest_p():
    assert "0.0625" in said("few-templates")


def test_a_caution_says_what_would_be_enough():
    assert "At least 6" in said("few-templates")
    assert "6 are needed for one to pass Holm (templates: 10)" in said("few-cards")
    assert "150 questions, once each" in said("repeats")


def test_one_template_among_some_is_told_among_how_many():
    use("en")
    (caution,) = cautions(Material("tone", 10, 2, 5, 5, (10,)))
    assert "among 6 at most, and there are 10" in worded(caution)

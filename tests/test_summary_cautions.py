"""Which plans deserve a warning, and which do not, at the border of each rule."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gradertui.summary.cautions import cautions
from gradertui.summary.sizes import Material
from stats.design import smallest_p_by_replicates
from stats.paired import smallest_p


def of_questions(n, replicates=1, paired=None, arms=2):
    return Material("grade", n, arms, replicates, replicates, (n if paired is None else paired,) if arms > 1 else ())


def of_cards(templates, cards, paired=None):
    return Material("tone", templates, 2, cards, cards, (templates if paired is None else paired,))


def codes(of, level=0.95):
    return [caution.code for caution in cautions(of, level)]


def test_five_templates_can_never_conclude_and_six_can():
    (caution,) = cautions(of_cards(5, 6))
    assert caution == ("few-templates", {"templates": 5, "smallest_p": 0.0625, "needed": 6})
    assert codes(of_cards(6, 6)) == []


def test_templates_that_one_variant_lacks_do_not_count():
    assert codes(of_cards(10, 6, paired=5)) == ["few-templates"]


@pytest.mark.parametrize(("templates", "cards", "allowed", "needed"), [(10, 3, 0, 6), (10, 5, 6, 6), (24, 6, 23, 7)])
def test_cards_that_no_template_alone_can_conclude_with(templates, cards, allowed, needed):
    (caution,) = cautions(of_cards(templates, cards))
    assert caution.code == "few-cards"
    assert caution.numbers == {"cards": cards, "templates": templates, "allowed": allowed, "needed": needed}


def test_twenty_three_templates_of_six_cards_are_enough():
    assert codes(of_cards(23, 6)) == []


def test_fewer_than_six_questions_can_never_tell_two_systems_apart():
    assert codes(of_questions(5)) == ["few-discordant", "small"]
    assert cautions(of_questions(5))[0].numbers == {"questions": 5, "smallest_p": 0.0625, "needed": 6}
    assert codes(of_questions(6)) == ["small"]
    assert codes(of_questions(200, paired=5)) == ["few-discordant"]


def test_without_a_pair_there_is_nothing_to_tell_apart():
    assert codes(of_questions(5, arms=1)) == ["small"]


def test_twenty_nine_questions_are_few_and_thirty_are_not():
    assert codes(of_questions(29)) == ["small"]
    assert codes(of_questions(30)) == []


def test_three_times_fifty_is_worse_than_once_a_hundred_and_fifty():
    (caution,) = cautions(of_questions(50, replicates=3))
    assert caution == ("repeats", {"replicates": 3, "questions": 50, "once": 150, "enough": 150})
    assert codes(of_questions(50, replicates=2)) == codes(of_questions(150, replicates=3)) == []
    assert codes(of_questions(149, replicates=3)) == ["repeats"]


def test_a_stricter_level_warns_earlier():
    assert codes(of_cards(7, 8), 0.95) == []
    assert codes(of_cards(7, 8), 0.99) == ["few-templates"]


def test_nothing_to_label_deserves_no_warning():
    assert cautions(Material("grade", 0, 0, 0, 0, ())) == ()


@settings(deadline=None)
@given(st.integers(1, 60), st.integers(1, 12), st.sampled_from([0.9, 0.95, 0.99]))
def test_without_a_warning_both_tests_of_tone_can_conclude(templates, cards, level):
    warned = codes(of_cards(templates, cards), level)
    assert ("few-templates" not in warned) == (smallest_p(templates) <= 1 - level)
    assert ("few-cards" not in warned) == (templates * float(smallest_p_by_replicates(cards)) <= 1 - level + 1e-12)

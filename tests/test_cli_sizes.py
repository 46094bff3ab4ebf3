"""The options of `plan --sample-size`, and the page for a session that is there."""

import json
from argparse import ArgumentParser
from contextlib import closing

import pytest

from gradertui.cli.sizes import arguments, page
from gradertui.locale import use
from gradertui.session import Session
from gradertui.store import StoreError


def given(*words, **more):
    use("en")
    parser = ArgumentParser()
    arguments(parser)
    parser.set_defaults(**more)
    return parser.parse_args(["--sample-size", *words])


def of(folder, *words, **more):
    with closing(Session(folder)) as session:
        return page(given(*words, **more), session)


def test_without_a_session_the_tables_are_general():
    assert given().sample_size
    assert page(given(), None).startswith("What can be reached\n")


def test_the_example_learns_what_its_25_questions_reach(example):
    text = of(example(0))
    assert text.startswith("What demo-grade can reach\n")
    assert "25 questions · 3 systems · 1 answer each" in text
    assert "! Fewer than 30 questions" in text


def test_the_example_of_tone_learns_what_its_120_cards_reach(toned):
    assert "10 templates · 2 variants · 6 cards each" in of(toned(0))


def test_the_level_is_the_plans(toned):
    text = of(toned(0, level=0.999))
    assert "! Too few templates: with 10" in text
    assert "A p of 0.1 % or less concludes" in text


def test_labels_change_nothing_on_the_page(example):
    folder = example(0)
    before = of(folder)
    example(75)
    assert of(folder) == before


def test_json_is_one_document_of_the_same_numbers(example):
    found = json.loads(of(example(0), "--rate", "0.32", format="json"))
    assert found["assumed"]["rate"] == 0.32
    assert found["material"]["paired"] == [25, 25, 25]


def test_a_decimal_comma_is_a_decimal_point():
    assert page(given("--rate", "0,32"), None) == page(given("--rate", "0.32"), None)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--rate", "16"), "--rate 16: write a number from 0 to 1, such as 0.16"),
        (("--rate", "many"), "--rate many: write a number from 0 to 1, such as 0.16"),
        (("--rate", "nan"), "--rate nan: write a number from 0 to 1, such as 0.16"),
        (("--half-width", "0"), "--half-width 0: write a number from 0.001 to 0.5, such as 0.05"),
        (("--broke", "-0.1"), "--broke -0.1: write a number from 0 to 1, such as 0.04"),
        (("--power", "0.01"), "--power 0.01: write a number from 0.06 to 0.999, such as 0.8"),
        (("--broke", "0.6", "--fixed", "0.5"), "--broke 0.6 --fixed 0.5: they are shares of the same questions"),
    ],
)
def test_a_value_that_cannot_be_is_one_clear_error(words, message):
    with pytest.raises(StoreError) as error:
        page(given(*words), None)
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("option", ["--rate", "--half-width", "--broke", "--fixed", "--power"])
def test_the_default_of_an_option_is_what_is_taken_without_it(option):
    help_text = " ".join(_help().split())
    default = help_text.split(f"{option} P ")[1].split("(default: ")[1].split(")")[0]
    assert page(given(option, default), None) == page(given(), None)


def _help():
    parser = ArgumentParser()
    use("en")
    arguments(parser)
    return parser.format_help()


@pytest.mark.parametrize("value", ["0", "1"])
def test_the_ends_of_the_range_are_values(value):
    assert "nan" not in page(given("--rate", value), None)
    assert page(given("--broke", "0", "--fixed", value), None)

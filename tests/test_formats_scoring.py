from __future__ import annotations

import pytest

from gradertui.formats.tools.scoring import scored

CHOICES = [["p", " no"], ["p", " yes"]]


@pytest.mark.parametrize(
    "resps",
    [
        [[["-9.5", "False"]], [["-2.25", "True"]]],
        [["-9.5", "False"], ["-2.25", "True"]],
        [[[-9.5, False]], [[-2.25, True]]],
        [[-9.5, False], [-2.25, True]],
    ],
)
def test_the_likeliest_choice_is_found_however_the_pairs_are_written(resps: list[object]) -> None:
    found = scored(CHOICES, resps)
    assert found
    assert (found.choices, found.answer) == (("no", "yes"), "yes")


def test_what_a_model_wrote_is_no_score() -> None:
    assert scored([["p", {"until": []}]], [["two", "True"]]) is None
    assert scored(CHOICES, [["a text"], ["another"]]) is None
    assert scored([], []) is None


def test_a_second_round_without_the_question_is_not_of_the_choices() -> None:
    requests = [*CHOICES, ["", " no"], ["", " yes"]]
    found = scored(requests, [[-1.0, False], [-2.0, False], [-0.1, False], [-0.2, False]])
    assert found
    assert (found.choices, found.answer) == (("no", "yes"), "no")


def test_a_number_beyond_the_choices_is_what_it_says() -> None:
    found = scored(CHOICES, [[-1.0, False], [-2.0, False]])
    assert found
    assert (found.meant("7"), found.meant(None), found.meant("True"), found.meant("[" * 900)) == (
        "7", None, "True", "[" * 900,
    )  # fmt: skip

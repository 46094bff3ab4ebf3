"""Whether blinding held: from guesses to numbers, against R."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from gradertui.summary.blinding import UNSURE, blinding

CASES = {
    case["name"]: case
    for case in json.loads((Path(__file__).parent / "reference" / "stats-reference.json").read_text("utf-8"))["cases"]
}
ARMS = ("Lucía", "Martín")


def given(counts, template="t"):
    """As many guesses as counted: by arm, of the first, of the second, cannot tell."""
    return [
        (template, arm, guess)
        for arm, row in zip(ARMS, counts, strict=True)
        for guess, n in zip((*ARMS, UNSURE), row, strict=True)
        for _guess in range(n)
    ]


@pytest.mark.parametrize("name", ["blinding.40-18-20-15-44-19", "blinding.30-30-0-30-30-0", "blinding.60-0-0-0-60-0"])
def test_the_indices_are_those_of_r(name):
    case = CASES[name]
    one, other = (case["inputs"][f"arm{i}_guess1_guess2_dontknow"] for i in (1, 2))
    expected = case["expected"]
    found = blinding(given([one, other]), ARMS)
    assert [float(row.bang.value) for row in found.arms] == pytest.approx(
        [expected["bang_arm1"], expected["bang_arm2"]], abs=1e-9
    )
    assert [row.bang.se for row in found.arms] == pytest.approx(expected["bang_se"], abs=1e-9)
    assert float(found.james.value) == pytest.approx(expected["james"], abs=1e-9)
    assert [(row.arm, row.right, row.wrong, row.unsure) for row in found.arms] == [
        (ARMS[0], *one), (ARMS[1], other[1], other[0], other[2]),
    ]  # fmt: skip
    assert found.asked == sum(one) + sum(other)


def test_nobody_who_cannot_tell_has_seen_anything():
    found = blinding(given([(0, 0, 12), (0, 0, 12)]), ARMS)
    assert [row.bang.value for row in found.arms] == [0, 0]
    assert [(row.right, row.wrong, row.unsure) for row in found.arms] == [(0, 0, 12)] * 2
    assert found.james.value == 1
    assert found.p == 1


def test_wrong_guesses_are_below_zero():
    found = blinding(given([(2, 8, 0), (5, 1, 4)]), ARMS)
    assert [row.bang.value for row in found.arms] == [Fraction(-6, 10), Fraction(-4, 10)]


def test_guesses_are_tested_within_templates():
    right = [given([(6, 0, 0), (0, 6, 0)], template) for template in ("t", "u")]
    assert blinding([*right[0], *right[1]], ARMS).p == blinding(right[0], ARMS).p ** 2 * Fraction(1, 2)
    mixed = given([(6, 0, 0), (0, 0, 0)], "t") + given([(0, 0, 0), (0, 6, 0)], "u")
    assert blinding(mixed, ARMS).p != blinding(right[0], ARMS).p


def test_the_order_of_guesses_changes_nothing():
    guesses = given([(4, 1, 1), (2, 3, 1)])
    assert blinding(guesses, ARMS) == blinding(guesses[::-1], ARMS)


def test_three_arms_have_an_index_each_and_no_james_and_no_p():
    arms = ("a", "b", "c")
    found = blinding([("t", "a", "a"), ("t", "a", "b"), ("t", "a", "a"), ("t", "b", "c"), ("t", "c", UNSURE)], arms)
    assert (found.james, found.p, found.asked) == (None, None, 5)
    assert [(row.arm, row.right, row.wrong, row.unsure, row.bang.value) for row in found.arms] == [
        ("a", 2, 1, 0, Fraction(1, 3)), ("b", 0, 1, 0, -1), ("c", 0, 0, 1, 0),
    ]  # fmt: skip


def test_what_was_not_asked_is_not_measured_and_says_so():
    found = blinding([], ARMS)
    assert (found.james, found.p, found.asked) == (None, None, 0)
    assert [(row.bang.value, row.bang.reason) for row in found.arms] == [(None, "blinding not measured")] * 2
    one_sided = blinding(given([(3, 1, 0), (0, 0, 0)]), ARMS)
    assert [row.bang.value for row in one_sided.arms] == [Fraction(1, 2), None]

"""The table of decisions: a case per row of the second document's table, and the laws between them."""

from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stats import decision
from stats.decision import Facts, decide, smallest_difference
from stats.paired import mcnemar, smallest_p


@dataclass
class Runs:
    """Cases that broke and were fixed among n, as the facts of a paired run."""

    n: int
    broke: int
    fixed: int

    def facts(self, **more: object) -> Facts:
        p = mcnemar(self.broke, self.fixed)
        return Facts(self.n, Fraction(self.fixed - self.broke, self.n), p)._replace(**more)


SCENARIO = Runs(200, 0, 6)
"""The document's: 164 and 170 of 200."""


@pytest.mark.parametrize(
    ("facts", "code", "declare"),
    [
        (Runs(29, 0, 12).facts(), "few", False),
        (Runs(30, 0, 12).facts(), "yes", True),
        (Runs(50, 3, 3).facts(), "granularity", False),
        (SCENARIO.facts(possible=False), "granularity", False),
        (Runs(50, 0, 2).facts(), "margin", False),  # 41 and 43 of 50
        (SCENARIO.facts(least=0.05), "margin", False),
        (SCENARIO.facts(paired=False, p=0.419, half_width=0.0727), "margin", False),
        (Facts(50, Fraction(2, 5), 1e-5, paired=False, half_width=0.176), "different-questions", False),
        (Runs(200, 10, 16).facts(), "p", False),
        (Runs(200, 4, 10).facts(), "p", False),
        (Runs(200, 6, 0).facts(), "worse", False),
        (Runs(200, 1, 12).facts(critical=1), "critical", False),
        (Runs(200, 1, 12).facts(critical=0), "yes", True),
        (SCENARIO.facts(variants=20, corrected=0.625), "variants", False),
        (Runs(200, 0, 12).facts(variants=20, corrected=20 * mcnemar(0, 12)), "yes", True),
        (SCENARIO.facts(chosen=True), "same-set", False),
        (SCENARIO.facts(chosen=False, held_out="not confirmed"), "same-set", False),
        (SCENARIO.facts(chosen=True, held_out="confirmed"), "yes", True),
        (SCENARIO.facts(variants=20, corrected=0.625, chosen=True, held_out="confirmed"), "yes", True),
        (SCENARIO.facts(), "yes", True),
        (Facts(0, None, None), "few", False),
    ],
)
def test_the_first_row_that_applies_decides(facts: Facts, code: str, declare: bool) -> None:
    found = decide(facts)
    assert (found.code, found.declare) == (code, declare)


def test_the_documents_two_other_rows_have_its_p() -> None:
    assert [round(mcnemar(b, c), 3) for b, c in ((10, 16), (4, 10), (0, 6))] == [0.327, 0.180, 0.031]


def test_why_a_difference_is_no_number_of_questions() -> None:
    reasons = [
        decide(facts).first.reason
        for facts in (
            Runs(50, 2, 2).facts(),
            SCENARIO.facts(possible=False),
            Facts(50, Fraction(1, 150), 0.5, step=Fraction(1, 3)),
            Facts(50, Fraction(1, 150), 0.5),
        )
    ]
    assert reasons == [decision.NO_DIFFERENCE, decision.IMPOSSIBLE, decision.LESS_THAN_ONE, decision.IMPOSSIBLE]


def test_the_smallest_difference_is_the_one_whose_p_first_falls_below_the_level() -> None:
    for n in (30, 50, 200, 500):
        least = smallest_difference(n)
        assert least is not None
        assert smallest_p(int(least * n)) < 0.05 <= smallest_p(int(least * n) - 1)
    assert (smallest_difference(50), smallest_difference(200)) == (Fraction("0.12"), Fraction("0.03"))


def test_a_difference_equal_to_the_margin_is_not_below_it() -> None:
    """In floats 6/200 is 0.03 and (170 - 164)/200 too, but 3 * 0.01 is above both."""
    assert decide(SCENARIO.facts(least=0.03)).code == "yes"
    assert decide(SCENARIO.facts(least=0.0300001)).code == "margin"


def test_replicates_lower_the_margin_and_never_raise_the_number_of_questions() -> None:
    facts = Facts(60, Fraction(3, 60), 0.004, step=Fraction(1, 3))
    assert (decide(facts).code, decide(facts._replace(step=1)).code) == ("yes", "margin")
    assert decide(facts._replace(n=20)).code == "few"


def test_what_nobody_said_applies_to_nothing_and_is_told_apart() -> None:
    rows = {row.code: row.applies for row in decide(SCENARIO.facts(critical=None)).rows}
    assert rows["critical"] is rows["variants"] is rows["same-set"] is None
    assert rows["yes"] is True


def test_rows_come_in_the_documents_order() -> None:
    codes = [row.code for row in decide(SCENARIO.facts()).rows]
    assert codes == list(decision.Code.__args__)


@given(
    st.integers(0, 300),
    st.integers(0, 40),
    st.integers(0, 40),
    st.sampled_from([None, 1, 5]),
    st.sampled_from([None, True, False]),
    st.sampled_from([None, "confirmed", "not confirmed"]),
)
def test_exactly_one_row_decides_and_yes_only_where_no_other_applies(n, broke, fixed, variants, chosen, held) -> None:
    n = max(n, broke + fixed)
    delta, p = (Fraction(fixed - broke, n), mcnemar(broke, fixed)) if n else (None, None)
    found = decide(
        Facts(
            n, delta, p, variants=variants, corrected=None if p is None else min(1, 5 * p), chosen=chosen, held_out=held
        )
    )
    others = [row.applies for row in found.rows if row.code != "yes"]
    assert found.declare is (not any(others))
    assert not found.declare or (fixed > broke and p is not None and p < 0.05 and n >= 30)


def test_a_negative_n_and_an_impossible_level_are_refused() -> None:
    for facts in (Facts(-1, None, None), SCENARIO.facts(level=1.0)):
        with pytest.raises(ValueError, match=r"n must be|level"):
            decide(facts)

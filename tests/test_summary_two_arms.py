from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradertui.summary.pairing import differences_of, measured
from gradertui.summary.two_arms import alone, apart, arm_of, paired
from stats.paired import mcnemar
from stats.permutation import sign_flip

SCENARIO = {f"caso_{i:03d}": {"A": (i < 164,), "B": (i < 170,)} for i in range(200)}
"""As the second document builds it."""


def test_the_documents_scenario_has_its_numbers():
    found = paired(SCENARIO, "A", "B", 0.95)
    assert (found.n, found.both, len(found.broke), len(found.fixed), found.neither) == (200, 164, 0, 6, 30)
    assert (found.delta, found.p) == (Fraction(3, 100), 0.03125)
    assert [round(end, 4) for end in found.wald] == [0.0064, 0.0536]
    assert [round(end, 4) for end in found.tango] == [0.0106, 0.0639]
    assert found.fixed == tuple(f"caso_{i}" for i in range(164, 170))
    assert round(apart(SCENARIO, "A", "B", 0.95, common=True).p, 3) == 0.419


def test_what_one_arm_lacks_is_left_out_of_the_pair_and_counted():
    draws = {"1": {"A": (True,), "B": (False,)}, "2": {"A": (True,)}, "3": {"B": (True,), "A": ()}}
    assert (paired(draws, "A", "B", 0.95).n, alone(draws, "A", "B")) == (1, (1, 1))
    assert apart(draws, "A", "B", 0.95, common=False).n == (2, 2)
    assert apart(draws, "A", "B", 0.95, common=True).n == (1, 1)


def test_replicates_are_shares_of_one_case():
    draws = {"1": {"A": (True, False, False), "B": (True, True, True)}, "2": {"A": (True,) * 3, "B": (True,) * 3}}
    found = paired(draws, "A", "B", 0.95)
    assert (found.n, found.delta, found.replicated, found.fixed) == (2, Fraction(1, 3), True, ("1",))
    assert (found.tango, found.wald, found.step) == (None, None, Fraction(1, 3))
    assert arm_of(draws, "A", 0.95).rate.k == Fraction(4, 3)


def test_consistency_is_of_the_cases_drawn_several_times():
    draws = {"1": {"A": (True, True)}, "2": {"A": (False, False)}, "3": {"A": (True, False)}, "4": {"A": (True,)}}
    arm = arm_of(draws, "A", 0.95)
    assert (arm.cases, arm.draws, arm.consistency.k, arm.consistency.n) == (4, 7, 2, 3)
    assert arm_of({"1": {"A": (True,)}}, "A", 0.95).consistency is None


def test_with_replicates_the_interval_belongs_to_the_sign_flip():
    """Ten differences of 1/2 and ten of 1 around a mean of 3/4; t of 40 such: 0.75 ± 2.0227 * 0.2532 / sqrt(40)."""
    draws = {str(i): {"A": (False, i % 2 == 0), "B": (True, True)} for i in range(40)}
    found = paired(draws, "A", "B", 0.95)
    assert found.interval is found.flipped
    assert [round(end, 4) for end in found.flipped] == [0.669, 0.831]


def test_cases_that_broke_are_sorted_and_the_critical_ones_known():
    draws = {name: {"A": (True,), "B": (False,)} for name in ("c", "a", "b")}
    found = paired(draws, "A", "B", 0.95, {"b", "x"})
    assert (found.broke, found.critical) == (("a", "b", "c"), ("b",))


def test_no_case_in_common_has_no_p():
    found = paired({"1": {"A": (True,)}, "2": {"B": (True,)}}, "A", "B", 0.95)
    assert (found.n, found.p, found.delta, found.tango) == (0, None, None, None)


CASES = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=40)


@given(CASES)
def test_turned_round_everything_changes_its_sign_and_p_stays(cases):
    draws = {str(i): {"A": (a,), "B": (b,)} for i, (a, b) in enumerate(cases)}
    one, other = paired(draws, "A", "B", 0.95), paired(draws, "B", "A", 0.95)
    assert (one.broke, one.fixed, one.delta, one.p) == (other.fixed, other.broke, -other.delta, other.p)
    assert one.tango.low == pytest.approx(-other.tango.high, abs=1e-9)


@given(CASES, st.integers(2, 4))
def test_drawing_each_case_again_with_the_same_result_changes_no_number(cases, k):
    once = {str(i): {"A": (a,), "B": (b,)} for i, (a, b) in enumerate(cases)}
    again = {case: {arm: draws * k for arm, draws in of.items()} for case, of in once.items()}
    one, other = paired(once, "A", "B", 0.95), paired(again, "A", "B", 0.95)
    assert one == other._replace(step=one.step)
    assert arm_of(again, "A", 0.95).consistency.estimate == 1


@given(st.dictionaries(st.tuples(st.sampled_from([0, 1]), st.sampled_from([0, 1])), st.integers(1, 30), min_size=1))
def test_without_replicates_the_sign_flip_is_mcnemar(table):
    found = measured(table, 0.95)
    assert found.p == pytest.approx(float(sign_flip(differences_of(table))))
    assert found.p == mcnemar(found.down, found.up)

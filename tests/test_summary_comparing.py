import pytest

from gradertui.summary.claims import claim, claimed
from gradertui.summary.comparing import Asked, compare
from stats.multiplicity import holm
from stats.paired import mcnemar


def draws(broke, fixed, n, arms="AB", prefix="c"):
    """Cases of which the first ones broke, the next ones were fixed, and the rest pass under both."""
    a, b = arms
    return {
        f"{prefix}{i:03d}": {a: (not broke <= i < broke + fixed,), b: (i >= broke,)} for i in range(n)
    }  # fmt: skip


def one(found):
    (pair,) = found.pairs
    return pair


@pytest.mark.parametrize(
    ("broke", "fixed", "code"), [(0, 6, "yes"), (10, 16, "p"), (4, 10, "p"), (6, 0, "worse"), (0, 2, "margin")]
)
def test_each_row_of_the_documents_table_has_its_verdict(broke, fixed, code):
    assert one(compare(draws(broke, fixed, 200), "AB", [("A", "B")], Asked())).decision.code == code


def test_a_broken_case_stops_it_only_if_it_is_critical():
    cases = draws(1, 12, 200)
    assert one(compare(cases, "AB", [("A", "B")], Asked(), critical={"c100"})).decision.code == "yes"
    assert one(compare(cases, "AB", [("A", "B")], Asked(), critical={"c000"})).decision.code == "critical"


def test_variants_correct_one_pair_as_bonferroni_does():
    found = compare(draws(0, 6, 200), "AB", [("A", "B")], Asked(variants=20))
    assert (one(found).corrected, one(found).decision.code) == (20 * 0.03125, "variants")
    assert found.threshold == pytest.approx(0.0025)
    assert round(found.false_alarm, 3) == 0.642  # the document's 64 %


def test_planned_pairs_are_a_holm_family_and_the_primary_one_stands_outside():
    cases = {case: {"A": (i >= 8,), "B": (True,), "C": (i != 0,)} for i, case in enumerate(f"c{n}" for n in range(60))}
    pairs = [("A", "B"), ("A", "C"), ("B", "C")]
    found = compare(cases, "ABC", pairs, Asked())
    raw = [mcnemar(0, 8), mcnemar(0, 7), mcnemar(1, 0)]
    assert [pair.p for pair in found.pairs] == raw
    assert [pair.corrected for pair in found.pairs] == list(holm(raw))
    first = compare(cases, "ABC", pairs, Asked(primary=("A", "B"))).pairs[0]
    assert (first.judged, first.family, first.primary) == (raw[0], 1, True)


def test_what_was_chosen_needs_fresh_cases_that_say_the_same():
    cases, asked = draws(0, 6, 200), Asked(chosen=True)
    fresh = {n: draws(0, n, 60, prefix="x") for n in (0, 5, 6)} | {-6: draws(6, 0, 60, prefix="x")}
    codes = {
        n: one(compare(cases, "AB", [("A", "B")], asked, held_out=each)).decision.code for n, each in fresh.items()
    }
    assert codes == {0: "same-set", 5: "same-set", 6: "yes", -6: "same-set"}
    assert one(compare(cases, "AB", [("A", "B")], asked)).decision.code == "same-set"


def test_fresh_cases_confirm_nothing_if_a_critical_one_broke_there():
    fresh = draws(1, 12, 60, prefix="x")
    found = compare(draws(0, 6, 200), "AB", [("A", "B")], Asked(), held_out=fresh, critical={"x000"})
    assert one(found).decision.code == "same-set"


def test_different_cases_have_no_paired_numbers():
    cases = draws(0, 0, 40, "AX") | draws(20, 0, 40, "YB", "x")
    cases = {case: {arm: of[arm] for arm in of if arm in "AB"} for case, of in cases.items()}
    pair = one(compare(cases, "AB", [("A", "B")], Asked()))
    assert (pair.paired, pair.only, pair.apart.n) == (None, (40, 40), (40, 40))
    assert pair.decision.code == "different-questions"
    assert pair.p == pair.apart.p


def test_as_if_unpaired_the_documents_scenario_is_below_half_its_interval():
    """164 and 170 of 200: half of ±7.27 points, by `wald_independent`."""
    scenario = {f"c{i}": {"A": (i < 164,), "B": (i < 170,)} for i in range(200)}
    pair = one(compare(scenario, "AB", [("A", "B")], Asked(unpaired=True)))
    assert (pair.paired, pair.decision.code, round(pair.p, 3)) == (None, "margin", 0.419)


def test_an_impossible_reported_rate_stops_the_verdict():
    cases = draws(0, 6, 200)
    said = claim("B", "0.8512", claimed("0.8512"), 200, 1)
    assert one(compare(cases, "AB", [("A", "B")], Asked(), claims=[said])).decision.code == "granularity"


def test_replicates_count_as_no_more_cases():
    cases = {case: {arm: each * 3 for arm, each in of.items()} for case, of in draws(0, 12, 20).items()}
    pair = one(compare(cases, "AB", [("A", "B")], Asked()))
    assert (pair.paired.n, pair.decision.code) == (20, "few")


def test_a_declared_pair_was_not_chosen_unless_somebody_says_so():
    cases, declared = draws(0, 6, 200), frozenset({("A", "B")})
    assert one(compare(cases, "AB", [("A", "B")], Asked(declared=declared))).chosen is False
    assert one(compare(cases, "AB", [("A", "B")], Asked(declared=declared, chosen=True))).chosen is True
    assert one(compare(cases, "AB", [("A", "B")], Asked())).chosen is None


def test_the_gain_of_replicates_is_the_documents():
    gains = compare({}, "AB", [], Asked()).gains
    assert {k: round(gain, 2) for k, gain in gains.items()} == {3: 0.58, 5: 0.45, 10: 0.32}

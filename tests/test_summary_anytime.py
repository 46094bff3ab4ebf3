"""What holds of unfinished labels: against the functions it is made of, and against every way to finish."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gradertui.modes.grade import Cell
from gradertui.summary import summarize
from gradertui.summary.anytime import Material, Sizes, arms, interval, pairs, pooled
from stats.multiplicity import holm
from stats.paired import mcnemar
from stats.sequential import bank_sequence, rate_sequence, sign_e

PAIRS = (("a", "b"), ("a", "c"), ("b", "c"))


def cell(letters, answerable=True, names="abc"):
    return Cell(answerable, tuple(sorted(zip(names, letters, strict=True))))


def summary(cells, names="abc", of=PAIRS, primary=(), done=6, total=75):
    return summarize(cells, arms=names, pairs=of, primary=primary, done=done, total=total, questions=25)


def sizes(n=25, exact=True, left_out=0, of=PAIRS):
    return Sizes(dict.fromkeys("abc", n), dict.fromkeys(of, n), exact, left_out)


def test_an_arm_has_the_interval_and_the_bank_of_its_counts():
    found = summary({cell("XRR"): 2, cell("RRR"): 8})
    first, second, _third = arms(found, sizes())
    assert first.interval == rate_sequence(2, 10)
    # The reference's case anytime.finite_bank.25/10/2.
    assert first.final == (25, 2, 17, 2, 14)
    assert second.interval == rate_sequence(0, 10)
    assert interval(found.arms[0], 0.95) == first.interval


def test_without_data_only_the_size_is_known():
    found = arms(summary({}), sizes())
    assert [arm.interval for arm in found] == [None] * 3
    assert {arm.final for arm in found} == {(25, 0, 25, 0, 25)}


def test_with_replicates_there_is_none_of_it():
    found = summary({Cell(True, (("a", "R"), ("a", "X"), ("b", "R"))): 3}, names="ab", of=[("a", "b")])
    first, second = arms(found, Sizes({"a": 25, "b": 25}, {("a", "b"): 25}, True, 0))
    assert (first.interval, first.final) == (None, None)
    assert second.interval == rate_sequence(0, 3)
    assert pairs(found, sizes(of=[("a", "b")])) == (None,)


def test_where_numbers_would_tell_arms_apart_only_what_is_certain_stands():
    found = arms(summary({cell("XRR"): 2, cell("RRR"): 8}), sizes(30, exact=False))
    assert found[0].final == (30, 2, 22, None, None)


def test_answers_left_out_widen_the_bank_to_both_sides():
    found = summary({cell("XRR"): 5, cell("RRR"): 17})
    (without, some) = (arms(found, sizes(25, left_out=n))[0].final for n in (0, 3))
    assert without == (25, 5, 8, 5, 8)
    assert (some.low, some.high) == (bank_sequence(5, 22, 22).low, bank_sequence(5, 22, 25).high)
    assert (some.planned, some.least, some.most) == (25, 5, 8)


@given(st.integers(0, 40), st.integers(0, 12), st.integers(0, 12), st.data())
def test_a_smaller_bank_never_has_the_higher_ends(n, more, yet, data):
    k = data.draw(st.integers(0, n))
    small, large = bank_sequence(k, n, n + more), bank_sequence(k, n, n + more + yet)
    assert small.low <= large.low
    assert small.high <= large.high


def test_the_evidence_of_a_pair_is_that_of_its_discordant_questions():
    found = summary({cell("XRR"): 6, cell("RXR"): 1, cell("RRR"): 8})
    compared = pairs(found, sizes())
    assert [(pair.e, pair.p) for pair in compared] == [
        (sign_e(*of).e, sign_e(*of).p) for of in ((6, 1), (6, 0), (1, 0))
    ]
    assert [pair.holm for pair in compared] == list(holm([pair.p for pair in compared], 3))


def test_the_primary_pair_is_judged_by_its_own_p():
    found = summary({cell("XRR"): 15, cell("RRR"): 5}, primary=("a", "b"))
    first, second, third = pairs(found, sizes())
    assert first.holm is None
    assert (second.holm, third.holm) == (2 * second.p, 1.0)
    # 15 to 0 with 5 left is settled below 0.05 (the reference's case); in a family of two it is not.
    assert first.reach.largest == pytest.approx(0.04138946533203125)
    assert (first.reach.settled, second.reach.settled) == ("below", None)


def test_ten_to_ten_with_eight_left_stays_above_whatever_comes():
    cells = {cell("XR", names="ab"): 10, cell("RX", names="ab"): 10}
    (pair,) = pairs(summary(cells, names="ab", of=[("a", "b")]), sizes(28, of=[("a", "b")]))
    assert pair.reach == (pytest.approx(0.1849333420395851), 1.0, "above")


@settings(deadline=None)
@given(
    st.dictionaries(st.sampled_from(["XRR", "RXR", "RRX", "XXR", "RRR"]), st.integers(1, 7), max_size=4),
    st.integers(0, 2),
    st.sampled_from([(), ("a", "b")]),
)
def test_no_way_to_finish_contradicts_what_is_called_settled(counts, left, primary):
    so_far = {cell(letters): n for letters, n in counts.items()}
    n = sum(so_far.values())
    found = pairs(summary(so_far, primary=primary), sizes(n + left))
    for ending in product(["RRR", "XRR", "RXR", "RRX", "RXX", "XRX"], repeat=left):
        whole = dict(so_far)
        for letters in ending:
            whole[cell(letters)] = whole.get(cell(letters), 0) + 1
        final = summary(whole, primary=primary)
        for pair, end in zip(found, final.pairs, strict=True):
            p = 1.0 if end.p is None else end.p
            assert pair.reach.smallest <= p <= pair.reach.largest
            judged = 1.0 if end.judged is None else end.judged
            if pair.reach.settled:
                assert (judged <= 0.05) == (pair.reach.settled == "below")


def test_a_finished_pair_has_one_p():
    (pair,) = pairs(summary({cell("XR", names="ab"): 6}, names="ab", of=[("a", "b")]), sizes(6, of=[("a", "b")]))
    assert pair.reach == (mcnemar(6, 0), mcnemar(6, 0), "below")


def test_one_answer_to_each_question_is_the_bank_itself():
    found = pooled({(1, 1): 2, (1, 0): 8}, Material(25, 25, 1, 0), 0.95)
    assert found == (2, 10, (25, 2, 17, 2, 14))


def test_answers_to_one_question_do_not_count_as_so_many_questions():
    # Ten events among thirty answers that fall on three questions and one: less is known than of thirty questions.
    found, alone = (
        pooled({(3, 3): 3, (3, 1): 1, (3, 0): 6}, Material(25, 75, 3, 0), 0.95).final,
        bank_sequence(10, 30, 75),
    )
    assert (found.least, found.most) == (alone.least, alone.most) == (10, 55)
    # Each of three counts at a third of the 5 %: 4 of 10 for one event or more, 3 of 10 for two and for three.
    ends = [bank_sequence(k, 10, 25, 1 - 0.05 / 3) for k in (4, 3, 3)]
    assert (found.low, found.high) == (sum(end.low for end in ends), sum(end.high for end in ends))
    assert found.low < alone.low < alone.high < found.high


questions = st.lists(st.integers(0, 3), min_size=1, max_size=12)


@given(questions, st.integers(0, 12), st.integers(0, 3))
def test_pooled_bounds_lie_within_what_is_certain(events, yet, left_out):
    seen: dict[tuple[int, int], int] = {}
    for k in events:
        seen[3, k] = seen.get((3, k), 0) + 1
    n = len(events)
    found = pooled(seen, Material(n + yet, 3 * (n + yet), 3, left_out), 0.95)
    assert (found.k, found.n) == (sum(events), 3 * n)
    assert found.final.least <= found.final.low <= found.final.high <= found.final.most
    if not yet:
        assert found.final == (3 * n, sum(events), sum(events), sum(events), sum(events))


def test_nothing_planned_is_nothing():
    assert pooled({}, Material(0, 0, 0, 0), 0.95) == (0, 0, (0, 0, 0, 0, 0))

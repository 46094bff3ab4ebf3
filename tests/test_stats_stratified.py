import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stats.min_p import minp_step_down, p_at_most
from stats.multiplicity import holm
from stats.stratified import stratified, stratified_slices
from stats.two_sample import distribution, pooled, two_sample

side = st.lists(st.integers(1, 5), min_size=1, max_size=3).map(Counter)
strata = st.lists(st.tuples(side, side), min_size=1, max_size=4)


def splits(a: Counter[int], b: Counter[int]) -> list[tuple[Counter[int], Counter[int]]]:
    cards = [*a.elements(), *b.elements()]
    chosen = [Counter(cards[i] for i in places) for places in combinations(range(len(cards)), a.total())]
    return [(one, Counter(cards) - one) for one in chosen]


@given(strata)
def test_the_p_is_that_of_all_relabellings_within_templates(templates) -> None:
    nulls = [[sum(one.elements()) for one, _ in splits(a, b)] for a, b in templates]
    observed = sum(sum(a.elements()) for a, _ in templates)
    sums = [sum(each) for each in product(*nulls)] if sum(map(len, nulls)) < 40 else []
    if sums:
        tails = sum(s <= observed for s in sums), sum(s >= observed for s in sums)
        assert stratified(templates) == min(1, Fraction(2 * min(tails), len(sums)))


@given(strata, st.randoms(), st.integers(-5, 5))
def test_order_sides_and_shift_leave_the_p(templates, draw, shift: int) -> None:
    p = stratified(templates)
    assert isinstance(p, Fraction)
    assert 0 < p <= 1
    assert stratified(draw.sample(templates, len(templates))) == p
    assert stratified([(b, a) for a, b in templates]) == p
    moved = [tuple({x + shift: n for x, n in side.items()} for side in pair) for pair in templates]
    assert stratified(moved) == p


@given(side, side)
def test_one_template_is_the_two_sample_test(a: Counter[int], b: Counter[int]) -> None:
    assert stratified([(a, b), ({3: 2}, {})]) == two_sample(a, b).p


@given(strata)
def test_the_transform_agrees_with_the_product(templates) -> None:
    exact = stratified(templates)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("stats.stratified._EXACT_BITS", -1)
        assert stratified(templates) == pytest.approx(float(exact), abs=1e-9)


def test_templates_too_large_to_count_are_convolved_too() -> None:
    draw = random.Random(3)
    a, b = (Counter(draw.choices(range(1, 6), [1, 2, 4, 6, 3], k=500)) for _ in range(2))
    assert stratified([(a, b)]) == pytest.approx(two_sample(a, b).p, abs=1e-9)
    doubled = [({2 * x: n for x, n in a.items()}, {2 * x: n for x, n in b.items()})]
    assert stratified(doubled) == pytest.approx(two_sample(a, b).p, abs=1e-9)


def test_nothing_to_exchange_has_no_p() -> None:
    assert stratified([]) is None
    assert stratified([({1: 2}, {})]) is None
    wide = {1_000_003 * i: 1 for i in range(20)}
    assert stratified([(wide, {x + 1: 1 for x in wide})]) is None


def test_each_template_is_a_slice() -> None:
    templates = [({5: 2}, {4: 2})] * 7
    assert sum(1 for _ in stratified_slices(templates)) == 7


def minimum_by_enumeration(templates) -> list[Fraction]:
    """Step-down min-P over all relabellings of all templates, as Westfall and Young define it."""
    observed = [two_sample(a, b).p for a, b in templates]
    nulls = [[two_sample(*split).p for split in splits(a, b)] for a, b in templates]
    order = sorted(range(len(templates)), key=observed.__getitem__)
    adjusted, largest = [Fraction(0)] * len(templates), Fraction(0)
    for rank, place in enumerate(order):
        draws = [min(each) for each in product(*(nulls[i] for i in order[rank:]))]
        largest = max(largest, observed[place], Fraction(sum(p <= observed[place] for p in draws), len(draws)))
        adjusted[place] = largest
    return adjusted


@given(st.lists(st.tuples(side, side), min_size=1, max_size=3))
def test_min_p_is_that_of_all_relabellings(templates) -> None:
    assert minp_step_down(templates) == pytest.approx([float(p) for p in minimum_by_enumeration(templates)], rel=1e-12)


@given(strata, st.integers(0, 5))
def test_min_p_lies_between_the_raw_p_and_holm(templates, more: int) -> None:
    raw = [two_sample(a, b).p for a, b in templates]
    planned = len(templates) + more
    for p, sharp, cautious in zip(raw, minp_step_down(templates, planned), holm(raw, planned), strict=True):
        assert float(p) * (1 - 1e-12) <= sharp <= cautious * (1 + 1e-12)


def test_min_p_of_a_template_without_a_side_is_none_and_counts_as_planned() -> None:
    one = ({5: 3}, {1: 3})
    assert minp_step_down([one, ({}, {2: 1})]) == (pytest.approx(1 - 0.9 * 0.9), None)
    assert minp_step_down([one], planned=3) == (pytest.approx(1 - 0.9**3),)
    assert minp_step_down([]) == ()
    with pytest.raises(ValueError, match="planned must be 2 or more"):
        minp_step_down([one, one], planned=1)


@given(side, side)
def test_the_share_of_labellings_with_as_small_a_p(a: Counter[int], b: Counter[int]) -> None:
    all_p = [two_sample(*split).p for split in splits(a, b)]
    for p in set(all_p):
        assert p_at_most(p, a, b) == Fraction(sum(other <= p for other in all_p), len(all_p)) <= p
    assert sum(distribution(pooled(a, b), a.total()).values()) == len(all_p)

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gradertui.summary.agreement import ONE_GRADER, agree, crossed
from gradertui.summary.labels import Labels, numbers
from stats.agreement import NO_VARIATION, NOT_TWICE
from stats.kappa import UNEQUAL

RXN = ("R", "X", "N")
STARS = ("1", "2", "3", "4", "5")
SAID = st.dictionaries(
    st.text("pq", min_size=1, max_size=3),
    st.dictionaries(st.sampled_from(["ana", "ben", "cy"]), st.sampled_from(STARS), min_size=1),
    min_size=1,
)


def letters(*columns, **rest):
    """Graders as columns of letters; a dash is a missing label."""
    rows = list(zip(*columns, strict=True))
    said = {f"q{i}": {f"g{g}": x for g, x in enumerate(row) if x != "-"} for i, row in enumerate(rows)}
    return Labels(said, RXN, **rest)


def coefficients(found):
    return (
        found.same.k,
        found.same.n,
        *(each.value for each in found.alphas.values()),
        *(each.value for each in found.gwet.values()),
        found.fleiss.value,
        found.cohen and found.cohen.value,
    )


@settings(deadline=None)
@given(said=SAID)
def test_calling_graders_otherwise_changes_no_coefficient(said):
    other = {"ana": "zoe", "ben": "ana", "cy": "ben"}
    renamed = {item: {other[g]: x for g, x in by.items()} for item, by in said.items()}
    metrics = ("ordinal", "interval")
    before, after = (agree(Labels(items, STARS, metrics)) for items in (said, renamed))
    assert coefficients(before) == coefficients(after)


@settings(deadline=None)
@given(said=SAID)
def test_the_order_of_items_changes_nothing_that_is_told(said):
    before, after = (agree(Labels(dict(items), STARS)) for items in (said.items(), reversed(said.items())))
    assert coefficients(before) == coefficients(after)
    assert [each.item for each in before.differing] == [each.item for each in after.differing]


@settings(deadline=None)
@given(said=SAID)
def test_an_item_that_one_grader_labelled_moves_no_alpha(said):
    more = said | {"alone": {"ana": "5"}}
    assert agree(Labels(more, STARS)).main.value == agree(Labels(said, STARS)).main.value


def test_doubly_labelled_items_are_the_denominator():
    found = agree(letters("RRXN-", "RXXN-"[:3] + "--"))
    assert (found.items, found.same.n, found.same.k) == (5, 3, 2)


def test_with_three_graders_an_item_counts_the_share_of_its_pairs():
    found = agree(letters("RR", "RR", "RX"))
    assert (found.same.k, found.same.n, found.several) == (Fraction(4, 3), 2, True)


def test_cohen_stands_only_where_exactly_two_labelled_everything():
    complete, gaps, three = letters("RXRN", "RXNN"), letters("RXRN", "RXN-"), letters("RXRN", "RXNN", "RXNN")
    assert agree(complete).cohen.value == Fraction(7, 11)
    assert [agree(labels).cohen for labels in (gaps, three)] == [None, None]
    assert agree(gaps).pairs[0].cohen.value == Fraction(1, 2)


def test_fleiss_stands_only_where_counts_are_equal():
    assert agree(letters("RXRN", "RXNN", "RXN-")).fleiss.reason == UNEQUAL
    assert agree(letters("RXRN", "RXNN")).fleiss.value is not None


@pytest.mark.parametrize(
    ("labels", "reason"),
    [
        (letters("RXN"), ONE_GRADER),
        (letters("RX--", "--NR"), NOT_TWICE),
        (letters("RRR", "RRR"), NO_VARIATION),
        (letters("RXR", "XRR"), None),
    ],
)
def test_an_alpha_that_does_not_exist_says_why(labels, reason):
    assert agree(labels).reason == reason


def test_a_pair_has_its_table_and_all_pairs_a_symmetric_one():
    found = agree(letters("RRXN", "RXXR"))
    assert found.pairs[0].table == ((1, 1, 0), (0, 1, 0), (1, 0, 0))
    assert crossed(found.pairs) == [[1, 1, 1], [1, 1, 0], [1, 0, 0]]


def test_clusters_come_least_agreed_first():
    clusters = {"q0": "a", "q1": "a", "q2": "b", "q3": "b"}
    found = agree(letters("RRRX", "RRXX", clusters=clusters))
    assert [(x.cluster, x.same, x.items) for x in found.clusters] == [("b", 1, 2), ("a", 2, 2)]


def test_clusters_of_one_item_each_are_not_told():
    assert agree(letters("RX", "RR", clusters={"q0": "q0", "q1": "q1"})).clusters == ()


def test_the_hardest_come_first_by_distance_where_there_is_one():
    said = {"near": {"a": "4", "b": "5"}, "far": {"a": "1", "b": "5"}, "same": {"a": "3", "b": "3"}}
    assert [each.item for each in agree(Labels(said, STARS, ("ordinal",))).differing] == ["far", "near"]


def test_the_prevalence_trap_is_flagged_where_it_bites():
    skewed = letters("R" * 47 + "XXN", "R" * 46 + "XRXR")
    trap = agree(skewed).prevalence
    assert (trap.value, trap.share) == ("R", Fraction(19, 20))


@pytest.mark.parametrize(
    "labels",
    [
        letters("R" * 47 + "XXN", "R" * 47 + "XXN"),
        letters("RXN" * 6, "RXN" * 5 + "NXR"),
        letters("R" * 10 + "X" * 10, "X" * 10 + "R" * 10),
    ],
)
def test_where_alpha_is_high_or_labels_are_spread_there_is_no_trap(labels):
    assert agree(labels).prevalence is None


@pytest.mark.parametrize(("scale", "found"), [(["1", "2.5"], [1, Fraction(5, 2)]), (["R"], None), (["1/2"], None)])
def test_a_scale_is_of_numbers_or_not(scale, found):
    assert numbers(scale) == found

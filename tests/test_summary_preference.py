import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradertui.modes.preference import LABELS, Votes
from gradertui.summary.preference import pooled, summarize, without_sign


def one(left: str, right: str, label: str) -> Votes:
    return Votes(((left, right, label),))


def test_the_third_document_comes_out_and_its_zero_ties_are_a_warning():
    # 27 to 21 of 48 without a tie, p 0.47; 7 to 5 of 12, p 0.77 (third document, and R's binom.test).
    cells = {
        one("rag", "base", "A"): 15,
        one("base", "rag", "B"): 12,
        one("rag", "base", "B"): 10,
        one("base", "rag", "A"): 11,
    }
    (pair,) = summarize(cells, pairs=[("rag", "base")]).pairs
    assert (pair.found.wins, pair.found.losses, pair.found.ties) == (27, 21, 0)
    assert round(pair.found.p, 4) == 0.4709
    assert pooled({"A": 26, "B": 22}).never_ties
    (few,) = summarize({one("rag", "base", "A"): 7, one("rag", "base", "B"): 5}, pairs=[("base", "rag")]).pairs
    assert (few.found.wins, few.found.losses, round(few.found.p, 4)) == (5, 7, 0.7744)
    assert not pooled({"A": 6, "B": 6}).never_ties


def test_cannot_tell_is_missing_and_both_bad_is_a_tie():
    cells = {one("x", "y", "A"): 3, one("x", "y", "Z"): 2, one("x", "y", "0"): 4, one("x", "y", "T"): 1}
    (pair,) = summarize(cells, pairs=[("x", "y")]).pairs
    assert (pair.found.wins, pair.found.ties, pair.bad, pair.unsure, pair.queries) == (3, 3, 2, 4, 10)
    assert pair.found.net == 0.5
    assert not pair.reach


def test_repeated_draws_of_a_query_have_one_vote():
    cells = {Votes((("x", "y", "A"), ("x", "y", "A"), ("y", "x", "A"))): 6}
    (pair,) = summarize(cells, pairs=[("x", "y")]).pairs
    assert (pair.found.wins, pair.found.losses) == (6, 0)


def test_of_several_pairs_all_but_the_primary_one_are_a_holm_family():
    cells = {one("x", "y", "A"): 8, one("x", "z", "A"): 7, one("y", "z", "A"): 6}
    found = summarize(cells, pairs=[("x", "y"), ("x", "z"), ("y", "z")], primary=("y", "z"))
    assert [(pair.a, pair.b) for pair in found.pairs] == [("y", "z"), ("x", "y"), ("x", "z")]
    # Sign tests of 6, 8 and 7 in one direction: 2/2**n; Holm over the two that are not primary.
    assert [pair.judged for pair in found.pairs] == [2 / 2**6, 2 * 2 / 2**8, 2 / 2**7]
    assert found.family == 2


cells = st.dictionaries(
    st.tuples(st.sampled_from([("x", "y"), ("y", "x")]), st.sampled_from(LABELS)), st.integers(1, 9)
)


@given(cells)
def test_without_sign_the_numbers_are_the_same_whoever_is_called_what(given):
    counted = {one(*sides, label): n for (sides, label), n in given.items()}
    names = {"x": "y", "y": "x"}
    swapped = {one(names[a], names[b], label): n for ((a, b), label), n in given.items()}
    found, other = (without_sign(summarize(each, pairs=[("x", "y")])).pairs[0] for each in (counted, swapped))
    assert found == other
    assert found.found.wins >= found.found.losses


@pytest.mark.parametrize("pairs", [[("x", "y")], []])
def test_nothing_labelled_is_no_crash(pairs):
    found = summarize({}, pairs=pairs)
    assert [pair.found.share.reason for pair in found.pairs] == ["no data"] * len(pairs)

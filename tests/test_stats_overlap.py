from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stats.overlap import NO_WORDS, overlap, reuse
from stats.paired import mcnemar
from stats.permutation import sign_flip
from stats.sign_flip_interval import NO_DIFFERENCES, TOO_FEW

shares = st.fractions(0, 1, max_denominator=9)
some = st.one_of(st.none(), shares)


def test_an_output_without_content_words_has_no_share() -> None:
    assert overlap(0, 0) == (0, 0, None, NO_WORDS)
    assert overlap(0, 7).share == 0


def test_a_share_is_over_the_output() -> None:
    # {"frío", "manta", "abuela", "pueblo"} with "frío" and "manta" retrieved among a thousand others.
    assert overlap(2, 4) == (2, 4, Fraction(1, 2), None)


def test_nineteen_of_twenty_four_is_the_p_of_the_third_document() -> None:
    found = reuse([(Fraction(3, 8), Fraction(2, 8))] * 19 + [(Fraction(1, 8), Fraction(2, 8))] * 5)
    assert (found.more, found.less, found.equal, found.missing) == (19, 5, 0, 0)
    assert found.p == pytest.approx(0.0066107511520, abs=1e-12)
    assert round(found.p, 3) == 0.007
    assert found.smallest == 2**-23
    assert found.mean.mean == Fraction(14, 8 * 24)
    assert found.mean.method == "t"


def test_up_to_twenty_queries_the_interval_inverts_the_sign_flip() -> None:
    found = reuse([(Fraction(d, 10), 0) for d in range(1, 11)])
    assert found.mean.method == "sign flip"
    assert found.mean.exact is not None
    assert found.mean.exact[0] > 0
    assert sign_flip([Fraction(d, 10) for d in range(1, 11)]) <= 0.05


def test_a_share_that_is_missing_is_counted_and_enters_nothing() -> None:
    found = reuse([(None, 0.5), (0.5, None), (None, None), (0.5, 0.25)])
    assert (found.more, found.less, found.equal, found.missing) == (1, 0, 0, 3)
    assert found.mean.mean == Fraction(1, 4)
    assert found.mean.reason == TOO_FEW


def test_equal_shares_carry_no_direction_and_stay_in_the_mean() -> None:
    found = reuse([(Fraction(1, 3), Fraction(2, 6))] * 3 + [(Fraction(1, 2), Fraction(1, 4))])
    assert (found.more, found.equal, found.p, found.smallest) == (1, 3, 1.0, 1.0)
    assert found.mean.mean == Fraction(1, 16)


def test_a_float_is_the_decimal_it_is_written_as() -> None:
    assert reuse([(0.1, Fraction(1, 10)), (0.3, Fraction(3, 10)), (1, 1.0), (1e-05, Fraction(1, 100_000))]).equal == 4


def test_no_queries_have_no_mean() -> None:
    found = reuse([])
    assert (found.p, found.mean.mean, found.mean.reason) == (1.0, None, NO_DIFFERENCES)


@given(st.lists(st.tuples(some, some), max_size=12))
def test_every_query_is_counted_once(pairs: list[tuple[Fraction | None, Fraction | None]]) -> None:
    found, mirror = reuse(pairs), reuse([(other, one) for one, other in pairs])
    assert found.more + found.less + found.equal + found.missing == len(pairs)
    assert found.p == mirror.p == mcnemar(found.less, found.more)
    assert (found.more, found.missing) == (mirror.less, mirror.missing)
    assert found.smallest <= found.p


def test_impossible_counts_and_shares_are_refused() -> None:
    with pytest.raises(ValueError, match="produced must be 5 or more"):
        overlap(5, 4)
    with pytest.raises(ValueError, match="shared must be 0 or more"):
        overlap(-1, 4)
    for share in (1.2, -0.1, float("nan"), Fraction(5, 4)):
        with pytest.raises(ValueError, match=r"a share must be between 0 and 1"):
            reuse([(share, 0.5)])

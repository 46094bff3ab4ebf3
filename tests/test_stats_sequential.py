import math
import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import betaln

from stats.paired import SMALLEST_P
from stats.proportion import wilson
from stats.sequential import any_time_p, bank_sequence, e_value, rate_sequence, sign_e

levels = st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99])


@st.composite
def events(draw: st.DrawFn, most: int = 300) -> tuple[int, int]:
    n = draw(st.integers(1, most))
    return draw(st.integers(0, n)), n


@st.composite
def banks(draw: st.DrawFn, most: int = 40) -> tuple[int, int, int]:
    size = draw(st.integers(0, most))
    n = draw(st.integers(0, size))
    return draw(st.integers(0, n)), n, size


def density(k: int, n: int, p: float) -> float:
    return math.exp(k * math.log(p) + (n - k) * math.log1p(-p) - betaln(k + 1, n - k + 1))


@given(events(), levels)
def test_inside_its_ends_the_density_is_above_what_the_level_leaves(of: tuple[int, int], level: float) -> None:
    k, n = of
    found = rate_sequence(k, n, level)
    assert found is not None
    assert 0 <= found.low < found.high <= 1
    for end, outwards in zip(found, (1 - 1e-6, 1 + 1e-6), strict=True):
        if 0 < end < 1:
            assert density(k, n, end) == pytest.approx(1 - level, rel=1e-8)
            assert end * outwards >= 1 or density(k, n, end * outwards) < 1 - level


@given(events(), levels)
def test_the_other_event_has_the_mirrored_ends(of: tuple[int, int], level: float) -> None:
    k, n = of
    one, other = rate_sequence(k, n, level), rate_sequence(n - k, n, level)
    assert one is not None
    assert other is not None
    assert one == pytest.approx((1 - other.high, 1 - other.low), abs=1e-12)


@given(events())
def test_the_ends_are_exact_where_nothing_or_all_has_the_event(of: tuple[int, int]) -> None:
    _k, n = of
    none, every = rate_sequence(0, n), rate_sequence(n, n)
    assert none is not None
    assert every is not None
    # With no event the density is (n + 1)(1 − p)^n, which has a closed end.
    assert none == pytest.approx((0.0, 1 - (0.05 / (n + 1)) ** (1 / n)), abs=1e-12)
    assert (none.low, every.high) == (0.0, 1.0)


@given(events())
def test_looking_at_any_time_is_wider_than_looking_once(of: tuple[int, int]) -> None:
    once, whenever = wilson(*of), rate_sequence(*of)
    assert once is not None
    assert whenever is not None
    assert whenever.low <= once.low + 1e-12
    assert whenever.high >= once.high - 1e-12


def test_without_anything_known_a_rate_has_no_bounds() -> None:
    assert rate_sequence(0, 0) is None


def by_enumeration(k: int, n: int, size: int, level: float) -> list[int]:
    """All totals kept, the posterior as exact ratios: the beta-binomial of the rest against an even prior."""
    ways = {total: math.comb(total, k) * math.comb(size - total, n - k) for total in range(k, size - n + k + 1)}
    whole = sum(ways.values())
    return [total for total, each in ways.items() if Fraction(each, whole) * (size + 1) > 1 - Fraction(str(level))]


@given(banks(), levels)
def test_the_bank_is_that_of_every_total_tried(of: tuple[int, int, int], level: float) -> None:
    found, kept = bank_sequence(*of, level), by_enumeration(*of, level)
    assert kept == list(range(found.low, found.high + 1))


@pytest.mark.parametrize(("size", "level", "tie"), [(4, 0.5, 3), (8, 0.75, 7), (20, 0.9, 19), (40, 0.95, 39)])
def test_a_total_exactly_at_the_threshold_is_not_kept(size: int, level: float, tie: int) -> None:
    # One known, without the event: the ratio of a total is 2 (size − total) / size, in floats on either side.
    assert Fraction(2 * (size - tie), size) == 1 - Fraction(str(level))
    assert bank_sequence(0, 1, size, level).high == tie - 1 == by_enumeration(0, 1, size, level)[-1]


@given(banks())
def test_what_is_sure_holds_what_is_likely(of: tuple[int, int, int]) -> None:
    k, n, size = of
    found = bank_sequence(*of)
    assert (found.least, found.most) == (k, size - n + k)
    assert found.least <= found.low <= found.high <= found.most


@given(banks())
def test_a_bank_that_is_known_has_one_total(of: tuple[int, int, int]) -> None:
    k, n, _size = of
    assert bank_sequence(k, n, n) == (k, k, k, k)


def test_a_bank_of_a_hundred_thousand_takes_no_time() -> None:
    start = time.perf_counter()
    found = [bank_sequence(k, 50_000, 100_000) for k in range(0, 50_001, 2500)]
    assert (time.perf_counter() - start) / len(found) < 0.01
    assert found[10].low < 50_000 < found[10].high


def test_a_large_bank_is_bounded_as_a_rate_is() -> None:
    # The bank beyond what is known makes no difference once it is much larger.
    bank, rate = bank_sequence(16, 100, 10**6), rate_sequence(16, 100)
    assert rate is not None
    assert (bank.low / 10**6, bank.high / 10**6) == pytest.approx(rate, abs=1e-4)


@given(st.integers(0, 700), st.integers(0, 700))
def test_an_e_value_is_the_mixture_over_a_coin(one: int, other: int) -> None:
    found = sign_e(one, other)
    n = one + other
    assert found.log_e == pytest.approx(n * math.log(2) + betaln(one + 1, other + 1), abs=1e-9)
    assert found == sign_e(other, one) or n > 500
    assert found.e == pytest.approx(math.exp(found.log_e), rel=1e-9)
    assert found.p == pytest.approx(min(1.0, math.exp(-found.log_e)))


@given(st.integers(0, 40))
def test_an_e_value_is_one_on_average_under_a_coin(n: int) -> None:
    assert math.fsum(math.comb(n, k) / 2**n * sign_e(k, n - k).e for k in range(n + 1)) == pytest.approx(1)


@given(events(200), levels)
def test_the_e_value_and_the_sequence_agree_on_a_half(of: tuple[int, int], level: float) -> None:
    k, n = of
    rate, found = rate_sequence(k, n, level), sign_e(k, n - k)
    assert rate is not None
    if abs(found.log_e + math.log(1 - level)) > 1e-9:
        assert (rate.low < 0.5 < rate.high) == (found.e < 1 / (1 - level))


def test_an_e_value_too_large_for_a_float_is_the_largest_one() -> None:
    found = sign_e(0, 50_000)
    assert math.isfinite(found.e)
    assert found.log_e == pytest.approx(50_000 * math.log(2) - math.log(50_001))
    assert found.p == SMALLEST_P > 0
    assert e_value(-1000.0).e > 0


def test_no_look_and_no_evidence_have_p_one() -> None:
    assert any_time_p() == any_time_p(-3.0, -1.0) == sign_e(0, 0).p == sign_e(3, 3).p == 1.0


def test_the_largest_evidence_so_far_stays() -> None:
    assert any_time_p(1.0, 3.0, -2.0) == math.exp(-3.0)


def test_impossible_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="k must be between 0 and n = 3, not 4"):
        rate_sequence(4, 3)
    with pytest.raises(ValueError, match="k must be 0 or more"):
        bank_sequence(-1, 3, 5)
    with pytest.raises(ValueError, match="n must be 5 or less, the size of the bank, not 6"):
        bank_sequence(1, 6, 5)
    with pytest.raises(ValueError, match="other must be 0 or more"):
        sign_e(1, -1)
    with pytest.raises(ValueError, match="level"):
        rate_sequence(1, 2, 95)
    with pytest.raises(ValueError, match="level"):
        bank_sequence(1, 2, 5, 1.0)

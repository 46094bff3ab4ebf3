from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stats.half_binomial import mass, tail


@given(st.integers(1, 1200), st.data())
def test_the_mass_is_the_share_of_the_ways(n: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(max(0, n // 2 - 150), n // 2))
    assert mass(k, n) == pytest.approx(comb(n, k) / 2**n, rel=1e-11)


@given(st.integers(1, 1200), st.data())
def test_a_tail_grows_by_the_mass_of_its_last_count(n: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(1, max(1, n // 2)).filter(lambda k: k <= n / 2) if n > 1 else st.just(0))
    before = tail(k - 1, n) if k else 0.0
    assert tail(k, n) == pytest.approx(before + mass(k, n), rel=1e-11)


@given(st.integers(0, 2000).map(lambda half: 2 * half + 1))
def test_the_tail_below_the_middle_of_an_odd_number_is_a_half(n: int) -> None:
    assert tail(n // 2, n) == pytest.approx(0.5, rel=1e-11)

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stats.granularity import granularity, is_possible_rate


@given(st.data(), st.integers(1, 2000), st.integers(1, 6))
def test_a_rate_that_was_rounded_is_recognised(data: st.DataObject, n: int, decimals: int) -> None:
    k = data.draw(st.integers(0, n))
    assert is_possible_rate(round(k / n, decimals), n, decimals)
    assert is_possible_rate(k / n, n)


def test_a_rate_between_two_steps_is_not() -> None:
    assert not is_possible_rate(0.50, 25, decimals=2)
    assert not is_possible_rate(0.33, 25)
    with pytest.raises(ValueError, match="rate must be between 0 and 1, not 32"):
        is_possible_rate(32, 25)


def test_nothing_counted_allows_no_rate() -> None:
    assert granularity(0) is None
    assert not is_possible_rate(0.5, 0)
    with pytest.raises(ValueError, match="n must be 0 or more, not -1"):
        granularity(-1)

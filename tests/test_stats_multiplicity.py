from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stats.multiplicity import bonferroni, chance_of_false_alarm, holm

p_values = st.lists(st.floats(0, 1), max_size=30)


@given(p_values, st.integers(0, 20))
def test_holm_never_lowers_a_p_and_keeps_their_order(raw: list[float], unfinished: int) -> None:
    adjusted = holm(raw, planned=len(raw) + unfinished)
    assert all(p <= q <= 1 for p, q in zip(raw, adjusted, strict=True))
    by_raw = [q for _, q in sorted(zip(raw, adjusted, strict=True))]
    assert by_raw == sorted(by_raw)


@given(p_values, st.randoms())
def test_holm_does_not_depend_on_the_order_given(raw: list[float], draw) -> None:
    shuffled = draw.sample(range(len(raw)), len(raw))
    assert holm([raw[i] for i in shuffled]) == tuple(holm(raw)[i] for i in shuffled)


@given(p_values)
def test_the_smallest_p_is_multiplied_by_the_whole_family(raw: list[float]) -> None:
    if raw:
        assert min(holm(raw)) == min(1.0, len(raw) * min(raw))


@given(st.lists(st.floats(0, 1), min_size=1, max_size=10))
def test_tests_not_available_count_in_the_family(raw: list[float]) -> None:
    assert holm([*raw, None, None]) == (*holm(raw, planned=len(raw) + 2), None, None)


def test_an_empty_family_has_nothing_to_adjust() -> None:
    assert holm([]) == ()
    assert holm([None]) == (None,)


def test_exact_p_values_are_rounded_once() -> None:
    assert holm([Fraction(5, 128), Fraction(1, 3)]) == (10 / 128, 1 / 3)


def test_a_family_smaller_than_its_tests_is_refused() -> None:
    with pytest.raises(ValueError, match=r"planned must be 2 or more, .* not 1"):
        holm([0.1, 0.2], planned=1)


@pytest.mark.parametrize("p", [-0.1, 1.1, float("nan")])
def test_what_is_not_a_p_value_is_quoted(p: float) -> None:
    with pytest.raises(ValueError, match=f"between 0 and 1, or None, not {p}"):
        holm([0.5, p])


def test_one_test_alone_keeps_its_level() -> None:
    assert chance_of_false_alarm(1) == bonferroni(1) == pytest.approx(0.05)


@given(st.integers(1, 1000))
def test_more_tests_mean_more_false_alarms_and_bonferroni_stops_them(m: int) -> None:
    assert chance_of_false_alarm(m) <= chance_of_false_alarm(m + 1)
    assert chance_of_false_alarm(m, level=1 - bonferroni(m)) <= 0.05 + 1e-12


def test_a_family_needs_a_test() -> None:
    for count in (bonferroni, chance_of_false_alarm):
        with pytest.raises(ValueError, match="m must be 1 or more, not 0"):
            count(0)

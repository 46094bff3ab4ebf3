from hypothesis import given
from hypothesis import strategies as st

from gradertui.drawing import drawn, marked

SHARES = st.floats(0, 1)


@given(SHARES, SHARES, SHARES, SHARES, st.integers(2, 60))
def test_a_second_point_changes_one_character(a: float, b: float, c: float, at: float, width: int) -> None:
    row = drawn(*sorted([a, b, c]), width)
    changed = [(before, after) for before, after in zip(row, marked(row, at), strict=True) if before != after]
    assert changed in ([(before, "○") for before in "─━╼╾"][i : i + 1] for i in range(4)) or changed == [("●", "◉")]


def test_both_points_lie_on_the_axis_that_the_interval_lies_on() -> None:
    assert marked(drawn(0, 0, 0.5, 11), 1) == "●━━━━╾────○"
    assert marked(drawn(0, 0, 0.5, 11), 0) == "◉━━━━╾─────"


@given(st.floats(-3, 3), st.floats(-3, 3), st.floats(-3, 3), st.integers(3, 60))
def test_an_end_beyond_the_axis_is_marked_and_no_other(a: float, b: float, c: float, width: int) -> None:
    low, point, high = sorted([a, b, c])
    row = drawn(low, point, high, width, -2, 2)
    assert (len(row), "◂" in row, "▸" in row) == (width, low < -2 - 1e-9, high > 2 + 1e-9)

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from screens import plain
from textual.app import App

from gradertui.text import inert
from gradertui.tui.lines import ROLES, Lines, column, cut, ruled, spread, width_of

SHEET = Path(__file__).parents[1] / "gradertui" / "tui" / "gradertui.tcss"

text = st.text(max_size=12).map(inert).filter(lambda t: "\n" not in t and "\t" not in t)
lines = st.lists(st.tuples(text, st.sampled_from(["", *ROLES])), max_size=4).map(tuple)


@given(lines, lines, st.integers(1, 60))
def test_a_spread_row_is_exactly_as_wide_and_keeps_its_right_end(left, right, room):
    width = width_of(right) + room
    row = spread(left, right, width)
    assert width_of(row) == width
    assert row[len(row) - len(right) :] == right


@given(lines, lines)
def test_what_fits_is_spread_uncut(left, right):
    row = spread(left, right, width_of(left) + width_of(right) + 1)
    assert row[: len(left)] == left


@given(lines, st.integers(1, 40))
def test_the_left_end_gives_way_with_a_mark(left, width):
    row = plain(spread(left, (), width))
    if width_of(left) >= width > 1:
        whole, mark, _blank = row.rstrip().rpartition("…")
        assert mark
        assert plain(left).startswith(whole)


@given(lines, st.integers(1, 60))
def test_a_rule_is_exactly_as_wide_and_begins_with_its_title(title, width):
    row = ruled(title, width)
    assert width_of(row) == width
    if width_of(title) + 3 < width:
        assert plain(row).startswith("─ " + plain(title))
        assert row[-1][0].endswith("─")


def test_a_row_is_measured_in_cells():
    assert width_of((("ab", ""), ("漢字", "dim"), ("e\u0301", ""))) == 7


class Bare(App):
    CSS = "Lines { height: 4; width: 20; }"

    def compose(self):
        yield Lines("rows")


@pytest.fixture
async def bare():
    async with Bare().run_test(size=(30, 6)) as pilot:
        yield pilot


def watched(widget):
    """The rows a widget asks to have painted."""
    regions = []
    refresh = widget.refresh

    def counted(*given, **more):
        regions.extend(region.y for region in given)
        return refresh(*given, **more)

    widget.refresh = counted
    return regions


def shown(pilot):
    return [strip.text[:20] for strip in pilot.app.screen._compositor.render_strips(pilot.app.size)][:4]


def rows(*texts):
    return lambda _size: [((each, ""),) for each in texts]


async def test_only_rows_that_changed_are_painted(bare):
    widget = bare.app.query_one(Lines)
    widget.show(rows("a", "b", "c"))
    await bare.pause(0)
    painted = watched(widget)
    widget.show(rows("a", "B", "c"))
    assert painted == [1]
    await bare.pause(0)
    assert [row.strip() for row in shown(bare)] == ["a", "B", "c", ""]
    widget.show(rows("a", "B", "c"))
    assert painted == [1]
    widget.show(rows("a"))
    assert painted == [1, 1, 2]
    await bare.pause(0)
    assert [row.strip() for row in shown(bare)] == ["a", "", "", ""]


async def test_what_does_not_fit_in_height_is_left_out_and_in_width_is_cut_with_a_mark(bare):
    widget = bare.app.query_one(Lines)
    widget.show(rows(*"abcdef"))
    await bare.pause(0)
    assert [row.strip() for row in shown(bare)] == list("abcd")
    painted = watched(widget)
    widget.show(rows(*"abcdxy"))
    assert painted == []
    for text, seen in (("x" * 20, "x" * 20), ("x" * 21, "x" * 19 + "…"), ("漢" * 100, "漢" * 9 + "…")):
        widget.show(rows(text))
        await bare.pause(0)
        assert shown(bare)[0].strip() == seen


def test_a_name_of_wide_letters_has_its_cells_and_a_mark_where_it_was_cut():
    assert cut("漢字漢字", 5) == "漢字…"
    assert column("漢字漢字", 6) == "漢字… "
    assert column("漢字漢字", 8) == cut("漢字漢字", 8) == "漢字漢字"
    assert column("ab", 4) == "ab  "


async def test_rows_are_asked_for_again_when_the_size_changes(bare):
    widget = bare.app.query_one(Lines)
    widths = []

    def made(size):
        widths.append(size.width)
        return [((str(size.width), ""),)]

    widget.show(made)
    await bare.pause(0)
    widget.styles.width = 10
    await bare.pause()
    assert widths[0] == 20
    assert widths[-1] == 10
    assert shown(bare)[0].strip() == "10"


def test_before_there_is_a_size_nothing_is_asked_for():
    widget = Lines("rows")
    widget.show(lambda size: pytest.fail(f"asked for {size}"))


def test_every_role_has_a_rule_in_the_style_sheet_and_no_rule_is_for_another():
    sheet = SHEET.read_text("utf-8")
    assert set(re.findall(r"^\.lines--(\w+) \{", sheet, re.MULTILINE)) == set(ROLES)

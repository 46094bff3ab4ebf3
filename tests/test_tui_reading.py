import pytest
from screens import plain
from textual.app import App

from gradertui.text import inert
from gradertui.tui.lines import Ground, width_of
from gradertui.tui.reading import TextPane

LONG = "\n".join(f"row {i}" for i in range(40))


class Bare(App):
    CSS = "#box { border: round white; height: 10; width: 30; } #hung { height: 6; width: 30; }"

    def get_default_screen(self):
        return Ground()

    def compose(self):
        yield TextPane("box", boxed=True)
        yield TextPane("hung")


@pytest.fixture
async def bare():
    async with Bare().run_test(size=(40, 20)) as pilot:
        yield pilot


def panes(pilot):
    return pilot.app.query_one("#box", TextPane), pilot.app.query_one("#hung", TextPane)


def rows(pane):
    return [plain(line) for line in pane._visible(pane.size)]


async def test_a_box_has_its_title_at_the_edge_and_the_other_hangs_from_a_rule(bare):
    box, hung = panes(bare)
    box.read("text", "Answer [b]", "labelled [/b]")
    hung.read("text", "Source [b]")
    await bare.pause(0)
    screen = [strip.text for strip in bare.app.screen._compositor.render_strips(bare.app.size)]
    assert screen[0].startswith("╭─ Answer [b] ─")
    assert "─ labelled [/b] ─╯" in screen[9]
    assert rows(box)[0] == "text"
    assert rows(hung)[0].startswith("─ Source [b] ──")
    assert rows(hung)[1].rstrip() == "  text"
    assert (box.height, hung.height) == (8, 5)


@pytest.mark.parametrize("which", [0, 1], ids=["boxed", "hung"])
@pytest.mark.parametrize("more", [-1, 0, 1])
async def test_a_bar_appears_only_when_there_is_more_than_the_frame_holds(bare, which, more):
    pane = panes(bare)[which]
    pane.read("\n".join("ab" * (pane.height + more)), "T")
    pane.read("\n".join(str(i) for i in range(pane.height + more)), "T")
    assert pane.overflows == (more > 0)
    assert any("┃" in row for row in rows(pane)) == (more > 0)


@pytest.mark.parametrize("which", [0, 1], ids=["boxed", "hung"])
async def test_scrolling_passes_every_row_and_stops_at_both_ends(bare, which):
    pane = panes(bare)[which]
    pane.read(LONG, "T")
    seen = []
    for _step in range(60):
        body = rows(pane)[0 if which == 0 else 1 :]
        assert len(body) == pane.height
        seen += [text for row in body if (text := row.rstrip("│┃ ").strip()) not in seen]
        pane.scroll_rows(1)
    assert seen == LONG.split("\n")
    assert pane._top == 40 - pane.height
    pane.scroll_rows(-1000)
    assert pane._top == 0


async def test_the_bar_is_at_the_top_at_first_and_at_the_bottom_at_the_end(bare):
    box, _hung = panes(bare)
    box.read(LONG, "T")
    assert rows(box)[0][-1] == "┃"
    assert rows(box)[-1][-1] == "│"
    box.scroll_rows(1000)
    assert rows(box)[0][-1] == "│"
    assert rows(box)[-1][-1] == "┃"


async def test_the_bar_of_the_picked_text_stands_out(bare):
    box, _hung = panes(bare)
    box.read(LONG, "T")
    for picked, role in ((True, "accent"), (False, "dim")):
        box.pick(picked)
        assert {line[-1][1] for line in box._visible(box.size)} == {role}


async def test_another_text_begins_at_its_beginning_and_the_same_stays_where_it_was(bare):
    box, _hung = panes(bare)
    box.read(LONG, "T")
    box.scroll_rows(7)
    box.read(LONG, "T", "flagged")
    assert box._top == 7
    box.read(LONG + "!", "T")
    assert box._top == 0
    box.scroll_rows(7)
    box.rewind()
    box.read(LONG + "!", "T")
    assert rows(box)[0].startswith("row 0")


async def test_a_frame_that_grows_is_filled(bare):
    box, _hung = panes(bare)
    box.read(LONG, "T")
    box.scroll_rows(1000)
    box.styles.height = 16
    await bare.pause()
    assert box.height == 14
    assert len(rows(box)) == 14
    assert rows(box)[-1].startswith("row 39")


async def test_only_the_rows_that_changed_are_painted(bare):
    box, _hung = panes(bare)
    box.read("one\ntwo\nthree", "T")
    await bare.pause(0)
    painted = []
    box.refresh = lambda *regions, **_more: painted.extend(region.y for region in regions)
    box.read("one\nTWO\nthree", "T")
    assert painted == [1]


async def test_marks_have_their_own_role_and_nothing_is_markup(bare):
    box, _hung = panes(bare)
    box.read("a\x1bb [red]c[/red] \u202ed", "T")
    line = box._visible(box.size)[0]
    assert [piece for piece, role in line if role == "mark"] == ["␛", "‹RLO›"]
    assert plain(line) == inert("a\x1bb [red]c[/red] \u202ed")


async def test_no_row_is_wider_than_its_pane(bare):
    for pane in panes(bare):
        pane.read("漢字 word " * 60 + "x" * 100, "T" * 80)
        assert all(width_of(line) <= pane.size.width for line in pane._visible(pane.size))


async def test_an_empty_text_is_an_empty_frame(bare):
    box, hung = panes(bare)
    for pane in (box, hung):
        pane.read("", "T")
        assert not pane.overflows
        pane.scroll_rows(5)
        assert pane._top == 0

import pytest
from screens import visible
from textual.app import App

from gradertui.tui.lines import Lines
from gradertui.tui.pages import Page, Rows


class Under(App):
    CSS_PATH = "../gradertui/tui/gradertui.tcss"

    def compose(self):
        yield Lines("status")


@pytest.fixture
async def opened():
    """Open a page over an application: 40 rows, on a screen of 20."""
    results = []
    many = [((f"row {i}", ""),) for i in range(40)]

    async with Under().run_test(size=(60, 20)) as pilot:

        async def page(rows=many, keys=("v",), title="A [page]"):
            pilot.app.push_screen(Page(title, lambda _width: rows, keys), results.append)
            await pilot.pause()
            await pilot.pause()
            return pilot, results

        yield page


def first(pilot):
    return visible(pilot.app).splitlines()[2].strip("│ ")


async def test_it_says_its_title_and_how_much_is_below(opened):
    pilot, _results = await opened()
    rows = visible(pilot.app).splitlines()
    assert rows[0].startswith("╭─ A [page] ─")
    assert rows[-1].endswith("─ 24 more rows ↓ · q closes ─╯")
    assert first(pilot) == "row 0"


async def test_what_fits_has_nothing_below_and_a_small_box(opened):
    pilot, _results = await opened([(("only", ""),)])
    text = visible(pilot.app)
    assert "more row" not in text
    assert "q closes" in text
    assert pilot.app.screen.query_one(Rows).size.height == 1


async def test_keys_scroll_it_and_it_stops_at_both_ends(opened):
    pilot, _results = await opened()
    for key, row in (
        ("up", 0),
        ("down", 1),
        ("pagedown", 11),
        ("space", 21),
        ("end", 24),
        ("down", 24),
        ("pageup", 14),
        ("home", 0),
    ):
        await pilot.press(key)
        assert first(pilot) == f"row {row}", key
    await pilot.press("end")
    assert "more row" not in visible(pilot.app)


@pytest.mark.parametrize("key", ["q", "Q", "enter", "escape", "v", "V"])
async def test_it_goes_away_with_these_keys(opened, key):
    pilot, results = await opened()
    await pilot.press(key)
    assert not isinstance(pilot.app.screen, Page)
    assert len(results) == 1


async def test_other_keys_stay_with_it(opened):
    pilot, results = await opened()
    await pilot.press("r", "x", "n", "u", "p", "tab", "left")
    assert isinstance(pilot.app.screen, Page)
    assert results == []


async def test_one_row_below_is_said_in_the_singular(opened):
    pilot, _results = await opened([((f"row {i}", ""),) for i in range(17)])
    assert "─ 1 more row ↓ · q closes ─╯" in visible(pilot.app)


async def test_rows_that_changed_are_drawn_and_the_box_grows(opened):
    rows = [(("one", ""),)]
    pilot, _results = await opened(rows)
    rows.append((("two", ""),))
    pilot.app.screen.renew()
    await pilot.pause()
    assert "two" in visible(pilot.app)
    assert pilot.app.screen.query_one(Rows).size.height == 2


async def test_at_another_size_it_stays_where_it_can(opened):
    pilot, _results = await opened()
    await pilot.press("end")
    await pilot.resize_terminal(50, 44)
    await pilot.pause()
    assert first(pilot) == "row 0"
    await pilot.resize_terminal(8, 3)
    await pilot.pause()
    assert isinstance(pilot.app.screen, Page)


async def test_numbers_that_come_before_the_page_is_made_do_no_harm(opened):
    await opened()
    page = Page("Not yet there", lambda _width: [])
    page.renew()
    assert not page.is_mounted

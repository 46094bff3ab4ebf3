"""The first screen by keys: what Enter opens, what it says, blind, in both languages and all sizes."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from disputed import letters
from screens import HOME as SIZE
from screens import bank, faults, made, press, seated, settled, until, visible
from textual.pilot import Pilot

from gradertui.locale import use
from gradertui.model import Item, Plan
from gradertui.overview import overviews
from gradertui.tui import commands
from gradertui.tui.home import Chosen, Home, HomeScreen, Sight
from gradertui.tui.pages import Page
from gradertui.tui.picking import Place

SMALL = (80, 24)
SIZES = pytest.mark.parametrize("size", [SMALL, SIZE, (120, 60), (40, 12), (20, 6)], ids=str)
LANGUAGES = pytest.mark.parametrize("language", ["en", "es"])


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use("en")


@asynccontextmanager
async def home(
    folder: Path,
    *,
    size: tuple[int, int] = SIZE,
    at: Place | None = None,
    said: str = "",
    text: Callable[[str, str], str] = lambda what, name: f"the {what} of {name}",
    theme: str = "",
) -> AsyncIterator[Pilot[None]]:
    sight = Sight("sessions", overviews(folder), text, lambda: datetime(2026, 3, 1, 12, tzinfo=UTC), at, said)
    async with Home(sight, size=size, theme=theme).run_test(size=size) as pilot:
        await until(pilot, lambda: "grad" in visible(pilot.app), "the list is on the screen")
        await settled(pilot)
        yield pilot


def screen(pilot: Pilot[None]) -> HomeScreen:
    found = pilot.app.screen_stack[0]
    assert isinstance(found, HomeScreen)
    return found


def chosen(pilot: Pilot[None]) -> Chosen | None:
    assert isinstance(pilot.app, Home)
    return pilot.app.chosen


def rows(pilot: Pilot[None]) -> list[str]:
    return [" ".join(row.split()) for row in visible(pilot.app).splitlines()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A session half done by one of two, one of cards, one whose graders differ, one that is broken."""
    numbers = made(tmp_path / "sessions" / "half", bank(3), Plan(title="numbers", seed=1, graders=("ana", "ben")))
    with seated(numbers) as desk:
        desk.label("R", 900, "live")
        desk.flag()
    cards = (Item(f"c{name}", "Bien.", template="k", variant=name) for name in ("Lucía", "Martín"))
    made(tmp_path / "sessions" / "cards", cards, Plan(mode="tone", title="[/b] \x1b[2J", seed=5))
    letters(tmp_path)
    broken = shutil.copytree(numbers, tmp_path / "sessions" / "broken")
    (broken / "session.toml").write_text("mode = ")
    return tmp_path / "sessions"


@pytest.mark.parametrize("command", commands.HOME, ids=lambda command: command.name)
def test_a_command_has_a_method_of_its_name(command: commands.Command) -> None:
    assert callable(getattr(HomeScreen, f"do_{command.name}", None))


def test_no_two_commands_share_a_key_or_a_place_in_the_key_line() -> None:
    for used in (
        [key for command in commands.HOME for key in command.keys],
        [command.rank for command in commands.HOME if command.rank],
    ):
        assert len(used) == len(set(used))


async def test_every_grader_has_a_row_that_says_how_far_and_what_is_next(folder: Path) -> None:
    async with home(folder) as pilot:
        await until(pilot, lambda: "graders differ on 3" in visible(pilot.app), "it is known where they differ")
        shown = rows(pilot)
        assert any(row.startswith("─ half grade · numbers · 6 ─") for row in shown)
        ana = next(row for row in shown if row.lstrip("▸ ").startswith("ana") and "1/6" in row)
        assert ana.endswith("1/6 5 left ⚑ 1 today 10:00 to grade")
        assert "ben" in shown[shown.index(ana) + 1]
        assert any("✗ session.toml: not valid TOML" in row and row.endswith("broken") for row in shown)
        assert any(row.lstrip("▸ ").startswith("before the first rating") and row.endswith("to audit") for row in shown)
        assert faults(pilot) == []


async def test_enter_opens_the_session_for_the_grader_of_the_row(folder: Path) -> None:
    async with home(folder, at=("half", "grade", "ben")) as pilot:
        assert "gradertui grade half --grader ben" in visible(pilot.app)
        await press(pilot, "up", "enter")
        assert chosen(pilot) == Chosen("grade", "half", "ana")


async def test_enter_opens_what_is_to_settle(folder: Path) -> None:
    async with home(folder, at=("numbers", "report", "cam")) as pilot:
        await until(pilot, lambda: "graders differ" in visible(pilot.app), "it is known where they differ")
        await press(pilot, "down")
        assert "gradertui adjudicate numbers" in visible(pilot.app)
        await press(pilot, "enter")
        assert chosen(pilot) == Chosen("adjudicate", "numbers", "")


async def test_the_report_and_the_audit_are_read_on_a_page(folder: Path) -> None:
    async with home(folder, at=("numbers", "report", "ana")) as pilot:
        await press(pilot, "enter")
        await until(pilot, lambda: "the report of numbers" in visible(pilot.app), "the report")
        await press(pilot, "q")
        assert chosen(pilot) is None
    async with home(folder, at=("cards", "blinding", "")) as pilot:
        await press(pilot, "enter")
        await until(pilot, lambda: "the blinding of cards" in visible(pilot.app), "the audit")


async def test_who_is_done_before_the_others_gets_no_report_with_names(tmp_path: Path) -> None:
    folder = made(tmp_path / "s" / "two", bank(1), Plan(title="", seed=1, graders=("ana", "ben")))
    with seated(folder) as desk:
        desk.label("R", 900, "live")
        desk.label("R", 900, "live")
    asked: list[str] = []
    async with home(tmp_path / "s", at=("two", "report", "ana"), text=lambda *what: str(asked.append(what))) as pilot:
        assert any(row.startswith("▸ ana") and row.endswith("done") for row in rows(pilot))
        await press(pilot, "enter", "r")
        assert "some still grade here, and it names systems: gradertui report two" in visible(pilot.app)
        assert asked == []
        assert len(pilot.app.screen_stack) == 1


async def test_what_is_broken_is_told_in_full_with_what_to_do(folder: Path) -> None:
    async with home(folder, at=("broken", "verify", "")) as pilot:
        await press(pilot, "enter")
        told = visible(pilot.app)
        assert isinstance(pilot.app.screen, Page)
        assert "next: gradertui verify broken" in told


async def test_the_cursor_does_not_begin_on_what_is_broken_nor_leave_the_list(folder: Path) -> None:
    async with home(folder) as pilot:
        picked = screen(pilot).list.picked
        assert picked
        assert not picked[1].fault
        await press(pilot, *["up"] * 20)
        first = screen(pilot).list.picked
        await press(pilot, "up")
        assert screen(pilot).list.picked == first
        await press(pilot, "pagedown", "pagedown", "down")
        last = screen(pilot).list.picks[-1]
        assert screen(pilot).list.picked == last


async def test_the_picked_row_is_always_on_the_screen(tmp_path: Path) -> None:
    for n in range(12):
        made(tmp_path / f"s{n:02}", bank(1), Plan(title="", seed=1, graders=("ana", "ben", "cam")))
    async with home(tmp_path, size=SMALL) as pilot:
        for key in ["down"] * 36 + ["up"] * 36:
            await press(pilot, key)
            each, row = screen(pilot).list.picked or pytest.fail("nothing is picked")
            shown = rows(pilot)
            at = next(y for y, text in enumerate(shown) if text.startswith(f"▸ {row.grader}"))
            assert any(text.startswith(f"─ {each.folder.name}") for text in shown[:at])


async def test_a_filter_leaves_sessions_with_a_word_and_escape_lifts_it(folder: Path) -> None:
    from textual.widgets import Input

    async with home(folder) as pilot:
        for wanted, n in (("HALF", 1), ("nothing like it", 1), ("ben", 2)):
            await press(pilot, "/")
            await until(pilot, lambda: pilot.app.screen.query("#line"), "it asks for a word")
            pilot.app.screen.query_one("#line", Input).value = wanted
            await press(pilot, "enter")
            await until(pilot, lambda: pilot.app.screen is screen(pilot), "the word was taken")
            assert len(screen(pilot).list.shown) == n
        assert "only ben" in visible(pilot.app)
        await press(pilot, "escape")
        assert len(screen(pilot).list.shown) == 4


async def test_another_grader_begins_under_an_id_that_names_a_file(folder: Path) -> None:
    from textual.widgets import Input

    async with home(folder, at=("half", "grade", "ana")) as pilot:
        for grader in ("../eva", "eva"):
            await press(pilot, "a")
            await until(pilot, lambda: pilot.app.screen.query("#line"), "it asks who grades")
            pilot.app.screen.query_one("#line", Input).value = grader
            await press(pilot, "enter")
            await settled(pilot)
            if grader != "eva":
                assert "write letters and digits" in visible(pilot.app)
        assert chosen(pilot) == Chosen("grade", "half", "eva")


async def test_where_there_is_no_session_enter_opens_the_example(tmp_path: Path) -> None:
    async with home(tmp_path) as pilot:
        told = visible(pilot.app)
        assert "the example" in told
        assert "gradertui new NAME FILE" in told
        await press(pilot, "down", "r", "a", "n", "enter")
        assert chosen(pilot) == Chosen("demo")


async def test_new_and_help_say_how_a_session_is_made(folder: Path) -> None:
    async with home(folder) as pilot:
        await press(pilot, "n")
        assert "gradertui new NAME FILE" in visible(pilot.app).splitlines()[-1]
        await press(pilot, "?")
        told = visible(pilot.app)
        for command in commands.HOME:
            assert command.cap in told
        await press(pilot, "?", "q")
        assert chosen(pilot) is None


async def test_what_came_of_a_session_before_is_said_until_the_next_key(folder: Path) -> None:
    async with home(folder, said="half: is open in another process") as pilot:
        assert "is open in another process" in visible(pilot.app)
        await press(pilot, "down")
        assert "is open in another process" not in visible(pilot.app)


@LANGUAGES
@SIZES
async def test_it_fits_and_nothing_acts_or_tells_an_arm(folder: Path, size: tuple[int, int], language: str) -> None:
    use(language)
    async with home(folder, size=size) as pilot:
        seen = ""
        for _row in range(12):
            seen += visible(pilot.app)
            assert faults(pilot) == []
            await press(pilot, "down")
        for arm in ("alba", "brisa", "Lucía", "Martín"):
            assert arm not in seen
        await press(pilot, "?")
        if size[0] <= 120:
            assert faults(pilot) == []


async def test_a_report_of_eighty_columns_keeps_them_in_a_terminal_of_eighty(folder: Path) -> None:
    wide = "x" * 80
    async with home(folder, size=SMALL, at=("numbers", "report", "ana"), text=lambda *_what: wide) as pilot:
        await press(pilot, "enter")
        await until(pilot, lambda: wide in visible(pilot.app), "the row is whole")
        assert "q closes" in visible(pilot.app)

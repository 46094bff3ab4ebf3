import os
import subprocess
import sys
import threading
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

import pytest
from screens import bank, graded, made, numbers, press, said, settled, strips, until, visible, work
from textual import events
from textual.command import CommandPalette
from textual.widgets import Input, OptionList

from gradertui.locale import use
from gradertui.model import Item, Plan
from gradertui.tui.app import Grader
from gradertui.tui.commands import commands
from gradertui.tui.pages import Page

ROOT = Path(__file__).parents[1]
OURS = (f"{ROOT}/gradertui/", f"{ROOT}/stats/")


async def palette(pilot, query=""):
    """Open the palette and give what it offers."""
    await press(pilot, "ctrl+p")
    await until(pilot, lambda: isinstance(pilot.app.screen, CommandPalette), "the palette")
    if query:
        pilot.app.screen.query_one(Input).value = query
    return pilot.app.screen.query_one(OptionList)


async def test_the_palette_lists_every_command(example):
    async with graded(example(0)) as pilot:
        offered = await palette(pilot)
        await until(pilot, lambda: offered.option_count == len(commands("grade")), "all commands")
        texts = " ".join(str(option.prompt) for option in offered._options)
        for command in commands("grade"):
            assert command.words in texts
            assert command.help in texts


async def test_the_palette_finds_a_command_by_its_help_and_carries_it_out(example):
    async with graded(example(0)) as pilot:
        offered = await palette(pilot, "mark it to come back")
        await until(pilot, lambda: offered.option_count == 1, "one command")
        await press(pilot, "enter")
        await until(pilot, lambda: said(pilot).endswith("flagged"), "the flag")
        assert pilot.app.screen is work(pilot)
        assert work(pilot).desk.mark.flagged


async def test_over_a_page_the_palette_offers_nothing_and_nothing_breaks(example):
    async with graded(example(0)) as pilot:
        await press(pilot, "?")
        offered = await palette(pilot)
        await settled(pilot)
        assert not any(
            command.words in str(option.prompt) for option in offered._options for command in commands("grade")
        )
        await press(pilot, "u", "escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, Page), "the page is there again")


async def test_the_palette_is_spanish_and_says_so_when_nothing_matches(example, spanish):
    async with graded(example(0)) as pilot:
        use("es")
        offered = await palette(pilot)
        assert pilot.app.screen.query_one(Input).placeholder == "Busque una orden…"
        await until(pilot, lambda: offered.option_count == len(commands("grade")), "all commands")
        pilot.app.screen.query_one(Input).value = "zzzz"
        await until(pilot, lambda: offered.option_count == 1, "one row")
        assert "ninguna orden coincide" in str(offered._options[0].prompt)
        await press(pilot, "enter")
        await until(pilot, lambda: pilot.app.screen is work(pilot), "the work again")


async def test_over_a_page_that_nothing_matches_is_said_too(example):
    async with graded(example(0)) as pilot:
        await press(pilot, "?")
        offered = await palette(pilot, "undo")
        await until(pilot, lambda: offered.option_count == 1, "one row")
        assert "no command matches" in str(offered._options[0].prompt)


async def test_another_theme_changes_the_colours_and_nothing_else(example):
    async with graded(example(3)) as pilot:

        def colours():
            return {segment.style.color for row in strips(pilot) for segment in row if segment.text.strip()}

        text, seen = visible(pilot.app), [colours()]
        for _theme in range(2):
            work(pilot).do_theme()
            await until(pilot, lambda: not colours() & seen[-1], "other colours in every row")
            assert visible(pilot.app) == text
            seen.append(colours())
        work(pilot).do_theme()
        await until(pilot, lambda: colours() == seen[0] != seen[2], "the first colours again")


@pytest.mark.parametrize(
    ("theme", "name"),
    [("dark", "catppuccin-mocha"), ("light", "catppuccin-latte"), ("contrast", "gradertui-contrast")],
)
async def test_a_theme_can_be_asked_for(example, theme, name):
    async with graded(example(0), theme=theme) as pilot:
        assert pilot.app.theme == name


async def test_colours_are_the_themes(example):
    """No row is drawn in a colour of its own: light and dark differ wherever something is written."""
    async with graded(example(3)) as pilot:
        for row in strips(pilot):
            assert all(segment.style.color for segment in row if segment.text.strip())


async def test_ctrl_c_says_how_to_leave_and_ends_nothing(example):
    async with graded(example(0)) as pilot:
        await press(pilot, "ctrl+c")
        assert said(pilot) == "q quits; there is nothing to save"
        assert pilot.app.is_running


async def test_ctrl_c_closes_a_line_that_is_asked_for(example):
    async with graded(example(0)) as pilot:
        await press(pilot, "c")
        await until(pilot, lambda: pilot.app.screen.query("#line"), "the line")
        await press(pilot, "ctrl+c")
        await until(pilot, lambda: pilot.app.screen is work(pilot), "the work")


def test_the_driver_is_ours_only_where_there_is_a_terminal(example, monkeypatch):
    from screens import seated
    from textual.drivers.headless_driver import HeadlessDriver
    from textual.drivers.linux_driver import LinuxDriver

    from gradertui.tui.driver import SteadyDriver

    with seated(example(0)) as desk:
        for given, expected in ((LinuxDriver, SteadyDriver), (HeadlessDriver, HeadlessDriver)):
            monkeypatch.setattr("textual.app.App.get_driver_class", lambda self, given=given: given)
            assert Grader(desk).get_driver_class() is expected


def test_escape_sequences_have_time_and_nothing_is_animated():
    """In a program of its own: here something else may have imported Textual first."""
    program = """import gradertui.tui.app
from textual.constants import ESCAPE_DELAY, TEXTUAL_ANIMATIONS
print(ESCAPE_DELAY, TEXTUAL_ANIMATIONS)"""
    settings = {key: value for key, value in os.environ.items() if key not in ("ESCDELAY", "TEXTUAL_ANIMATIONS")}
    ended = subprocess.run([sys.executable, "-c", program], env=settings, cwd=ROOT, capture_output=True, text=True)
    assert ended.stdout == "0.5 none\n"


@contextmanager
def calls_of_ours():
    """Count how often functions of ours are called, in every thread that starts meanwhile too."""
    called = Counter()

    def count(frame, event, _value):
        if event == "call" and frame.f_code.co_filename.startswith(OURS):
            called[f"{Path(frame.f_code.co_filename).stem}.{frame.f_code.co_qualname}"] += 1

    threading.setprofile(count), sys.setprofile(count)
    try:
        yield called
    finally:
        threading.setprofile(None), sys.setprofile(None)


async def work_of_a_key(folder, blind, keys):
    """What each of four labels costs: statements by database, and how often functions of ours are called."""
    with calls_of_ours() as called:
        async with graded(folder, blind=blind) as pilot:
            desk, statements, costs = work(pilot).desk, set(), []
            desk.log._db.set_trace_callback(lambda text: statements.add(("log", text)))
            desk.session.items._db.set_trace_callback(lambda text: statements.add(("items", text)))
            await press(pilot, keys[0])
            await numbers(pilot)
            for key in (keys * 4)[:4]:
                statements.clear(), called.clear()
                await press(pilot, key)
                await numbers(pilot)
                costs.append((Counter((name, text.split()[0]) for name, text in statements), called.copy()))
            assert desk.state.labelled == 5
            return costs


SIZED = {
    "grade": lambda n: bank(n, ("a", "b", "c")),
    "tone": lambda n: (
        Item(f"t{t}-{v}-{r}", f"{v}, keep going.", template=f"t{t}", variant=v, replicate=r)
        for t in range(n) for v in ("Ana", "Brahim") for r in (1, 2, 3)
    ),
    "preference": lambda n: bank(2 * n, ("a", "b")),
}  # fmt: skip


@pytest.mark.parametrize(("mode", "blind", "keys"), [
    ("grade", True, "x"), ("grade", False, "x"), ("tone", True, "1345"), ("preference", False, "ab"),
])  # fmt: skip
async def test_a_label_costs_the_same_in_a_small_session_and_in_a_large_one(tmp_path, mode, blind, keys):
    few, many = [
        await work_of_a_key(made(tmp_path / str(n), SIZED[mode](n), Plan(mode=mode, seed=1)), blind, keys)
        for n in (20, 150)
    ]
    for (statements, small), (others, large) in zip(few, many, strict=True):
        assert statements == others
        assert statements["log", "insert"] == 1
        assert sum(times for (name, _verb), times in statements.items() if name == "log") == 1
        assert sum(times for (name, _verb), times in statements.items() if name == "items") <= 6
        grown = {name: (small[name], times) for name, times in large.items() if times > 2 * small[name] + 20}
        assert grown == {}
    assert sum(called.total() for _s, called in many) <= 1.2 * sum(called.total() for _s, called in few)


@pytest.mark.parametrize(
    "keys",
    [("v", "enter", "enter"), ("c", "escape", "escape"), ("?", "q", "q"), ("ctrl+p", "enter", "enter")],
)
async def test_keys_that_come_in_one_read_put_a_page_away_once(tmp_path, keys):
    async with graded(made(tmp_path / "s", bank(3))) as pilot:
        first, *rest = keys
        await press(pilot, first)
        for key in rest:  # both are in the queue before either is carried out
            pilot.app.post_message(events.Key(key, key if len(key) == 1 else None))
        await until(pilot, lambda: pilot.app.screen is work(pilot), "the page is away")
        await settled(pilot)
        assert pilot.app.return_code is None
        assert pilot.app._exception is None

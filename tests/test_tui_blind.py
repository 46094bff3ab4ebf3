"""Promise 3: nothing a blind grader can see tells which system wrote an answer."""

import csv
import re
import shutil
from pathlib import Path

import pytest
from screens import graded, numbers, press, seated, settled, titles, until, visible, work, write

from gradertui.cli.demo import build
from gradertui.tui.commands import COMMANDS
from gradertui.tui.pages import Page

NAMES = {"Alba sin notas": "ZORRO", "Alba con notas": "QUETZAL", "Brisa con notas": "MANATI"}
SYSTEMS = re.compile("zorro|quetzal|manati", re.IGNORECASE)
BETRAYS = re.compile(r"CITADA|0\.37|cites|declares")


@pytest.fixture(scope="module")
def _renamed(tmp_path_factory) -> Path:
    """The example with systems, citations and confidences that stand nowhere else."""
    shipped = Path(__file__).parents[1] / "sessions" / "demo-grade"
    folder = tmp_path_factory.mktemp("renamed") / "demo-grade"
    shutil.copytree(shipped, folder, ignore=shutil.ignore_patterns("*.sqlite*", "labels"))
    with (folder / "answers.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row |= {"sistema": NAMES[row["sistema"]], "confianza": "0.37", "id_citado": "CITADA"}
    with (folder / "answers.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    plan = (folder / "session.toml").read_text(encoding="utf-8")
    for name, word in NAMES.items():
        plan = plan.replace(f'"{name}"', f'"{word}"')
    (folder / "session.toml").write_text(plan, encoding="utf-8")
    build(folder)
    return folder


@pytest.fixture
def renamed(_renamed, tmp_path) -> Path:
    return shutil.copytree(_renamed, tmp_path / "sessions" / "demo-grade")


class Eyes:
    """Looks at everything that can be seen, after every key."""

    def __init__(self, pilot, allowed=False):
        self.pilot, self.looks, self.allowed = pilot, 0, allowed

    async def press(self, *keys):
        for key in keys:
            await press(self.pilot, key)
            self.look()

    async def write(self, key, text):
        await press(self.pilot, key)
        await until(self.pilot, lambda: self.pilot.app.screen.query("#line"), "a line to write")
        self.look()
        await press(self.pilot, "escape")
        await write(self.pilot, key, text)
        self.look()

    def look(self):
        app = self.pilot.app
        seen = [visible(app), *titles(self.pilot), work(self.pilot)._said]
        seen += [f"{note.title} {note.message}" for note in app._notifications]
        desk = work(self.pilot).desk
        for text in seen:
            assert not SYSTEMS.search(text), text
            # What betrays a system in passing may be seen once its label was given.
            assert desk.mark.label or not BETRAYS.search(text), text
        self.looks += 1


async def everywhere(eyes):
    """Open every page and ask for every line."""
    for key in ("?", "v", "p"):
        await eyes.press(key, "pagedown", "end", "home", "q" if key != "p" else "p")
        await settled(eyes.pilot)
    if isinstance(eyes.pilot.app.screen, Page):
        await eyes.press("q")
    await eyes.write("c", "which one is this?")
    await eyes.write("/", ":commented")
    await eyes.write("/", "")
    await eyes.write("/", "la")
    await eyes.write("/", "nothing at all")
    await eyes.write("g", "no key")
    await eyes.press("f", "u", "f", "s", "u", "left", "right", "end", "tab", "down", "up")


@pytest.mark.parametrize("size", [(120, 36), (80, 24)], ids=str)
async def test_no_screen_of_a_blind_session_names_a_system(renamed, size):
    async with graded(renamed, size=size) as pilot:
        eyes, desk = Eyes(pilot), work(pilot).desk
        eyes.look()
        await everywhere(eyes)
        await eyes.write("e", "cut off")
        letters = "XNR"
        while not desk.state.complete:
            letter = "X" if desk.task.answerable is False else letters[desk.position % 3]
            await eyes.press(letter.lower())
            if desk.state.settled == 40:
                await numbers(pilot)
                eyes.look()
                await everywhere(eyes)
        await until(pilot, lambda: "All labelled" in visible(pilot.app), "the end")
        await numbers(pilot)
        eyes.look()
        await eyes.press("end", "q", "v", "pagedown", "pagedown", "q", "left", "u", "u", "x")
        assert eyes.looks > 140


async def test_the_palette_of_a_blind_session_names_no_system(renamed):
    async with graded(renamed) as pilot:
        eyes = Eyes(pilot)
        await eyes.press("ctrl+p")
        await until(pilot, lambda: "take back the last label" in visible(pilot.app), "the palette")
        eyes.look()
        for letters in ("a", "e", "sys"):
            await eyes.press(*letters)
        await eyes.press("escape")


async def test_citation_and_confidence_are_shown_once_the_label_was_given(renamed):
    async with graded(renamed) as pilot:
        assert not BETRAYS.search(visible(pilot.app))
        await press(pilot, "n")
        assert not BETRAYS.search(visible(pilot.app))
        await press(pilot, "left")
        assert "labelled N · cites CITADA · declares 0.37" in visible(pilot.app)
        assert not SYSTEMS.search(visible(pilot.app))


async def test_unblinded_the_names_are_there(renamed):
    async with graded(renamed, blind=False) as pilot:
        system = work(pilot).desk.task.arms[0]
        assert f"Answer · {system}" in visible(pilot.app)
        assert "cites CITADA · declares 0.37" in visible(pilot.app)
        for name in NAMES.values():
            assert f"{name}  " in visible(pilot.app)
        await press(pilot, "v")
        assert "ZORRO → QUETZAL" in visible(pilot.app)


async def test_a_crash_names_no_system(renamed, capsys):
    with pytest.raises(RuntimeError, match="ZORRO"):  # noqa: PT012
        async with graded(renamed) as pilot:
            app, screen = pilot.app, work(pilot)

            def broken():
                system = "ZORRO wrote this"
                raise RuntimeError(system)

            screen.desk.undo = broken
            await press(pilot, "u")
    assert app.failure.startswith("RuntimeError\n")
    assert "test_tui_blind.py" in app.failure
    assert "do_undo" in app.failure
    assert app.return_code == 1
    for text in (app.failure, "".join(map(str, app._exit_renderables)), *capsys.readouterr()):
        assert not SYSTEMS.search(text)


async def test_a_crash_in_the_background_names_no_system(renamed, capsys, monkeypatch):
    def broken(cells, **facts):
        raise ValueError(f"{cells} {facts}")

    with pytest.raises(Exception, match="ZORRO"):  # noqa: PT012
        async with graded(renamed) as pilot:
            app = pilot.app
            monkeypatch.setattr("gradertui.summary.grade.summarize", broken)
            await press(pilot, "n", "n", "n")
            await until(pilot, lambda: False, "a crash")
    assert "ValueError" in app.failure
    assert app.return_code == 1
    for text in (app.failure, "".join(map(str, app._exit_renderables)), *capsys.readouterr()):
        assert not SYSTEMS.search(text)


def test_codes_and_rows_do_not_follow_the_order_of_the_plan(renamed):
    with seated(renamed) as desk:
        assert sorted(desk.codes.values()) == ["S1", "S2", "S3"]
        assert list(desk.codes) != list(desk.session.arms)


async def test_rows_and_pairs_are_in_the_order_of_the_codes(renamed):
    async with graded(renamed) as pilot:
        for _label in range(3):
            await press(pilot, "n")
        await numbers(pilot)
        found = re.findall(r"S(\d)(?:→S(\d))?  ? ?\d", visible(pilot.app))
        assert found == [("1", ""), ("2", ""), ("3", "")] * 2 + [("1", "2"), ("1", "3"), ("2", "3")]


def test_every_word_of_the_commands_is_free_of_systems():
    assert not SYSTEMS.search(" ".join(f"{c.words} {c.help}" for c in COMMANDS))

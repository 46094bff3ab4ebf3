"""Disagreements settled by keys: stored before the next is shown, blind, guarded, in both languages and all sizes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from time import monotonic

import pytest
from disputed import NAMES, SYSTEMS, adjudicated, letters, ratings, screen
from screens import HOME, faults, press, settled, titles, until, visible
from textual import events
from textual.pilot import Pilot

from gradertui.locale import use
from gradertui.session import Session
from gradertui.settling import settled as stored
from gradertui.tui.adjudicating import AdjudicatingScreen
from gradertui.tui.commands import SETTLING, Command
from gradertui.tui.pages import Page

SMALL = (80, 24)
SIZES = pytest.mark.parametrize("size", [SMALL, HOME, (40, 12)], ids=str)
LANGUAGES = pytest.mark.parametrize("language", ["en", "es"])
KINDS = pytest.mark.parametrize("make", [letters, ratings], ids=["grade", "tone"])


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use("en")


def words(pilot: Pilot[None]) -> str:
    return " ".join(visible(pilot.app).split())


def found(folder: Path) -> dict[str, tuple[str, str]]:
    with closing(Session(folder)) as session:
        return {task: (said.label, said.cause) for task, said in stored(session).items()}


@pytest.mark.parametrize("command", SETTLING, ids=lambda command: command.name)
def test_a_command_has_a_method_of_its_name(command: Command) -> None:
    assert callable(getattr(AdjudicatingScreen, f"do_{command.name}", None))


async def test_adopt_give_and_say_why_by_keys(tmp_path: Path) -> None:
    folder = letters(tmp_path)
    async with adjudicated(folder) as pilot:
        docket = screen(pilot).desk
        adopted = docket.dispute.voices[1].label
        await press(pilot, "2")
        assert found(folder) == {"q0-alba": (adopted, "")}
        assert f"settled {adopted}" in words(pilot)
        await press(pilot, "7")
        assert found(folder) == {"q0-alba": (adopted, "reference")}
        assert docket.position == 1
        second = docket.task.task_id
        await press(pilot, "n", "enter", "x")
        assert found(folder)[second] == ("N", "")
        assert "All settled" not in words(pilot)
        await press(pilot, "right")
        assert isinstance(pilot.app.screen, Page)
        told = words(pilot)
        assert "3 disagreements are settled." in told
        assert "1 wrong reference" in told
        assert "2 not said" in told
        assert "next: gradertui report numbers" in told


async def test_ratings_are_given_by_their_digits(tmp_path: Path) -> None:
    folder = ratings(tmp_path)
    async with adjudicated(folder) as pilot:
        await press(pilot, "3", "8", "2", "6", "4", "7")
        assert sorted(found(folder).values()) == [("2", "unclear"), ("3", "real"), ("4", "slip")]
        assert "unclear card" in words(pilot)


async def test_every_settled_label_is_stored_before_the_next_is_shown(tmp_path: Path) -> None:
    folder = letters(tmp_path)
    async with adjudicated(folder) as pilot:
        work, seen = screen(pilot), []
        lay = work.papers.lay

        def laid(**how: bool) -> None:
            seen.append((work.desk.position, len(found(folder))))
            lay(**how)

        work.papers.lay = laid  # type: ignore[method-assign]
        await press(pilot, "x", "8", "x", "9")
        assert next(done for position, done in seen if position == 1) == 1
        assert next(done for position, done in seen if position == 2) == 2


@LANGUAGES
@KINDS
@SIZES
async def test_nothing_on_the_screen_names_a_grader_or_an_arm(
    tmp_path: Path, make: Callable[[Path], Path], language: str, size: tuple[int, int]
) -> None:
    use(language)
    folder = make(tmp_path)
    async with adjudicated(folder, size=size) as pilot:
        use(language)
        for keys in ("", "v", "v", "?", "q", "4" if make is ratings else "x", "8", "left"):
            await press(pilot, *([keys] if keys else []))
            shown = " ".join([visible(pilot.app), *titles(pilot), screen(pilot)._said])
            assert not {*NAMES, *SYSTEMS, "eva", "k1", "k2", "Lucía", "Martín"} & set(re.findall(r"\w+", shown))
            assert faults(pilot) == []


@LANGUAGES
@pytest.mark.parametrize("theme", ["dark", "light", "contrast"])
async def test_at_80_columns_every_key_that_settles_has_its_words(tmp_path: Path, language: str, theme: str) -> None:
    use(language)
    async with adjudicated(letters(tmp_path), size=SMALL, theme=theme) as pilot:
        use(language)
        screen(pilot).draw()
        await press(pilot, "x")
        shown = words(pilot)
        causes = {
            "en": "6 unclear question 7 wrong reference 8 slip 9 real difference",
            "es": "6 pregunta confusa 7 referencia errónea 8 descuido 9 diferencia real",
        }
        assert causes[language] in shown
        assert "1/3" in shown


async def test_a_comment_is_shown_as_it_was_written_and_acts_on_nothing(tmp_path: Path) -> None:
    async with adjudicated(ratings(tmp_path), size=SMALL) as pilot:
        assert "“dear [compañero] [/b]”" in words(pilot)
        await press(pilot, "v")
        assert "“dear [compañero] [/b]”" in words(pilot)
        assert faults(pilot) == []


async def test_walking_skipping_and_undo(tmp_path: Path) -> None:
    folder = letters(tmp_path)
    async with adjudicated(folder) as pilot:
        desk = screen(pilot).desk
        await press(pilot, "s")
        assert desk.position == 1
        assert "1 put off" in words(pilot)
        await press(pilot, "left", "r", "u", "u")
        assert (desk.position, found(folder), desk.state.skipped) == (0, {}, ())
        await press(pilot, "left")
        assert "that is the first one" in words(pilot)
        await press(pilot, "8")
        assert "first a label" in words(pilot)


async def test_the_guard_holds_here_too(tmp_path: Path) -> None:
    folder = letters(tmp_path)
    async with adjudicated(folder, guard=True) as pilot:
        work = screen(pilot)

        began = work.guard._painted or monotonic()

        async def key(name: str, after: float) -> str:
            event = events.Key(name, name)
            event.time = began + after
            work.on_key(event)
            await settled(pilot)
            return work._said

        assert (await key("x", 0.05)).startswith("too early")
        assert found(folder) == {}
        assert (await key("x", 0.9)).startswith("q0 → X")
        assert (await key("6", 0.901)).startswith("keys came all at once")
        assert found(folder) == {"q0-alba": ("X", "")}
        work.on_paste(events.Paste("8"))
        assert work._said == "pasted text labels nothing"
        assert (await key("6", 2.0)).startswith("q0 → X · unclear question")
        assert (await key("6", 2.3)).startswith("the same key came again")


async def test_nothing_is_settled_where_no_row_of_the_answer_is_seen(tmp_path: Path) -> None:
    folder = letters(tmp_path)
    async with adjudicated(folder, size=(80, 6)) as pilot:
        await press(pilot, "x")
        assert "too small to see the answer" in screen(pilot)._said
        assert found(folder) == {}


async def test_a_label_that_was_not_saved_is_said(tmp_path: Path) -> None:
    folder = letters(tmp_path)
    async with adjudicated(folder) as pilot:
        await press(pilot, "x", "8")
        (folder / "settled" / "eva.sqlite").rename(tmp_path / "moved")
        await press(pilot, "x")
        assert "NOT SAVED" in words(pilot)
        assert screen(pilot).desk.mark.label is None


async def test_a_crash_names_no_grader(tmp_path: Path) -> None:
    async with adjudicated(letters(tmp_path)) as pilot:
        app = pilot.app
        try:
            raise RuntimeError("ana said R")
        except RuntimeError:
            app._fatal_error()
        assert "RuntimeError" in app.failure  # type: ignore[attr-defined]
        assert "ana said" not in app.failure  # type: ignore[attr-defined]


async def test_q_leaves(tmp_path: Path) -> None:
    async with adjudicated(letters(tmp_path)) as pilot:
        pilot.app.action_help_quit()
        await settled(pilot)
        assert "q quits" in words(pilot)
        await press(pilot, "q")
        await until(pilot, lambda: pilot.app._exit, "the end")

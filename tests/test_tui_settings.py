import json
import os
from time import perf_counter

import pytest
from screens import graded, press, settled, until, visible, work

from gradertui.tui import settings
from gradertui.tui.settings import THEMES, Settings

EVERY = Settings("contrast", False, True, "beside", "ana")


def test_what_is_written_is_read():
    assert settings.read() == Settings()
    settings.write(EVERY)
    assert settings.read() == EVERY
    assert sorted(path.name for path in settings.path().parent.iterdir()) == ["settings.json"]


def test_it_lies_where_such_files_lie(monkeypatch, tmp_path):
    assert settings.path() == tmp_path / "config" / "gradertui" / "settings.json"
    monkeypatch.delenv("XDG_CONFIG_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert settings.path() == tmp_path / ".config" / "gradertui" / "settings.json"


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "3", "null", '"dark"', "\ud800", "[" * 20_000, '{"theme": ' * 900, "{}"]
)
def test_a_broken_file_is_as_good_as_none(text):
    settings.path().parent.mkdir(parents=True)
    settings.path().write_bytes(text.encode("utf-8", "surrogatepass"))
    assert settings.read() == Settings()


def test_what_is_not_understood_is_as_at_first_and_the_rest_is_taken():
    settings.path().parent.mkdir(parents=True)
    odd = {"theme": "neon", "pane": 0, "words": True, "layout": ["auto"], "size": 3, "grader": "../ana"}
    settings.path().write_text(json.dumps(odd))
    assert settings.read() == Settings(words=True)


def test_a_folder_that_cannot_be_read_or_written_is_no_error(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "file"))
    settings.write(EVERY)
    assert settings.read() == Settings()


def test_a_write_that_fails_leaves_the_file_before(monkeypatch):
    settings.write(EVERY)

    def full(*_arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", full)
    settings.write(Settings())
    assert settings.read() == EVERY


def test_reading_costs_the_start_no_more_than_a_millisecond_or_two():
    settings.write(EVERY)
    fastest = min(_seconds() for _time in range(20))
    assert fastest < 0.002


def _seconds():
    began = perf_counter()
    settings.read()
    return perf_counter() - began


async def test_what_is_set_on_the_screen_is_remembered(example):
    async with graded(example(3)) as pilot:
        await press(pilot, "p", "w", "l", "l")
        work(pilot).do_theme()
        assert settings.read() == work(pilot).settings == Settings("light", False, True, "beside")


async def test_what_is_remembered_is_on_the_screen_from_the_first(example):
    async with graded(example(3), settings=Settings("light", False, True, "beside")) as pilot:
        assert pilot.app.theme == "catppuccin-latte"
        assert "Hallucination" not in visible(pilot.app)
        assert "underlined: not in the source" in visible(pilot.app) or "no source to compare" in visible(pilot.app)
        answer, reference = work(pilot).papers.answer, work(pilot).papers.panes[2]
        assert answer.region.right <= reference.region.x


async def test_a_theme_for_this_time_is_not_remembered(example):
    settings.write(Settings("light"))
    async with graded(example(3), theme="contrast", settings=settings.read()) as pilot:
        assert pilot.app.theme == "gradertui-contrast"
        await press(pilot, "w")
        assert settings.read() == Settings("light", words=True)


@pytest.mark.parametrize("theme", THEMES)
async def test_every_theme_has_colours_and_its_turn(example, theme):
    async with graded(example(3), theme=theme) as pilot:
        worn = []
        for _turn in THEMES:
            work(pilot).do_theme()
            await settled(pilot)
            worn.append(settings.read().theme)
        assert sorted(worn) == sorted(THEMES)
        assert worn[-1] == theme


async def test_texts_lie_as_the_width_suggests_or_as_asked(example):
    async with graded(example(3), size=(120, 36)) as pilot:
        answer, reference = work(pilot).papers.answer, work(pilot).papers.panes[2]

        def beside():
            return answer.region.right <= reference.region.x

        async def at(width):
            await pilot.resize_terminal(width, 36)
            await settled(pilot)
            return beside()

        assert [await at(120), await at(170)] == [False, True]
        await press(pilot, "l")
        assert [await at(170), await at(120)] == [False, False]
        await press(pilot, "l")
        await until(pilot, beside, "side by side")
        assert [await at(80), await at(59), await at(170)] == [True, False, True]
        await press(pilot, "l")
        assert [await at(120), await at(170)] == [False, True]


def test_no_test_touches_the_settings_of_whoever_runs_it(tmp_path):
    assert settings.path().is_relative_to(tmp_path)
    assert "GRADERTUI_THEME" not in os.environ

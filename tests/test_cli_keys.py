"""`gradertui keys` says which key does what, and where that comes from."""

from __future__ import annotations

import pytest

from gradertui.cli import main
from gradertui.tui import keyfile
from gradertui.tui.commands import commands


@pytest.fixture
def wished() -> None:
    path = keyfile.path()
    path.parent.mkdir(parents=True)
    path.write_text('[grade]\nR = "j"\nN = "l"\n[everywhere]\nundo = "ctrl+u"\n', "utf-8")


def rows(text: str) -> dict[str, list[str]]:
    return {row.split()[0]: row.split() for row in text.splitlines() if row.startswith("  ")}


def test_as_shipped_every_command_of_a_screen_has_its_row(capsys: pytest.CaptureFixture[str]) -> None:
    for screen in ("grade", "tone", "preference", "adjudicate", "practice", "guess", "home"):
        assert main(["keys", screen]) == 0
        shown = capsys.readouterr().out
        assert shown.startswith(f"{keyfile.path()}: not there; gradertui keys --example prints one")
        assert {command.name for command in commands(screen)} <= rows(shown).keys()
        assert all("default" in row for row in rows(shown).values())


@pytest.mark.usefixtures("wished")
def test_what_the_file_says_is_told_by_its_line_and_what_gave_way_is_in_the_palette(capsys) -> None:
    main(["keys", "grade"])
    shown = capsys.readouterr().out
    assert shown.startswith(f"{keyfile.path()}: read\n")
    assert rows(shown)["R"][:4] == ["R", "J", "keys.toml", "2"]
    assert rows(shown)["X"][:3] == ["X", "X", "default"]
    assert rows(shown)["undo"][:4] == ["undo", "Ctrl+U", "keys.toml", "5"]
    assert "layout      (in the palette)     default" in shown


@pytest.mark.usefixtures("wished")
def test_without_a_screen_all_of_them_are_shown(capsys) -> None:
    main(["keys"])
    shown = capsys.readouterr().out.splitlines()
    assert [row.split("]")[0][1:] for row in shown if row.startswith("[")] == [
        "grade", "tone", "preference", "adjudicate", "practice", "guess", "home"]  # fmt: skip
    assert max(map(len, shown[1:])) <= 100


def test_a_file_that_is_not_understood_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    keyfile.path().parent.mkdir(parents=True)
    keyfile.path().write_text('[grade]\nR = "ctrl+c"', "utf-8")
    assert main(["keys"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"gradertui keys: {keyfile.path()}, line 2, [grade] R: “ctrl+c” cannot be given away")

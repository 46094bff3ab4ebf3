"""What Tab offers is what can be said there."""

from __future__ import annotations

import os
from pathlib import Path
from unittest.mock import patch

import pytest
from argcomplete import CompletionFinder
from screens import bank, made, seated

from gradertui.cli import COMMANDS
from gradertui.cli.completing import line
from gradertui.report.exports import EXPORTERS


def offered(text: str) -> set[str]:
    """What is offered after some words; the last one is being written."""
    *words, begun = text.split(" ")
    command = next((word for word in words if word in COMMANDS), "")
    finder = CompletionFinder(line(command), always_complete_options=False)
    with patch.dict(os.environ, _ARGCOMPLETE_SHELL="fish"):
        return {each.split("\t")[0].strip() for each in finder._get_completions(["gradertui", *words], begun, "", None)}


@pytest.fixture
def sessions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "sessions"
    made(folder / "letters", bank(2))
    for grader in ("ana", "ben"):
        with seated(folder / "letters", grader):
            pass
    (folder / "no-session").mkdir()
    monkeypatch.chdir(tmp_path)
    return folder


def test_first_the_commands_come() -> None:
    assert offered("") == {*COMMANDS}
    assert offered("ver") == {"verdicts", "verify"}


@pytest.mark.parametrize("command", sorted(COMMANDS.keys() - {"new", "keys", "completion", "demo", "practice"}))
def test_every_command_that_is_about_a_session_is_offered_its_name(command: str, sessions: Path) -> None:
    assert "letters" in offered(f"{command} l")
    assert "no-session" not in offered(f"{command} n") | offered(f"{command} ")


def test_sessions_are_looked_for_where_the_line_and_the_environment_say(
    sessions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir("/")
    assert offered("grade ") == set()
    assert offered(f"grade --sessions {sessions} ") == {"letters"}
    assert offered(f"--sessions {sessions} grade ") == {"letters"}
    monkeypatch.setenv("GRADERTUI_SESSIONS", str(sessions))
    assert offered("grade ") == {"letters"}


def test_graders_formats_modes_and_screens_are_offered(sessions: Path) -> None:
    assert offered("grade letters --grader ") == {"ana", "ben"}
    assert offered("report letters --grader a") == {"ana"}
    assert offered("report letters --format ") == {"text", "json", "md", "html"}
    assert offered("export letters --format ") == {*EXPORTERS}
    assert offered("demo ") == {"grade", "tone", "preference"}
    assert offered("keys h") == {"home"}
    assert offered("completion ") == {"bash", "zsh", "fish"}
    assert "letters" not in offered("new l")

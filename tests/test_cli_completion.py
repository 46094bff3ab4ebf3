"""Tab in real shells, with the script that `gradertui completion` prints; a shell that is not here is skipped."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gradertui.cli import main

ROOT = Path(__file__).parents[1]
_SET_UP = {
    "bash": "source {script}\n",
    "zsh": "autoload -U compinit; compinit -u -D; source {script}\n",
}


@pytest.fixture
def places(tmp_path: Path) -> Path:
    """A program of our name, and two folders that are sessions."""
    program = tmp_path / "bin" / "gradertui"
    program.parent.mkdir()
    start = "from gradertui.cli import run; run()"
    program.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -c "{start}" "$@"\n')
    program.chmod(0o755)
    for name in ("letters", "letters-two"):
        (tmp_path / "sessions" / name).mkdir(parents=True)
        (tmp_path / "sessions" / name / "items.sqlite").touch()
    return tmp_path


def script(shell: str, places: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not on this machine: Tab is not tried in it")
    assert main(["completion", shell]) == 0
    path = places / f"completion.{shell}"
    path.write_text(capsys.readouterr().out)
    return path


def environment(places: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GRADERTUI", "PYTHON", "COV"))}
    path = f"{places / 'bin'}:{os.environ['PATH']}"
    return kept | {"PATH": path, "TERM": "dumb", "PS1": "> ", "HOME": str(places), "LC_ALL": "C.UTF-8"}


def typed(command: list[str], places: Path, text: str, wanted: str) -> str:
    """Everything that a shell on a terminal shows until something stands there.

    Args:
        command: the shell.
        places: where it starts.
        text: keys.
        wanted: what is waited for.
    """
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(places)
        os.execvpe(command[0], command, environment(places))
    shown, end = "", time.monotonic() + 50
    os.write(terminal, text.encode())
    while wanted not in shown and time.monotonic() < end:
        if select.select([terminal], [], [], 0.2)[0]:
            shown += os.read(terminal, 4096).decode(errors="replace")
    os.close(terminal)
    os.waitpid(child, 0)
    return shown


@pytest.mark.parametrize(("shell", "options"), [("bash", ["--norc", "--noprofile"]), ("zsh", ["-f"])])
def test_tab_completes_the_name_of_a_session(shell: str, options: list[str], places: Path, capsys) -> None:
    set_up = _SET_UP[shell].format(script=script(shell, places, capsys))
    # What the shell is to show is not what was typed: the terminal echoes that.
    shown = typed([shell, *options, "-i"], places, f"{set_up}gradertui grade letters-\t; echo =$?=\n", "letters-two")
    assert "letters-two" in shown


def test_fish_completes_commands_and_sessions(places: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = script("fish", places, capsys)
    asked = f"source {made}; complete -C 'gradertui rep'; complete -C 'gradertui report letters-'"
    done = subprocess.run(
        ["fish", "--no-config", "-c", asked], capture_output=True, text=True, env=environment(places), cwd=places
    )
    assert [row.split("\t")[0] for row in done.stdout.splitlines()] == ["report", "letters-two"]
    assert done.stderr == ""

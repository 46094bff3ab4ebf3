"""The house keeps its shape: who imports whom, what loads what, and that each table is whole."""

import os
import re
import subprocess
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

from gradertui.cli import COMMANDS, main
from gradertui.model import Plan
from gradertui.modes import MODES
from gradertui.tui import commands
from gradertui.tui.grading import GradingScreen

ROOT = Path(__file__).parents[1]
HEAVY = ("pandas", "numpy", "scipy", "pydantic", "sqlite_utils", "matplotlib")
SOURCES = sorted(path.relative_to(ROOT) for room in ("gradertui", "stats") for path in (ROOT / room).rglob("*.py"))


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, env=os.environ | {"NO_COLOR": "1"}
    )


def loaded(statement: str) -> set[str]:
    done = python("-c", f"{statement}; import sys; print(*sys.modules)")
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def test_imports_run_one_way() -> None:
    done = python("-c", "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))")
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"Contracts: [1-9][0-9]* kept, 0 broken", done.stdout)


def test_nothing_heavy_is_on_the_way_to_the_first_answer() -> None:
    modules = loaded("import gradertui.cli.grade, gradertui.tui.app, gradertui.tui.desk")
    assert "textual" in modules
    assert not modules & set(HEAVY)


@pytest.mark.parametrize("name", ["stats", "gradertui", "gradertui.session", "gradertui.summary", "gradertui.cli.home"])
def test_importing_it_loads_nothing_heavy(name: str) -> None:
    modules = loaded(f"import {name}")
    assert name in modules
    assert not modules & {*HEAVY, "textual", "rich"}


def test_a_report_reads_no_file_that_people_bring() -> None:
    assert not loaded("import gradertui.cli.report, gradertui.report") & {"gradertui.formats.known", "pydantic"}


def test_every_module_of_stats_loads_nothing_but_the_standard_library() -> None:
    names = [f"stats.{path.stem}" for path in SOURCES if path.parent.name == "stats" and path.stem != "__init__"]
    assert not loaded(f"import {', '.join(names)}") & {*HEAVY, "gradertui"}


@pytest.mark.parametrize("command", commands.COMMANDS, ids=lambda command: command.name)
def test_a_command_has_a_method_of_its_name(command: commands.Command) -> None:
    assert callable(getattr(GradingScreen, f"do_{command.name}", None))
    assert command.words
    assert command.help
    assert bool(command.cap) == bool(command.keys)


def test_no_two_commands_share_a_name_a_key_or_a_place_in_the_key_line() -> None:
    for used in (
        [command.name for command in commands.COMMANDS],
        [key for command in commands.COMMANDS for key in command.keys],
        [command.rank for command in commands.COMMANDS if command.rank],
    ):
        assert [thing for thing, times in Counter(used).items() if times > 1] == []


@pytest.mark.parametrize("mode", MODES)
def test_no_command_uses_a_key_that_labels(mode: str) -> None:
    assert not {choice.key for choice in MODES[mode].choices(Plan(mode=mode))} & set(
        {key for c in commands.commands(mode) for key in c.keys}
    )


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_line_has_help_with_an_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    module = import_module(f"gradertui.cli.{name}")
    assert callable(module.run)
    assert all(issubclass(fault, Exception) for fault in module.FAULTS)
    with pytest.raises(SystemExit) as end:
        main([name, "--help"])
    said = capsys.readouterr()
    assert (end.value.code, said.err) == (0, "")
    assert module.EXAMPLE in said.out
    assert f"gradertui {name}" in module.EXAMPLE


def test_every_module_of_a_command_is_in_the_table() -> None:
    texts = {path.stem: path.read_text("utf-8") for path in (ROOT / "gradertui" / "cli").glob("*.py")}
    given = {name for name, text in texts.items() if "def arguments(" in text and "def run(given" in text}
    assert given == {*COMMANDS, "home", "offer"}


def test_a_file_has_three_hundred_lines_at_most() -> None:
    lines = {str(path): len((ROOT / path).read_text("utf-8").splitlines()) for path in SOURCES}
    assert {path: n for path, n in lines.items() if n > 300} == {}

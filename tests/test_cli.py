import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import gradertui
from gradertui import cli, locale
from gradertui.cli import COMMANDS, main
from gradertui.session import Session
from gradertui.store import locking
from gradertui.text import inert

ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def english(monkeypatch):
    """English here, and the language of the tests that follow as it was."""
    monkeypatch.setattr(locale, "_catalogue", None)
    locale.use("en")


@pytest.mark.parametrize("words", [["-h"], ["--help"], ["help"], ["--lang", "en", "--help"]], ids=" ".join)
def test_usage_names_every_command_and_what_it_does(capsys, words):
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert out.startswith("usage: gradertui [COMMAND] [--help]\n")
    for name, does in COMMANDS.items():
        assert f"  {name} " in out
        assert does in out
    assert err == ""


def test_the_version_is_that_of_the_package(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr() == (f"gradertui {gradertui.__version__}\n", "")


@pytest.mark.parametrize("name", ["labels", "Grade", "--verbose", "", "[/b]", "\x1b[2J"])
def test_a_command_that_does_not_exist_is_said_on_standard_error(capsys, name):
    assert main([name]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"gradertui: no command {name!r}\n\nusage: gradertui")
    assert "\x1b" not in err


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(capsys, name):
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    out, err = capsys.readouterr()
    assert out.startswith(f"usage: gradertui {name} ")
    assert " ".join(COMMANDS[name].split()) in " ".join(out.split())
    assert f"  gradertui {name}" in out.rpartition("example")[2]
    assert "--sessions DIR" in out
    assert err == ""


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_a_module_with_the_same_doors(name):
    module = cli.import_module(f"gradertui.cli.{name}")
    assert callable(module.run)
    assert callable(module.arguments)
    assert all(issubclass(fault, Exception) for fault in module.FAULTS)


@pytest.mark.parametrize("name", COMMANDS)
def test_an_option_that_does_not_exist_ends_with_2(capsys, name):
    with pytest.raises(SystemExit) as ended:
        main([name, "--no-such-option"])
    assert ended.value.code == 2
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("name", ["grade", "report", "verify"])
def test_a_session_that_does_not_exist_is_one_clear_error_and_changes_nothing(capsys, tmp_path, name):
    assert main([name, "nowhere", "--sessions", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"gradertui {name}: {tmp_path / 'nowhere'}: ")
    assert len(err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_sessions_may_stand_before_the_command_or_after_it(example, capsys, tmp_path):
    example()
    folder = str(tmp_path / "sessions")
    assert main(["--sessions", folder, "verify", "demo-grade"]) == 0
    before = capsys.readouterr().out
    assert main(["verify", "demo-grade", "--sessions", folder]) == 0
    assert capsys.readouterr().out == before != ""
    assert main(["--sessions", folder]) == 0
    assert capsys.readouterr().out.startswith("demo-grade")


def test_no_word_at_all_lists_the_sessions(example, capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("GRADERTUI_SESSIONS", str(example(1).parent))
    assert main([]) == 0
    assert "demo-grade" in capsys.readouterr().out


def test_the_environment_says_where_sessions_lie(example, capsys, tmp_path, monkeypatch):
    example()
    monkeypatch.setenv("GRADERTUI_SESSIONS", str(tmp_path / "sessions"))
    assert main(["verify", "demo-grade"]) == 0
    assert "chain whole" in capsys.readouterr().out


def test_the_language_is_chosen_before_anything_is_said(capsys):
    assert main(["--lang", "es", "--help"]) == 0
    spanish = capsys.readouterr().out
    assert main(["--lang", "en", "--help"]) == 0
    assert capsys.readouterr().out.startswith("usage: ")
    assert spanish.startswith("uso: ")


def test_a_file_that_cannot_be_read_is_an_error_and_no_traceback(capsys, tmp_path):
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "items.sqlite").write_bytes(b"no database" * 100)
    for command in (["grade", "broken"], ["report", "broken"], ["verify", "broken"]):
        assert main([*command, "--sessions", str(tmp_path)]) in (1, 2)
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        assert "items.sqlite" in err + out


def test_the_reader_of_a_pipe_may_go_away(tmp_path):
    program = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from gradertui.cli import run; run()"
    quiet = subprocess.run(
        f"{sys.executable} -c '{program.replace(chr(39), chr(34))}' --help | head -n 1",
        shell=True, cwd=tmp_path, capture_output=True, text=True,
    )  # fmt: skip
    assert quiet.stdout.startswith("us")
    assert quiet.stderr == ""


@pytest.mark.parametrize(("fault", "status"), [(KeyboardInterrupt, 130), (BrokenPipeError, 0)])
def test_how_the_program_ends(monkeypatch, fault, status):
    def broken(argv):
        raise fault

    monkeypatch.setattr(cli, "main", broken)
    monkeypatch.setattr(sys, "stdout", sys.stdout)
    with pytest.raises(SystemExit) as ended:
        cli.run()
    assert ended.value.code == status


@pytest.mark.parametrize(
    "command", ["label demo-grade {labels} --grader ana", "blinding demo-grade reveal --yes --grader ana"]
)
def test_who_would_write_while_somebody_labels_is_refused(example, said, tmp_path, monkeypatch, command):
    monkeypatch.setattr(locking, "PATIENCE", 0)
    folder = example(5)
    said("export", "demo-grade", "--format", "csv", "--out", tmp_path / "labels.csv")
    with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
        status, out, err = said(*command.format(labels=tmp_path / "labels.csv").split())
        assert (status, out) == (2, "")
        assert f"ana is open in another process ({os.getpid()})" in err
        assert log.count() == 6
    assert said(*command.format(labels=tmp_path / "labels.csv").split())[0] == 0


@pytest.mark.parametrize(
    "command",
    [
        ["report", "no\x1b[2J"],
        ["grade", "\x9b2J"],
        ["label", "no", "\x1b]0;x\x07", "--grader", "\u202e"],
        ["new", "n\x1b", "/no\x1b[2J"],
        ["merge", "no", "/no\x1b[2J"],
        ["\x1b[2J"],
    ],
)
def test_what_was_typed_is_told_back_and_nothing_in_it_acts(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, *(["--sessions", str(tmp_path)] if len(command) > 1 else [])]) == 2
    said = capsys.readouterr()
    assert inert(said.out + said.err) == said.out + said.err

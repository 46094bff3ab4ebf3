"""`gradertui FILE`: what is shown, what is asked, and what is made."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from test_cli_grade import Terminal

from gradertui.cli import grade, home, main, offer
from gradertui.session import Session

Run = Callable[..., tuple[int, list[str]]]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "día 18 (v2).csv"
    path.write_text("id,question,reference,system,answer\np1,What?,This.,a,This.\np1,What?,This.,b,That.\n", "utf-8")
    return path


class Asked(Terminal):
    """A terminal that answers what it is asked."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__()
        self.lines = lines

    def readline(self) -> str:
        return self.lines.pop(0) if self.lines else ""


@pytest.fixture
def offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str, list[str]]]:
    """Offer files on a terminal whose keyboard says some lines: status, what was asked, and what was opened."""

    def run(*words: object, lines: list[str]) -> tuple[int, str, list[str]]:
        opened: list[str] = []
        stderr = Terminal()
        monkeypatch.setattr(sys, "stdin", Asked(lines))
        monkeypatch.setattr(sys, "stderr", stderr)
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
        monkeypatch.setenv("TERM", "xterm-256color")
        monkeypatch.setattr(grade, "open_session", lambda session, given: opened.append(session.name) or 0)
        monkeypatch.setenv("GRADERTUI_GRADER", "ana")
        status = main([*map(str, words), "--sessions", str(tmp_path / "sessions"), "--lang", "en"])
        return status, stderr.written, opened

    return run


def test_enter_makes_a_session_of_the_name_that_was_offered_and_opens_it(offered, file, tmp_path, capsys) -> None:
    status, asked, opened = offered(file, lines=["\n"])
    assert (status, opened) == (0, ["día-18-v2"])
    assert asked.startswith("Make session día-18-v2 of it? ")
    out = capsys.readouterr().out
    assert "answers (table, utf-8, delimiter ,)" in out
    assert "1 question (0 unanswerable, 0 unknown) · 2 answers · 0 sources" in out
    session = Session(tmp_path / "sessions" / "día-18-v2")
    assert (session.plan.title, session.items.count("items")) == ("día-18-v2", 2)
    session.close()


@pytest.mark.parametrize("lines", [["n\n"], ["No\n"], []], ids=["n", "no", "nobody"])
def test_no_makes_nothing(lines, offered, file, tmp_path) -> None:
    status, asked, opened = offered(file, lines=lines)
    assert (status, opened) == (1, [])
    assert asked.endswith("nothing was written\n")
    assert not (tmp_path / "sessions").exists()


def test_another_name_is_taken_once_it_can_be_one_and_is_free(offered, file, tmp_path) -> None:
    (tmp_path / "sessions" / "taken").mkdir(parents=True)
    status, asked, opened = offered(file, lines=["a/b\n", "taken\n", "mine\n"])
    assert (status, opened) == (0, ["mine"])
    assert "a/b: a session's name is letters" in asked
    assert "taken: is there already; write another name" in asked


def test_the_name_offered_is_one_that_nobody_has(tmp_path) -> None:
    for taken in ("x", "x-2"):
        (tmp_path / taken).mkdir()
    assert offer.free_name("x", tmp_path) == "x-3"
    assert offer.free_name("..(%)..", tmp_path) == "session"
    assert len(offer.free_name("y" * 300, tmp_path)) <= 80


def test_options_of_new_and_of_grade_are_understood(offered, file, tmp_path) -> None:
    bank = tmp_path / "bank.csv"
    bank.write_text("id,question,reference\np1,What?,This.\n")
    status, _asked, opened = offered(file, "--bank", bank, "--seed", 7, "--grader", "eva", lines=["\n"])
    assert (status, opened) == (0, ["día-18-v2"])
    session = Session(tmp_path / "sessions" / "día-18-v2")
    assert session.plan.seed == 7
    session.close()


def test_a_file_with_problems_is_told_and_nothing_is_asked(offered, tmp_path) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text("this,that\n1,2\n")
    status, asked, opened = offered(bad, lines=["\n"])
    assert (status, opened) == (2, [])
    assert asked.startswith("gradertui: bad.csv")
    assert "Make session" not in asked


def test_a_session_is_opened_and_a_folder_of_sessions_is_shown(offered, example, tmp_path, monkeypatch) -> None:
    folder = example(3)
    assert offered(folder, lines=[]) == (0, "", ["demo-grade"])
    shown: list[str] = []
    monkeypatch.setattr(home, "run", lambda given: shown.append(given.sessions) or 0)
    assert offered(folder.parent, lines=[]) == (0, "", [])
    assert shown == [str(folder.parent)]


def test_where_nobody_can_be_asked_the_command_is_said(said, file, tmp_path) -> None:
    status, out, err = said(file)
    assert (status, out) == (2, "")
    assert err == f"gradertui: make a session of it with: gradertui new día-18-v2 '{file}'\n"
    assert not (tmp_path / "sessions").exists()


def test_a_command_goes_before_a_file_of_its_name(said, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "report").write_text("")
    assert "report" in said("report", "nothing")[2]
    assert "no command 'reports'" in said("reports")[2]

"""The line on standard error: only on a terminal, only after a while, and nothing of it left."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest

from gradertui.cli import progress as module
from gradertui.cli.progress import drawn, progress


class Terminal:
    """A standard error that is a terminal, and tells when something was written to it."""

    def __init__(self) -> None:
        self.written, self.wrote = "", Event()

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.written += text
        self.wrote.set()
        return len(text)

    def flush(self) -> None:
        pass


@pytest.fixture
def on(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Terminal]:
    """From here on standard error is a terminal, on which the line comes at once unless said otherwise."""

    def terminal(after: float = 0, term: str = "xterm-256color") -> Terminal:
        made = Terminal()
        monkeypatch.setattr(sys, "stderr", made)
        monkeypatch.setattr(module, "AFTER", after)
        monkeypatch.setenv("TERM", term)
        return made

    return terminal


def test_what_takes_long_is_shown_with_its_count_and_then_taken_away(on: Callable[..., Terminal]) -> None:
    terminal = on()
    with progress("reading") as step:
        step(4711)
        assert terminal.wrote.wait(20)
        while "4711" not in terminal.written:  # the first picture may have been drawn before the count
            terminal.wrote.clear()
            assert terminal.wrote.wait(20)
    assert "reading  ━" in terminal.written
    assert terminal.written.endswith("\r\x1b[K")


def test_a_share_that_is_known_is_shown(on: Callable[..., Terminal]) -> None:
    terminal = on()
    with progress("reading", lambda: 0.25):
        assert terminal.wrote.wait(20)
    assert "━━━━────────────  25 %" in terminal.written


def test_what_is_over_at_once_leaves_the_line_alone(on: Callable[..., Terminal]) -> None:
    terminal = on(after=20)
    with progress("reading"):
        pass
    assert terminal.written == ""


def test_an_error_takes_the_line_away_and_comes_through(on: Callable[..., Terminal]) -> None:
    terminal = on()

    def fail() -> None:
        with progress("reading"):
            assert terminal.wrote.wait(20)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert terminal.written.endswith("\r\x1b[K")


@pytest.mark.parametrize("term", ["dumb", ""])
def test_a_terminal_that_takes_no_line_back_gets_none(term: str, on: Callable[..., Terminal]) -> None:
    terminal = on(term=term)
    with progress("reading"):
        pass
    module.clear()
    assert terminal.written == ""


def test_a_pipe_gets_nothing(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "AFTER", 0)
    with progress("reading"):
        pass
    module.clear()
    assert capsys.readouterr() == ("", "")


def test_the_line_is_never_wider_than_the_terminal() -> None:
    for width in range(1, 60):
        assert len(drawn("computing the report", None, 123_456, 75.2, width)) <= width
    assert drawn("reading", 1.3, 0, 1, 80) == f"reading  {'━' * 16}  100 %  1 s"


def test_on_a_real_terminal_it_comes_and_goes(tmp_path: Path) -> None:
    import pty

    child, end = pty.fork()
    if not child:
        os.environ["TERM"] = "xterm"
        source = (
            "import sys, threading; from gradertui.cli import progress as module\n"
            "seen, write = threading.Event(), sys.stderr.write\n"
            "sys.stderr.write = lambda text: (write(text), '1 s' in text and seen.set())[0]\n"
            "with module.progress('working'): seen.wait()\n"
            "print('done', file=sys.stderr)"
        )
        os.chdir(Path(__file__).parents[1])
        os.execv(sys.executable, [sys.executable, "-c", source])
    told = b""
    try:
        while piece := os.read(end, 4096):
            told += piece
    except OSError:
        pass
    assert os.waitpid(child, 0)[1] == 0
    assert "working  " in told.decode()
    assert told.endswith(b"\r\x1b[Kdone\r\n")

"""Ctrl+C in a real process, at a named moment: one line, exit 130, and everything as it was before."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gradertui.cli.stopping import unstopped

ROOT = Path(__file__).parents[1]
# Runs the program with a function that, called so many times, says so and then waits for whatever comes.
CHILD = """
import importlib, itertools, sys, threading
module, name, nth, *words = sys.argv[1:]
room, calls = importlib.import_module(module), itertools.count(1)
was = getattr(room, name)
def held(*given, **named):
    if next(calls) == int(nth):
        print("HERE", file=sys.stderr, flush=True)
        threading.Event().wait()
    return was(*given, **named)
setattr(room, name, held)
sys.argv[1:] = words
from gradertui.cli import run
run()
"""
Stopped = Callable[..., tuple[int, str, str]]


@pytest.fixture
def stopped(tmp_path: Path) -> Stopped:
    """Interrupt a command at the nth call of a function: exit status, standard output, standard error."""

    def run(where: tuple[str, str, int], *words: object) -> tuple[int, str, str]:
        module, name, nth = where
        command = [sys.executable, "-c", CHILD, module, name, str(nth), *map(str, words), "--lang", "en"]
        env = os.environ | {"PYTHONPATH": str(ROOT), "GRADERTUI_SESSIONS": str(tmp_path / "sessions")}
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env, cwd=tmp_path
        ) as child:
            try:
                assert child.stderr is not None
                assert child.stderr.readline() == "HERE\n"
                child.send_signal(signal.SIGINT)
                out, err = child.communicate(timeout=30)
            finally:
                child.kill()
            return child.returncode, out, err

    return run


def everything(folder: Path) -> dict[str, bytes]:
    """Every file but those that SQLite leaves beside a log that was read."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files if path.suffix != ".lock"
            and not path.name.endswith(("-shm", "-wal"))}  # fmt: skip


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    path = tmp_path / "answers.csv"
    rows = [f"q{n},What is {n}?,It is {n}.,{system},I think {n}." for n in range(300) for system in "ab"]
    path.write_text("\n".join(["id,question,reference,system,answer", *rows]) + "\n", "utf-8")
    return path


@pytest.mark.parametrize(
    "where",
    [
        ("gradertui.formats.brought", "look_into", 1),
        ("gradertui.store.writing", "_add", 3),
    ],
    ids=lambda where: where[1],
)
def test_a_session_is_not_made_by_halves(
    where: tuple[str, str, int], stopped: Stopped, answers: Path, tmp_path: Path
) -> None:
    before = everything(tmp_path)
    status, _out, err = stopped(where, "new", "trial", answers)
    assert (status, err) == (130, "interrupted: nothing was written\n")
    assert everything(tmp_path) == before
    assert not (tmp_path / "sessions" / "trial").exists()


def test_a_session_that_would_have_grown_is_as_it_was(
    stopped: Stopped, answers: Path, example: Callable[..., Path]
) -> None:
    folder = example(0)
    shutil.rmtree(folder / "labels")
    before = everything(folder)
    status, _out, err = stopped(("gradertui.store.writing", "_add", 2), "new", "demo-grade", answers)
    assert (status, err) == (130, "interrupted: nothing was written\n")
    assert everything(folder) == before


def test_once_all_is_read_the_session_is_made_to_its_end(
    stopped: Stopped, answers: Path, tmp_path: Path, said: Callable[..., tuple[int, str, str]]
) -> None:
    # The wait itself is broken off by nothing then, so the second signal would have to end it: none is heard.
    child = CHILD.replace("threading.Event().wait()", "import os, signal; os.kill(os.getpid(), signal.SIGINT)")
    command = [sys.executable, "-c", child, "gradertui.session.making", "_planned", "1", "new", "trial", str(answers)]
    env = os.environ | {"PYTHONPATH": str(ROOT), "GRADERTUI_SESSIONS": str(tmp_path / "sessions"), "LANGUAGE": "en"}
    done = subprocess.run(command, capture_output=True, text=True, env=env, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "HERE\n")
    assert "600 answers" in done.stdout
    assert "trial" in said()[1]


@pytest.mark.parametrize(
    ("where", "words"),
    [
        (("gradertui.cli.report", "gather", 1), ["report", "demo-grade"]),
        (("gradertui.cli.export", "gathered", 1), ["export", "demo-grade", "--format", "csv"]),
        (("gradertui.report.rows", "_given", 5), ["export", "demo-grade", "--format", "jsonl"]),
    ],
    ids=["report", "export", "export while it writes"],
)
def test_no_part_of_a_file_is_left(
    where: tuple[str, str, int], words: list[str], stopped: Stopped, example: Callable[..., Path], tmp_path: Path
) -> None:
    example(31)
    (tmp_path / "out.txt").write_text("before")
    before = everything(tmp_path)
    status, out, err = stopped(where, *words, "--out", tmp_path / "out.txt")
    assert (status, out, err) == (130, "", "interrupted: nothing was written\n")
    assert everything(tmp_path) == before


def test_what_was_printed_by_halves_is_said_to_be(stopped: Stopped, example: Callable[..., Path]) -> None:
    example(31)
    where = ("gradertui.report.rows", "_given", 5)
    status, _out, err = stopped(where, "export", "demo-grade", "--format", "csv")
    assert (status, err) == (130, "interrupted: what was printed is not whole\n")


def test_a_merge_that_was_not_decided_changes_nothing(
    stopped: Stopped, example: Callable[..., Path], tmp_path: Path
) -> None:
    folder = example(31)
    other = shutil.copytree(folder, tmp_path / "elsewhere")
    example(10, "ben")
    before = everything(tmp_path)
    status, _out, err = stopped(("gradertui.cli.merge", "decide", 1), "merge", "demo-grade", other)
    assert (status, err) == (130, "interrupted: nothing was written\n")
    assert everything(tmp_path) == before


def test_a_merge_that_writes_goes_on_to_its_end(
    example: Callable[..., Path], tmp_path: Path, stands: Callable[[Path, str], dict[str, tuple[str, str]]]
) -> None:
    folder = example(10)
    other = shutil.copytree(folder, tmp_path / "elsewhere")
    shutil.rmtree(folder / "labels")
    child = CHILD.replace("threading.Event().wait()", "import os, signal; os.kill(os.getpid(), signal.SIGINT)")
    command = [sys.executable, "-c", child, "gradertui.merging", "replaced", "1", "merge", "demo-grade", str(other)]
    env = os.environ | {"PYTHONPATH": str(ROOT), "GRADERTUI_SESSIONS": str(tmp_path / "sessions"), "LANGUAGE": "en"}
    done = subprocess.run(command, capture_output=True, text=True, env=env, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert len(stands(folder, "ana")) == 10


def test_ctrl_c_is_heard_in_a_part_that_may_be_stopped_once_and_as_before_afterwards() -> None:
    before, cleaned = signal.getsignal(signal.SIGINT), []

    def work() -> None:
        with unstopped() as stoppable, stoppable():
            try:
                signal.raise_signal(signal.SIGINT)
            finally:
                signal.raise_signal(signal.SIGINT)  # a second one, while somebody cleans up
                cleaned.append(True)

    with pytest.raises(KeyboardInterrupt):
        work()
    assert cleaned == [True]
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_before_such_a_part_counts_as_in_it_and_after_it_comes_too_late() -> None:
    def early() -> None:
        with unstopped() as stoppable:
            signal.raise_signal(signal.SIGINT)
            with stoppable():
                pytest.fail("begun all the same")

    with pytest.raises(KeyboardInterrupt):
        early()
    with unstopped() as stoppable:
        with stoppable():
            pass
        signal.raise_signal(signal.SIGINT)

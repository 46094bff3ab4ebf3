"""One measurement each: a start with keys at a human rhythm, and a command from its beginning to its end.

Here: seconds, bytes and counts of one run. Not here: what is run (`material`) and how runs are compared (`__main__`).
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from .terminal import Terminal, stood

PROGRAM = (sys.executable, "-c", "from gradertui.cli import run; run()")
# The kernel's own figure of a child that has ended begins with what its parent had: it is asked while the child lives.
_MEASURED = """
import atexit, re, sys
most = sys.argv.pop(1)
atexit.register(lambda: open(most, "w").write(re.search("VmHWM:.*?([0-9]+)", open("/proc/self/status").read())[1]))
from gradertui.cli import run
run()
"""
# With the first of these, every start compiles the program anew; a person's does so once.
ENVIRONMENT = {
    k: v for k, v in os.environ.items() if k not in ("PYTHONDONTWRITEBYTECODE", "NO_COLOR", "GRADERTUI_GUARD")
}
RHYTHM = 0.4  # a key counts 0.15 s after its answer was painted, and the same key 0.7 s after it last did


class Sitting(NamedTuple):
    """A program started, and keys pressed in it; times in milliseconds."""

    start: float
    start_cpu: float
    painted: list[float]
    durable: list[float]
    statistics: list[float]
    megabytes: float
    kilobytes_a_key: float


class Whole(NamedTuple):
    """A command that ran to its end."""

    seconds: float
    cpu: float
    megabytes: float


def sitting(command: Sequence[str], keys: Sequence[str], done: int, total: str, log: Path | None = None) -> Sitting:
    """Start a program, wait for its first task, press keys, and see when what stood on the screen and on the disk.

    Args:
        command: the program.
        keys: pressed one by one.
        done: what the count says at first.
        total: what stands behind the count, after a stroke.
        log: the file that each key writes to.

    Raises:
        LookupError: a key's task never stood on the screen.
    """
    with Terminal(command, ENVIRONMENT) as terminal, _watched(log) as written:
        terminal.settle()
        start_cpu, sent = terminal.seconds(), len(terminal.chunks)
        pressed = []
        for key in keys:
            pressed.append(terminal.press(key))
            time.sleep(RHYTHM)
        terminal.settle()
        megabytes = terminal.memory() / 1e6
    seen = stood(terminal.chunks, count=rf"\A[^\n]*?\b(\d+)/{total}", statistics=rf"provisional (\d+)/{total}\b")
    counts = [done + i for i in range(1, len(keys) + 1)]
    return Sitting(
        _ms(terminal.began, _when(seen["count"], done)),
        1000 * start_cpu,
        [_ms(at, _when(seen["count"], count)) for at, count in zip(pressed, counts, strict=True)],
        [_ms(at, next(time for time in written if time > at)) for at in pressed] if log else [],
        [_ms(at, _when(seen["statistics"], count)) for at, count in zip(pressed, counts, strict=True)] if log else [],
        megabytes,
        sum(len(chunk) for _at, chunk in terminal.chunks[sent:]) / 1000 / len(keys),
    )


def _ms(since: float, until: float) -> float:
    return 1000 * (until - since)


def _when(seen: dict[str, float], count: int) -> float:
    if str(count) not in seen:
        raise LookupError(f"{count} never stood on the screen; these did: {', '.join(seen)}")
    return seen[str(count)]


@contextmanager
def _watched(path: Path | None) -> Iterator[list[float]]:
    """The times at which another connection saw a log grow, looked for every half millisecond."""
    written: list[float] = []
    over = threading.Event()

    def look(path: Path) -> None:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
            last = None
            while not over.wait(0.0005):
                (seq,) = db.execute("select max(seq) from events").fetchone()
                if last is not None and seq != last:
                    written.append(time.monotonic())
                last = seq

    watcher = threading.Thread(target=look, args=(path,)) if path else None
    if watcher:
        watcher.start()
    try:
        yield written
    finally:
        over.set()
        if watcher:
            watcher.join()


def whole(words: Sequence[str]) -> Whole:
    """Run a command of gradertui to its end, its output thrown away.

    Raises:
        subprocess.CalledProcessError: it did not end well.
    """
    nowhere = subprocess.DEVNULL
    with tempfile.NamedTemporaryFile() as most:
        began = time.monotonic()
        command = [sys.executable, "-c", _MEASURED, most.name, *words]
        with subprocess.Popen(command, stdin=nowhere, stdout=nowhere, stderr=nowhere, env=ENVIRONMENT) as program:
            _pid, status, used = os.wait4(program.pid, 0)
            program.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - began
        if program.returncode:
            raise subprocess.CalledProcessError(program.returncode, words)
        return Whole(seconds, used.ru_utime + used.ru_stime, int(most.read()) / 1000)

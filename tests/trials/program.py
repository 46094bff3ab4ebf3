"""The real program: in a terminal of its own, or as a command whose words are read when it has ended."""

from __future__ import annotations

import codecs
import ctypes
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, NoReturn

from tests.emulated import COLUMNS, ROWS, Screen, answers

RUN = "from gradertui.cli import run; run()"
NOBODY = 65534


class Ended(Exception):
    """The program ended before it showed what was waited for; the message is what it said."""


class Terminal:
    """The program in a terminal that we hold the other end of."""

    def __init__(
        self, words: Sequence[object], *, before: str = "", nobody: bool = False, env: Mapping[str, str] | None = None
    ) -> None:
        """Start it.

        Args:
            words: of the command line.
            before: Python that is carried out first, in a process begun from nothing; without any it is forked from
                this one.
            nobody: whether it runs without root's powers.
            env: over the environment.
        """
        self.screen = Screen()
        self.status: int | None = None
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self.pid, self._master = pty.fork()
        if self.pid == 0:
            _become(before, words, nobody, env or {})

    def send(self, keys: str) -> None:
        """Press keys."""
        with suppress(OSError):
            os.write(self._master, keys.encode())

    def pump(self, seconds: float) -> bool:
        """Take in what it wrote, waiting for it at most so long."""
        if not select.select([self._master], [], [], max(seconds, 0))[0]:
            return False
        try:
            written = os.read(self._master, 65536)
        except OSError:
            written = b""
        if not written:
            self.wait(5)
            return False
        text = self._decode(written)
        self.screen.feed(text)
        self.send(answers(text))
        return True

    def read(self, seconds: float) -> None:
        """Take in everything for so long, or until it ends."""
        until = time.monotonic() + seconds
        while self.status is None and (left := until - time.monotonic()) > 0:
            self.pump(left)

    def until(self, pattern: str, seconds: float = 90) -> re.Match[str]:
        """Wait until something is on the screen.

        Raises:
            Ended: it ended first, or never showed it.
        """
        end = time.monotonic() + seconds
        while True:
            if found := re.search(pattern, self.screen.text):
                return found
            if self.status is not None or time.monotonic() > end:
                raise Ended(self.screen.text.strip())
            self.pump(0.2)

    def opened(self, total: int, seconds: float = 90) -> bool:
        """Wait until it shows its counter, or has ended with a word; whether it shows it."""
        end = time.monotonic() + seconds
        while not (found := re.search(rf"\d+/{total}\b", self.screen.text)):
            if self.status is not None or time.monotonic() > end:
                break
            self.pump(0.2)
        return found is not None

    def signal(self, number: int) -> None:
        """Send a signal."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def wait(self, seconds: float) -> int | None:
        """Wait for its end; its exit status, None while it lives."""
        end = time.monotonic() + seconds
        while self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
            elif time.monotonic() > end:
                break
            else:
                time.sleep(0.002)
        return self.status

    def drained(self) -> None:
        """Take in what it had written when it was killed."""
        while self.pump(0.01):
            pass

    def close(self) -> None:
        """End it, whatever it does."""
        if self.status is None:
            self.signal(signal.SIGKILL)
            self.wait(5)
        with suppress(OSError):
            os.close(self._master)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


def _become(before: str, words: Sequence[object], nobody: bool, env: Mapping[str, str]) -> NoReturn:
    """Be the program, in the process that was forked for it: begun from nothing, or with what it imports imported."""
    try:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        if nobody:
            drop()
        path = os.pathsep.join(filter(None, (str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH"))))
        os.environ.update({"LC_ALL": "C.UTF-8", "GRADERTUI_GUARD": "off", "PYTHONPATH": path, **env})
        if before:
            os.execv(sys.executable, [sys.executable, "-c", f"{before}\n{RUN}", *map(str, words)])
        sys.stdin = os.fdopen(0, encoding="utf-8")
        os._exit(_carried_out(words))
    finally:
        os._exit(127)


def drop() -> None:
    """Give away what lets root write where nobody may: from here on permissions hold for it as for everybody."""
    if os.geteuid():
        return
    libc = ctypes.CDLL(None, use_errno=True)
    header, caps = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    libc.capget(header, caps)
    for right in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
        libc.prctl(24, right, 0, 0, 0)  # PR_CAPBSET_DROP, for what is carried out in its place
        for sort in range(3):
            caps[sort] &= ~(1 << right)
    libc.capset(header, caps)


class Ran(NamedTuple):
    """How a command ended and what it said."""

    status: int
    out: str
    err: str

    @property
    def said(self) -> str:
        """The last line of what it complained of, else of what it printed."""
        lines = self.err.strip().splitlines() or self.out.strip().splitlines()
        return lines[-1] if lines else ""


class Command:
    """A command in a process of its own, forked from this one: what it imports is imported already."""

    def __init__(self, folder: Path, words: Sequence[object], *, nobody: bool = False) -> None:
        self._said = folder / f"said.{time.monotonic_ns()}"
        self.pid = os.fork()
        if self.pid == 0:
            self._be(words, nobody)

    def _be(self, words: Sequence[object], nobody: bool) -> NoReturn:
        status = 70
        try:
            for number, end in ((1, "out"), (2, "err")):
                os.dup2(os.open(f"{self._said}.{end}", os.O_WRONLY | os.O_CREAT, 0o644), number)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            if nobody:
                drop()
            status = _carried_out(words)
        finally:
            os._exit(status)

    def wait(self) -> Ran:
        """How it ended."""
        status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        said = []
        for end in ("out", "err"):
            path = Path(f"{self._said}.{end}")
            said.append(path.read_text("utf-8", "replace") if path.exists() else "")
            path.unlink(missing_ok=True)
        return Ran(status, *said)


def _carried_out(words: Sequence[object]) -> int:
    from gradertui.cli import run

    sys.argv = ["gradertui", *map(str, words)]
    sys.stdout, sys.stderr = os.fdopen(1, "w", encoding="utf-8"), os.fdopen(2, "w", encoding="utf-8")
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr  # type: ignore[misc]
    try:
        run()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    except BaseException:
        traceback.print_exc()
        status = 71
    with suppress(AttributeError, OSError, ValueError):
        sys.stdout.flush()
    sys.stderr.flush()
    return status

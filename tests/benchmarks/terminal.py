"""A program in a pseudo-terminal that answers as xterm does, and when which text stood on its screen.

Here: the terminal, and the replay of what was sent to it. Not here: what is measured with it (`measuring`).
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
import threading
import time
from codecs import getincrementaldecoder
from collections.abc import Iterator, Sequence
from types import TracebackType

from tests.emulated import COLUMNS, ROWS, Screen, answers

_TERMINAL = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"}
_WITHHELD, _SHOWN = "\x1b[?2026h", "\x1b[?2026l"


class Terminal:
    """A running program with a screen of 120 by 36; everything it sends is kept with its time."""

    def __init__(self, command: Sequence[str], environment: dict[str, str]) -> None:
        self.chunks: list[tuple[float, bytes]] = []
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.began = time.monotonic()
        self._program = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, start_new_session=True, env=environment | _TERMINAL
        )
        os.close(slave)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._program.kill()
        self._program.wait()
        self._reader.join()
        os.close(self._master)

    def _read(self) -> None:
        while True:
            try:
                chunk = os.read(self._master, 1 << 16)
            except OSError:  # how Linux says that nobody has the other end open any more
                return
            self.chunks.append((time.monotonic(), chunk))
            if said := answers(chunk.decode("utf-8", "replace")):
                os.write(self._master, said.encode())

    def press(self, key: str) -> float:
        """Send a key and say when."""
        at = time.monotonic()
        os.write(self._master, key.encode())
        return at

    def settle(self, quiet: float = 0.7, within: float = 60) -> None:
        """Wait until the program has drawn and then said nothing for a while.

        Raises:
            TimeoutError: it ended, or never was quiet.
        """
        until = time.monotonic() + within
        while time.monotonic() < until and self._program.poll() is None:
            if self.chunks and time.monotonic() - self.chunks[-1][0] > quiet and len(self.chunks) > 3:
                return
            time.sleep(0.02)
        raise TimeoutError(f"{self._program.args!r} did not come to rest")

    def memory(self) -> int:
        """Bytes of memory that the program has resident."""
        with open(f"/proc/{self._program.pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def seconds(self) -> float:
        """Processor time that the program has used."""
        with open(f"/proc/{self._program.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def stood(chunks: Sequence[tuple[float, bytes]], **patterns: str) -> dict[str, dict[str, float]]:
    """When each text first stood on the screen, whole.

    Args:
        chunks: what a program sent, with times.
        patterns: name to an expression with one group, looked for in the rows of the screen.

    Returns:
        name to what the group matched, to the time of the chunk that completed it.
    """
    wanted = {name: re.compile(pattern) for name, pattern in patterns.items()}
    first: dict[str, dict[str, float]] = {name: {} for name in patterns}
    for at, screen in _frames(chunks):
        text = screen.text
        for name, pattern in wanted.items():
            for found in pattern.findall(text):
                first[name].setdefault(found, at)
    return first


def _frames(chunks: Sequence[tuple[float, bytes]]) -> Iterator[tuple[float, Screen]]:
    """The screen after every chunk that does not leave a frame half sent."""
    screen, decode, withheld = Screen(), getincrementaldecoder("utf-8")("replace").decode, False
    for at, chunk in chunks:
        text = decode(chunk)
        screen.feed(text)
        if (shown := text.rfind(_SHOWN)) >= 0 or _WITHHELD in text:
            withheld = text.rfind(_WITHHELD) > shown
        if not withheld:
            yield at, screen

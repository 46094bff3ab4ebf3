"""Textual's driver for terminals, made to survive what terminals send, to keep rows whole and to write few bytes.

The one place that touches private names of Textual; `tests/test_tui_driver.py` fails when a version changes them.
"""

from __future__ import annotations

import os
import re
import selectors
from collections.abc import Iterator
from time import monotonic

from rich.cells import cell_len
from textual.app import App
from textual.constants import ESCAPE_DELAY
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from gradertui.tui.stream import Stream

# Terminals agree on the width of these: ASCII with its escape sequences, Latin, Greek, Cyrillic, punctuation,
# arrows, control pictures, box drawing, CJK. On all else (emoji with selectors, skin tones, Indic, Hangul) they differ.
_DOUBTFUL = re.compile(
    "[^\x00-\u052f\u1e00-\u1fff\u2010-\u205e\u2190-\u21ff\u2400-\u243f\u2500-\u25ff\u3000-\u30ff\u4e00-\u9fff]+[ \xa0]*"
)
_COLOURS = re.compile("\x1b\\[([0-9;]*)m")
_READ = 4096
_PARTS = re.compile("(?:^|;)([34]8;(?:5;[0-9]+|2;[0-9]+;[0-9]+;[0-9]+)|[0-9]+)")


class SteadyDriver(LinuxDriver):
    """A LinuxDriver that no byte of input ends and whose borders stay where they are."""

    def __init__(
        self, app: App[object], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        """Begin with the size that the first event will tell.

        A terminal may have none (`script`, some containers). Textual then believes 25 rows at first and is told 24, and
        lays out one after the other without end.
        """
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._size = self._size or self._get_terminal_size()

    def run_input_thread(self) -> None:
        """Read until the end; what the bytes are is `stream.py`."""
        stream = Stream(escape=ESCAPE_DELAY, guarded=os.environ.get("GRADERTUI_GUARD") != "off")
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                for message in self._arrived(stream, ready=bool(selector.select(0.1))):
                    self.process_message(message)

    def _arrived(self, stream: Stream, *, ready: bool) -> Iterator[Message]:
        if ready:
            if not (data := os.read(self.fileno, _READ)):
                raise EOFError  # the terminal is gone
            yield from stream.feed(data, monotonic())
        yield from stream.late(monotonic())

    def write(self, data: str) -> None:
        """Write a frame."""
        super().write(pinned(thrifty(data)))


def pinned(data: str) -> str:
    """Put the cursor where our width says after every run whose width terminals disagree on.

    Args:
        data: text and escape sequences.
    """
    return data if data.isascii() else _DOUBTFUL.sub(_pin, data)


def _pin(found: re.Match[str]) -> str:
    width = cell_len(found[0])
    return f"\x1b7{' ' * width}\x1b8{found[0]}\x1b8" + (f"\x1b[{width}C" if width else "")


def thrifty(data: str) -> str:
    """Leave out colours that are set already: Textual sets both and resets them around every piece of a row.

    Two thirds of what a key sends are such sequences. Begins and ends with no colours set, as every frame does.

    Args:
        data: text and escape sequences.
    """
    return "".join(_changes(data)) if data.count("\x1b[") > 3 else data


def _changes(data: str) -> Iterator[str]:
    pieces = _COLOURS.split(data)
    yield pieces[0]
    now: tuple[str, ...] = ()
    wanted: tuple[str, ...] = ()
    for codes, text in zip(pieces[1::2], pieces[2::2], strict=True):
        wanted = () if codes in ("", "0") else (*wanted, *_PARTS.findall(codes))
        if text:
            yield _turned(now, wanted)
            yield text
            now = wanted
    yield _turned(now, wanted)


def _turned(now: tuple[str, ...], wanted: tuple[str, ...]) -> str:
    if now == wanted:
        return ""
    lasting = [code for code in now if code not in wanted and not code.startswith(("38", "48"))]
    grounds = {code[:2] for code in wanted}
    lost = [code for code in now if code[:2] in ("38", "48") and code[:2] not in grounds]
    if lasting or lost:
        return "\x1b[0m" + (f"\x1b[{';'.join(wanted)}m" if wanted else "")
    return f"\x1b[{';'.join(code for code in wanted if code not in now)}m"

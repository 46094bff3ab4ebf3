"""A line on standard error while something takes long, gone without trace at the end.

The line is drawn from a thread, so that whoever works need not know of it. Where standard error is no terminal nothing
is written. What may be interrupted is `stopping.py`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from shutil import get_terminal_size
from threading import Event, Thread
from time import monotonic

AFTER, EVERY = 0.5, 0.1
"""Seconds before the line appears, and between two of its pictures."""
_BAR = 16
_CLEAR = "\r\x1b[K"

Step = Callable[[int], None]
Share = Callable[[], float | None]


@contextmanager
def progress(words: str, share: Share | None = None) -> Iterator[Step]:
    """Show that something is going on, once it has lasted half a second.

    Args:
        words: what it is.
        share: how much of it is done, from 0 to 1, asked now and then; None, or where it gives None, nobody knows.

    Yields:
        What is told how many there were so far; nobody need tell it.
    """
    done = [0]
    over = Event()
    drawing = Thread(target=_draw, args=(words, share, done, over), daemon=True)
    if watched():
        drawing.start()
    try:
        yield lambda n: done.__setitem__(0, n)
    finally:
        over.set()
        if drawing.is_alive():
            drawing.join()


def watched() -> bool:
    """Whether somebody sees standard error, on a terminal that can take a line back."""
    return sys.stderr.isatty() and os.environ.get("TERM", "dumb") not in ("dumb", "")


def clear() -> None:
    """Take away what stands in the line of the cursor, such as the ^C of the terminal."""
    if watched():
        print(_CLEAR, end="", file=sys.stderr, flush=True)


def _draw(words: str, share: Share | None, done: list[int], over: Event) -> None:
    begun = monotonic()
    if over.wait(AFTER):
        return
    with suppress(OSError, ValueError):
        while True:
            part = share() if share else None
            line = drawn(words, part, done[0], monotonic() - begun, get_terminal_size().columns - 1)
            # The cursor goes back: what else is printed meanwhile begins a line.
            print(f"\r{line}\x1b[K\r", end="", file=sys.stderr, flush=True)
            if over.wait(EVERY):
                break
        print(_CLEAR, end="", file=sys.stderr, flush=True)


def drawn(words: str, share: float | None, n: int, seconds: float, width: int) -> str:
    """One picture of the line.

    Args:
        words: what is done.
        share: of it, from 0 to 1; None is not known, and something moves.
        n: how many there were; 0 is not shown.
        seconds: since it began.
        width: cells.

    Examples:
        >>> drawn("reading", 0.5, 1000, 3.2, 60)
        'reading  ━━━━━━━━────────  50 %  1000  3 s'
        >>> drawn("reading", None, 0, 0.9, 60)
        'reading  ─────────━━━────  1 s'
    """
    if share is None:
        at = int(seconds * 10) % _BAR
        cells = ["━" if (cell - at) % _BAR < 3 else "─" for cell in range(_BAR)]
        bar = "".join(cells)
    else:
        full = round(_BAR * min(max(share, 0), 1))
        bar = "━" * full + "─" * (_BAR - full) + f"  {100 * min(share, 1):.0f} %"
    line = "  ".join(filter(None, (words, bar, str(n) if n else "", f"{seconds:.0f} s")))
    return line if len(line) <= width else line[: max(width - 1, 0)] + "…"

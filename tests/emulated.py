"""A terminal of 120 by 36 for programs that are run in one: pyte's screen, and what xterm answers when it is asked."""

from __future__ import annotations

import re

import pyte

COLUMNS, ROWS = 120, 36
_ANSWERS = {
    "\x1b[c": "\x1b[?62;22c",  # what are you
    "\x1b[6n": "\x1b[1;1R",  # where is the cursor
    "\x1b[?2026$p": "\x1b[?2026;2$y",  # can you hold a frame back until it is whole
}
_ASKED = re.compile("|".join(map(re.escape, _ANSWERS)))


def answers(written: str) -> str:
    """What a terminal says to what a program wrote."""
    return "".join(_ANSWERS[asked] for asked in _ASKED.findall(written))


class Screen:
    """What is shown."""

    def __init__(self) -> None:
        self._screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.Stream(self._screen)

    def feed(self, written: str) -> None:
        """Take in what the program wrote; half an escape sequence waits for its end."""
        self._stream.feed(written)

    @property
    def text(self) -> str:
        """Everything that is shown."""
        return "\n".join(row.rstrip() for row in self._screen.display)

    @property
    def spoken(self) -> str:
        """The same as running text: a row that is full goes on in the next."""
        rows = (line + " " * (len(line) < COLUMNS) for line in self.text.splitlines())
        return " ".join("".join(rows).split())

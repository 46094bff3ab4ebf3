"""Text cut into rows of a width, as far as it is looked at: a megabyte costs what the visible rows cost.

Words stay whole where they fit; nothing is left out but the blanks at a cut. Text must be inert already.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator

from rich.cells import cell_len, split_graphemes

# One cell per character and nothing that combines: Latin, Greek, Cyrillic, punctuation, our own marks.
_NARROW = re.compile(
    "[\x20-\x7e\xa0-\u02ff\u0370-\u0482\u048a-\u052f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u23ce\u2400-\u243f]*"
)
# Indic, Burmese and Khmer vowel signs take a cell in tmux and xterm and none in Rich; a skin tone may be drawn apart.
_UNSURE = re.compile("[\u0900-\u0dff\u1000-\u109f\u1780-\u17ff]+|[\U0001f3fb-\U0001f3ff]+")
_CHUNK = 256
"""A word longer than this is no word: it is cut as it is drawn, a piece at a time."""
_BLANKS = re.compile(" *")
_WORD = re.compile(r" *[^ ]+| +$")


class Wrapped:
    """The rows of a text, made when asked for."""

    def __init__(self, text: str, width: int, *, dotted: bool = False) -> None:
        """Begin.

        Args:
            text: inert.
            width: cells.
            dotted: whether blanks are dots, which stay where they are.
        """
        self._rows: list[str] = []
        self._more: Iterator[str] | None = _rows(text, max(width, 1), _dotted if dotted else _narrow)
        self._estimate = len(text) // max(width, 1) + 1

    def upto(self, n: int) -> list[str]:
        """The first rows, at least `n` of them if there are as many."""
        while self._more is not None and len(self._rows) < n:
            row = next(self._more, None)
            if row is None:
                self._more = None
            else:
                self._rows.append(row)
        return self._rows

    def __len__(self) -> int:
        """How many rows there are; an estimate while the end was not looked at."""
        return len(self._rows) if self._more is None else max(self._estimate, len(self._rows) + 1)


def _rows(text: str, width: int, narrow: Callable[[str, int], Iterator[str]]) -> Iterator[str]:
    start = 0
    while start <= len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        line = text[start:end].expandtabs(4)
        yield from narrow(line, width) if _NARROW.fullmatch(line) else _wide(line, width)
        start = end + 1


def _narrow(line: str, width: int) -> Iterator[str]:
    start = 0
    while len(line) - start > width:
        cut = line.rfind(" ", start, start + width + 1)
        if cut <= start or not line[start:cut].strip():
            yield line[start : start + width]
            start += width
        else:
            yield line[start:cut]
            start = _BLANKS.match(line, cut).end()  # type: ignore[union-attr]  # it matches no blanks too
    yield line[start:]


def _dotted(line: str, width: int) -> Iterator[str]:
    start = 0
    while len(line) - start > width:
        cut = line.rfind("·", start, start + width) + 1 or start + width
        yield line[start:cut]
        start = cut
    yield line[start:]


def _wide(line: str, width: int) -> Iterator[str]:
    row, used = "", 0
    for found in _WORD.finditer(_UNSURE.sub(_with_room, line)):
        word, bare = found[0], found[0].lstrip(" ")
        whole = len(word) < _CHUNK
        cells, alone = (cell_len(word), cell_len(bare)) if whole else (width + 1, width + 1)
        if used and used + cells > width >= alone:
            yield row
            row, used = bare, alone
        elif used + cells <= width:
            row, used = row + word, used + cells
        else:
            for grapheme, size in graphemes(word):
                if used + size > width:
                    yield row
                    row, used = "", 0
                row, used = row + grapheme, used + size
    yield row


def _with_room(found: re.Match[str]) -> str:
    """Blanks that are never cut at, after letters that terminals draw wider than we count: else the last is lost."""
    more = sum(2 if c >= "\U0001f3fb" else unicodedata.category(c) == "Mc" for c in found[0])
    return found[0] + "\xa0" * more


def graphemes(word: str) -> Iterator[tuple[str, int]]:
    """What a word is drawn of, each with its cells, as far as it is asked for."""
    for at in range(0, len(word), _CHUNK):
        chunk = word[at : at + _CHUNK]
        for start, stop, size in split_graphemes(chunk)[0]:
            yield chunk[start:stop], size

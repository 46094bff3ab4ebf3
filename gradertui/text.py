"""Text that is data: what a file says, made safe to show, and nothing of it lost.

Characters that act on a terminal, hide or reorder become visible marks. Nothing here knows a widget;
how the marks are coloured is the screen's business (`MARKS`). Masking of names comes here too.
"""

from __future__ import annotations

import json
import re
import unicodedata

_NAMES = {
    0x00AD: "SHY", 0x061C: "ALM", 0x180E: "MVS", 0x200B: "ZWSP", 0x200C: "ZWNJ", 0x200E: "LRM", 0x200F: "RLM",
    0x2028: "LS", 0x2029: "PS", 0x202A: "LRE", 0x202B: "RLE", 0x202C: "PDF", 0x202D: "LRO", 0x202E: "RLO",
    0x2060: "WJ", 0x2066: "LRI", 0x2067: "RLI", 0x2068: "FSI", 0x2069: "PDI", 0xFEFF: "BOM",
}  # fmt: skip

# ZWJ (200D) and the emoji selectors (FE0E, FE0F) stay: emoji are made of them.
_ACTING = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u200e\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff\ud800-\udfff"
)
_UNSAFE = re.compile(f"\r\n?|[{_ACTING}]")
# As it is: blanks of other widths, what holds emoji together, and the signs that stand for blanks are told too.
_UNSEEN = re.compile(f"[\\\\·→⏎\xa0\u1680\u2000-\u200f\u202f\u205f\u3000\ufe0e\ufe0f{_ACTING}]")
_BLANKS = {0x09: "→", 0x0A: "⏎\n", 0x20: "·"}

MARKS = re.compile("[␀-␡]|‹(?:[0-9A-F]{4,6}|" + "|".join(sorted(_NAMES.values())) + ")›")
"""Finds the marks that `inert` leaves, for styling."""


def _mark(found: re.Match[str]) -> str:
    if found[0] == "\r\n":
        return "\n"
    code = ord(found[0])
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    return f"‹{_NAMES.get(code, f'{code:04X}')}›"


def inert(text: str) -> str:
    """Make a text safe to draw: nothing in it acts, hides or reorders, and nothing is lost.

    Args:
        text: anything at all, lone surrogates included.

    Returns:
        The text with control characters as pictures (␛, ␀), hidden and reordering ones by name (‹RLO›, ‹009B›),
        CRLF as LF and a lone CR as ␍. Line feeds and tabs stay.

    Examples:
        >>> inert("a" + chr(27) + "[2J [/red]" + chr(0x202E))
        'a␛[2J [/red]‹RLO›'
    """
    # Not every hidden character is unprintable to Python: Hangul fillers are letters, variation selectors are marks.
    return text if text.isascii() and text.isprintable() else _UNSAFE.sub(_mark, text)


RAW_MARKS = re.compile(r"\\\\|\\u[0-9a-f]{4}|\\U[0-9a-f]{8}|[·→⏎]")
"""Finds the marks that `raw` leaves, for styling."""


def raw(text: str) -> str:
    r"""Write a text as it is, character for character: nothing acts and nothing is unseen.

    Args:
        text: anything at all, lone surrogates included.

    Returns:
        The text with blanks as ·, tabs as →, line ends as ⏎ and a line end, a backslash as two, and as \u forms all
        that acts or hides, other blanks, and those signs themselves.

    Examples:
        >>> print(raw("a b\t" + chr(0x202E) + chr(13) + chr(10)), end="")
        a·b→\u202e\u000d⏎
    """
    return _UNSEEN.sub(_numbered, text).translate(_BLANKS)


def _numbered(found: re.Match[str]) -> str:
    code = ord(found[0])
    return "\\\\" if code == 0x5C else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def json_text(value: object, indent: int | None = None) -> str:
    """Write a value as JSON that may be printed: what acts, hides or reorders is an escape, and means the same.

    Raises:
        ValueError: a number in it is none.

    Examples:
        >>> json_text(["é", chr(0x9B) + "31m"]) == '["é", "' + chr(92) + 'u009b31m"]'
        True
    """
    written = json.dumps(value, ensure_ascii=False, indent=indent, allow_nan=False)
    return _UNSAFE.sub(lambda found: json.dumps(found[0])[1:-1], written)


def one_line(text: str, width: int = 0) -> str:
    """Make a text safe for a title, a message or a list row.

    Args:
        text: anything at all.
        width: characters kept, with a mark where it was cut; 0 keeps all.

    Examples:
        >>> one_line("several words in a title", 8)
        'several…'
    """
    head = text[: 4 * width + 64] if width else text
    line = " ".join(inert(head).split())
    whole = not width or (len(line) <= width and not text[len(head) :].strip())
    return line if whole else line[: width - 1] + "…"


def folded(text: str) -> str:
    """Fold case and accents, for searching.

    Examples:
        >>> folded("Él ESTÁ") == folded("el esta")
        True
    """
    decomposed = unicodedata.normalize("NFD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c))

"""How keys are called: as a person writes them, as a terminal sends them, and as the screen shows them.

A key that sends a character is called by it in lower case, whatever its case, so that `R` and `r` are one key; any
other by Textual's name. What a key does is `keys.py`, what other keyboards send is `keyboards.py`. Knows no Textual.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from gradertui.locale import _, mark

_WRITTEN: Mapping[str, str] = {
    "return": "enter",
    "intro": "enter",
    "esc": "escape",
    "del": "delete",
    "ins": "insert",
    "pgup": "pageup",
    "pgdn": "pagedown",
    "pgdown": "pagedown",
    "←": "left",
    "→": "right",
    "↑": "up",
    "↓": "down",
    " ": "space",
}
"""Other ways to write a key."""
_CAPS: Mapping[str, str] = {
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "pageup": mark("PgUp"),
    "pagedown": mark("PgDn"),
    "home": mark("Home"),
    "end": mark("End"),
    "enter": mark("Enter"),
    "space": mark("Space"),
    "escape": mark("Esc"),
    "tab": "Tab",
    "backspace": mark("Backspace"),
    "delete": mark("Del"),
    "insert": mark("Ins"),
    "ctrl": "Ctrl",
    "shift": mark("Shift"),
}
_MOVES = ("left", "right", "up", "down", "pageup", "pagedown", "home", "end")
_FUNCTIONS = tuple(f"f{n}" for n in range(1, 13))
NAMED = ("enter", "space", "tab", "escape", "backspace", "delete", "insert", *_MOVES)
"""Keys that are written by a name, as they are told; function keys beside them."""
SENT = frozenset(
    (
        *NAMED,
        *_FUNCTIONS,
        "shift+tab",
        *(f"{held}+{key}" for held in ("ctrl", "shift") for key in _MOVES),
        *(f"ctrl+{letter}" for letter in "abdefgklnorstuvwxyz"),
    )
)
"""What every terminal sends, characters apart."""
RESERVED: Mapping[str, str] = {
    "ctrl+c": mark("Ctrl+C leaves a line that is written and says how to quit"),
    "ctrl+p": mark("Ctrl+P opens the palette"),
    "ctrl+q": mark("Ctrl+Q always quits"),
    "ctrl+h": mark("a terminal sends the same for Ctrl+H and Backspace"),
    "ctrl+i": mark("a terminal sends the same for Ctrl+I and Tab"),
    "ctrl+j": mark("a terminal may send the same for Ctrl+J and Enter"),
    "ctrl+m": mark("a terminal sends the same for Ctrl+M and Enter"),
}
"""Keys that cannot be given away, and why."""


def typed(name: str, character: str | None) -> str:
    r"""How a key that was pressed is called.

    Args:
        name: Textual's.
        character: that came, if one did.

    Examples:
        >>> typed("R", "R"), typed("space", " "), typed("ctrl+z", "\x1a"), typed("question_mark", "?")
        ('r', 'space', 'ctrl+z', '?')
    """
    if character and character != " " and character.isprintable():
        return _lower(character)
    return "space" if character in (" ", "\u3000") else name.lower()


def written(text: str) -> str:
    """How a key is called that a person wrote; empty if no terminal sends such a key.

    Examples:
        >>> [written(text) for text in ("J", "Ctrl+Z", "PgDn", "n\u0303", "F5", "control + left", "shift+j", "alt+j")]
        ['j', 'ctrl+z', 'pagedown', 'ñ', 'f5', 'ctrl+left', '', '']
    """
    key = unicodedata.normalize("NFC", text if text == " " else text.strip())
    if len(key) == 1:
        return _WRITTEN.get(key) or (_lower(key) if key.isprintable() else "")
    *held, last = (part.strip() for part in key.lower().split("+"))
    last = _WRITTEN.get(last, last)
    name = "+".join("ctrl" if each == "control" else each for each in (*held, last))
    return name if name in SENT or name in RESERVED else ""


def _lower(character: str) -> str:
    """Lower case, one character; the two Turkish ones are one key with the other case of theirs.

    Not `casefold`: it makes one of ς and σ, which are two keys.
    """
    return {"İ": "i", "ı": "i"}.get(character) or character.lower()


def cap(key: str) -> str:
    """How a key is shown.

    Examples:
        >>> cap("ctrl+z"), cap("f1"), cap("left"), cap("?"), cap("u"), cap("shift+tab")
        ('Ctrl+Z', 'F1', '←', '?', 'u', 'Shift+Tab')
    """
    if len(key) == 1:
        return key
    parts = [_(_CAPS[part]) if part in _CAPS else part.upper() for part in key.split("+")]
    return "+".join(parts)


def large(key: str) -> str:
    """How a key that labels is shown: in upper case, as labels are."""
    return key.upper() if len(key.upper()) == 1 else cap(key)

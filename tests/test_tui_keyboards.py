"""What keyboards send by place: libxkbcommon, which knows them, is the witness of every row that is xkb's."""

from __future__ import annotations

import ctypes
from ctypes.util import find_library

import pytest

from gradertui.tui.keyboards import DIGITS, KEYBOARDS, LETTERS, Keyboard, places

_ROWS = {"1234567890-=": 10, "qwertyuiop[]": 24, "asdfghjkl;'`": 38, "\\zxcvbnm,./": 51, "<": 94}
CODES = {key: code for keys, first in _ROWS.items() for code, key in enumerate(keys, first)}
"""Key of a Latin keyboard to what X calls its place."""
OWN = ("kr",)
"""Not of xkb."""


class Names(ctypes.Structure):
    _fields_ = [(name, ctypes.c_char_p) for name in ("rules", "model", "layout", "variant", "options")]


def sent(name: str) -> dict[str, str]:
    """Key of a Latin keyboard to what another sends for it, without Shift."""
    found = find_library("xkbcommon")
    if found is None:
        pytest.skip("libxkbcommon is not on this machine: what keyboards send is not looked up")
    xkb = ctypes.CDLL(found)
    for each in ("xkb_context_new", "xkb_keymap_new_from_names", "xkb_state_new"):
        getattr(xkb, each).restype = ctypes.c_void_p
    layout, _bracket, variant = name.encode().partition(b"(")
    asked = Names(None, None, layout, variant.rstrip(b")"), None)
    context = ctypes.c_void_p(xkb.xkb_context_new(0))
    keymap = ctypes.c_void_p(xkb.xkb_keymap_new_from_names(context, ctypes.byref(asked), 0))
    if not keymap:
        pytest.skip(f"xkb on this machine does not know {name}")
    state = ctypes.c_void_p(xkb.xkb_state_new(keymap))
    said = {}
    for key, code in CODES.items():
        buffer = ctypes.create_string_buffer(16)
        xkb.xkb_state_key_get_utf8(state, ctypes.c_uint32(code), buffer, ctypes.c_size_t(16))
        said[key] = buffer.value.decode()
    for free, thing in (("state", state), ("keymap", keymap), ("context", context)):
        getattr(xkb, f"xkb_{free}_unref")(thing)
    return said


@pytest.mark.parametrize("name", [name for name in KEYBOARDS if name not in OWN])
def test_a_keyboard_sends_what_xkb_says(name: str) -> None:
    said, keyboard = sent(name), KEYBOARDS[name]
    if keyboard.letters:
        assert "".join(said[key] for key in LETTERS) == keyboard.letters
        rest = {said[key] for key in CODES.keys() - {*LETTERS, *DIGITS}}
        assert {c for c in rest if c.isalpha() and not c.isascii()} - {*keyboard.letters} == {*keyboard.others}
    if keyboard.digits:
        assert "".join(said[key] for key in DIGITS) == keyboard.digits


@pytest.mark.parametrize(("name", "keyboard"), KEYBOARDS.items())
def test_a_row_is_whole_and_says_each_character_once(name: str, keyboard: Keyboard) -> None:
    assert len(keyboard.letters) in (0, len(LETTERS))
    assert len(keyboard.digits) in (0, len(DIGITS))
    assert len(set(keyboard.letters + keyboard.others)) == len(keyboard.letters + keyboard.others)
    assert keyboard.letters == keyboard.letters.lower()


@pytest.mark.parametrize(
    ("character", "key"),
    [*((character, "r") for character in "кρרقीㄱრพスｽｒ"), *((character, "3") for character in '٣۳३３"')],
)
def test_the_key_in_the_place_of_a_latin_one_is_found(character: str, key: str) -> None:
    assert next(iter(places(character).values())) == key


def test_a_latin_letter_has_no_other_place() -> None:
    assert [c for c in LETTERS + "/?ñüß" if places(c)] == []


def test_who_says_which_keyboard_is_theirs_has_no_other() -> None:
    assert places("ф")["bg"] == "b"
    assert places("ф", ["ru"]) == {"ru": "a"}
    assert places("ρ", ["ru"]) == {}
    assert places("３", ["ru"]) == {"": "3"}

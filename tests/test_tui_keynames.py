"""What a person writes is what a terminal sends: Textual's own tables are the witness."""

from __future__ import annotations

import pytest
from textual import events
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._xterm_parser import XTermParser

from gradertui.locale import use
from gradertui.tui.keynames import RESERVED, SENT, cap, large, typed, written


def names() -> set[str]:
    keys = (key for sent in ANSI_SEQUENCES_KEYS.values() if isinstance(sent, tuple) for key in sent)
    return {str(key.value) for key in keys}


def test_a_terminal_sends_every_key_that_may_be_written() -> None:
    assert names() >= SENT
    assert not SENT & RESERVED.keys()


@pytest.mark.parametrize(
    ("sent", "key"),
    [("R", "r"), ("Ñ", "ñ"), ("?", "?"), (" ", "space"),
     ("\x1a", "ctrl+z"), ("\x1b[D", "left"), ("\x1b[6~", "pagedown"),
     ("\x1bOP", "f1"), ("\x1b[Z", "shift+tab"), ("\x7f", "backspace"), ("\r", "enter"), ("\x1b[1;5D", "ctrl+left"),
     ("К", "к"), ("Σ", "σ"), ("ς", "ς"), ("İ", "i"), ("ı", "i"), ("\u3000", "space"), ("ẞ", "ß"), ("Ა", "ა")],
)  # fmt: skip
def test_what_a_terminal_sends_is_called_as_it_is_written(sent: str, key: str) -> None:
    (event,) = [event for event in XTermParser().feed(sent) if isinstance(event, events.Key)]
    assert typed(event.key, event.character) == key == (written(key) or key)


@pytest.mark.parametrize(
    "said", ["", "  ", "alt+j", "shift+j", "ctrl+ü", "super+k", "f13", "jk", "ctrl+", "\x1b", "\n"]
)
def test_what_no_terminal_sends_is_no_key(said: str) -> None:
    assert written(said) == ""


@pytest.mark.parametrize("said", ["PgDn", "pagedown", " PageDown ", "pgdown"])
def test_a_key_has_the_names_that_people_give_it(said: str) -> None:
    assert written(said) == "pagedown"


def test_a_key_is_shown_as_it_is_written_on_keyboards() -> None:
    assert [cap(key) for key in ("ctrl+z", "pagedown", "end", "f1", "left")] == ["Ctrl+Z", "PgDn", "End", "F1", "←"]
    assert [large(key) for key in ("j", "ñ", "ß", "0", "left")] == ["J", "Ñ", "ß", "0", "←"]
    use("es")
    assert cap("space") == "Espacio"
    use("en")

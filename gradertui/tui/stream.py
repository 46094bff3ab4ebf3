"""The terminal's bytes, cut into keys, whole sequences and pastes: what nobody typed never comes out as keys.

A sequence that a slow link split is held until its rest comes, one that nobody knows is dropped whole, and a byte that
is no UTF-8 costs one character. Textual's parser says what a whole sequence means; here no file and no clock is read.
"""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from collections.abc import Iterator

from textual import events
from textual._xterm_parser import XTermParser
from textual.message import Message

REST = 5.0
"""Seconds of silence after which the rest of a sequence, or the end of a paste, does not come any more."""
TYPED = 32
"""Characters that one read may bring and still be keys: more were pasted by a terminal without bracketed paste."""
_SAME = 0.02
"""Sooner after a part of a paste than this comes its next part, however short."""
_LONGEST = 64
"""Bytes of a sequence that means something; Textual looks for numbers in it in cubic time."""

# Bytes from 80 up are noise in a sequence. Strings (OSC, DCS, SOS, PM, APC) are answers that nobody asked for.
_WHOLE = re.compile(
    rb"""\x1b[\x80-\xff]*+ (?:
        \[ [\x80-\xff]*+ (?: M [ -\xff]{3}                        # the mouse in the old form
                          | \[ [\x80-\xff]*+ [ -~]               # F1 to F5 of the Linux console
                          | [@-LN-Z\\-~] )
        | \[ (?=[\x80-\xff]*+[ -?]) [ -?\x80-\xff]*+ [@-Z\\-~]   # CSI
        | O [0-9;\x80-\xff]*+ [@-~]                              # SS3
        | []PX^_] [ -~\x80-\xff]*+ (?: \x07 | \x1b\\ )           # a string
        | [\x00-\x1a\x1c-NQ-WYZ\\`-\x7f]                         # Alt and a key
    )""",
    re.VERBOSE,
)
_OPEN = rb"""\x1b[\x80-\xff]*+ (?:
        \[ (?: [\x80-\xff]*+ M [ -\xff]{0,2} | [\x80-\xff]*+ \[ [\x80-\xff]*+ | [ -?\x80-\xff]*+ )
        | O [0-9;\x80-\xff]*+
        | []PX^_] [ -~\x80-\xff]*+
    )?"""
_CUT = re.compile(_OPEN, re.VERBOSE)
_BEGUN = re.compile(_OPEN + rb"| \x1b []PX^_] [ -~\x80-\xff]*+ \x1b", re.VERBOSE)
_NOISE = bytes(range(0x80, 0x100))
_UNASKED = ("\x1b]", "\x1bP", "\x1bX", "\x1b^", "\x1b_", "\x1b[M")
"""How what nobody asked for begins: the strings, and the mouse in the old form."""
_PASTE, _PASTED = "\x1b[200~", b"\x1b[201~"


class Stream:
    """What has come from the terminal and was not given on yet."""

    def __init__(self, *, escape: float = 0.5, guarded: bool = True) -> None:
        """Begin.

        Args:
            escape: seconds of silence after which Escape was the key, and no sequence begins with it.
            guarded: whether many characters at once are a paste; scripts may want them to be keys.
        """
        self._parser, self._escape, self._guarded = XTermParser(), escape, guarded
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._held = b""
        self._pasting = False
        self._until = self._now = 0.0
        self._pasted_at = float("-inf")

    def feed(self, data: bytes, at: float) -> Iterator[Message]:
        """Take in what was read, and give what it is.

        Args:
            data: of one read.
            at: when it came.
        """
        self._held, self._now = self._held + data, at
        while self._held:
            before = len(self._held)
            yield from self._pasted() if self._pasting else self._next()
            if len(self._held) == before:
                break
        patient = self._pasting or self._held[1:2] in (b"[", b"O")
        self._until = at + (REST if patient else self._escape)

    def late(self, at: float) -> Iterator[Message]:
        """Give up what was waited for too long: Escape by itself is a key, the rest is nothing.

        Args:
            at: the time now.
        """
        if at < self._until or not (self._held or self._pasting):
            return
        held, self._held = self._held, b""
        if self._pasting:
            self._pasting = False
            yield from _paste(held)
        elif held == b"\x1b":
            yield events.Key("escape", "\x1b")

    def _next(self) -> Iterator[Message]:
        """The text before a sequence, or the sequence."""
        text, escape, rest = self._held.partition(b"\x1b")
        if text:
            self._held = escape + rest
            yield from self._text(self._decode(text))
        elif found := _WHOLE.match(self._held):
            self._held = self._held[found.end() :]
            yield from self._sequence(found[0])
        elif not _BEGUN.fullmatch(self._held):
            yield from self._cut()

    def _cut(self) -> Iterator[Message]:
        """A sequence that something else came into is nothing; Escape before another one is a key."""
        cut = _CUT.match(self._held)
        assert cut is not None
        self._held = self._held[cut.end() :]
        if cut[0] == b"\x1b":
            yield events.Key("escape", "\x1b")

    def _pasted(self) -> Iterator[Message]:
        text, end, rest = self._held.partition(_PASTED)
        if end:
            self._held, self._pasting = rest, False
            yield from _paste(text)

    def _text(self, text: str) -> Iterator[Message]:
        if self._guarded and (len(text) > TYPED or self._now - self._pasted_at < _SAME):
            self._pasted_at = self._now
            yield events.Paste(text)
            return
        for character in text:
            yield from self._parser.feed(character)

    def _sequence(self, sequence: bytes) -> Iterator[Message]:
        written = sequence.translate(None, _NOISE).decode()
        if written == _PASTE:
            self._pasting = True
        elif len(written) <= _LONGEST and not written.startswith(_UNASKED):
            if found := _meant(written):
                yield from found if _are_keys(found) else self._parser.feed(written)
            elif len(written) == 2:
                # With Alt a key has no character: it writes nothing and labels nothing.
                names = [each.key for each in self._parser.feed(written[1:]) if isinstance(each, events.Key)]
                yield from (events.Key(f"alt+{name}", None) for name in names)


def _paste(text: bytes) -> Iterator[Message]:
    yield events.Paste(text.decode("utf-8", "replace").replace("\x00", ""))


def _meant(sequence: str) -> list[Message]:
    """What a sequence says to a parser of its own: one that it does not know would swallow the keys after it."""
    try:
        found = list(XTermParser().feed(sequence))
    except (ValueError, OverflowError):  # a code point out of range, a report that was not asked for
        return []
    # Only the protocol of kitty tells letters in sequences; Textual finds one in xterm's Ctrl+R too.
    return found if sequence.endswith("u") or not any(map(_writes, found)) else []


def _writes(message: Message) -> bool:
    return isinstance(message, events.Key) and message.is_printable


def _are_keys(found: list[Message]) -> bool:
    return all(isinstance(message, events.Key) for message in found)

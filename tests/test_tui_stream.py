"""What the terminal sends, byte by byte: nothing that nobody typed comes out as a key that labels."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events
from textual.message import Message

from gradertui.tui.stream import REST, TYPED, Stream

LABELS = set("rxnabtz0123456789RXNABTZ")
"""The keys that label in any mode, adopt a label, or name a kind."""
SEQUENCES: dict[bytes, str | None] = {
    b"\x1b[A": "up", b"\x1bOB": "down", b"\x1b[1;5A": "ctrl+up", b"\x1b[1;2B": "shift+down",
    b"\x1b[1;3C": "alt+right", b"\x1b[1;6D": "ctrl+shift+left", b"\x1b[H": "home", b"\x1bOF": "end",
    b"\x1b[5~": "pageup", b"\x1b[6;5~": "ctrl+pagedown", b"\x1b[3~": "delete", b"\x1b[2~": "insert",
    b"\x1b[Z": "shift+tab", b"\x1bOP": "f1", b"\x1b[[A": "f1", b"\x1b[15~": "f5", b"\x1b[24~": "f12",
    b"\x1b[20;5~": "ctrl+f9", b"\x1bf": "ctrl+right", b"\x1bO5A": None, b"\x1b[I": "", b"\x1b[O": "",
    b"\x1b[M \x82\x83": None, b"\x1b[Mrxn": None, b"\x1b[<35;52;13M": "", b"\x1b[<0;121;13m": "",
    b"\x1b[<0;-1;3M": None, b"\x1b[35;12;3M": None, b"\x1b[200~r\nx\x1b[A12345\x1b[201~": "", b"\x1b[201~": None,
    b"\x1b[?64;1;2;6;9;15;18;21;22c": None, b"\x1b[>41;370;0c": None, b"\x1b[=0c": None, b"\x1b[0n": None,
    b"\x1b[12;40R": "", b"\x1b[?12;40;1R": None, b"\x1b[?2026;2$y": "", b"\x1b[?1049;0$y": None,
    b"\x1b[48;36;120;720;1440t": "", b"\x1b[8;36;120t": None, b"\x1b[?1u": None, b"\x1b[27u": "escape",
    b"\x1b[97;5u": "ctrl+a", b"\x1b[57441;2u": "left_shift", b"\x1b[114;1:3u": None, b"\x1b[99999999999u": None,
    b"\x1b[1114112u": None, b"\x1b[1;;1114112u": None, b"\x1b]11;rgb:1c1c/1c1c/1c1c\x07": None,
    b"\x1b]10;rgb:ffff/ffff/ffff\x1b\\": None, b"\x1b]52;c;cnhuMTIz\x07": None, b"\x1b]4;1;rgb:cd/0/0\x1b\\": None,
    b"\x1bP>|XTerm(390)\x1b\\": None, b"\x1bP1+r544e=787465726d\x1b\\": None, b"\x1bP1$r0m\x1b\\": None,
    b"\x1b_Gi=31;OK\x1b\\": None, b"\x1b^12\x1b\\": None, b"\x1bX123\x1b\\": None, b"\x1b[27;5;114~": None,
    b"\x1b[1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19;20m": None, b"\x1b[" + b"1;" * 3000 + b"R": None,
    b"\x1br": "alt+r", b"\x1bX": None, b"\x1b1": "alt+1", b"\x1b\xc3\xb1": None, b"\x1b": "escape",
}  # fmt: skip
BEGUN = [b"\x1b", b"\x1b[", b"\x1b[1;", b"\x1b]11;", b"\x1bP", b"\x1bO"]
"""What terminals send that is no letter, to the key it is; "" is another message, None is nothing."""


def got(parts: Sequence[bytes], pause: float = 0.25, *, guarded: bool = True) -> list[Message]:
    """What comes of bytes that come in parts, each so much later; nothing comes after the last."""
    stream = Stream(guarded=guarded)
    return list(_told(stream, parts, pause))


def _told(stream: Stream, parts: Iterable[bytes], pause: float) -> Iterator[Message]:
    at = 0.0
    for part in parts:
        yield from stream.feed(part, at)
        at += pause
        yield from stream.late(at)
    yield from stream.late(at + REST)


def keys(messages: Iterable[Message]) -> list[str]:
    return [message.key for message in messages if isinstance(message, events.Key)]


def labels(messages: Iterable[Message]) -> list[str]:
    """The characters by which something would be labelled."""
    typed = (message.character for message in messages if isinstance(message, events.Key))
    return [character for character in typed if character in LABELS]


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_a_sequence_is_what_it_is_wherever_the_link_cut_it(sequence: bytes) -> None:
    wanted = SEQUENCES[sequence]
    cuts = [*combinations(range(1, len(sequence)), 1), *combinations(range(1, min(len(sequence), 14)), 2)]
    for cut in ((), *cuts[:1500]):
        parts = [sequence[a:b] for a, b in zip((0, *cut), (*cut, len(sequence)), strict=True)]
        found = got(parts)
        assert keys(found) == ([wanted] if wanted else []), parts
        assert labels(found) == []
        assert bool(found) is (wanted is not None)


@pytest.mark.parametrize("sequence", [each for each in SEQUENCES if each[1:2] in (b"[", b"O") and len(each) < 60])
def test_the_rest_of_a_sequence_may_come_seconds_later(sequence: bytes) -> None:
    for at in range(2, len(sequence)):
        assert labels(got([sequence[:at], sequence[at:]], 4.5)) == [], at


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_the_key_after_a_sequence_is_that_key(sequence: bytes) -> None:
    if len(sequence) > 1 and sequence not in (b"\x1bX", "\x1bñ".encode()):
        assert labels(got([sequence + b"x"])) == ["x"]
        assert labels(got([sequence + b"\x1b[A" + sequence + b"\x1b[A", b"x"])) == ["x"]
    assert labels(got([sequence, b"x"], 1.0)) == ["x"]


@pytest.mark.parametrize("noise", [b"\xff", b"\xc3", b"\xf4\x90\x80\x80"])
def test_bytes_that_are_no_text_cost_no_more_than_themselves(noise: bytes) -> None:
    for sequence in SEQUENCES:
        old_mouse = sequence.startswith(b"\x1b[M")  # its bytes are counted, whatever they are
        for at in range(0 if old_mouse else min(len(sequence), 20) + 1):
            hurt = sequence[:at] + noise + sequence[at:]
            for parts in ([hurt], [hurt[:at], hurt[at:]]):
                assert labels(got(parts)) == [], hurt
                assert labels(got([*parts, b"x"], REST + 1))[-1:] == ["x"], hurt


@pytest.mark.parametrize(
    "begun", [b"\x1b", b"\x1b[", b"\x1b[1;", b"\x1b]11;", b"\x1bP", b"\x1b[200~rr", b"\x1b[M ", b"\x1bO"]
)
def test_what_never_ends_is_given_up(begun: bytes) -> None:
    assert labels(got([begun, b"x"], REST + 1)) == ["x"]


@pytest.mark.parametrize("begun", BEGUN)
@pytest.mark.parametrize(("way_out", "key"), [(b"\x03", "ctrl+c"), (b"\r", "enter"), (b"\x1b[A", "up")])
def test_a_key_gets_out_of_a_sequence_that_was_begun(begun: bytes, way_out: bytes, key: str) -> None:
    assert keys(got([begun + way_out]))[-1].removeprefix("alt+") == key


def test_a_letter_with_alt_is_no_letter() -> None:
    for letter in sorted(LABELS - {"X", "O", "P"}):
        (key,) = got([b"\x1b" + letter.encode()])
        assert isinstance(key, events.Key)
        assert key.character is None


@pytest.mark.parametrize("size", [TYPED + 1, 1_000_003])
def test_much_text_at_once_is_pasted_with_brackets_or_without(size: int) -> None:
    text = (b"rxn12345\n" * (size // 9 + 1))[:size]
    for sent in (text, b"\x1b[200~" + text + b"\x1b[201~"):
        found = got([sent[i : i + 4000] for i in range(0, len(sent), 4000)], 0.0)
        assert "".join(each.text for each in found if isinstance(each, events.Paste)) == text.decode()
        assert labels(found) == []
    assert len(labels(got([text[:TYPED]]))) + text[:TYPED].count(b"\n") == TYPED
    assert len(keys(got([text[:4000]], guarded=False))) == min(size, 4000)


def test_a_held_key_is_as_many_keys_as_the_terminal_sends() -> None:
    for rate in (30, 40):
        assert keys(got([b"r"] * 3 * rate, 1 / rate)) == ["r"] * 3 * rate


def test_noise_without_end_costs_time_in_proportion() -> None:
    started = time.process_time()
    for begun in (b"\x1b", b"\x1b[", b"\x1bO", b"\x1b]", b"\x1b[200~"):
        for junk in (b"\xff", b"\xc3", b"1;", b"\x1b[", b"\x1b]"):
            sent = begun + junk * 20_000
            assert labels(got([sent[i : i + 4096] for i in range(0, len(sent), 4096)], 0.0)) == []
    assert time.process_time() - started < 5


pieces = st.sampled_from([*SEQUENCES, b"\xff", b"\xc3", "é漢".encode(), b"r", b"x1", b"\n", b"\x1b["])


@given(st.lists(pieces | st.binary(max_size=4), max_size=8), st.data())
def test_however_it_is_cut_it_is_the_same(sent: list[bytes], data: st.DataObject) -> None:
    whole = b"".join(sent)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(whole)), max_size=6)))
    parts = [whole[a:b] for a, b in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
    told = [repr(message) for message in got([whole], 0.0, guarded=False)]
    assert [repr(message) for message in got(parts, 0.0, guarded=False)] == told


@given(st.binary(max_size=200))
def test_nothing_that_comes_raises(sent: bytes) -> None:
    for message in got([sent]):
        assert isinstance(message, Message)

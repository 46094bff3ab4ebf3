import inspect
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.color import ColorSystem
from rich.style import Style as RichStyle
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Key
from textual.message import Message

from gradertui.tui.driver import SteadyDriver, pinned, thrifty

SGR = re.compile("\x1b\\[([0-9;]*)m")
Style = tuple[frozenset[str], str, str]

colour = st.one_of(
    st.integers(0, 3).map(lambda n: f"2;{n};0;255"),
    st.integers(0, 3).map(lambda n: f"5;{n}"),
)
style = st.tuples(
    st.lists(st.sampled_from(["1", "2", "3", "4", "7", "9"]), unique=True).map(sorted),
    st.none() | colour.map("38;".__add__) | st.sampled_from(["31", "97", "39"]),
    st.none() | colour.map("48;".__add__) | st.sampled_from(["41", "49"]),
).map(lambda parts: ";".join([*parts[0], *filter(None, parts[1:])]))
moves = st.sampled_from(["", "\x1b[3;4H", "\x1b[K", "\x1b[?25l", "\x1b[?2026h", "\r\n"])
words = st.text("ab é漢", max_size=3)
piece = st.tuples(style, words, moves).map(
    lambda parts: (f"\x1b[{parts[0]}m{parts[1]}\x1b[0m" if parts[0] else parts[1]) + parts[2]
)
frames = st.lists(piece, max_size=12).map("".join)


def styled(data: str) -> list[tuple[str, Style]]:
    """What a terminal draws: each character with its style, and at the end the style that is left on."""
    on: set[str] = set()
    front = back = ""
    drawn: list[tuple[str, Style]] = []
    for at, part in enumerate(SGR.split(data)):
        if at % 2 == 0:
            drawn += [(character, (frozenset(on), front, back)) for character in part]
            continue
        for code in re.findall("[34]8;5;[0-9]+|[34]8;2;[0-9]+;[0-9]+;[0-9]+|[0-9]+", part) or ["0"]:
            if code == "0":
                on, front, back = set(), "", ""
            elif re.match("38|3[0-79]$|9[0-7]$", code):
                front = "" if code == "39" else code
            elif re.match("48|4[0-79]$|10[0-7]$", code):
                back = "" if code == "49" else code
            else:
                on.add(code)
    return [*drawn, ("end", (frozenset(on), front, back))]


@given(frames)
@settings(max_examples=30)
def test_every_character_keeps_its_style(data: str) -> None:
    assert styled(thrifty(data)) == styled(data)


@given(frames)
@settings(max_examples=30)
def test_what_is_written_is_never_longer_and_never_other_text(data: str) -> None:
    assert len(thrifty(data)) <= len(data)
    assert SGR.sub("", thrifty(data)) == SGR.sub("", data)


@pytest.mark.parametrize("drawn", ["bold", "red on blue", "italic #102030 on #405060", "reverse default on default"])
def test_every_piece_that_is_drawn_is_reset_as_the_driver_takes_for_granted(drawn: str) -> None:
    rendered = RichStyle.parse(drawn).render("a", color_system=ColorSystem.TRUECOLOR)
    assert re.fullmatch("\x1b\\[[0-9;]+ma\x1b\\[0m", rendered)
    assert styled(thrifty(rendered * 3)) == styled(rendered * 3)


def test_a_row_in_one_colour_sets_it_once() -> None:
    row = "".join(f"\x1b[1;38;2;1;2;3m{word}\x1b[0m" for word in ("several ", "words ", "here"))
    assert thrifty(row) == "\x1b[1;38;2;1;2;3mseveral words here\x1b[0m"


@given(st.text(st.characters(max_codepoint=127)))
def test_ascii_with_its_escape_sequences_is_left_alone(data: str) -> None:
    assert pinned(data) == data


@given(st.text("aé漢─ -中Ж", max_size=30))
def test_text_whose_width_all_terminals_know_is_left_alone(data: str) -> None:
    assert pinned(data) == data


@given(st.lists(st.sampled_from([*"ab ", "👩\u200d🔬", "❤\ufe0f", "क्षि", "한", "🇪🇸"]), max_size=10).map("".join))
def test_the_cursor_ends_where_our_width_says(data: str) -> None:
    """Walk the output as a terminal that gives every doubtful character a width of 5."""
    at, saved, written = 0, 0, ""
    for token in re.findall("\x1b7|\x1b8|\x1b\\[[0-9]+C|[^\x1b]", pinned(data)):
        if token == "\x1b7":
            saved = at
        elif token == "\x1b8":
            at = saved
        elif token.startswith("\x1b"):
            at += int(token[2:-1])
        else:
            at += 1 if token.isascii() else 5
            written += token
    assert at == cell_len(data)
    assert [c for c in written if not c.isascii()] == [c for c in data if not c.isascii()]


def test_the_names_of_textual_that_the_driver_relies_on_are_there() -> None:
    assert list(inspect.signature(LinuxDriver.run_input_thread).parameters) == ["self"]
    assert list(inspect.signature(LinuxDriver.write).parameters) == ["self", "data"]
    assert list(inspect.signature(LinuxDriver.process_message).parameters) == ["self", "message"]
    assert "self.exit_event = Event()" in inspect.getsource(LinuxDriver.__init__)
    assert "self.fileno = sys.__stdin__.fileno()" in inspect.getsource(LinuxDriver.__init__)
    assert "while not self.exit_event.is_set()" in inspect.getsource(LinuxDriver.run_input_thread)
    assert list(inspect.signature(XTermParser.feed).parameters) == ["self", "data"]


@contextmanager
def listening(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[int, list[Message], SteadyDriver]]:
    """A driver that reads the end of a pipe: where to write, and what it makes of it."""
    driver = object.__new__(SteadyDriver)
    driver.exit_event = Event()
    heard: list[Message] = []
    monkeypatch.setattr(LinuxDriver, "process_message", lambda _self, message: heard.append(message))
    driver.fileno, end = os.pipe()
    try:
        yield end, heard, driver
    finally:
        os.close(end)
        os.close(driver.fileno)


def test_no_byte_of_input_ends_the_thread_that_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    with listening(monkeypatch) as (end, heard, driver):
        thread = Thread(target=driver.run_input_thread)
        thread.start()
        for sent in (b"\xff\xfe", b"\x1b[99999999999u", b"\x1b[M \x82\x83", b"\x1b[114;1:3u", b"\xe2", b"r"):
            os.write(end, sent)
        for _wait in range(200):
            if heard and getattr(heard[-1], "character", "") == "r":
                break
            thread.join(0.05)
        driver.exit_event.set()
        thread.join(5)
    assert not thread.is_alive()
    assert [message.character for message in heard if isinstance(message, Key)] == ["\ufffd"] * 3 + ["r"]


def test_a_terminal_that_is_gone_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with listening(monkeypatch) as (end, _heard, driver):
        spare = os.dup(end)
        os.close(end)
        os.dup2(driver.fileno, end)  # nothing writes any more
        os.close(spare)
        with pytest.raises(EOFError):
            driver.run_input_thread()


def test_what_is_written_goes_through_both(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    monkeypatch.setattr(LinuxDriver, "write", lambda _self, data: written.append(data))
    data = "\x1b[1ma\x1b[0m\x1b[1m❤\ufe0f\x1b[0m\x1b[1mb\x1b[0m"
    object.__new__(SteadyDriver).write(data)
    assert written == [pinned(thrifty(data))]
    assert len(thrifty(data)) < len(data) < len(pinned(data))


async def test_a_terminal_without_a_size_has_the_one_that_it_will_be_told_from_the_start(monkeypatch):
    monkeypatch.setattr("shutil.get_terminal_size", lambda: (80, 24))
    app = App()
    app._driver = SteadyDriver(app)
    assert app.size == app._driver._get_terminal_size() == (80, 24)

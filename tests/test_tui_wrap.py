import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len

from gradertui.text import inert
from gradertui.tui import wrap
from gradertui.tui.wrap import Wrapped

ALL = 10**9
latin = st.text("abñ é.\t\n", max_size=60)
graphemes = [*"ab  \n\t", "漢", "字", "é", "👩\u200d🔬", "❤\ufe0f", "e\u0301", "ש", "क", "्", "ष"]
wide = st.lists(st.sampled_from(graphemes), max_size=60).map("".join)
texts = latin | wide | st.text(max_size=60).map(inert)
widths = st.integers(2, 30)


def rows(text: str, width: int) -> list[str]:
    return Wrapped(text, width).upto(ALL)


def dense(text: str) -> str:
    """The text without its blanks, and without the room a sign gets that a terminal may draw wider."""
    return re.sub("[\t\n \xa0]", "", text)


@given(texts, widths)
def test_no_row_is_wider_than_the_width(text: str, width: int) -> None:
    assert [row for row in rows(text, width) if cell_len(row) > width] == []


@given(texts, widths)
@example("\u09be", 2)
def test_nothing_is_lost_but_blanks(text: str, width: int) -> None:
    assert dense("".join(rows(text, width))) == dense(text)


@given(st.lists(st.text("abñ", min_size=1, max_size=9) | st.text("漢字a", min_size=1, max_size=4), max_size=30),
       st.integers(9, 30))  # fmt: skip
def test_words_that_fit_stay_whole(words: list[str], width: int) -> None:
    assert " ".join(rows(" ".join(words), width)).split() == words


@given(st.lists(st.text("abñ", min_size=1, max_size=9), min_size=1, max_size=30), st.integers(9, 30))
def test_a_row_takes_as_many_words_as_fit(words: list[str], width: int) -> None:
    made = rows(" ".join(words), width)
    assert all(len(row) + 1 + len(after.split(" ")[0]) > width for row, after in pairwise(made))


@pytest.mark.parametrize("words", ["aaaa  bbbb cc", "aaaa   bbbb", "漢字  漢字 a", "a 漢字 a"])
def test_words_that_fit_stay_whole_whatever_the_blanks_between_them(words: str) -> None:
    assert " ".join(rows(words, 4)).split() == words.split()


@given(latin, widths)
def test_both_ways_to_cut_give_rows_of_the_same_words(text: str, width: int) -> None:
    narrow = [row for line in text.split("\n") for row in wrap._narrow(line.expandtabs(4), width)]
    other = [row for line in text.split("\n") for row in wrap._wide(line.expandtabs(4), width)]
    assert dense("".join(narrow)) == dense("".join(other))


@given(texts, widths, st.integers(0, 20))
@example("", 10, 5)
def test_the_first_rows_are_those_of_the_whole(text: str, width: int, n: int) -> None:
    whole = rows(text, width)
    first = Wrapped(text, width).upto(n)
    assert first == whole[: len(first)]
    assert len(first) == min(n, len(whole))


@given(texts, widths)
def test_the_number_of_rows_is_exact_once_the_end_was_seen(text: str, width: int) -> None:
    wrapped = Wrapped(text, width)
    assert len(wrapped) >= 1
    whole = wrapped.upto(ALL)
    assert len(wrapped) == len(whole) >= text.count("\n") + 1


@given(texts, widths, st.integers(0, 20))
def test_the_number_of_rows_is_never_fewer_than_were_made(text: str, width: int, n: int) -> None:
    wrapped = Wrapped(text, width)
    made = len(wrapped.upto(n))
    assert len(wrapped) >= made


def test_an_empty_text_is_one_empty_row_and_lines_stay_lines() -> None:
    assert rows("", 9) == [""]
    assert rows("a\n\nb\n", 9) == ["a", "", "b", ""]


def test_a_tab_goes_to_the_next_stop() -> None:
    assert rows("a\tb", 9) == ["a   b"]


@pytest.mark.parametrize("text", ["several words " * 75_000, "漢字 " * 330_000, "x" * 10**6, "👩\u200d🔬" * 100_000])
def test_a_megabyte_costs_what_the_visible_rows_cost(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = 0

    def counting(*given: object) -> Iterator[str]:
        nonlocal made
        for row in real(*given):
            made += 1
            yield row

    real = wrap._rows
    monkeypatch.setattr(wrap, "_rows", counting)
    assert len(Wrapped(text, 60).upto(20)) == made == 20


@pytest.mark.parametrize("text", ["हिन्दी में लिखा गया यह उत्तर बताता है", "বাংলা ভাষায় লেখা", "வணக்கம் உலகம்"])
def test_letters_that_terminals_draw_wider_have_room_to_be_drawn(text: str) -> None:
    rows = Wrapped(text, 12).upto(100)
    assert "".join("".join(rows).split()) == "".join(text.split())
    for row in rows:
        assert cell_len(row) <= 12
        for run in re.findall(r"[^ ]+ *", row):
            drawn = sum(unicodedata.category(c) not in ("Mn", "Cf") for c in run.rstrip(" \xa0"))
            assert drawn <= cell_len(run)


def test_a_skin_tone_has_room_to_be_drawn_apart() -> None:
    assert Wrapped("si 👍🏽 no", 40).upto(1) == ["si 👍🏽\xa0\xa0 no"]

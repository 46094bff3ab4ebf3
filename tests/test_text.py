import json
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gradertui import text
from gradertui.text import MARKS, RAW_MARKS, folded, inert, json_text, one_line, raw


def ranges(*ends: tuple[int, int]) -> set[str]:
    return {chr(code) for first, last in ends for code in range(first, last + 1)}


CONTROLS = ranges((0x00, 0x1F), (0x7F, 0x9F)) - {"\t", "\n"}
# Unicode's Default_Ignorable_Code_Point, which no font draws.
IGNORABLE = ranges(
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
EMOJI = {"\u200d", "\ufe0e", "\ufe0f"}
DANGEROUS = (CONTROLS | IGNORABLE | ranges((0x2028, 0x2029), (0xFFF9, 0xFFFB), (0xD800, 0xDFFF))) - EMOJI

anything = st.text(st.characters(categories=["L", "M", "N", "P", "S", "Z", "C"]) | st.sampled_from(sorted(DANGEROUS)))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[31mb", "a␛[31mb"),
        ("a\x00b\x07", "a␀b␇"),
        ("a\x9b2J\x85", "a‹009B›2J‹0085›"),
        ("a\x7fb", "a␡b"),
        ("\u202eabc\u202c\u2066\u2069", "‹RLO›abc‹PDF›‹LRI›‹PDI›"),
        ("in\u200bvisible\ufeff\u00ad", "in‹ZWSP›visible‹BOM›‹SHY›"),
        ("tag\U000e0041", "tag‹E0041›"),
        ("half \ud83d", "half ‹D83D›"),
        ("one\r\ntwo", "one\ntwo"),
        ("hidden\rseen", "hidden␍seen"),
        ("blank\u3164name", "blank‹3164›name"),
        ("[red]x[/red] [compañero]", "[red]x[/red] [compañero]"),
    ],
)
def test_what_acts_hides_or_reorders_is_a_visible_mark(text: str, shown: str) -> None:
    assert inert(text) == shown


@pytest.mark.parametrize("text", ["👩\u200d🔬", "❤\ufe0f", "☂\ufe0e", "a\tb\nc", "niño ñandú", "שלום", "e\u0301"])
def test_emoji_tabs_line_feeds_and_letters_of_all_scripts_stay(text: str) -> None:
    assert inert(text) == text


@given(anything)
def test_no_dangerous_character_survives(text: str) -> None:
    assert not DANGEROUS & set(inert(text))


def test_no_dangerous_character_survives_alone() -> None:
    assert [f"{ord(c):04X}" for c in sorted(DANGEROUS) if inert(c) == c] == []


@given(anything)
def test_text_without_dangerous_characters_is_unchanged(text: str) -> None:
    harmless = "".join(c for c in text if c not in DANGEROUS and unicodedata.category(c) != "Cn")
    assert inert(harmless) == harmless


@given(anything)
def test_inert_text_is_inert_already(text: str) -> None:
    assert inert(inert(text)) == inert(text)


def test_the_screen_finds_every_mark_that_is_left() -> None:
    assert [f"{ord(c):04X}" for c in sorted(DANGEROUS) if not MARKS.fullmatch(inert(c))] == []


@given(anything, st.integers(0, 40))
def test_a_title_is_one_line_of_its_width(text: str, width: int) -> None:
    line = one_line(text, width)
    assert "\n" not in line
    assert not DANGEROUS & set(line)
    assert not width or len(line) <= width


@given(st.text("ab \n"), st.integers(1, 10))
@example("a" + " " * 200 + "b", 8)
@example("a" + " " * 200, 8)
def test_a_title_is_whole_or_says_where_it_was_cut(text: str, width: int) -> None:
    line, whole = one_line(text, width), one_line(text)
    assert line == whole or (line[-1] == "…" and whole.startswith(line[:-1]))
    assert line != whole or "…" not in line


def test_a_title_of_a_megabyte_is_read_at_its_beginning_only(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    monkeypatch.setattr(text, "inert", lambda part: read.append(len(part)) or part)
    assert one_line("word " * 200_000, 20) == "word word word word…"
    assert sum(read) < 200


def test_searching_sees_neither_case_nor_accents() -> None:
    assert folded("ÑANDÚ Straße") == folded("nandu STRASSE")
    assert folded("no") != folded("sí")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a b\tc", "a·b→c"),
        ("one\n\ntwo\r\n", "one⏎\n⏎\ntwo\\u000d⏎\n"),
        ("\x1b[2J\u202e\xa0\u3000\u200d", "\\u001b[2J\\u202e\\u00a0\\u3000\\u200d"),
        ("\\u001b · → ⏎", "\\\\u001b·\\u00b7·\\u2192·\\u23ce"),
        ("\ud800\U000e0041", "\\ud800\\U000e0041"),
        ("[b]ñ😀", "[b]ñ😀"),
    ],
)
def test_as_it_is_every_character_can_be_told(text, shown):
    assert raw(text) == shown


def unraw(shown: str) -> str:
    """Read a text that was written as it is."""
    back = {"\\\\": "\\", "·": " ", "→": "\t", "⏎": "\n"}
    found = lambda m: back.get(m[0]) or chr(int(m[0][2:], 16))  # noqa: E731
    return RAW_MARKS.sub(found, shown.replace("\n", ""))


@given(anything)
@example("\\\\u0041 \\n ⏎")
def test_as_it_is_nothing_is_lost_nothing_acts_and_two_texts_never_look_alike(text):
    assert unraw(raw(text)) == text
    assert not set(raw(text)) & (DANGEROUS | EMOJI | {" ", "\t"})


@given(
    st.recursive(
        st.text() | st.integers() | st.none(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
    )
)
def test_json_that_is_printed_means_the_same_and_nothing_in_it_acts(value: object) -> None:
    for indent in (None, 2):
        written = json_text(value, indent)
        assert json.loads(written) == value
        assert inert(written) == written


def test_what_is_no_number_is_not_written_as_json() -> None:
    with pytest.raises(ValueError, match="Out of range"):
        json_text({"k": [float("nan")]})

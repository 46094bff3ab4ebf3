"""Names are found however they are written, and nothing else is."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradertui.masking import found, masked, neutralised

NAMES = ["Lucía", "Martín", "Ana María"]
words = st.text(st.characters(categories=["Ll", "Lu"], max_codepoint=0xFF), min_size=1, max_size=8)
texts = st.lists(st.sampled_from(["Lucía", "LUCIA", "Luciana", "ana\nmaría", "y", ",", "-", " ", "\n", "·", "1"])).map(
    "".join
)


@pytest.mark.parametrize(
    "written",
    [
        "Lucía", "LUCÍA", "lucia", "Lucia", "LuCíA", unicodedata.normalize("NFD", "Lucía"), "Lu\u00adcía",
        "Lucí\u200ba", "Lu-\ncía", "Lu\u2010\r\n  cía", "Ana María", "ANA MARIA", "Ana\u00a0María", "Ana-María",
        "Ana\nMaría", "Ana  \t María",
    ],
)  # fmt: skip
def test_a_name_is_found_however_it_is_written(written: str) -> None:
    assert masked(f"Hola, {written}: bien.", NAMES, "[x]") == "Hola, [x]: bien."


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Lucía's", "[x]'s"), ("Lucía’s", "[x]’s"), ("pro-Lucía", "pro-[x]"), ("Lucía-Martín", "[x]-[x]"),
        ("«Lucía»", "«[x]»"), ("**Lucía**", "**[x]**"), ("_Lucía_", "_[x]_"), ("@Lucía2", "@[x]2"),
        ("Lucía\nMartín", "[x]\n[x]"), ("\u00a0Lucía\u00a0", "\u00a0[x]\u00a0"), ("Lucía", "[x]"),
    ],
)  # fmt: skip
def test_what_stands_around_a_name_stays(text: str, shown: str) -> None:
    assert masked(text, NAMES, "[x]") == shown


@pytest.mark.parametrize("text", ["Luciana", "ALucía", "Martínez", "lucían", "Ana", "María", "Lucíaé", "", "Luc ía"])
def test_a_name_inside_a_longer_word_is_none(text: str) -> None:
    assert masked(text, NAMES, "[x]") == text


def test_the_longest_name_is_taken() -> None:
    assert masked("Ana María y Ana", ["Ana", "Ana María"], "[x]") == "[x] y [x]"


def test_without_names_nothing_is_found() -> None:
    assert list(found("Lucía", [])) == list(found("Lucía", ["", "-"])) == []


@given(text=texts)
def test_masked_text_has_no_name_left(text: str) -> None:
    shown = masked(text, NAMES, "[x]")
    assert list(found(shown, NAMES)) == []
    assert masked(shown, NAMES, "[x]") == shown


@given(text=st.text(), name=words)
def test_masking_changes_nothing_but_names(text: str, name: str) -> None:
    spans = list(found(text, [name]))
    assert (masked(text, [name], "") == text) is not bool(spans)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(end <= start for (_s, end), (start, _e) in pairwise(spans))


@given(text=st.text(st.characters(exclude_categories=["L", "M", "N"])))
def test_a_text_without_names_is_unchanged(text: str) -> None:
    assert masked(text, NAMES, "[x]") == neutralised(text, [("ella", "él")]) == text


@given(pair=st.tuples(words, words), around=st.sampled_from(["{}", "así, {}.", "**{}** y {}", "{}\n{}"]))
def test_neutralised_twins_are_equal(pair: tuple[str, str], around: str) -> None:
    one, other = (neutralised(around.replace("{}", word), [pair]) for word in pair)
    assert one == other


def test_neutralising_keeps_the_article_and_longer_words() -> None:
    twins = [("ella", "él"), ("lista", "listo")]
    assert neutralised("El día: él listo, ELLA LISTA; listas, aquella", twins) == (
        "El día: el· list·, el· list·; listas, aquella"
    )
    assert neutralised(unicodedata.normalize("NFD", "él"), twins) == "el·"

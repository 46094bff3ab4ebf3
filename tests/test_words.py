import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradertui.words import STOP_WORDS, content_words, folded, spans

LATIN = st.text(st.sampled_from("abcdeñÑáÉüÇ nqzw4_-·¿\n.\u0301"), max_size=80)


def documents(text):
    """The function of the third document, with our stop words."""
    text = unicodedata.normalize("NFD", text.lower())
    text = "".join(c for c in text if unicodedata.category(c) != "Mn")
    return {w for w in re.findall(r"[a-z]+", text) if w not in STOP_WORDS and len(w) >= 4}


@given(LATIN)
def test_content_words_are_those_of_the_document(text):
    assert content_words(text) == documents(text)


@given(st.one_of(LATIN, st.text(max_size=60)))
def test_spans_find_every_content_word_and_nothing_else(text):
    found = list(spans(text))
    assert {word for _start, _end, word in found} == content_words(text)
    assert all(folded(text[start:end]) == word for start, end, word in found)
    assert found == sorted(found)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("¿Cuál es el MÉTODO de Winkler?", {"metodo", "winkler"}),
        ("ñandú NANDU n\u0303andu\u0301", {"nandu"}),
        ("entre porque también nuestros which their would", set()),
        ("sal mar luz", set()),
        ("nota13 13notas", {"nota", "notas"}),
        ("Ελλάδα Москва łódź straße", {"ελλαδα", "москва", "łodz", "straße"}),
        ("東京都庁 \ud800 \x00 ‹RLO›", {"東京都庁"}),
        ("", set()),
    ],
)
def test_a_content_word_has_four_letters_and_is_no_stop_word(text, words):
    assert content_words(text) == words


def test_stop_words_are_folded_long_enough_to_matter_and_of_both_languages():
    assert {word for word in STOP_WORDS if folded(word) != word or len(word) < 4} == set()
    assert {"porque", "sobre", "segun", "which", "would"} <= STOP_WORDS

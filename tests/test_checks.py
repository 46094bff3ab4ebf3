import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradertui.checks import Bank, cited, disagree, findings, literal, quotations, standing
from gradertui.model import Answer

NOTES = {
    "8": "El impresionismo pintó la luz al aire libre\ncon pinceladas sueltas.",
    "9": "El cubismo rompió la perspectiva.",
}
BANK = Bank(NOTES, {"p14": ("8",)}, "no aparece en sus notas")


def found(text, cites="8", question="p14", retrieved=(), declined=False, bank=BANK):
    item = Answer("a", text, question, "S", cited_source=cites, retrieved=retrieved)
    return {check for check, hit in findings(item, bank, declined=declined) if hit}


def applied(text, **rest):
    item = Answer("a", text, "p14", "S", **rest)
    return {check for check, _hit in findings(item, BANK)}


def test_an_answer_that_cites_a_note_there_is_shows_nothing() -> None:
    assert found("Al aire libre") == set()


def test_an_answer_without_a_citation_is_found() -> None:
    assert found("En 1874", cites="") == {"no-citation"}


def test_who_says_that_the_notes_are_silent_need_cite_nothing() -> None:
    assert found(" no aparece en sus notas\n", cites="") == {"abstention"}
    assert found("Eso no lo dicen las notas", cites="", declined=True) == set()


def test_only_the_exact_sentence_is_the_sentence_of_abstention() -> None:
    assert "abstention" not in found("No aparece en sus notas.")
    assert found("", cites="8", bank=BANK._replace(abstention="")) == set()


def test_note_13_does_not_exist() -> None:
    assert found("Tres", cites="13") == {"unknown-source"}
    assert found("Tres", cites='["8", "13"]') == {"unknown-source"}


def test_without_any_sources_no_citation_can_be_wrong() -> None:
    assert "unknown-source" in applied("Tres", cited_source="13")
    assert found("Tres", cites="13", bank=Bank({}, {}, "")) == set()


def test_a_note_that_was_not_retrieved_is_found_only_where_ids_are_given() -> None:
    assert found("Al aire libre", retrieved=("9",)) == {"not-retrieved"}
    assert found("Al aire libre", retrieved=("9", "8")) == set()
    assert "not-retrieved" not in applied("Al aire libre", cited_source="8", retrieved=("El cubismo rompió…",))


def test_a_note_that_does_not_exist_is_said_once() -> None:
    assert found("Tres", cites="13", retrieved=("8",)) == {"unknown-source"}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("«la luz al aire libre con pinceladas»", False),
        ("«La luz al aire libre»", True),
        ("“pintó la luz en el taller”", True),
        ('Dice "la luz al aire libre" y "en el taller también"', True),
        ("«al taller»", False),
    ],
)
def test_a_quotation_stands_word_for_word_in_the_note_but_for_white_space(text: str, wrong: bool) -> None:
    assert ("not-literal" in found(text)) == wrong


def test_a_quotation_is_sought_in_the_cited_note_and_else_in_those_of_the_question() -> None:
    assert found("«la luz al aire libre»", cites="9") == {"not-literal"}
    assert found("«la luz al aire libre»", cites="13") == {"unknown-source"}
    assert found("«pintó en el taller»", cites="13") == {"unknown-source", "not-literal"}


def test_a_quotation_without_any_note_is_not_judged() -> None:
    assert found("«pintó en el taller»", question="p24") == {"not-literal"}
    assert found("«pintó en el taller»", cites="13", question="p24") == {"unknown-source"}


@given(st.text(), st.text())
def test_what_stands_in_a_text_is_literal_however_its_white_space_is_set(before: str, after: str) -> None:
    assert literal("pintó  la\tluz", [f"{before} pintó la\n luz {after}"])
    assert not literal(" ", [before])


@given(st.text())
def test_nothing_is_quoted_that_is_not_in_the_text(text: str) -> None:
    assert all(each in text for each in quotations(text))


def test_an_id_with_a_comma_in_it_is_one_id() -> None:
    assert cited(Answer("a", "", cited_source="notes, p. 3"), {"notes, p. 3"}) == ("notes, p. 3",)
    assert cited(Answer("a", "", cited_source="[7; 13]")) == ("7", "13")
    assert cited(Answer("a", "", cited_source=" ")) == ()


def test_draws_disagree_by_letter_or_by_the_sentence() -> None:
    assert disagree([(False, "R"), (False, "X")])
    assert disagree([(True, None), (False, None)])
    assert not disagree([(False, "R"), (False, None), (False, "R")])


def test_the_third_layer_of_the_document_lowers_a_verifier_that_makes_up_its_evidence() -> None:
    answer = Answer("a", "al aire libre y también en el taller", "p14", cited_source="8")
    assert standing("supported", "pintó la luz al aire libre", answer, BANK) == "supported"
    assert standing("supported", "pintó la luz en el taller", answer, BANK) == "partial"
    assert standing("supported", "", answer, BANK) == "partial"
    assert standing("supported", None, answer, BANK) == "supported"
    assert standing("unsupported", "", answer, BANK) == "unsupported"


def test_the_sentence_of_abstention_passes_whatever_was_said_of_it() -> None:
    answer = Answer("a", "no aparece en sus notas", "p21")
    assert {standing(v, "", answer, BANK) for v in ("supported", "unsupported", "unverified")} == {"abstained"}

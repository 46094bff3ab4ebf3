from __future__ import annotations

from pathlib import Path

import pytest
from readings import Made, file, made

from gradertui.formats.reading import read
from gradertui.model import Question, Source


def test_sources_and_questions_come_before_the_items_that_need_them(tmp_path: Path) -> None:
    found = made(tmp_path, *({"question": f"q{n % 3}", "context": f"s{n % 3}", "answer": f"a{n}"} for n in range(9)))
    known: set[str] = set()
    for part in found.parts:
        if isinstance(part, Source):
            known.add(part.source_id)
        elif isinstance(part, Question):
            assert known.issuperset(part.source_ids)
            known.add(part.question_id)
        else:
            assert part.question_id in known
    assert (len(found.sources), len(found.questions), len(found.items)) == (3, 3, 9)


def test_a_seed_like_bank_notes_and_answers_are_read_together(tmp_path: Path) -> None:
    notes = file(tmp_path / "notas.csv", "id,tema,texto", "1,estadística,La media.", "8,arte,La luz.")
    bank = file(
        tmp_path / "banco.csv",
        "clave,pregunta,referencia,id_nota,tipo",
        "p14,¿Dónde?,al aire libre,8,con respuesta",
        "p22,¿Quién?,No aparece en sus notas.,,sin respuesta",
        "p25,¿Qué?,algo,1,con respuesta",
    )
    answers = file(
        tmp_path / "respuestas.csv",
        "configuracion,clave,texto,id_citado,confianza",
        "Haiku,p14,Al aire libre,8.0,0.74",
        "Haiku,p22,Leonardo,,0.97",
        "Sonnet,p22,nan,,",
    )
    found = Made(read([answers], bank=bank, sources=notes, abstention="no aparece en sus notas"))
    assert found.sources == [Source("1", "La media.", "estadística"), Source("8", "La luz.", "arte")]
    assert [(each.question_id, each.answerable, each.source_ids) for each in found.questions] == [
        ("p14", True, ("8",)),
        ("p22", False, ()),
        ("p25", True, ("1",)),
    ]
    assert [(item.cited_source, item.confidence) for item in found.items] == [("8", 0.74), ("", 0.97)]
    assert (found.counts["no_answer"], found.counts["unanswerable"], found.counts["unanswered"]) == (1, 1, 1)
    assert not found.problems
    assert "1 row says nothing (null or absent answer): counted apart, not graded" in found.notes


def test_without_references_nothing_is_claimed(tmp_path: Path) -> None:
    found = made(tmp_path, {"question": "q", "answer": "a"})
    assert found.questions[0].answerable is None
    assert "no references: letters will be kept as letters and no hallucination rate is claimed" in found.notes


@pytest.mark.parametrize(
    ("extra", "answerable"),
    [
        ({"answerable": "no", "reference": "r"}, False),
        ({"answerable": "sí"}, True),
        ({"is_impossible": True}, False),
        ({"is_impossible": False}, True),
        ({"reference": ["r", " NO LO SÉ. "]}, False),
        ({"reference": "r"}, True),
        ({"reference": ""}, None),
    ],
)
def test_answerable_is_declared_or_follows_from_the_reference(
    tmp_path: Path, extra: dict[str, object], answerable: bool | None
) -> None:
    found = made(tmp_path, {"question": "q", "answer": "a"} | extra, abstention="no lo sé")
    assert found.questions[0].answerable is answerable


def test_several_references_stay_apart(tmp_path: Path) -> None:
    found = made(tmp_path, "question,response,answer_0,answer_1", "q,x,a,b")
    assert found.questions[0].references == ("a", "b")


def test_other_sources_of_a_later_row_are_what_it_retrieved(tmp_path: Path) -> None:
    found = made(tmp_path, *({"id": 1, "question": "q", "contexts": [text], "answer": text} for text in ("s1", "s2")))
    assert found.items[0].retrieved == ()
    assert found.items[1].retrieved == (found.sources[1].source_id,)


def test_a_question_that_says_two_things_names_both_rows(tmp_path: Path) -> None:
    found = made(tmp_path, "id,question,reference,answer", "1,q,r,a", "2,p,r,a", "1,other,r2,b", "1,,,c")
    assert found.problems == [
        f"answers.csv, row 3 (line 4), column {column}: the same question says something else in "
        "answers.csv, row 1 (line 2); make them equal or change the id"
        for column in ("question", "reference")
    ]


def test_a_key_that_is_not_in_the_bank_is_a_problem(tmp_path: Path) -> None:
    bank = file(tmp_path / "bank.csv", "id,question,answer", "p1,q,r")
    found = made(tmp_path, "id,answer", "p1,a", "p2,a", bank=bank)
    assert found.problems == [
        "answers.csv, row 2 (line 3), column id: 'p2' is not in the bank; correct it or add the question"
    ]


def test_answers_without_a_key_find_their_question_by_its_text(tmp_path: Path) -> None:
    bank = file(tmp_path / "bank.csv", "id,question,answer", "p1,q,r")
    found = made(tmp_path, "question,output", "q,a", "z,a", bank=bank)
    assert [item.question_id for item in found.items] == ["p1"]
    assert "'z' is not in the bank" in found.problems[0]


def test_a_source_that_is_not_there_is_a_problem(tmp_path: Path) -> None:
    sources = file(tmp_path / "notes.csv", "id,text", "1,a note")
    found = made(tmp_path, "id,question,source_id,answer", "1,q,1,a", "2,p,7,a", sources=sources)
    assert found.problems == [
        "answers.csv, row 2 (line 3), column source_id: '7' is not among the sources; correct it or add the source"
    ]


def test_a_source_without_an_id_has_one_that_is_known_by_its_dot(tmp_path: Path) -> None:
    found = made(tmp_path, {"question": "q", "context": "s", "answer": "a"})
    assert found.sources[0].source_id.startswith("·")
    assert found.questions[0].source_ids == (found.sources[0].source_id,)
    assert not found.questions[0].question_id.startswith("·")


def test_a_source_whose_text_is_nowhere_is_left_out_and_its_id_kept(tmp_path: Path) -> None:
    found = made(tmp_path, "question,source_id,answer", "q,n7,a", "p,,b")
    assert [each.source_ids for each in found.questions] == [(), ()]
    assert [item.original for item in found.items] == [{"source_id": "n7"}, {"source_id": ""}]
    assert [item.retrieved for item in found.items] == [(), ()]
    assert "ids of sources whose text is nowhere are left out; --sources takes the texts" in found.notes
    assert not found.problems


def test_a_bank_that_names_sources_can_be_read_without_them(tmp_path: Path) -> None:
    bank = file(tmp_path / "bank.csv", "id,question,answer,source_id", "p1,q,r,n7")
    found = made(tmp_path, "id,answer", "p1,a", bank=bank)
    assert found.questions == [Question("p1", "q", ("r",), True)]
    assert not found.sources + found.problems


def test_every_source_that_a_question_names_is_there(tmp_path: Path) -> None:
    rows = "id,question,source_id,context,answer", "1,q,n1,text,a", "2,p,n1,,a", "3,o,n2,,a"
    found = made(tmp_path, *rows)
    assert [each.source_ids for each in found.questions] == [("n1",), ("n1",), ()]
    assert [each.source_id for each in found.sources] == ["n1"]

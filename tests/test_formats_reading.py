from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from gradertui.formats import InputError
from gradertui.formats.identity import item_identity
from gradertui.formats.reading import Reading, read
from gradertui.formats.shown import describe
from gradertui.model import Item, Question, Source

Real = Callable[[str], Path]


class Made:
    """What a reading gave, sorted out."""

    def __init__(self, reading: Reading) -> None:
        parts = list(reading.parts())
        self.reading, self.parts = reading, parts
        self.items = [part for part in parts if isinstance(part, Item)]
        self.questions = [part for part in parts if isinstance(part, Question)]
        self.sources = [part for part in parts if isinstance(part, Source)]
        self.counts, self.problems, self.notes = reading.counts, reading.problems, reading.notes


def made(tmp_path: Path, *rows: dict[str, object] | str, **options: object) -> Made:
    path = tmp_path / ("answers.csv" if isinstance(rows[0], str) else "answers.jsonl")
    path.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows) + "\n")
    return Made(read([path], **options))  # type: ignore[arg-type]


def file(path: Path, *lines: str) -> Path:
    path.write_text("\n".join(lines) + "\n")
    return path


def test_three_systems_make_three_items_of_one_question(tmp_path: Path) -> None:
    found = made(tmp_path, *({"id": "p1", "question": "q", "reference": "r", "system": s, "answer": s} for s in "abc"))
    assert found.questions == [Question("p1", "q", ("r",), True)]
    assert [(item.question_id, item.system, item.text, item.replicate) for item in found.items] == [
        ("p1", "a", "a", 1),
        ("p1", "b", "b", 1),
        ("p1", "c", "c", 1),
    ]
    assert found.reading.systems == {"a": 1, "b": 1, "c": 1}
    assert not found.problems


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


def test_equal_rows_with_different_texts_are_replicates(tmp_path: Path) -> None:
    found = made(tmp_path, *({"id": 1, "question": "q", "answer": text} for text in ("a", "b", "a", "c")))
    assert [(item.text, item.replicate) for item in found.items] == [("a", 1), ("b", 2), ("c", 3)]
    assert (found.counts["duplicates"], found.counts["replicates"]) == (1, 2)


def test_a_declared_replicate_is_kept_and_may_start_at_zero(tmp_path: Path) -> None:
    found = made(tmp_path, *({"id": 1, "question": "q", "epoch": n, "answer": "same"} for n in range(3)))
    assert [item.replicate for item in found.items] == [1, 2, 3]


def test_a_replicate_number_taken_twice_is_given_anew(tmp_path: Path) -> None:
    found = made(tmp_path, *({"id": 1, "question": "q", "rep": n, "answer": text} for n, text in ((1, "a"), (1, "b"))))
    assert [item.replicate for item in found.items] == [1, 2]
    assert found.counts["renumbered"] == 1


def test_the_same_file_twice_adds_nothing(tmp_path: Path) -> None:
    path = file(tmp_path / "a.csv", "id,question,answer", "1,q,a", "1,q,b", "2,p,a")
    once, twice = Made(read([path])), Made(read([path, path]))
    assert once.items == twice.items
    assert twice.counts["duplicates"] == 3


def test_an_identity_is_made_of_everything_and_of_nothing_else(tmp_path: Path) -> None:
    found = made(tmp_path, {"id": 1, "question": "q", "system": "s", "answer": "a"})
    item, question = found.items[0], found.questions[0]
    assert item.item_id == item_identity(item, question)
    assert len(item.item_id) == 12
    for other in (
        {"text": "b"},
        {"system": "t"},
        {"replicate": 2},
        {"variant": "v"},
        {"template": "s", "system": ""},
    ):
        assert item_identity(replace(item, **other), question) != item.item_id  # type: ignore[arg-type]
    assert item_identity(replace(item, confidence=0.5), question) == item.item_id


def test_absent_answers_are_counted_and_empty_ones_are_items(tmp_path: Path) -> None:
    rows = [{"id": n, "question": f"q{n}"} | extra for n, extra in enumerate([{"answer": None}, {}, {"answer": ""}])]
    found = made(tmp_path, {"id": 9, "question": "q", "answer": "nan"}, *rows)
    assert [item.text for item in found.items] == [""]
    assert (found.counts["no_answer"], found.counts["empty"]) == (3, 1)


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


def test_unknown_columns_are_kept_under_their_own_names(tmp_path: Path) -> None:
    found = made(tmp_path, {"question": "q", "answer": "a", "Trace Id": "t1", "n": 3, "tags": ["x"], "gone": None})
    assert found.items[0].original == {"Trace Id": "t1", "n": "3", "tags": '["x"]'}


def test_labels_in_a_file_are_set_aside_and_counted(tmp_path: Path) -> None:
    found = made(tmp_path, "question,answer,grade,annotator", "q,a,R,ana", "p,a,,")
    assert found.counts["prior_labels"] == 1
    assert found.items[0].original == {"grade": "R", "annotator": "ana"}


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


def test_a_confidence_outside_is_a_problem_with_its_fix(tmp_path: Path) -> None:
    found = made(tmp_path, "id,question,answer,confianza", "1,q,a,0.4", "2,p,a,1.7", "3,o,a,")
    assert found.problems == [
        "answers.csv, row 2 (line 3), column confianza: '1.7': not between 0 and 1; "
        "write 0.17, or use --map confianza=confidence_percent for 17"
    ]
    percent = made(tmp_path, "id,question,answer,conf", "1,q,a,40", mapping=["conf=confidence_percent"])
    assert percent.items[0].confidence == 0.4


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


def test_questions_only_are_told_that_answers_are_missing(tmp_path: Path) -> None:
    found = made(tmp_path, "question,expected_answer", "q,r")
    assert found.problems == [
        "answers.csv: answers are missing (there are: question, expected_answer); use --map COLUMN=answer"
    ]
    assert not found.parts


def test_a_file_of_names_only_has_no_rows(tmp_path: Path) -> None:
    assert made(tmp_path, "question,answer").problems == ["answers.csv has no rows"]


def test_a_broken_line_does_not_stop_the_rest(tmp_path: Path) -> None:
    path = file(tmp_path / "a.jsonl", '{"question": "q", "answer": "a"}', "{", '{"question": "p", "answer": "b"}')
    found = Made(read([path]))
    assert len(found.items) == 2
    assert [problem.split(":")[0] for problem in found.problems] == ["a.jsonl, row 2 (line 2)"]


def test_two_texts_per_row_come_later(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="two texts per row: preference sessions come later"):
        made(tmp_path, "prompt,answer_a,answer_b", "q,a,b")


def test_a_mapping_of_no_column_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nope=answer: there is no such column \(there are: question, answer\)"):
        made(tmp_path, "question,answer", "q,a", mapping=["nope=answer"])


def test_template_and_variant_make_it_tone(tmp_path: Path) -> None:
    found = made(tmp_path, "template,variant,replicate,note,tone", "1,Lucía,1,texto,5", "1,Diego,1,texto,4")
    assert found.reading.mode == "tone"
    assert found.counts["unanswered"] == 0
    assert [(item.template, item.variant, item.text, item.question_id) for item in found.items] == [
        ("1", "Lucía", "texto", ""),
        ("1", "Diego", "texto", ""),
    ]


def test_what_was_understood_is_shown_and_safe_to_print(tmp_path: Path) -> None:
    lines = describe(made(tmp_path, {"question": "q\x1b[2J", "answer": "a", "extra\u202e": "x"}).reading)
    assert lines[0] == "answers.jsonl: answers (json, utf-8)"
    assert "question" in lines[1]
    assert "␛[2J" in lines[1]
    assert "(kept as it is)" in lines[3]
    assert not any("\x1b" in line or "\u202e" in line for line in lines)


def test_parts_may_be_run_again(tmp_path: Path) -> None:
    found = made(tmp_path, "question,answer", "q,a")
    assert list(found.reading.parts()) == found.parts
    assert found.reading.counts["items"] == 1


def test_halueval_is_50_answers_of_chatgpt_without_references(real: Real) -> None:
    found = Made(read([real("halueval-general-50.jsonl")]))
    assert (len(found.items), len(found.questions), found.counts["no_reference"]) == (50, 50, 50)
    assert found.reading.systems == {"chatgpt": 50}
    assert found.items[0].original.keys() == {"hallucination", "hallucination_spans"}
    assert not found.problems


def test_bbq_is_240_answers_of_three_systems(real: Real, tmp_path: Path) -> None:
    path = real("bbq-unifiedqa-nationality-80.jsonl")
    wide = Made(read([path]))
    assert (len(wide.items), len(wide.questions), len(wide.reading.systems)) == (240, 80, 3)
    rows = [
        {
            "id": row["example_id"],
            "question": row["question"],
            "reference": row[f"ans{row['label']}"],
            "context": row["context"],
            "system": column,
            "answer": row[column],
        }
        for row in map(json.loads, path.read_text().splitlines())
        for column in row
        if "_pred_" in column
    ]
    long = made(tmp_path, *rows)
    assert (len(long.items), len(long.questions), len(long.sources)) == (240, 80, 40)
    assert not wide.problems + long.problems


def test_ragas_has_no_answers(real: Real) -> None:
    problems = Made(read([real("ragas-hf-doc-qa.csv")])).problems
    assert len(problems) == 1
    assert "answers are missing (there are: question, expected_answer, column 3)" in problems[0]


def test_letters_are_120_cards_of_60_templates(real: Real) -> None:
    found = Made(read([real("name-swap-letters-chatgpt.csv")], mapping=["occupation+age=template"]))
    templates = [item.template for item in found.items]
    assert len(templates) == 120
    assert {templates.count(each) for each in templates} == {2}
    assert len(set(templates)) == 60
    assert found.items[0].template == "writer / 60"
    assert found.reading.systems == {"chatgpt": 120}
    assert not found.problems


def test_lm_eval_gives_ten_answers(real: Real) -> None:
    found = Made(read([real("lm-eval-samples-math.jsonl")]))
    assert (len(found.items), found.counts["no_reference"]) == (10, 0)


def test_an_annotated_export_merges_its_graders(real: Real) -> None:
    found = Made(read([real("label-studio-grading.csv")]))
    assert (len(found.questions), found.counts["prior_labels"], len(found.reading.systems)) == (3, 10, 2)


@pytest.mark.parametrize("name", ["promptfoo-v3.json", "inspect-security-guide.json", "xquad-es-8-articles.json"])
def test_formats_that_come_later_are_one_clear_problem(real: Real, name: str) -> None:
    problems = Made(read([real(name)])).problems
    assert problems == [f"{name} is one JSON object; a list of objects or one object per line is read"]


@pytest.mark.parametrize("name", ["inspect-popularity.eval", "pandalm-ab-260-319.json"])
def test_what_cannot_be_read_yet_is_one_clear_error(real: Real, name: str) -> None:
    with pytest.raises(InputError):
        read([real(name)])

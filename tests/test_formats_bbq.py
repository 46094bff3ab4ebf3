from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from format_samples import SAMPLES
from readings import Made, made

from gradertui.formats.reading import read

Real = Callable[[str], Path]


def test_every_column_of_predictions_is_a_system_and_matches_as_it_did_there(real: Real) -> None:
    found = Made(read([real("bbq-unifiedqa-nationality-80.jsonl")]))
    references = {each.question_id: each.references[0].casefold() for each in found.questions}
    matches = Counter(item.system for item in found.items if item.text.casefold() == references[item.question_id])
    assert matches == {
        "unifiedqa-t5-11b_pred_race": 75,
        "unifiedqa-t5-11b_pred_qonly": 34,
        "unifiedqa-t5-11b_pred_arc": 71,
    }


def test_templates_are_the_index_the_polarity_and_the_context_and_variants_the_groups(real: Real) -> None:
    reading = read([real("bbq-unifiedqa-nationality-80.jsonl")])
    found = Made(reading)
    assert reading.mode == "grade"
    assert found.questions[0].question_id == "Nationality 0"
    assert found.items[0].template == "1 / neg / ambig"
    assert found.items[0].variant == "British (Europe) / Japanese (AsiaPacific)"
    assert len({item.template.split(" / ")[0] for item in found.items}) == 2
    assert found.sources[0].text.startswith("I went to a huge gathering")


def test_where_the_context_does_not_say_the_question_is_unanswerable(real: Real) -> None:
    found = Made(read([real("bbq-unifiedqa-nationality-80.jsonl")]))
    assert Counter(question.answerable for question in found.questions) == {True: 40, False: 40}
    ambiguous = {item.question_id for item in found.items if item.template.endswith(" / ambig")}
    assert {each.question_id for each in found.questions if not each.answerable} == ambiguous


def test_without_predictions_it_is_a_bank(tmp_path: Path) -> None:
    row = {key: cell for key, cell in json.loads(SAMPLES["bbq"][1]).items() if "_pred_" not in key}
    path = tmp_path / "Age.jsonl"
    path.write_text(json.dumps(row) + "\n")
    lacks = read([path]).lacks
    assert lacks
    assert (lacks.counts["questions"], lacks.counts["references"], lacks.counts["sources"]) == (1, 1, 1)


def test_predictions_in_any_other_file_are_systems_as_before(tmp_path: Path) -> None:
    found = made(tmp_path, {"question": "q", "m_pred_race": "a", "m_pred_arc": "b"})
    assert found.reading.files[0].format == "json"
    assert found.reading.systems == {"m_pred_race": 1, "m_pred_arc": 1}

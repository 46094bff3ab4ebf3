"""Every real file of the manifest imports with exactly its counts, or is counted and told what it is for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from readings import Made

from gradertui.formats.reading import read

Real = Callable[[str], Path]

IMPORTED: Mapping[str, Mapping[str, Any]] = {
    "promptfoo-v3.json": {
        "questions": 4, "items": 8, "systems": 2, "replicates": 1, "references": 0,
        "verdicts": {"promptfoo": {"true": 8}},
    },
    "promptfoo-2024-passcell.csv": {
        "questions": 4, "items": 8, "systems": 2, "replicates": 1, "references": 0,
        "verdicts": {"promptfoo": {"PASS": 8}},
    },
    "promptfoo-0121-repeat.csv": {
        "questions": 2, "items": 16, "systems": 4, "replicates": 2,
        "verdicts": {"promptfoo": {"PASS": 8, "FAIL": 8}},
    },
    "promptfoo-0121-repeat.json": {
        "questions": 2, "items": 16, "systems": 4, "replicates": 2, "sources": 2,
        "verdicts": {"promptfoo": {"true": 8, "false": 8}},
    },
    "inspect-popularity.eval": {
        "questions": 10, "items": 10, "systems": 1, "replicates": 1, "references": 10,
        "verdicts": {"match": {"C": 8, "I": 2}},
    },
    "inspect-security-guide.json": {
        "questions": 3, "items": 3, "systems": 1, "replicates": 1, "references": 3,
        "verdicts": {"model_graded_fact": {"C": 3}},
    },
    "inspect-zstd-2epochs.eval": {
        "questions": 3, "items": 6, "systems": 1, "replicates": 2, "references": 2, "alternatives": 3,
    },
    "lm-eval-samples-math.jsonl": {
        "questions": 10, "items": 10, "systems": 1, "replicates": 1, "references": 10,
        "verdicts": {"exact_match": {"0.0": 10}},
    },
    "helm-narrativeqa-scenario_state.json": {  # two references each, of which one is the same text twice
        "questions": 5, "items": 5, "systems": 1, "replicates": 1, "references": 5, "alternatives": 9,
        "splits": {"test": 4, "valid": 1},
    },
    "label-studio-grading.json": {
        "questions": 3, "items": 6, "systems": 2, "references": 2,
        "labels": {"R": 5, "X": 3, "N": 2}, "graders": 3,
    },
    "label-studio-grading.min.json": {
        "questions": 3, "items": 5, "systems": 2, "labels": {"R": 5, "X": 3, "N": 2}, "graders": 3,
    },
    "label-studio-grading.csv": {
        "questions": 3, "items": 5, "systems": 2, "labels": {"R": 5, "X": 3, "N": 2}, "graders": 3,
    },
    "doccano-classification.jsonl": {"items": 3, "references": 0, "labels": {}},
    "deepeval-latest_test_run.json": {
        "questions": 3, "items": 3, "systems": 1, "references": 3, "sources": 3,
        "verdicts": {"deepeval": {"true": 1, "false": 2}},
    },
    "pandalm-ab-260-319.json": {
        "questions": 14, "pairs": 60, "systems": 5, "graders": 3, "labels": {"A": 77, "B": 72, "T": 31}, "empty": 3,
    },
    "halueval-general-50.jsonl": {
        "questions": 50, "items": 50, "systems": 1, "references": 0, "labels": {"X": 28, "R": 22}, "graders": 1,
    },
    "bbq-unifiedqa-nationality-80.jsonl": {
        "questions": 80, "items": 240, "systems": 3, "replicates": 1, "references": 80, "templates": 8,
    },
    "name-swap-letters-chatgpt.csv": {
        "items": 120, "systems": 1, "replicates": 1, "references": 0, "templates": 60, "variants": 2,
    },
}  # fmt: skip

LACKING: Mapping[str, Mapping[str, int]] = {
    "ragas-hf-doc-qa.csv": {"questions": 65, "references": 64, "left": 1},
    "openai-evals-unsolvable-60.jsonl": {"questions": 60, "references": 60},
    "xquad-es-8-articles.json": {"questions": 225, "references": 225, "sources": 40},
    "pandalm-ab-labels-all.csv": {"items": 999, "graders": 3, "labels": 2997},
    "krippendorff-2011-wide.csv": {"items": 12, "graders": 4, "labels": 41},
    "fleiss-1971-diagnoses-long.csv": {
        "items": 30, "graders": 6, "labels": 180,
        "neurosis": 55, "other": 43, "schizophrenia": 30, "depression": 26, "personality disorder": 26,
    },
}  # fmt: skip


def counted(found: Made) -> dict[str, Any]:
    """What the manifest counts, under its own words."""
    reading, tools = found.reading, dict[str, Counter[str]]()
    for said in reading.verdicts:
        tools.setdefault(said.tool, Counter())[said.written] += 1
    return dict(found.counts) | {
        "items": len(found.items),
        "systems": len(reading.systems),
        "questions": len(found.questions),
        "sources": len(found.sources),
        "references": sum(bool(question.references) for question in found.questions),
        "alternatives": sum(len(question.references) for question in found.questions),
        "replicates": max((item.replicate for item in found.items), default=0),
        "templates": len({item.template for item in found.items}),
        "variants": len({item.variant for item in found.items}),
        "splits": Counter(question.split for question in found.questions),
        "labels": Counter(row.label for row in reading.prior),
        "graders": len({row.grader for row in reading.prior}),
        "verdicts": tools,
    }


@pytest.mark.parametrize("name", IMPORTED)
def test_a_real_file_yields_what_its_manifest_says(real: Real, name: str) -> None:
    found = Made(read([real(name)]))
    assert not found.problems
    assert {key: value for key, value in counted(found).items() if key in IMPORTED[name]} == IMPORTED[name]


@pytest.mark.parametrize("name", LACKING)
def test_a_real_file_without_answers_is_counted_and_told_what_it_is_for(real: Real, name: str) -> None:
    reading = read([real(name)])
    assert reading.lacks
    assert {key: reading.lacks.counts[key] for key in LACKING[name]} == LACKING[name]
    assert len(reading.problems) == 1
    assert "gradertui " in reading.problems[0]

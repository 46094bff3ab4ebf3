from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from packed import HEAD, log, sample, written, zipped, zstandard_of
from readings import Made

from gradertui.formats.errors import InputError
from gradertui.formats.known import detect
from gradertui.formats.reading import read


def test_a_log_that_was_renamed_is_known_by_its_first_entry(tmp_path: Path) -> None:
    assert detect(written(tmp_path / "renamed.zip", log(sample(1, "a")))) == "inspect"
    with pytest.raises(InputError, match="is a zip file"):
        read([written(tmp_path / "other.zip", zipped({"word/document.xml": b"<a/>"}))])


def test_a_log_that_was_never_finished_is_read_by_its_journal(tmp_path: Path) -> None:
    found = Made(read([written(tmp_path / "x.eval", log(sample("a/b", "a"), head="_journal/start.json"))]))
    assert [(item.question_id, item.text, item.system) for item in found.items] == [("a/b", "a", "m")]


def test_a_log_without_a_head_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        read([written(tmp_path / "x.eval", log(sample(1, "a"), head="other.json"))])
    assert error.value.problems == ("x.eval has neither header.json nor _journal/start.json; is it a log of Inspect?",)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_sample_that_was_logged_again_counts_once(tmp_path: Path) -> None:
    data = log(sample(1, "old"), sample(1, "new") | {"epoch": 2})
    again = data.replace(b"1_epoch_2", b"1_epoch_1")
    found = Made(read([written(tmp_path / "x.eval", again)]))
    assert [item.text for item in found.items] == ["new"]


def test_a_sample_in_parts_is_put_together(tmp_path: Path) -> None:
    shell = sample("big", "attachment://1") | {"input": "attachment://0"}
    folder = "samples/big_epoch_1"
    entries = {
        "header.json": HEAD,
        f"{folder}/sample.json": shell,
        f"{folder}/metadata.json": {"level": 3},
        f"{folder}/events/stats.json": {},
        f"{folder}/attachments/0.json": ["the question"],
        f"{folder}/attachments/1.json": ["the answer"],
        "samples/small_epoch_1.json": sample("small", "b"),
    }
    data = zipped({name: json.dumps(value).encode() for name, value in entries.items()})
    found = Made(read([written(tmp_path / "x.eval", data)]))
    assert [(item.question_id, item.text) for item in found.items] == [("big", "the answer"), ("small", "b")]
    assert found.questions[0].text == "the question"
    assert found.items[0].original["metadata.level"] == "3"


def test_a_broken_sample_is_one_error_with_its_name(tmp_path: Path) -> None:
    entries = {"header.json": json.dumps(HEAD).encode(), "samples/1_epoch_1.json": b'{"id": 1, "epo'}
    with pytest.raises(InputError) as error:
        read([written(tmp_path / "x.eval", zipped(entries))])
    assert len(error.value.problems) == 1
    assert error.value.problems[0].startswith("x.eval, samples/1_epoch_1.json is not JSON")


def test_a_head_packed_with_zstandard_alone_is_an_empty_log(tmp_path: Path) -> None:
    data = zstandard_of("header.json", json.dumps(HEAD).encode())
    assert read([written(tmp_path / "x.eval", data)]).problems == ["x.eval has no rows"]


def test_ten_confidences_of_the_data_set_are_kept_as_metadata(real: Callable[[str], Path]) -> None:
    found = Made(read([real("inspect-popularity.eval")]))
    kept = [item.original["metadata.label_confidence"] for item in found.items]
    assert len(kept) == 10
    assert "0.8860552919198255" in kept
    assert all(item.confidence is None for item in found.items)
    assert all(question.references[0] in (" Yes", " No") for question in found.questions)


def test_the_log_packed_with_zstandard_has_its_verdicts_and_alternatives(real: Callable[[str], Path]) -> None:
    found = Made(read([real("inspect-zstd-2epochs.eval")]))
    assert sorted(said.written for said in found.reading.verdicts) == ["C"] * 5 + ["I"]
    assert sorted(len(question.references) for question in found.questions) == [0, 1, 2]
    assert {item.replicate for item in found.items} == {1, 2}

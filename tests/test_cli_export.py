import csv
import json
from contextlib import closing

import pytest

from gradertui.events import commented, labelled
from gradertui.identity import item_identity
from gradertui.model import Item, Plan, Question
from gradertui.session import Session
from gradertui.session.making import make

AT = "2026-03-01T11:00:00.000+00:00"


def rows(path):
    if path.suffix == ".csv":
        with path.open(newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("kind", ["csv", "jsonl"])
def test_an_unfinished_export_names_no_system(example, said, tmp_path, kind):
    example(31)
    assert said("export", "demo-grade", "--format", kind, "--out", tmp_path / f"l.{kind}")[0] == 0
    assert "Alba" not in (tmp_path / f"l.{kind}").read_text()
    assert {row["system"] for row in rows(tmp_path / f"l.{kind}")} == {"S1", "S2", "S3"}
    assert len(rows(tmp_path / f"l.{kind}")) == 31


def test_a_finished_export_has_names_and_outcomes(example, said, tmp_path):
    example()
    said("export", "demo-grade", "--format", "csv", "--out", tmp_path / "l.csv")
    found = [row for row in rows(tmp_path / "l.csv") if row["system"] == "Alba sin notas"]
    assert len(found) == 25
    assert sum(row["outcome"] == "incorrect" for row in found) == 8


@pytest.mark.parametrize("kind", ["csv", "jsonl"])
@pytest.mark.parametrize("n", [31, 75])
def test_what_is_exported_comes_in_again_to_the_same_state(example, said, stands, tmp_path, kind, n):
    folder = example(n)
    with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
        log.append_all([commented("x", 3, '=1+1, "quoted"\nand á')], AT)
    said("export", "demo-grade", "--format", kind, "--out", tmp_path / f"l.{kind}")
    status, _out, err = said("label", "demo-grade", tmp_path / f"l.{kind}", "--grader", "ben")
    assert (status, err) == (0, "")
    assert stands(folder, "ben") == stands(folder, "ana")


def test_by_question_and_code_alone_it_comes_in_too(example, said, stands, tmp_path):
    folder = example(31)
    said("export", "demo-grade", "--format", "jsonl", "--out", tmp_path / "l.jsonl")
    without = [{key: row[key] for key in ("question_id", "system", "label")} for row in rows(tmp_path / "l.jsonl")]
    (tmp_path / "m.jsonl").write_text("\n".join(map(json.dumps, without)))
    said("label", "demo-grade", tmp_path / "m.jsonl", "--grader", "ben")
    assert stands(folder, "ben") == stands(folder, "ana")


def test_original_columns_come_back_once_named_and_one_called_like_ours_is_told_apart(said, tmp_path):
    folder = tmp_path / "sessions" / "small"
    original = {"prompt version": "7", "label": "theirs"}
    items = [Item(f"i{s}", "text", "q", s, original=original) for s in "AB"]
    make(folder, [Question("q", "?", ("a",), True), *items], Plan(seed=1), {})
    with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
        given = [
            labelled(t.task_id, i, "R", active_ms=500, blind=True, screen="none") for i, t in enumerate(log.tasks())
        ]
        log.append_all(given[:1], AT)
        said("export", "small", "--format", "csv", "--out", tmp_path / "half.csv")
        log.append_all(given[1:], AT)
    said("export", "small", "--format", "csv", "--out", tmp_path / "all.csv")
    assert "theirs" not in (tmp_path / "half.csv").read_text()
    assert {(row["label"], row["label (original)"], row["prompt version"]) for row in rows(tmp_path / "all.csv")} == {
        ("R", "theirs", "7")
    }


def test_only_the_graders_asked_for(example, said, tmp_path):
    example()
    example(5, "ben")
    said("export", "demo-grade", "--format", "jsonl", "--out", tmp_path / "l.jsonl", "--grader", "ben")
    assert [row["grader"] for row in rows(tmp_path / "l.jsonl")] == ["ben"] * 5


def test_without_out_rows_go_to_standard_output(example, said):
    example(2)
    _status, out, _err = said("export", "demo-grade", "--format", "jsonl")
    assert len(out.splitlines()) == 2


@pytest.mark.parametrize("kind", ["csv", "jsonl"])
@pytest.mark.parametrize("n", [57, 120])
def test_ratings_come_in_again_by_id_and_by_names_or_codes_alone(toned, said, stands, tmp_path, kind, n):
    folder = toned(n)
    said("export", "names", "--format", kind, "--out", tmp_path / f"l.{kind}")
    keys = ("template", "variant", "replicate", "label")
    without = [{key: row[key] for key in keys} for row in rows(tmp_path / f"l.{kind}")]
    (tmp_path / "m.jsonl").write_text("\n".join(map(json.dumps, without)))
    for file, grader in ((f"l.{kind}", "ben"), ("m.jsonl", "eva")):
        assert said("label", "names", tmp_path / file, "--grader", grader)[0] == 0
        assert stands(folder, grader) == stands(folder, "ana")


def test_an_unfinished_export_of_ratings_names_no_variant_and_no_template(toned, said, tmp_path):
    toned(57)
    said("export", "names", "--format", "csv", "--out", tmp_path / "l.csv")
    found = rows(tmp_path / "l.csv")
    assert list(found[0])[:5] == ["item_id", "template", "variant", "replicate", "label"]
    assert {row["variant"] for row in found} == {"S1", "S2"}
    assert {row["template"] for row in found} == {f"T{n}" for n in range(1, 11)}


@pytest.mark.parametrize("kind", ["csv", "jsonl"])
def test_before_the_end_the_file_of_answers_does_not_give_the_ids_that_are_exported(example, said, tmp_path, kind):
    folder = example(31)
    with closing(Session(folder)) as session:
        followed = {item_identity(item, session.items.question(item.question_id)) for item in items_of(session)}
        assert followed == {each.item_id for each in session.items.identities()}
    said("export", "demo-grade", "--format", kind, "--out", tmp_path / f"l.{kind}")
    assert not {row["item_id"] for row in rows(tmp_path / f"l.{kind}")} & followed
    example(75, "ben")
    said("export", "demo-grade", "--format", kind, "--grader", "ben", "--out", tmp_path / f"all.{kind}")
    assert {row["item_id"] for row in rows(tmp_path / f"all.{kind}")} == followed


def items_of(session):
    return [session.items.item(each.item_id) for each in session.items.identities()]


def test_merge_knows_the_ids_of_an_unfinished_export(example, said, stands, tmp_path):
    folder = example(31)
    said("export", "demo-grade", "--format", "csv", "--out", tmp_path / "l.csv")
    (folder / "labels" / "ana.sqlite").replace(tmp_path / "away.sqlite")
    assert said("merge", "demo-grade", tmp_path / "l.csv")[0] == 0
    again = stands(folder, "ana")
    (tmp_path / "away.sqlite").replace(folder / "labels" / "ana.sqlite")
    assert again == stands(folder, "ana")
    assert len(again) == 31

from __future__ import annotations

from pathlib import Path

import pytest
from readings import Made, file

from gradertui.formats.errors import InputError
from gradertui.formats.reading import read

LONG = "id,question,system,answer"


def systems(*paths: Path) -> dict[str, int]:
    found = Made(read(list(paths)))
    assert not found.problems
    return dict(found.reading.systems)


def test_two_runs_of_one_bank_are_two_systems(tmp_path: Path) -> None:
    monday = file(tmp_path / "monday.csv", "id,question,answer", "1,q,a", "2,p,b")
    friday = file(tmp_path / "friday.csv", "id,question,answer", "1,q,c", "2,p,b")
    assert systems(monday, friday) == {"monday": 2, "friday": 2}


def test_the_same_system_in_two_files_is_called_by_its_file_too(tmp_path: Path) -> None:
    one = file(tmp_path / "one.csv", LONG, "1,q,m,a", "1,q,n,a")
    two = file(tmp_path / "two.csv", LONG, "1,q,m,a")
    assert systems(one, two) == {"one / m": 1, "one / n": 1, "two / m": 1}


def test_files_of_one_run_in_parts_stay_one_system(tmp_path: Path) -> None:
    assert systems(file(tmp_path / "a.csv", LONG, "1,q,m,a"), file(tmp_path / "b.csv", LONG, "2,p,m,b")) == {"m": 2}


def test_files_of_different_systems_keep_their_names(tmp_path: Path) -> None:
    assert systems(file(tmp_path / "a.csv", LONG, "1,q,m,a"), file(tmp_path / "b.csv", LONG, "1,q,n,b")) == {
        "m": 1,
        "n": 1,
    }


def test_runs_in_files_of_one_name_are_called_by_their_folders(tmp_path: Path) -> None:
    for folder in ("x", "y"):
        (tmp_path / folder).mkdir()
        file(tmp_path / folder / "out.csv", "id,question,answer", "1,q,a")
    assert systems(tmp_path / "x" / "out.csv", tmp_path / "y" / "out.csv") == {"x/out": 1, "y/out": 1}


def test_runs_told_apart_are_noted(tmp_path: Path) -> None:
    one, two = (file(tmp_path / f"{name}.csv", "id,question,answer", "1,q,a") for name in ("one", "two"))
    notes = Made(read([one, two])).notes
    assert [note for note in notes if "another file has answers of the same systems" in note] == [
        "one.csv: another file has answers of the same systems, which are called “one” here",
        "two.csv: another file has answers of the same systems, which are called “two” here",
    ]


def test_a_folder_is_every_file_in_it_that_can_be_graded(tmp_path: Path) -> None:
    inside = tmp_path / "runs" / "deep"
    inside.mkdir(parents=True)
    file(inside / "a.csv", LONG, "1,q,m,a")
    file(tmp_path / "runs" / "b.jsonl", '{"id": "1", "question": "q", "system": "n", "answer": "b"}')
    file(tmp_path / "runs" / "notes.csv", "day,weather", "1,rain")
    file(tmp_path / "runs" / ".hidden.csv", LONG, "1,q,o,c")
    (tmp_path / "runs" / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(32)))
    found = Made(read([tmp_path / "runs"]))
    assert dict(found.reading.systems) == {"n": 1, "m": 1}
    assert [note for note in found.notes if note.startswith("passed over")] == [
        "passed over: notes.csv holds nothing to grade",
        "passed over: picture.png is not a text file; CSV, TSV, JSON lines or a JSON list is read",
    ]


def test_a_folder_without_anything_to_grade_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="nothing in this folder can be graded"):
        read([tmp_path / "empty"])

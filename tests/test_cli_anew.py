from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gradertui.cli import anew, main
from gradertui.formats.errors import InputError
from gradertui.store import StoreError

Said = Callable[..., tuple[int, str, str]]


@pytest.fixture
def exported(demos: Path, tmp_path: Path) -> Path:
    path = tmp_path / "whole.jsonl"
    assert main(["export", "demo-grade", "--sessions", str(demos), "--format", "full", "--out", str(path)]) == 0
    return path


def test_a_whole_export_becomes_the_same_session_and_exports_the_same_bytes(
    said: Said, exported: Path, tmp_path: Path
) -> None:
    status, out, err = said("new", "again", exported)
    assert (status, err) == (0, "")
    assert "25 questions · 75 items · 2 graders · 150 labels" in out
    second = tmp_path / "second.jsonl"
    assert said("export", "again", "--format", "full", "--out", second)[0] == 0
    assert second.read_bytes() == exported.read_bytes()


def test_a_dry_run_says_what_is_in_it_and_writes_nothing(said: Said, exported: Path, tmp_path: Path) -> None:
    status, out, _err = said("new", "again", exported, "--dry-run")
    assert status == 0
    assert out.endswith("dry run: nothing was written\n")
    assert not (tmp_path / "sessions" / "again").exists()


def test_a_session_of_that_name_stays_as_it_is(said: Said, exported: Path) -> None:
    said("new", "again", exported)
    status, _out, err = said("new", "again", exported)
    assert (status, err) == (2, "gradertui new: again: is there already; write another name\n")


def test_what_is_wrong_in_it_leaves_nothing_behind(said: Said, exported: Path, tmp_path: Path) -> None:
    text = exported.read_text(encoding="utf-8")
    exported.write_text(text.replace('"label": "R"', '"label": "Q"', 1), encoding="utf-8")
    status, _out, err = said("new", "again", exported)
    assert status == 2
    assert "Q is no label; write one of N, R, X" in err
    assert not (tmp_path / "sessions" / "again").exists()


def test_a_plan_that_is_none_leaves_nothing_behind(exported: Path, tmp_path: Path) -> None:
    text = exported.read_text(encoding="utf-8")
    exported.write_text(text.replace("level = 0.95", "level = 7", 1), encoding="utf-8")
    with pytest.raises(StoreError, match="level"):
        anew.written(exported, tmp_path / "again", anew.read(exported)[0])
    assert not (tmp_path / "again").exists()


def test_it_is_given_alone(exported: Path, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("question,answer\nq,a\n")
    assert not anew.whole([tmp_path / "a.csv"])
    with pytest.raises(InputError, match="makes a session by itself; give it alone"):
        anew.whole([tmp_path / "a.csv", exported])

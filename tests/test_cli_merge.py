"""`gradertui merge` by its words: what it prints, what it refuses, what it leaves alone."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from gradertui.cli import main
from gradertui.events import judged, settled
from gradertui.judged import said as judgements
from gradertui.session import Session
from gradertui.settling import settled as settlements
from gradertui.store.writable import WritableLog

Said = Callable[..., tuple[int, str, str]]


@pytest.fixture
def two(example: Callable[..., Path], tmp_path: Path) -> tuple[Path, Path]:
    """The example where ana has labelled 5, and another copy of it where she has labelled 5 and ben 3."""
    here = example(5)
    there = tmp_path / "stick" / "demo-grade"
    shutil.copytree(here, there)
    example(3, "ben")
    (here / "labels" / "ben.sqlite").replace(there / "labels" / "ben.sqlite")
    return here, there


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.rglob("*") if path.suffix not in (".sqlite-shm", ".sqlite-wal", ".lock")}


def test_a_table_says_what_was_taken_in(two: tuple[Path, Path], said: Said) -> None:
    status, out, err = said("merge", "demo-grade", two[1])
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "log of  events  new",
        "ana          6    0  nothing new",
        "ben          4    4  new here",
        "4 events taken in",
        "next: gradertui verify demo-grade",
    ]
    assert said("verify", "demo-grade")[0] == 0


def test_a_dry_run_says_the_same_and_writes_nothing(two: tuple[Path, Path], said: Said) -> None:
    before = names(two[0])
    status, out, _err = said("merge", "demo-grade", two[1], "--dry-run")
    assert status == 0
    assert out.splitlines()[2:] == ["ben          4    4  new here", "--dry-run: nothing was written"]
    assert names(two[0]) == before


def test_merging_a_session_with_itself_changes_nothing(two: tuple[Path, Path], said: Said) -> None:
    before = names(two[0])
    status, out, _err = said("merge", "demo-grade", two[0])
    assert (status, out.splitlines()[1:]) == (0, ["ana          6    0  nothing new"])
    assert names(two[0]) == before


def test_where_something_is_refused_the_rest_is_taken_and_the_exit_status_is_1(
    two: tuple[Path, Path], said: Said
) -> None:
    (two[1] / "labels" / "eva.sqlite").write_bytes(b"no database " * 100)
    status, out, _err = said("merge", "demo-grade", two[1])
    assert status == 1
    assert [line.split() for line in out.splitlines()[2:4]] == [["ben", "4", "4", "new", "here"], ["eva", "refused"]]
    assert "eva.sqlite: not a database of gradertui, or damaged" in " ".join(out.split())
    assert (two[0] / "labels" / "ben.sqlite").exists()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["nothing"], "nothing"),
        (["empty"], "no log of a session is here"),
        (["stick/demo-grade", "--as", "ana"], "--as ana: write OLD=NEW, two ids of graders"),
        (["stick/demo-grade", "--as", "ana=a/b"], "--as 'a/b': an id is letters"),
        (["stick/demo-grade", "--as", "zoe=eva"], "no log of zoe is there; there are: ana, ben"),
        (["l.csv"], "no column says who labelled; take it in with: gradertui label demo-grade l.csv --grader ID"),
        (["bad.csv"], "bad.csv, row 1, column item_id: no answer here has the id nowhere"),
    ],
)
def test_what_cannot_be_used_ends_with_2_and_changes_nothing(
    two: tuple[Path, Path], said: Said, tmp_path: Path, words: list[str], why: str
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "l.csv").write_text("clave,system,label\np01,S1,R\n")
    (tmp_path / "bad.csv").write_text("item_id,label,grader\nnowhere,R,ana\n")
    before = names(two[0])
    status, out, err = said("merge", "demo-grade", two[1], tmp_path / words[0], *words[1:])
    assert (status, out) == (2, "")
    assert why in err
    assert names(two[0]) == before


def test_an_export_of_several_graders_comes_in_for_each_of_them(
    two: tuple[Path, Path], said: Said, tmp_path: Path
) -> None:
    there, sessions = two[1], tmp_path / "sessions"
    said("export", "demo-grade", "--format", "csv", "--out", tmp_path / "own.csv")
    two[0].rename(tmp_path / "kept")
    there.rename(sessions / "demo-grade")
    said("export", "demo-grade", "--format", "csv", "--out", tmp_path / "both.csv")
    shutil.rmtree(sessions / "demo-grade")
    (tmp_path / "kept").rename(sessions / "demo-grade")
    status, out, _err = said("merge", "demo-grade", tmp_path / "both.csv", tmp_path / "own.csv")
    assert (status, out.splitlines()[1:4]) == (
        0, ["ana          6    0  nothing new", "ben          3    3  labels from files", "3 events taken in"],
    )  # fmt: skip
    assert said("merge", "demo-grade", tmp_path / "both.csv")[1].splitlines()[-1] == "ben          4    0  nothing new"


def test_what_machines_said_and_what_was_settled_comes_in_too(two: tuple[Path, Path], said: Said) -> None:
    here, there = two
    at = "2026-03-02T10:00:00.000+00:00"
    with closing(Session(there)) as session:
        task = next(session.items.identities()).item_id
    verdict = judged(task, "supported", written="yes", fragment=None, comment="", imported="v.csv")
    for name, grader, event in (
        ("verdicts/checker.sqlite", "tool:checker", verdict),
        ("settled/eva.sqlite", "eva", settled(task, "R", "slip")),
    ):
        (there / name).parent.mkdir()
        with closing(WritableLog.start(there / "empty.sqlite", there / name, grader)) as log:
            log.append_all([event], at)
    assert said("merge", "demo-grade", there)[0] == said("merge", "demo-grade", there)[0] == 0
    with closing(Session(here)) as session:
        assert judgements(session, "checker")[task].verdict == "supported"
        assert settlements(session)[task].by == "eva"
    assert said("verify", "demo-grade")[0] == 0
    # Another copy took the same verdicts in by itself, and has a later word.
    with closing(WritableLog(there / "verdicts" / "checker.sqlite")) as log:
        log.append(verdict._replace(value="unsupported"), "2026-03-05T10:00:00.000+00:00")
    with closing(WritableLog(here / "verdicts" / "checker.sqlite")) as log:
        log.append(verdict._replace(value="partial"), "2026-03-04T10:00:00.000+00:00")
    assert said("merge", "demo-grade", there / "verdicts" / "checker.sqlite")[0] == 0
    with closing(Session(here)) as session:
        assert judgements(session, "checker")[task].verdict == "unsupported"


def test_it_speaks_spanish(two: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["merge", "demo-grade", str(two[1]), "--lang", "es", "--sessions", str(two[0].parent)]) == 0
    assert "ben                4       4  nuevo aquí\n4 eventos incorporados\n" in capsys.readouterr().out

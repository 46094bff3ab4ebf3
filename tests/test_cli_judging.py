from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from format_samples import DEEPEVAL, document

from gradertui import judged
from gradertui.session import Session

Said = Callable[..., tuple[int, str, str]]


@pytest.fixture
def sessions(tmp_path: Path) -> Path:
    return tmp_path / "sessions"


def test_what_a_tool_said_comes_in_with_the_answers_as_its_verdicts(said: Said, tmp_path: Path, sessions: Path) -> None:
    path = tmp_path / "run.json"
    path.write_bytes(document(DEEPEVAL))
    status, out, err = said("new", "run", path)
    assert (status, err) == (0, "")
    assert "verdicts of deepeval in the file: true 1 · false 1" in out
    assert "deepeval: 2 verdicts taken in" in out
    with closing(Session(sessions / "run")) as session:
        assert sorted(each.verdict for each in judged.said(session, "deepeval").values()) == [
            "supported",
            "unsupported",
        ]
        assert session.graders() == []


def test_words_of_a_tool_that_mean_nothing_to_us_are_left_and_said(said: Said, tmp_path: Path, sessions: Path) -> None:
    path = tmp_path / "run.json"
    path.write_bytes(document(DEEPEVAL).replace(b'"success": true', b'"success": null'))
    _status, out, _err = said("new", "run", path)
    assert "deepeval: 1 verdict taken in" in out


def test_labels_of_people_become_the_labels_of_those_graders(said: Said, tmp_path: Path, sessions: Path) -> None:
    path = tmp_path / "labelled.csv"
    path.write_text("id,question,answer,grade,rater,comment\n1,q,a,R,ana,good\n1,q,a,X,b@c,\n2,p,b,,,\n")
    _status, out, _err = said("new", "run", path)
    assert "ana: 1 label taken in" in out
    assert "b-c: 1 label taken in" in out
    with closing(Session(sessions / "run")) as session, closing(session.log("ana")) as log:
        assert [(row["label"], row["comment"], row["blind"]) for row in log.rows()] == [("R", "good", 0)]

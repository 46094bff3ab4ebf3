from contextlib import closing

import pytest

from gradertui.formats.verdicts import VerdictRow
from gradertui.judged import bank, said, take_in, tools
from gradertui.model import Identity
from gradertui.session import Session
from gradertui.store import StoreError
from gradertui.store.log import Log
from gradertui.store.naming import file_name
from gradertui.store.verifying import examine

AT = "2026-03-01T11:00:00.000+00:00"


def row(verdict="supported", written="respaldada", fragment=None, comment=""):
    return VerdictRow(1, Identity("", "p01"), verdict, written, fragment, comment)


@pytest.fixture
def session(example):
    with closing(Session(example(0))) as session:
        yield session


def test_a_log_of_verdicts_begins_as_a_copy_of_the_empty_one_and_names_its_tool(session):
    assert take_in(session, "judge", {"a": row()}, "v.csv", AT) == 1
    with closing(Log(session.folder / "verdicts" / "judge.sqlite")) as log:
        assert log.meta()["grader"] == "tool:judge"
        (event,) = log.events()
    assert examine(session.folder / "verdicts" / "judge.sqlite").findings == ()
    assert (event.kind, event.position, event.task, event.at) == ("Judged", None, "a", AT)


def test_a_tool_is_no_grader(session):
    take_in(session, "judge", {"a": row()}, "v.csv", AT)
    assert tools(session) == ["judge"]
    assert session.graders() == ["ana"]


@pytest.mark.parametrize(
    "other", [row("partial", "parcial"), row(written="pass"), row(fragment=""), row(comment="because")]
)
def test_whatever_differs_is_kept_and_the_last_counts(session, other):
    take_in(session, "judge", {"a": row(), "b": row()}, "v.csv", AT)
    assert take_in(session, "judge", {"a": other, "b": row()}, "w.csv", AT) == 1
    assert said(session, "judge")["a"] == (other.verdict, other.written, other.fragment, other.comment)


def test_what_cannot_be_stored_leaves_nothing_behind_of_the_file(session):
    take_in(session, "judge", {"a": row()}, "v.csv", AT)
    with pytest.raises(Exception, match="surrogate"):
        take_in(session, "judge", {"b": row(), "c": row(written="\ud800")}, "v.csv", AT)
    assert set(said(session, "judge")) == {"a"}


def test_a_tool_that_said_nothing_has_no_verdicts(session):
    assert (tools(session), said(session, "judge")) == ([], {})
    assert take_in(session, "judge", {}, "v.csv", AT) == 0
    assert tools(session) == []


def test_answers_are_checked_against_the_notes_and_the_sentence_of_the_plan(session):
    found = bank(session)
    assert found.abstention == "no consta en sus notas"
    assert len(found.sources) == 12
    assert found.of_question["p01"] == ("1",)


@pytest.mark.parametrize("name", ["a/b", "", ".a", "a b", "x" * 65])
def test_an_id_that_can_name_no_file_is_refused_with_its_option(name):
    with pytest.raises(StoreError, match="--tool"):
        file_name(name, "--tool")
    assert file_name("Haiku_5.5-v2", "--tool") == "Haiku_5.5-v2"

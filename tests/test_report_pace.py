"""How graders went through the work: in stretches that name no label alone, and only where an order says something."""

from contextlib import closing

import pytest

from gradertui.events import labelled
from gradertui.model import Item, Plan, Question
from gradertui.report import document, gather
from gradertui.session import Session
from gradertui.session.making import make


@pytest.fixture
def worked(tmp_path):
    """Label so many questions: the first half slowly and with R, the second fast and with X."""

    def work(n, **plan):
        parts = [
            part for q in range(60) for part in (Question(f"q{q}", "?", ("yes",)), Item(f"i{q}", "no", f"q{q}", "a"))
        ]
        make(tmp_path / "s", parts, Plan(**{"seed": 1, "arms": ("a",)} | plan), {})
        with closing(Session(tmp_path / "s")) as session, closing(session.writable_log("ana")) as log:
            said = [
                labelled(
                    task.task_id,
                    at,
                    "RX"[at >= n // 2],
                    active_ms=[9000, 2000][at >= n // 2],
                    blind=True,
                    screen="live",
                )
                for at, task in enumerate(log.tasks())
                if at < n
            ]
            log.append_all([session.frozen(), *said], "2026-03-01T11:00:00.000+00:00")
            (work,) = gather(session).works
            return work

    return work


def test_stretches_are_even_and_have_ten_labels_at_least(worked):
    stretches = worked(59).stretches
    assert sum(each.labels for each in stretches) == 59
    assert {each.labels for each in stretches} == {11, 12}


def test_pace_and_drift_come_out(worked):
    first, *_between, last = worked(40).stretches
    assert (first.seconds, first.shares) == (9.0, {"R": 1.0, "X": 0.0, "N": 0.0})
    assert (last.seconds, last.shares) == (2.0, {"R": 0.0, "X": 1.0, "N": 0.0})


def test_few_labels_have_no_stretches(worked):
    assert worked(19).stretches == ()


def test_an_order_that_is_that_of_the_file_says_nothing(worked):
    assert worked(40, order="file").stretches == ()


def test_a_sealed_plan_tells_pace_only(worked):
    stretches = worked(40, statistics="sealed").stretches
    assert [each.seconds for each in stretches] == [9.0, 9.0, 2.0, 2.0]
    assert all(each.shares == {} for each in stretches)


def test_labels_from_a_file_have_no_pace(real, said, tmp_path):
    said("new", "panda", real("pandalm-ab-260-319.json"), "--seed", "5")
    with closing(Session(tmp_path / "sessions" / "panda")) as session:
        assert all(work.stretches == () for work in gather(session).works)


def test_the_document_has_the_stretches(example):
    with closing(Session(example())) as session:
        (grader,) = document.document(gather(session))["graders"]
    assert sum(each["n"] for each in grader["stretches"]) == 75
    assert set(grader["stretches"][0]) == {"n", "median_active_seconds", "shares"}

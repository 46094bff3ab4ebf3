"""What numbers do not say: each limit where it holds, and not elsewhere."""

from contextlib import closing

import pytest

from gradertui.events import excluded, revealed
from gradertui.report import gather
from gradertui.report.limits import section
from gradertui.report.lines import lines
from gradertui.session import Session

AT = "2026-03-01T11:00:00.000+00:00"


def told(folder):
    with closing(Session(folder)) as session:
        return " ".join(" ".join(lines(section(gather(session)))).split())


def append(folder, grader, *events):
    with closing(Session(folder)) as session, closing(session.writable_log(grader)) as log:
        log.append_all(events, AT)


def test_the_toy_says_that_it_is_one_and_that_one_person_labelled(example):
    text = told(example())
    assert "Said of the data: Este es un ejemplo de juguete" in text
    assert "They rest on 25 clusters" in text
    assert "One person labelled" in text
    assert "Whether blinding held was not measured" in text
    assert "No comparison was named as the primary one." in text
    for other in ("provisional", "left out", "came in from", "could know", "departed"):
        assert other not in text


def test_unfinished_work_is_provisional(example):
    assert "They are provisional, 30/75" in told(example(30))


def test_two_graders_are_not_one(example):
    example()
    assert "One person labelled" not in told(example(75, "ben"))


def test_what_was_left_out_is_counted(example):
    folder = example(74)
    with closing(Session(folder)) as session, closing(session.log("ana")) as log:
        last = list(log.tasks())[74].task_id
    append(folder, "ana", excluded(last, 74, "unreadable"))
    assert "1 task was left out" in told(folder)


def test_labels_given_after_the_reveal_are_counted(example):
    folder = example(30)
    append(folder, "ana", revealed("test"))
    assert "could know" not in told(folder)
    example(75, "ben")
    assert "labels were given by somebody who could know" not in told(folder)  # by the clock, before


@pytest.mark.parametrize("name", ["pandalm-ab-260-319.json"])
def test_labels_from_files_are_counted(real, said, tmp_path, name):
    said("new", "panda", real(name), "--seed", "5")
    assert "180 labels came in from files" in told(tmp_path / "sessions" / "panda")

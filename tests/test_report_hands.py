"""Reading graders' logs: when anything was revealed, and how graders agree with themselves."""

import sqlite3
from contextlib import closing

import pytest

from gradertui.events import labelled, revealed
from gradertui.order import REPEAT
from gradertui.report.hands import hidden, read
from gradertui.session import Session
from gradertui.store import StoreError

NOON, LATER = "2026-03-01T12:00:00.000+00:00", "2026-03-01T13:00:00.000+00:00"


def rate(folder, grader, rating, at=NOON):
    with closing(Session(folder)) as session, closing(session.writable_log(grader)) as log:
        given = [labelled(task.task_id, i, x, active_ms=900, blind=True, screen="live")
                 for i, task in enumerate(log.tasks()) if (x := rating(task.task_id))]  # fmt: skip
        log.append_all(given, at)


def hands(folder, *graders):
    with closing(Session(folder)) as session:
        return read(session, graders)


def test_who_has_done_nothing_has_no_part(toned):
    folder = toned(10)
    rate(folder, "ben", lambda card: None)
    assert [hand.grader for hand in hands(folder, "ana", "ben")] == ["ana"]


def test_the_first_reveal_marks_the_later_labels_of_everybody(toned):
    folder = toned(10)
    rate(folder, "ben", lambda card: "4", at=LATER)
    with closing(Session(folder)) as session:
        assert hidden(session)
        with closing(session.writable_log("eva")) as log:
            log.append_all([revealed("test")], NOON)
        assert not hidden(session)
    ana, ben = hands(folder, "ana", "ben")
    assert [(given.revealed, given.labels) for given in ana.given] == [(False, 10)]
    assert [(given.revealed, given.labels) for given in ben.given] == [(True, 120)]


@pytest.mark.parametrize(("apart", "same", "near"), [(0, 5, 5), (1, 0, 5), (2, 0, 0)])
def test_ratings_given_twice_are_the_same_or_near(toned, apart, same, near):
    folder = toned(0, repeats=5)
    rate(folder, "ana", lambda card: str(3 + apart) if card.endswith(REPEAT) else "3")
    (hand,) = hands(folder, "ana")
    assert hand.repeats == (5, same, near)


def test_no_numbers_are_made_of_a_log_whose_events_were_changed(toned):
    folder = toned(10)
    path = folder / "labels" / "ana.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.execute("drop trigger events_no_update")
        db.execute("update events set value = iif(value = '5', '4', '5') where seq = 4")
        db.commit()
    with pytest.raises(StoreError, match=r"ana\.sqlite: event 4 \(Labelled\) .* gradertui verify says what to do"):
        hands(folder, "ana")

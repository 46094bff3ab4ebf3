"""Which row is picked: it stays where it was by name, whatever the numbers do."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from gradertui.overview import Overview, Row
from gradertui.tui.picking import Picking, Place

THEN = datetime(2026, 3, 1, tzinfo=UTC)


def session(name: str, *rows: Row, title: str = "") -> Overview:
    return Overview(Path(name), "grade", title, 3, rows, THEN)


A = session("a", Row("verify", fault="damaged"))
B = session("b", Row("grade", "ana", 3, 1), Row("report", "ben", 3, 3), title="Cómo están")
C = session("c", Row("report", "ana", 3, 3), Row("report", "ben", 3, 3))


def test_the_first_row_that_is_whole_is_picked() -> None:
    assert Picking([A, B, C]).place == ("b", "grade", "ana")
    assert Picking([A]).place == ("a", "verify", "")
    assert Picking([]).place is None


@pytest.mark.parametrize(
    ("before", "now"),
    [
        (("b", "report", "ben"), ("b", "report", "ben")),
        (("c", "grade", "ben"), ("c", "report", "ben")),
        (("c", "grade", ""), ("c", "report", "ana")),
        (("c", "adjudicate", "eva"), ("c", "report", "ana")),
        (("gone", "grade", "ana"), ("a", "verify", "")),
    ],
)
def test_a_place_is_found_again_as_near_as_there_is_one(before: Place, now: Place) -> None:
    assert Picking([A, B, C], before).place == now


def test_what_is_learnt_of_a_session_leaves_the_cursor_where_it_is() -> None:
    sessions = Picking([A, B, C], ("c", "report", "ben"))
    sessions.learn(C._replace(rows=(*C.rows, Row("adjudicate", differ=2))))
    assert sessions.place == ("c", "report", "ben")
    sessions.move(1)
    assert sessions.place == ("c", "adjudicate", "")


@pytest.mark.parametrize("wanted", ["COMO ESTAN", "b", "cómo"])
def test_a_filter_folds_case_and_accents_and_moves_the_cursor_along(wanted: str) -> None:
    sessions = Picking([A, B], ("a", "verify", ""))
    assert sessions.filter(wanted) == ""
    assert (sessions.shown, sessions.place) == ([B], ("b", "grade", "ana"))
    assert sessions.filter("") == ""
    assert sessions.shown == [A, B]


def test_a_filter_that_nothing_passes_changes_nothing() -> None:
    sessions = Picking([A, B])
    assert sessions.filter("zzz") == "nothing matches zzz"
    assert sessions.shown == [A, B]

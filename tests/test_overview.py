"""What is next in each session, from counts; what is broken hides nothing; no arm is told."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from disputed import letters, ratings, say
from screens import AT, bank, made, seated

from gradertui.events import labelled
from gradertui.model import Item, Plan
from gradertui.overview import Overview, command, compared, day, overview, overviews, word
from gradertui.session import Session
from gradertui.settling import writable_log

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)


def label_all(folder: Path, grader: str, letter: str = "R", n: int | None = None) -> None:
    with closing(Session(folder)) as session:
        say(folder, grader, {task.task_id: letter for task in session.tasks()[:n]})


def told(each: Overview) -> list[tuple[str, str, int, int | None]]:
    return [(row.next, row.grader, row.done, row.total) for row in each.rows]


def test_a_session_that_nobody_began_is_to_grade(tmp_path: Path) -> None:
    each = overview(made(tmp_path / "numbers", bank(3)))
    assert told(each) == [("grade", "", 0, 6)]
    assert (each.mode, each.title, each.total) == ("grade", "numbers", 6)
    assert command(each, each.rows[0]) == "gradertui grade numbers"


def test_who_is_named_by_the_plan_has_a_row_before_the_first_label(tmp_path: Path) -> None:
    folder = made(tmp_path / "numbers", bank(3), Plan(title="", seed=1, graders=("ana", "ben")))
    label_all(folder, "ben", n=2)
    assert told(overview(folder)) == [("grade", "ben", 2, 6), ("grade", "ana", 0, 6)]


def test_how_many_are_dealt_is_not_known_before_the_first_label(tmp_path: Path) -> None:
    folder = made(tmp_path / "numbers", bank(4), Plan(title="", seed=1, graders=("ana", "ben"), overlap=0.5))
    assert {row.total for row in overview(folder).rows} == {None}


def test_flags_and_what_was_left_out_are_counted(example: Callable[..., Path]) -> None:
    folder = example(31)
    with seated(folder) as desk:
        desk.flag()
        desk.exclude("cut off")
        desk.skip()
    row = overview(folder).rows[0]
    assert (row.done, row.total, row.flagged) == (32, 75, 1)
    assert row.last == datetime.fromisoformat(AT)


def test_a_report_is_next_once_all_are_done_and_settling_where_they_differ(tmp_path: Path) -> None:
    folder = letters(tmp_path)
    each = overview(folder)
    assert [row.next for row in each.rows] == ["report", "report", "report"]
    assert each.comparable
    after = compared(each)
    assert after.rows[:3] == each.rows
    # q0-alba, q1-alba and q2-alba are labelled apart in `disputed.LETTERS`.
    assert (after.rows[3].next, after.rows[3].differ) == ("adjudicate", 3)
    assert command(after, after.rows[3]) == "gradertui adjudicate numbers"
    assert compared(after) == after


def test_what_is_settled_is_not_to_settle(tmp_path: Path) -> None:
    from gradertui.events import settled

    folder = letters(tmp_path)
    with closing(Session(folder)) as session, closing(writable_log(session, "eva")) as log:
        log.append_all([settled(f"q{n}-alba", "R", "slip") for n in range(3)], AT)
    assert compared(overview(folder)) == overview(folder)


def test_ratings_that_are_one_apart_are_not_to_settle(tmp_path: Path) -> None:
    # In `disputed.RATED` three of four cards are two or more apart.
    assert compared(overview(ratings(tmp_path))).rows[-1].differ == 3


def test_who_is_done_before_the_others_waits_for_them(example: Callable[..., Path]) -> None:
    example(31)
    each = overview(example(75, "ben"))
    assert [word(each, row) for row in each.rows] == ["to grade", "done"]
    assert not each.comparable


def cards(folder: Path, **plan: Any) -> Path:
    texts = (Item(f"c{name}", "Bien.", template="k", variant=name) for name in ("Lucía", "Martín"))
    return made(folder, texts, Plan(mode="tone", seed=5, **plan))


def test_cards_are_audited_before_the_first_rating_and_can_be_rated_all_the_same(tmp_path: Path) -> None:
    folder = cards(tmp_path / "names")
    assert [row.next for row in overview(folder).rows] == ["blinding", "grade"]
    label_all(folder, "ana", "3", 1)
    assert [row.next for row in overview(folder).rows] == ["grade"]


@pytest.mark.parametrize("decided", [{"accepted": ("toma",)}, {"neutralised": (("lista", "listo"),)}, {"blind": False}])
def test_an_audit_that_was_decided_is_not_next(tmp_path: Path, decided: dict[str, Any]) -> None:
    assert [row.next for row in overview(cards(tmp_path / "names", **decided)).rows] == ["grade"]


def test_a_session_that_cannot_be_opened_says_why_and_hides_no_other(example: Callable[..., Path]) -> None:
    folder = example(3)
    for name, file, what in (
        ("plan", "session.toml", b"mode = "),
        ("bytes", "session.toml", b"\xff\xfe"),
        ("items", "items.sqlite", b"no database" * 500),
        ("none", "items.sqlite", b""),
    ):
        (shutil.copytree(folder, folder.parent / name) / file).write_bytes(what)
    found = {each.folder.name: each for each in overviews(folder.parent)}
    assert told(found.pop("demo-grade")) == [("grade", "ana", 3, 75)]
    assert len(found) == 4
    for each in found.values():
        assert [row.next for row in each.rows] == ["verify"]
        assert each.rows[0].fault
        assert "\n" not in each.rows[0].fault


def test_a_log_that_is_damaged_is_a_row_of_its_own(example: Callable[..., Path]) -> None:
    example(3)
    folder = example(40, "ben")
    whole = (folder / "labels" / "ben.sqlite").read_bytes()
    (folder / "labels" / "cam.sqlite").write_bytes(b"no database" * 100)
    (folder / "labels" / "dan.sqlite").write_bytes(whole[:4096] + b"\xff" * 20_000)
    rows = overview(folder).rows
    assert [(row.next, row.grader, bool(row.fault)) for row in rows] == [
        ("grade", "ana", False),
        ("grade", "ben", False),
        ("verify", "cam", True),
        ("verify", "dan", True),
    ]


def test_the_session_last_touched_stands_first(tmp_path: Path) -> None:
    for name, at in (("a", "2126-01-01"), ("b", "2126-03-01"), ("c", "2126-02-01T00:00:00+00:00")):
        folder = made(tmp_path / name, bank(1))
        with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
            task = next(log.tasks())
            log.append(labelled(task.task_id, 0, "R", active_ms=1, blind=True, screen="live"), at)
    made(tmp_path / "new", bank(1))
    assert [each.folder.name for each in overviews(tmp_path)] == ["b", "c", "a", "new"]


def test_a_time_that_is_none_is_not_shown(tmp_path: Path) -> None:
    folder = made(tmp_path / "a", bank(1))
    with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
        task = next(log.tasks())
        log.append(labelled(task.task_id, 0, "R", active_ms=1, blind=True, screen="live"), "some day")
    assert overview(folder).rows[0].last is None


def test_nothing_tells_an_arm(tmp_path: Path) -> None:
    each = compared(overview(letters(tmp_path)))
    assert "alba" not in repr(each).replace("q0-alba", "")
    assert "brisa" not in repr(each)


@pytest.mark.parametrize(
    ("time", "words"),
    [
        ("2026-03-02T08:05:00+00:00", "today 08:05"),
        ("2026-03-02T00:30:00+02:00", "yesterday 22:30"),
        ("2026-02-28T23:59:00+00:00", "2026-02-28"),
    ],
)
def test_a_time_is_said_by_the_clock_of_this_place(time: str, words: str) -> None:
    assert day(datetime.fromisoformat(time), NOW) == words

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gradertui import events
from gradertui.model import Item, Plan, Question, Source
from gradertui.session import Session, found, sessions_folder
from gradertui.session.making import make
from gradertui.store import StoreError
from gradertui.store.log import Log
from gradertui.store.verifying import examine

AT = "2026-03-01T10:00:00.000+00:00"
Part = Source | Question | Item


def parts(questions: int = 4, first: int = 0) -> Iterator[Part]:
    for q in range(first, first + questions):
        yield Question(f"q{q}", "What?", ("This.",), True)
        for system in ("a", "b", "c"):
            yield Item(f"q{q}-{system}", "This.", f"q{q}", system)


def torn() -> Iterator[Part]:
    yield from parts(2)
    raise ValueError("line 9 is no answer")


def everything(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make(tmp_path / "dia18", parts(), Plan(seed=7), {"answers": ["answers.csv"]})
    return tmp_path / "dia18"


@pytest.fixture
def opened(folder: Path) -> Iterator[Callable[[], Session]]:
    sessions: list[Session] = []

    def open_it() -> Session:
        sessions.append(Session(folder))
        return sessions[-1]

    yield open_it
    for session in sessions:
        session.close()


def order(session: Session, grader: str = "ana") -> list[str]:
    log = session.writable_log(grader)
    tasks = [task.task_id for task in log.tasks()]
    log.close()
    return tasks


def label_first(session: Session) -> None:
    log = session.writable_log("ana")
    task = next(log.tasks())
    label = events.labelled(task.task_id, 0, "R", active_ms=900, blind=True, screen="live")
    log.append_all([*session.freezing("", "ana", AT), label], AT)
    log.close()


def test_what_was_made_can_be_opened(opened: Callable[[], Session]) -> None:
    session = opened()
    assert (session.name, session.plan.seed, session.arms) == ("dia18", 7, ("a", "b", "c"))
    assert session.pairs == session.plan.pairs == (("a", "b"), ("a", "c"), ("b", "c"))
    assert session.items.count("items") == 12
    assert session.items.meta()["plan_hash"] == session.plan_hash


def test_parts_that_break_half_way_leave_no_folder(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="line 9"):
        make(tmp_path / "dia18", torn(), Plan(), {})
    assert list(tmp_path.iterdir()) == []


def test_parts_that_break_half_way_leave_a_folder_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "session.toml").write_text("seed = 7\n")
    before = everything(tmp_path)
    with pytest.raises(ValueError, match="line 9"):
        make(tmp_path, torn(), Plan(), {})
    assert everything(tmp_path) == before


def test_parts_that_break_half_way_leave_a_session_as_it_was(folder: Path) -> None:
    before = everything(folder)
    with pytest.raises(ValueError, match="line 9"):
        make(folder, torn(), Plan(), {})
    assert everything(folder) == before


def test_a_plan_that_is_refused_leaves_a_folder_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(StoreError, match="is not among arms"):
        make(tmp_path, parts(), Plan(pairs=(("a", "z"),)), {})
    assert list(everything(tmp_path)) == ["notes.txt"]


def test_making_twice_adds_only_what_is_new(folder: Path) -> None:
    assert make(folder, parts(), Plan(), {}) == {"sources": 0, "questions": 0, "items": 0}
    assert make(folder, parts(2, first=3), Plan(), {}) == {"sources": 0, "questions": 1, "items": 3}


def test_a_plan_that_is_there_is_kept(folder: Path, opened: Callable[[], Session]) -> None:
    make(folder, parts(1, first=9), Plan(seed=99), {})
    assert opened().plan.seed == 7


def test_the_order_follows_the_plan_until_the_first_label_fixes_it(folder: Path, opened: Callable[[], Session]) -> None:
    def seed(n: int) -> None:
        text = (folder / "session.toml").read_text()
        (folder / "session.toml").write_text(text.replace(f"seed = {opened().plan.seed}", f"seed = {n}"))

    before = order(opened())
    seed(8)
    after = order(opened())
    assert sorted(before) == sorted(after)
    assert before != after
    label_first(opened())
    seed(9)
    with pytest.raises(StoreError, match=r"\(seed\); put it back"):
        order(opened())
    seed(8)
    assert order(opened()) == after


def test_each_grader_has_an_order(opened: Callable[[], Session]) -> None:
    assert sorted(order(opened(), "ana")) == sorted(order(opened(), "bea"))
    assert order(opened(), "ana") != order(opened(), "bea")
    assert opened().graders() == ["ana", "bea"]


def test_items_added_before_the_first_label_join_the_order(folder: Path, opened: Callable[[], Session]) -> None:
    before = order(opened())
    make(folder, parts(1, first=9), Plan(), {})
    after = order(opened())
    assert len(after) == 15
    assert [task for task in after if not task.startswith("q9")] == before


def test_items_added_after_the_first_label_are_refused(folder: Path, opened: Callable[[], Session]) -> None:
    label_first(opened())
    with pytest.raises(StoreError, match=r"ana\.sqlite has labels.*make a new session"):
        make(folder, parts(1, first=9), Plan(), {})
    assert len(order(opened(), "bea")) == 12


def test_a_log_opened_again_goes_on_where_it_was(opened: Callable[[], Session]) -> None:
    label_first(opened())
    session = opened()
    log = session.log("ana")
    state = session.state(log)
    assert (state.labelled, state.last) == (1, 0)
    log.close()


@pytest.mark.parametrize(
    "grader", ["", ".", "..", ".ana", "-ana", "../ana", "a/b", "a\\b", "a b", "ana\n", "a\0b", "x" * 65, "a:b", "a*"]
)
def test_an_id_that_cannot_name_a_file_is_refused(opened: Callable[[], Session], folder: Path, grader: str) -> None:
    with pytest.raises(StoreError, match="--grader"):
        opened().writable_log(grader)
    assert not (folder / "labels").exists()


@pytest.mark.parametrize("grader", ["ana", "Ana-2", "josé.luis", "r_1", "x" * 64])
def test_an_id_of_letters_and_digits_names_a_file(opened: Callable[[], Session], folder: Path, grader: str) -> None:
    assert opened().log_path(grader) == folder / "labels" / f"{grader}.sqlite"


def test_the_event_that_freezes_the_plan_carries_its_text(opened: Callable[[], Session]) -> None:
    session = opened()
    assert session.frozen().value == session.plan_hash
    assert events.facts(session.frozen())["plan"] == session.plan_text


def test_a_folder_that_is_no_session_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no session here; make one with: gradertui new dia19 FILE"):
        Session(tmp_path / "dia19")


def test_a_name_that_no_session_has_is_answered_with_those_that_there_are(folder: Path) -> None:
    with pytest.raises(StoreError, match=f"no session of this name; there are: {folder.name}; make one with: "):
        Session(folder.with_name("dai18"))


def test_sessions_lie_where_it_is_said(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRADERTUI_SESSIONS", "elsewhere")
    assert sessions_folder("here") == Path("here")
    assert sessions_folder(None) == Path("elsewhere")
    monkeypatch.delenv("GRADERTUI_SESSIONS")
    assert sessions_folder(None) == Path("sessions")
    assert found(folder.parent) == [folder]


BODIES = ["[]", "null", "{", '{"plan": 1}', '{"carried": 7}', '{"blind": [], "statistics": {}}', "[" * 3000]
KINDS = ["Labelled", "Retracted", "PlanFrozen", "Guessed", "Nonsense"]
ODD = [None, "", 0, -1, 10**6, 2**62, 1.5, b"\xff", "Q", "\x1b[2J", *KINDS, *BODIES]
event, cell = st.integers(0, 8), st.sampled_from(ODD) | st.integers() | st.text(max_size=5)
rewriting = st.tuples(st.sampled_from(["set", "set", "set", "swap", "double", "drop", "cut"]), event, event, cell)


def rewritten(path: Path, was: list[tuple[object, ...]], steps: list[tuple[str, int, int, object]]) -> None:
    """Put other events into a log, as somebody with a tool for SQLite can: without its triggers, in any order."""
    rows = [list(row) for row in was]
    for how, a, b, value in steps:
        a, b = a % len(rows), b % len(rows)
        match how:
            case "set":
                rows[a][b % 8] = value
            case "swap":
                rows[a], rows[b] = rows[b], rows[a]
            case "double":
                rows.append(list(rows[a]))
            case "drop":
                rows = rows[:a] + rows[a + 1 :] or rows
            case _:
                rows = rows[: max(a, 1)]
    with closing(sqlite3.connect(path)) as db, db:
        for trigger in ("events_no_update", "events_no_delete", "events_no_replace"):
            db.execute(f"drop trigger if exists {trigger}")
        db.execute("delete from events")
        for row in rows:
            with suppress(sqlite3.Error, OverflowError):
                columns = "kind, position, value, undoes, active_ms, task, body, at, hash"
                db.execute(f"insert into events ({columns}) values (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)


@given(steps=st.lists(rewriting, min_size=1, max_size=4))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_log_that_something_else_rewrote_is_read_or_refused_in_one_line(tmp_path: Path, steps: list[Any]) -> None:
    folder, path = tmp_path / "s", tmp_path / "s" / "labels" / "ana.sqlite"
    if not folder.exists():
        make(folder, parts(2), Plan(seed=7), {})
        with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
            first = [events.labelled(f"t{at}", at, "R", active_ms=9, blind=True, screen="live") for at in range(3)]
            given = [events.retracted(4, "t2", 2), events.flagged("t1", 1, True), events.revealed("--open")]
            log.append_all([*session.freezing("", "ana", AT), *first, *given], AT)
            FRESH[:] = [tuple(event[:5]) + tuple(event[6:]) + ("",) for event in log.events()]
    rewritten(path, FRESH, steps)
    for look in LOOKS:
        said = ""
        try:
            with closing(Session(folder)) as session, closing(session.log("ana")) as log:
                look(session, log)
        except StoreError as error:
            said = str(error)
        assert "\n" not in said
        assert not said or str(tmp_path) in said


LOOKS: tuple[Callable[[Session, Log], object], ...] = (
    lambda session, log: session.state(log),
    lambda _session, log: (log.given(), log.counted(), log.labels()),
    lambda session, _log: session.record(),
    lambda _session, log: examine(log.path),
)
FRESH: list[tuple[object, ...]] = []
"""The events of that log before they were rewritten."""

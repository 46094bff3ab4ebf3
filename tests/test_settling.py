"""What was settled: the last word on a task, until it is taken back."""

from contextlib import closing
from pathlib import Path

from gradertui.events import Event, labelled, retracted, settled
from gradertui.model import Item, Plan, Question
from gradertui.session import Session
from gradertui.session.making import make
from gradertui.settling import CAUSES, Settled, cause_words, causes, path_of, said
from gradertui.settling import settled as found
from gradertui.store.backing import files
from gradertui.store.writable import WritableLog
from gradertui.verifying import verify


def session(tmp_path: Path) -> Session:
    make(tmp_path / "s", [Question("q", "?"), *(Item(f"q-{arm}", "yes", "q", arm) for arm in "ab")], Plan(seed=1), {})
    return Session(tmp_path / "s")


def settle(opened: Session, by: str, at: str, *events: Event) -> None:
    path = path_of(opened, by)
    with closing(
        WritableLog(path) if path.exists() else WritableLog.start(opened.folder / "empty.sqlite", path, by)
    ) as log:
        log.append_all(events, at)


def test_the_last_word_counts_whoever_said_it(tmp_path: Path) -> None:
    opened = session(tmp_path)
    assert found(opened) == {}
    settle(opened, "zoe", "2026-03-01", settled("q-a", "R", "slip"))
    settle(opened, "eva", "2026-03-02", settled("q-a", "X", "real"), settled("q-b", "N", ""))
    assert found(opened) == {
        "q-a": Settled("X", "real", "eva", "2026-03-02"), "q-b": Settled("N", "", "eva", "2026-03-02"),
    }  # fmt: skip


def test_what_was_taken_back_does_not_stand(tmp_path: Path) -> None:
    opened = session(tmp_path)
    settle(opened, "eva", "2026-03-01", settled("q-a", "R", "slip"), settled("q-a", "X", "real"))
    settle(opened, "eva", "2026-03-02", retracted(2, "q-a", 0)._replace(position=None))
    assert found(opened)["q-a"].label == "R"


def test_a_card_has_no_reference_that_could_be_wrong() -> None:
    assert causes("grade") == CAUSES == ("unclear", "reference", "slip", "real")
    assert causes("tone") == ("unclear", "slip", "real")
    assert [cause_words(cause, "tone") for cause in (*causes("tone"), "")] == [
        "unclear card", "slip", "real difference", "",
    ]  # fmt: skip


def test_of_a_hidden_repeat_the_first_label_is_what_was_said(tmp_path: Path) -> None:
    parts = [part for q in range(4) for part in (Question(f"q{q}", "?"), Item(f"q{q}-a", "yes", f"q{q}", "a"))]
    make(tmp_path / "s", parts, Plan(seed=1, repeats=1), {})
    opened = Session(tmp_path / "s")
    with closing(opened.writable_log("ana")) as log:
        order = log.order()
        again = next(iter(order.repeats()))
        first = next(i for i, task in enumerate(order) if order[again].task_id == task.task_id + "~")
        for at, label in ((first, "R"), (again, "X")):
            event = labelled(order[at].task_id, at, label, active_ms=1, blind=True, screen="live")
            log.append(event, "2026-03-01")
    assert {task: mark.label for task, mark in said(opened)["ana"].items()} == {order[first].task_id: "R"}


def test_what_is_settled_is_verified_and_backed_up_as_labels_are(tmp_path: Path) -> None:
    opened = session(tmp_path)
    settle(opened, "eva", "2026-03-01", settled("q-a", "R", "slip"))
    assert path_of(opened, "eva") in files(opened.folder)
    assert [part.findings for part in verify(opened.folder) if part.name == "settled/eva.sqlite"] == [()]

"""What was settled: the last word on a task, until it is taken back."""

from contextlib import closing
from pathlib import Path

from gradertui.events import Event, retracted, settled
from gradertui.model import Item, Plan, Question
from gradertui.session import Session
from gradertui.session.making import make
from gradertui.settling import Settled, path_of
from gradertui.settling import settled as found
from gradertui.store.log import Log


def session(tmp_path: Path) -> Session:
    make(tmp_path / "s", [Question("q", "?"), *(Item(f"q-{arm}", "yes", "q", arm) for arm in "ab")], Plan(seed=1), {})
    return Session(tmp_path / "s")


def settle(opened: Session, by: str, at: str, *events: Event) -> None:
    path = path_of(opened, by)
    with closing(
        Log(path, write=True) if path.exists() else Log.start(opened.folder / "empty.sqlite", path, by)
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

"""What several test files need."""

from __future__ import annotations

import csv
import gc
import os
import shutil
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from gradertui import events, locale
from gradertui.events import Event
from gradertui.model import Task

collect_ignore = ["benchmarks", "simulation", "trials"]  # commands, run on demand

# Fewer examples than Hypothesis takes by itself keep the suite short; `HYPOTHESIS_PROFILE=thorough` takes five times as
# many as it does. No deadline for one example: on a busy machine it would fail what is right.
settings.register_profile("suite", max_examples=25, deadline=None)
settings.register_profile("thorough", max_examples=500, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))


# Run on demand, `python -m tests.simulation`; what it kept is held by test_simulation.py.


@pytest.fixture(autouse=True)
def english() -> None:
    """What is claimed of words is claimed in English, whatever a test before has chosen."""
    from gradertui.locale import use

    use("en")


@pytest.fixture
def spanish(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spanish in one test, and the language of the tests that follow as it was."""
    monkeypatch.setattr(locale, "_catalogue", None)
    locale.use("es")


@pytest.fixture(autouse=True)
def _nobodys_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the person at this machine likes is neither read nor changed."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("GRADERTUI_THEME", raising=False)


@pytest.fixture
def real() -> Callable[[str], Path]:
    """A real file by its name in the manifest; the test is skipped where there are none."""
    folder = os.environ.get("GRADERTUI_REAL_DATA")

    def path(name: str) -> Path:
        if not folder:
            pytest.skip("GRADERTUI_REAL_DATA does not name a folder of real files")
        if not (found := Path(folder) / name).exists():
            pytest.skip(f"{name} is not in {folder}")
        return found

    return path


@pytest.fixture(scope="session")
def _unlabelled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from gradertui.cli.demo import build

    folder = tmp_path_factory.mktemp("example") / "demo-grade"
    shipped = Path(__file__).parents[1] / "sessions" / "demo-grade"
    shutil.copytree(shipped, folder, ignore=shutil.ignore_patterns("*.sqlite*", "labels"))
    build(folder)
    return folder


@pytest.fixture
def example(_unlabelled: Path, tmp_path: Path) -> Callable[..., Path]:
    """Label the example with the letters of the document; called again, by another grader.

    The folder of the session comes back; it lies in `tmp_path / "sessions"`. `said` overrules letters by task id.
    """
    from gradertui.events import labelled
    from gradertui.session import Session

    folder = tmp_path / "sessions" / "demo-grade"
    shutil.copytree(_unlabelled, folder)

    def label(n: int = 75, grader: str = "ana", said: Mapping[str, str] | None = None) -> Path:
        session = Session(folder)
        log = session.writable_log(grader)
        letters = _letters(session.arms)
        given = [
            labelled(task.task_id, i, letters[task.cluster, task.arms[0]] if said is None else said[task.task_id],
                     active_ms=2000 + 100 * i, blind=True, screen="live")
            for i, task in enumerate(log.tasks()) if i < n
        ]  # fmt: skip
        log.append_all([session.frozen(), *given], "2026-03-01T10:00:00.000+00:00")
        log.close()
        session.close()
        return folder

    return label


def _letters(arms: Sequence[str]) -> dict[tuple[str, str], str]:
    """(question, system) to the letter of the document, whose configurations are our systems in their order."""
    with (Path(__file__).parent / "reference" / "seed-confidences.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    called = dict(zip(dict.fromkeys(row["configuration"] for row in rows), arms, strict=True))
    return {(row["key"], called[row["configuration"]]): row["letter"] for row in rows}


@pytest.fixture(scope="session")
def demos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of the three examples, each labelled whole by ana and by ben; for reading only."""
    from gradertui.cli.demo import made
    from gradertui.session import Session

    sessions = tmp_path_factory.mktemp("demos")
    for mode, labels in (("grade", "RXN"), ("tone", "12345"), ("preference", "ABTZ0")):
        with closing(Session(made(sessions, mode))) as session:
            for number, grader in enumerate(("ana", "ben"), 1):
                log = session.writable_log(grader)
                given = [
                    events.labelled(task.task_id, i, labels[(i + len(task.arms[0]) // number) % len(labels)],
                                    active_ms=1000 + i, blind=True, screen="live")
                    for i, task in enumerate(log.tasks())
                ]  # fmt: skip
                first = given[0].task
                given += [events.commented(first, 0, f'=1+1, said {grader}\n"so"'), events.flagged(first, 0, True)]
                log.append_all([session.frozen(), *given], "2026-03-01T10:00:00.000+00:00")
                log.close()
    return sessions


@pytest.fixture
def toned(tmp_path: Path) -> Callable[..., Path]:
    """Make the session of the document's 120 cards and rate the first ones as it does; again, by another grader.

    The folder of the session comes back; it lies in `tmp_path / "sessions"`. `rated` chooses tasks and ratings.
    """
    from gradertui import session as sessions
    from gradertui.events import labelled
    from gradertui.model import Item, Plan
    from gradertui.session.making import make

    folder = tmp_path / "sessions" / "names"

    def rate(
        n: int = 120, grader: str = "ana", rated: Callable[[Task], str | None] | None = None, **plan: object
    ) -> Path:
        tones = _tones()
        if not folder.exists():
            cards = (Item(f"c{'-'.join(map(str, key))}", "Keep going.", template=key[0], variant=key[1],
                          replicate=key[2]) for key in tones)  # fmt: skip
            make(folder, cards, Plan(**{"mode": "tone", "seed": 7} | plan), {})  # type: ignore[arg-type]
        session = sessions.Session(folder)
        log = session.writable_log(grader)
        of = rated or (lambda task: tones[task.cluster, task.arms[0], task.replicate])
        given = [
            labelled(task.task_id, i, rating, active_ms=2000, blind=True, screen="live")
            for i, task in enumerate(log.tasks()) if i < n and (rating := of(task))
        ]  # fmt: skip
        log.append_all([session.frozen(), *given], "2026-03-01T10:00:00.000+00:00")
        log.close()
        session.close()
        return folder

    return rate


def _tones() -> dict[tuple[str, str, int], str]:
    """(template, variant, replicate) to the rating of the document."""
    with (Path(__file__).parent / "reference" / "seed-tones.csv").open(encoding="utf-8") as file:
        return {(row["template"], row["variant"], int(row["replicate"])): row["tone"] for row in csv.DictReader(file)}


@pytest.fixture
def said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Carry out a command over `tmp_path / "sessions"`: exit status, standard output, standard error."""
    from gradertui.cli import main

    def run(*words: object) -> tuple[int, str, str]:
        capsys.readouterr()
        status = main([*map(str, words), "--lang", "en", "--sessions", str(tmp_path / "sessions")])
        return status, *capsys.readouterr()

    return run


@pytest.fixture
def stands() -> Callable[[Path, str], dict[str, tuple[str, str]]]:
    """What stands in a grader's log: task to label and comment."""
    from gradertui.session import Session

    def read(folder: Path, grader: str) -> dict[str, tuple[str, str]]:
        session = Session(folder)
        log = session.log(grader)
        state = session.state(log)
        log.close()
        session.close()
        marks = ((task.task_id, state.marks[i]) for i, task in enumerate(state.order))
        return {task: (mark.label, mark.comment) for task, mark in marks if mark.label}

    return read


@pytest.fixture(scope="session")
def schema_1() -> Callable[..., None]:
    """Write a log as gradertui 0.1.0 made them, or what another log holds in such a file; it takes the place of it."""
    made = (Path(__file__).parent / "reference" / "log-schema-1.sql").read_text(encoding="utf-8")

    def write(path: Path, like: Path | None = None) -> None:
        older = path.with_name("older")
        with closing(sqlite3.connect(older)) as db:
            db.executescript(made)
            if like:
                for trigger in ("events_no_update", "events_no_delete"):
                    db.execute(f"drop trigger {trigger}")
                db.execute("attach ? as newer", (str(like),))
                for table in ("meta", "arrangement", "events"):
                    db.execute(f"delete from {table}")
                    db.execute(f"insert into {table} select * from newer.{table} order by rowid")
                db.commit()
                db.execute("detach newer")
                guards = made[made.index("CREATE TRIGGER") : made.index("CREATE TRIGGER events_no_replace")]
                db.executescript(guards)
            db.execute("PRAGMA journal_mode = WAL")
        older.replace(path)

    return write


@pytest.fixture(scope="session")
def bank() -> Callable[..., list[Task]]:
    """Answers of some systems to some questions, as tasks; a question in five has no answer in its sources."""

    def tasks(questions: int, systems: Sequence[str] = ("a", "b", "c"), replicates: int = 1) -> list[Task]:
        return [
            Task(f"q{q}-{system}-{r}", f"q{q}", (system,), r, q % 5 != 4)
            for q in range(questions)
            for system in systems
            for r in range(1, replicates + 1)
        ]

    return tasks


@pytest.fixture(scope="session")
def histories() -> Callable[[Sequence[Task]], SearchStrategy[list[Event]]]:
    """What a grader may do with some tasks, in any order, undo in between: a strategy of logs."""
    deeds: dict[str, Callable[[str, int, str], Event]] = {
        "label": lambda task, at, x: events.labelled(task, at, x, active_ms=700 * at, blind=True, screen="live"),
        "skip": lambda task, at, _x: events.skipped(task, at),
        "exclude": events.excluded,
        "flag": lambda task, at, x: events.flagged(task, at, x != "N"),
        "comment": lambda task, at, x: events.commented(task, at, "" if x == "N" else x),
    }

    def played(tasks: Sequence[Task], steps: Sequence[tuple[str, int, str]]) -> list[Event]:
        log: list[Event] = []
        standing: list[Event] = []
        for deed, at, value in steps:
            if deed == "undo":
                if not standing:
                    continue
                last = standing.pop()
                event = events.retracted(last.seq, last.task, last.position or 0)._replace(seq=len(log) + 1)
            else:
                event = deeds[deed](tasks[at].task_id, at, value)._replace(seq=len(log) + 1)
                standing.append(event)
            log.append(event)
        return log

    def strategy(tasks: Sequence[Task]) -> SearchStrategy[list[Event]]:
        deed = st.sampled_from(["label", "label", "label", "undo", "undo", *deeds])
        step = st.tuples(deed, st.integers(0, len(tasks) - 1), st.sampled_from("RXN"))
        return st.lists(step, max_size=25).map(lambda steps: played(tasks, steps))

    return strategy


def pytest_collection_finish() -> None:
    """What was collected lives to the end: looking through it for circles again and again takes a tenth of the time."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)

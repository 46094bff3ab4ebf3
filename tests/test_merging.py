"""What comes in from other copies: the same whatever the order, and nothing that would have to be guessed."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gradertui.cli import main
from gradertui.events import commented, excluded, facts, flagged, labelled, retracted
from gradertui.model import Item, Plan, Question
from gradertui.report.hands import read
from gradertui.session import Session, planning
from gradertui.session.making import make
from gradertui.store.log import Log
from gradertui.store.writable import WritableLog

FORMATS = ("csv", "jsonl")


@pytest.fixture(scope="session")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A session of 8 answers that nobody has labelled."""
    folder = tmp_path_factory.mktemp("blank") / "s"
    questions = [Question(f"q{n}", f"What is {n}?", ("it",), True) for n in range(4)]
    items = [Item(f"q{n}-{arm}", "it is", f"q{n}", arm) for n in range(4) for arm in "ab"]
    make(folder, [*questions, *items], Plan(seed=3), {})
    return folder


class Copy:
    """A copy of the session on somebody's machine."""

    def __init__(self, blank: Path, folder: Path) -> None:
        shutil.copytree(blank, folder)
        self.folder = folder

    def grade(self, grader: str, letters: str, minute: int = 0, start: int = 0) -> None:
        """Label from a position on, a letter each; "u" takes the last one back, "." passes over."""
        at = (f"2026-03-01T10:{minute:02d}:{second:02d}.000+00:00" for second in count())
        with closing(Session(self.folder)) as session, closing(session.writable_log(grader)) as log:
            tasks, place = list(log.tasks()), start
            for event in session.freezing(session.state(log).plan_hash, grader, when := next(at)):
                log.append(event, when)
            for letter in letters:
                if letter == "u":
                    last = list(log.events("Labelled"))[-1]
                    log.append(retracted(last.seq, last.task, last.position or 0), next(at))
                    continue
                if letter != ".":
                    event = labelled(tasks[place].task_id, place, letter, active_ms=900, blind=True, screen="live")
                    log.append(event, next(at))
                place += 1

    def merge(self, *words: object) -> int:
        return main(["merge", self.folder.name, *map(str, words), "--lang=en", "--sessions", str(self.folder.parent)])

    def exported(self, form: str = "csv", out: Path | None = None) -> bytes:
        out = out or self.folder.parent / f"export.{form}"
        words = ["export", self.folder.name, "--format", form, "--out", str(out)]
        assert main([*words, "--sessions", str(self.folder.parent)]) == 0
        return out.read_bytes()

    def verify(self) -> int:
        return main(["verify", self.folder.name, "--sessions", str(self.folder.parent)])

    def log(self, name: str) -> Path:
        return self.folder / "labels" / f"{name}.sqlite"

    def contents(self) -> dict[str, bytes]:
        files = (path for path in self.folder.rglob("*") if path.is_file() and path.suffix in (".sqlite", ".toml"))
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in files}


@pytest.fixture
def copies(blank: Path, tmp_path: Path) -> Callable[[str], Copy]:
    return lambda name: Copy(blank, tmp_path / name)


def _chronicles(blank: Path, root: Path) -> list[Path]:
    """What three people carried about: folders, logs and exports, some older than others."""
    there = Copy(blank, root / "there")
    there.grade("ana", "RXu", 1)
    early = root / "ana-early.sqlite"
    shutil.copyfile(there.log("ana"), early)
    there.exported("csv", root / "early.csv")
    there.grade("ana", "NRX", 5, start=1)
    there.grade("ben", "RRXN", 7)
    shutil.copytree(there.folder, root / "middle")
    there.exported("jsonl", root / "middle.jsonl")
    there.grade("ben", "XXNN", 9, start=4)
    late = Copy(blank, root / "late")
    late.grade("eva", "NNNNXXXX", 2)
    late.exported("csv", root / "eva.csv")
    return [
        early,
        root / "early.csv",
        root / "middle",
        root / "middle.jsonl",
        there.folder,
        late.folder,
        root / "eva.csv",
    ]


@pytest.fixture(scope="session")
def carried(blank: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return _chronicles(blank, tmp_path_factory.mktemp("carried"))


@pytest.fixture(scope="session")
def all_of_it(blank: Path, carried: Sequence[Path], tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """What is exported once the folders alone have come in."""
    here = Copy(blank, tmp_path_factory.mktemp("here") / "s")
    assert here.merge(*(path for path in carried if path.is_dir())) == 0
    return [here.exported(form) for form in FORMATS]


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.randoms(use_true_random=False), st.lists(st.booleans(), min_size=14, max_size=14))
def test_copies_merged_in_any_order_and_twice_export_the_same_bytes(
    blank: Path, carried: list[Path], all_of_it: list[bytes], shuffle: random.Random, alone: list[bool]
) -> None:
    twice = [*carried, *carried]
    shuffle.shuffle(twice)
    with TemporaryDirectory() as root:
        here = Copy(blank, Path(root) / "s")
        waiting: list[Path] = []
        for path, at_once in zip(twice, alone, strict=True):
            waiting.append(path)
            if at_once:
                assert here.merge(*waiting) == 0
                waiting = []
        assert not waiting or here.merge(*waiting) == 0
        assert [here.exported(form) for form in FORMATS] == all_of_it
        assert here.verify() == 0


def test_a_log_that_goes_on_from_ours_takes_its_place_and_ours_is_kept(copies, capsys):
    here, there = copies("here"), copies("there")
    there.grade("ana", "RX", 1)
    assert here.merge(there.folder) == 0
    there.grade("ana", "NN", 2, start=2)
    before = list(_events(here.log("ana")))
    assert here.merge(there.log("ana")) == 0
    assert _events(here.log("ana")) == _events(there.log("ana"))
    (kept,) = (here.folder / "backups").iterdir()
    assert _events(kept / "labels" / "ana.sqlite") == before
    assert "goes on from what is here" in capsys.readouterr().out


def test_ours_that_goes_on_from_theirs_stays_and_nothing_is_written(copies):
    here, there = copies("here"), copies("there")
    there.grade("ana", "RX", 1)
    here.merge(there.folder)
    here.grade("ana", "NN", 2, start=2)
    before = here.contents()
    assert here.merge(there.folder, there.log("ana")) == 0
    assert here.contents() == before


def test_two_logs_of_one_id_that_fork_are_said_and_neither_is_taken(copies, capsys):
    here, there, third = copies("here"), copies("there"), copies("third")
    here.grade("ana", "RX", 1)
    there.merge(here.folder)
    here.grade("ana", "N", 2, start=2)
    there.grade("ana", "X", 3, start=2)
    there.grade("ben", "R", 3)
    capsys.readouterr()
    mine = _events(here.log("ana"))
    assert here.merge(there.folder) == 1
    out = " ".join(capsys.readouterr().out.split())
    assert "share events 1 to 3 and differ from 4 on (2026-03-01 10:02 and 2026-03-01 10:03)" in out
    assert "--as ana=ana2" in out
    assert _events(here.log("ana")) == mine
    assert _events(here.log("ben")) == _events(there.log("ben"))
    # Neither of two others, whichever comes first, where we have none of them.
    for order in ((here, there), (there, here)):
        assert third.merge(*(each.log("ana") for each in order)) == 1
        assert not third.log("ana").exists()


def test_a_log_taken_in_under_another_id_keeps_its_order_and_can_be_gone_on_with(copies):
    here, there, third = copies("here"), copies("there"), copies("third")
    here.grade("ana", "RX", 1)
    there.grade("ana", "NN", 2)
    assert here.merge(there.folder, "--as", "ana=ana2") == 0
    assert here.merge(there.folder, "--as", "ana=ana2") == 0
    assert here.verify() == 0
    with closing(Log(here.log("ana2"))) as log:
        assert log.meta() | {"grader": "ana2", "arranged_as": "ana"} == log.meta()
    assert {row.split(",")[6] for row in here.exported().decode().splitlines()[1:]} == {"ana", "ana2"}
    here.grade("ana2", "R", 4, start=2)
    there.grade("ana", "R", 4, start=2)
    assert third.merge(here.folder) == 0
    assert third.verify() == 0
    assert third.exported() == here.exported()


def test_what_was_undone_here_does_not_come_back_from_an_older_export(copies, tmp_path):
    here = copies("here")
    here.grade("ana", "RX", 1)
    here.exported("csv", tmp_path / "old.csv")
    here.grade("ana", "u", 2)
    before = here.exported()
    assert here.merge(tmp_path / "old.csv") == 0
    assert here.exported() == before


def test_of_two_labels_without_a_time_none_is_guessed(copies, tmp_path, capsys):
    here = copies("here")
    here.grade("ana", "RX", 1)
    task = _events(here.log("ana"))[1].task
    (tmp_path / "x.csv").write_text(f"item_id,label,grader\n{task},N,ana\n")
    assert here.merge(tmp_path / "x.csv") == 1
    assert f"{task}: x.csv says N, R stands here, and no time tells which is the later" in capsys.readouterr().out
    assert len(_events(here.log("ana"))) == 3
    (tmp_path / "x.csv").write_text(f"item_id,label,grader,at\n{task},N,ana,2026-03-01 12:00+01:00\n")
    assert here.merge(tmp_path / "x.csv") == 1
    assert f"{task}: x.csv says N, and R was given here by hand" in capsys.readouterr().out
    assert len(_events(here.log("ana"))) == 3


def test_a_later_word_of_a_file_takes_the_place_of_an_earlier_one(copies, tmp_path):
    here = copies("here")
    here.grade("ana", "R", 1)
    with closing(Log(here.log("ana"))) as log:
        task = list(log.tasks())[3].task_id
    for label, at in (("X", "10:00"), ("N", "11:00"), ("R", "09:00")):
        (tmp_path / "x.csv").write_text(f"item_id,label,grader,at\n{task},{label},ana,2026-03-02 {at}+00:00\n")
        assert here.merge(tmp_path / "x.csv") == 0
    assert _events(here.log("ana"))[-1][:3] == ("Labelled", 3, "N")


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_label_and_its_comment_come_in_whatever_comes_first(copies, tmp_path, order):
    here, others = copies("here"), [copies("one"), copies("two")]
    for n, (each, words) in enumerate(zip(others, ("first thoughts", "second thoughts"), strict=True)):
        (tmp_path / f"{n}.csv").write_text(
            f"item_id,label,comment,grader,at\nq1-a,X,{words},dave,2026-03-0{n + 1} 10:00+00:00\n"
        )
        assert each.merge(tmp_path / f"{n}.csv") == 0
    for n in order:
        assert here.merge(others[n].folder) == 0
    assert b"second thoughts" in here.exported()


def test_a_log_taken_in_under_another_id_brings_only_its_own_labels(copies, capsys):
    here, one, two = copies("here"), copies("one"), copies("two")
    here.grade("ana", "RX", 1)
    for each in (one, two):
        each.merge(here.folder)
    here.grade("ana", "RXN", 2, start=2)
    one.grade("ana", "NNRR", 3, start=2)
    assert here.merge(one.folder) == 1
    assert here.merge(one.folder, "--as", "ana=ana2") == 0
    with closing(Session(here.folder)) as session:
        shared = {hand.grader: (hand.shared, hand.state.labelled) for hand in read(session, ["ana", "ana2"])}
    assert shared["ana"][0] == 0
    assert shared["ana2"] == (2, 4)
    assert here.verify() == 0


def test_plans_departed_from_for_other_reasons_are_two_plans(copies, capsys):
    here, there = copies("here"), copies("there")
    for each, reason, at in (
        (here, "asked for", "2026-03-02T10:00:00Z"),
        (there, "liked better", "2026-03-02T11:00:00Z"),
    ):
        each.grade("ana" if each is here else "ben", "R", 1)
        text = (each.folder / "session.toml").read_text("utf-8")
        planning.change(each.folder, text, {"event": "correct"}, reason=reason, by="eva", at=at)
    assert here.merge(there.folder) == 1
    assert "another plan" in capsys.readouterr().out


def test_labels_that_were_imported_in_two_copies_do_not_fork(copies, tmp_path):
    here, there = copies("here"), copies("there")
    (tmp_path / "x.csv").write_text("item_id,label,comment\nq1-a,N,mine\nq2-b,X,\n")
    for each in (here, there):
        main(["label", each.folder.name, str(tmp_path / "x.csv"), "--grader", "ana", "--sessions", str(tmp_path)])
    assert here.merge(there.folder) == 0
    assert there.merge(here.folder) == 0
    assert here.exported() == there.exported()
    assert here.verify() == there.verify() == 0


@pytest.fixture
def source(blank, tmp_path):
    """Another session of the same answers, with labels, a comment, a flag and a question left out."""
    there = Copy(blank, tmp_path / "source")
    there.grade("ana", "NNXXRR")
    with closing(Session(there.folder)) as session, closing(session.writable_log("ana")) as log:
        tasks = list(log.tasks())
        told = [commented(tasks[0].task_id, 0, "mine"), flagged(tasks[1].task_id, 1, True)]
        told += [excluded(tasks[at].task_id, at, "cut off") for at in (6, 7)]
        log.append_all(told, "2026-03-01T11:00:00.000+00:00")
    return there


def carry(copy, source):
    words = ["label", copy.folder.name, "--carry", source.folder.name, "--sessions", str(copy.folder.parent)]
    assert main(words) == 0


def carried_events(copy):
    with closing(Session(copy.folder)) as session, closing(session.log("ana")) as log:
        events = [event for event in log.events() if facts(event).get("carried") == "source"]
    return sorted((event.kind, event.task, event.value, event.at, event.body) for event in events)


def test_labels_that_were_carried_in_two_copies_do_not_fork(copies, source):
    here, there = copies("here"), copies("there")
    for each in (here, there):
        carry(each, source)
    before = carried_events(here)
    assert here.merge(there.folder) == 0
    assert there.merge(here.folder) == 0
    assert here.exported() == there.exported()
    assert carried_events(here) == carried_events(there) == before
    assert here.verify() == there.verify() == 0


def test_what_was_carried_in_another_copy_comes_in_as_carried_beside_what_was_done_here(copies, source):
    here, there = copies("here"), copies("there")
    carry(there, source)
    here.grade("ana", "X", 5)
    mine = carried_events(there)
    with closing(Session(here.folder)) as session, closing(session.log("ana")) as log:
        first = log.order()[0].task_id
    assert len(mine) == 6 + 2 + 2 + 2
    assert here.merge(there.folder) == 0
    assert carried_events(here) == [event for event in mine if event[1] != first or event[0] == "Commented"]
    assert here.verify() == 0
    assert here.merge(there.folder) == 0
    gone = [event[0] for event in mine if event not in carried_events(here)]
    assert sorted(gone) == ["Flagged", "Labelled"]


def test_answers_that_are_unknown_or_missing_are_said_with_ids_or_number(blank, tmp_path, capsys):
    here = Copy(blank, tmp_path / "here")
    for name, arms in (("more", "abc"), ("less", "a")):
        questions = [Question(f"q{n}", f"What is {n}?", ("it",), True) for n in range(4)]
        items = [Item(f"q{n}-{arm}", "it is", f"q{n}", arm) for n in range(4) for arm in arms]
        make(tmp_path / name, [*questions, *items], Plan(seed=3), {})
    assert here.merge(tmp_path / "more") == 1
    assert "4 answers there are unknown here: q0-c, q1-c, q2-c, q3-c" in " ".join(capsys.readouterr().out.split())
    assert here.merge(tmp_path / "less") == 1
    assert "4 answers of this session are missing there" in " ".join(capsys.readouterr().out.split())


def test_another_plan_is_refused_with_the_keys_that_differ(copies, capsys):
    here, there = copies("here"), copies("there")
    toml = there.folder / "session.toml"
    toml.write_text(toml.read_text().replace("level = 0.95", "level = 0.9").replace("seed = 3", "seed = 4"))
    there.grade("ana", "RX", 1)
    assert here.merge(there.folder) == 1
    assert "(seed, level)" in capsys.readouterr().out
    assert here.merge(there.log("ana")) == 1
    assert "under a plan that is on no record here" in " ".join(capsys.readouterr().out.split())
    assert not here.log("ana").exists()


def test_the_plan_that_goes_on_from_ours_comes_in_and_labels_under_it(copies):
    here, there = copies("here"), copies("there")
    there.grade("ana", "RX", 1)
    assert here.merge(there.folder) == 0
    words = ["plan", "there", "change", "level=0.9", "--reason", "narrower", "--sessions", str(there.folder.parent)]
    assert main(words) == 0
    there.grade("ben", "RX", 2)
    assert here.merge(there.log("ben")) == 1
    assert here.merge(there.folder) == 0
    with closing(Session(here.folder)) as session:
        assert session.plan.level == 0.9
        assert [each.reason for each in session.record().deviations] == ["narrower"]
    assert here.verify() == 0
    assert here.exported() == there.exported()
    late = copies("late")
    late.grade("eva", "R", 1)
    assert here.merge(late.folder) == 0


def test_a_log_that_is_open_or_damaged_is_refused_and_the_others_are_taken(copies, capsys):
    here, there = copies("here"), copies("there")
    there.grade("ana", "R", 1)
    here.merge(there.folder)
    there.grade("ana", "X", 2, start=1)
    there.grade("ben", "R", 1)
    there.grade("eva", "RR", 1)
    with closing(sqlite3.connect(there.log("eva"))) as db, db:
        db.execute("drop trigger events_no_delete")
        db.execute("delete from events where seq = 2")
    with closing(Session(here.folder)) as session, closing(session.writable_log("ana")):
        assert here.merge(there.folder) == 1
    out = " ".join(capsys.readouterr().out.split())
    assert "ana is open in another process" in out
    assert "events_no_delete” is gone" in out
    assert {path.stem for path in (here.folder / "labels").glob("*.sqlite")} == {"ana", "ben"}
    assert len(_events(here.log("ana"))) == 2


def test_clocks_that_cannot_be_right_are_said_and_refuse_nothing(copies, capsys):
    here, there = copies("here"), copies("there")
    there.grade("ana", "RX", 5)
    there.grade("ana", "N", 2, start=2)
    with closing(WritableLog(there.log("ana"))) as log:
        log.append(labelled("q0-a", 0, "R", active_ms=1, blind=True, screen="live"), "2999-01-01T00:00:00.000+00:00")
    assert here.merge(there.folder) == 0
    out = capsys.readouterr().out
    assert "ana: the clock went back 1 time, first at event 4" in out
    assert "ana: 1 event lies in the future (2999-01-01 00:00)" in " ".join(out.split())


def _events(path: Path) -> list[object]:
    with closing(Log(path)) as log:
        return list(log.events())

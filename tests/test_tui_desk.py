import sqlite3
from contextlib import closing
from itertools import count

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from screens import AT, bank, made, seated

from gradertui.state import begin, fold
from gradertui.store import StoreError
from gradertui.store.verifying import examine

DEEDS = {
    "label": lambda desk: desk.label("N", 900, "live"),
    "skip": lambda desk: desk.skip(),
    "exclude": lambda desk: desk.exclude("not an answer"),
    "flag": lambda desk: desk.flag(),
    "comment": lambda desk: desk.comment("hm"),
}


class Full:
    """A log on a disk that is full."""

    def append(self, event, at):
        raise StoreError("ana.sqlite: database or disk is full")


def rows(desk, query="select kind from events order by seq"):
    """What another program reads from the log now."""
    with closing(sqlite3.connect(desk.log.path)) as db:
        return [row[0] for row in db.execute(query)]


def place(desk):
    return desk.position, desk.state, desk.only, desk.looking_for


@pytest.fixture
def small(tmp_path):
    """Four answers: two questions put to two systems."""
    return made(tmp_path / "small", bank(2))


@pytest.mark.parametrize("deed", DEEDS)
def test_it_is_on_disk_before_anything_changes(example, deed):
    with seated(example(3)) as desk:
        before, seen, append = place(desk), [], desk.log.append

        def watched(event, at):
            stored = append(event, at)
            seen.append((place(desk), rows(desk)[-1]))
            return stored

        desk.log.append = watched
        DEEDS[deed](desk)
        ((then, kind),) = seen
        assert then == before
        assert kind.casefold().startswith(deed[:4])
        assert desk.state is not before[1]


@pytest.mark.parametrize("deed", [*DEEDS, "undo", "reveal"])
def test_what_cannot_be_saved_changes_nothing(example, deed):
    deeds = DEEDS | {"undo": lambda desk: desk.undo(), "reveal": lambda desk: desk.reveal("--open")}
    with seated(example(3)) as desk:
        desk.log, before = Full(), place(desk)
        with pytest.raises(StoreError, match="disk is full"):
            deeds[deed](desk)
        assert place(desk) == before


def test_a_first_event_that_cannot_be_saved_freezes_no_plan(small):
    with seated(small) as desk:
        log, desk.log = desk.log, Full()
        with pytest.raises(StoreError):
            desk.flag()
        assert desk.state.plan_hash == ""
        desk.log = log
        desk.flag()
        assert rows(desk) == ["PlanFrozen", "Flagged"]


@pytest.mark.parametrize("deed", DEEDS)
def test_the_first_event_freezes_the_plan_and_no_other_does(small, deed):
    with seated(small) as desk:
        assert rows(desk) == []
        DEEDS[deed](desk)
        desk.flag()
        assert [kind == "PlanFrozen" for kind in rows(desk)] == [True, False, False]
        assert desk.state.plan_hash == desk.session.plan_hash


def test_looking_around_writes_nothing(small):
    with seated(small) as desk:
        desk.walk(1), desk.go("2"), desk.filter(":open"), desk.resume(), desk.filter(""), desk.undo()
        assert rows(desk) == []


def test_undo_goes_back_over_a_restart(example):
    folder = example(0)
    with seated(folder) as desk:
        for letter in "XNX":
            desk.label(letter, 900, "live")
    with seated(folder) as desk:
        assert desk.position == 3
        for position, letter in ((2, "X"), (1, "N"), (0, "X")):
            before = desk.state.labelled
            assert desk.undo() == f"{desk.key}: {letter} undone"
            assert (desk.position, desk.state.labelled) == (position, before - 1)
        assert desk.undo() == "nothing to undo"
    with seated(folder) as desk:
        assert (desk.position, desk.state.labelled) == (0, 0)
        assert len(rows(desk)) == 7


@pytest.mark.parametrize(
    ("deed", "word"),
    [("label", "N"), ("skip", "skip"), ("exclude", "exclusion"), ("flag", "flag"), ("comment", "comment")],
)
def test_undo_takes_back_each_kind_of_event(example, deed, word):
    with seated(example(3)) as desk:
        position, mark = desk.position, desk.mark
        DEEDS[deed](desk)
        assert desk.state.marks[position] != mark
        said = desk.undo()
        assert (desk.position, desk.mark) == (position, mark)
        assert said == f"{desk.key}: {word} undone"


def test_undo_of_a_second_label_brings_the_first_back(example):
    with seated(example(3)) as desk:
        desk.go("1")
        first = desk.mark.label
        desk.label("X" if first == "N" else "N", 900, "live")
        assert desk.undo() != ""
        assert (desk.position, desk.mark.label) == (0, first)


def test_what_is_put_off_comes_back_at_the_end(small):
    with seated(small) as desk:
        assert "comes back at the end" in desk.skip()
        visited = []
        for _label in range(3):
            visited.append(desk.position)
            desk.label("R", 900, "live")
        assert visited == [1, 2, 3]
        assert desk.position == 0
        desk.label("R", 900, "live")
        assert desk.state.complete
        assert desk.state.skipped == ()


def test_what_is_put_off_comes_back_in_the_order_it_was_put_off(small):
    with seated(small) as desk:
        desk.skip(), desk.skip()
        desk.label("R", 900, "live"), desk.label("R", 900, "live")
        assert desk.position == 0
        desk.skip()
        assert desk.position == 1


def test_leaving_the_last_one_out_completes_the_plan(example):
    with seated(example(74)) as desk:
        key = desk.key
        assert desk.exclude("the answer is\ncut off") == f"{key} left out: the answer is cut off · u undoes it"
        assert desk.state.complete
        assert desk.resume() == "nothing is open"
        desk.undo()
        assert not desk.state.complete


def test_relabelling_returns_to_the_open_place(example):
    with seated(example(10)) as desk:
        for _step in range(3):
            assert desk.walk(-1) == ""
        assert desk.position == 7
        desk.label("X", 900, "live")
        assert desk.position == 10
        assert desk.state.labelled == 10


def test_a_restart_resumes_at_the_exact_place_and_says_where(example):
    folder = example(31)
    with seated(folder) as desk:
        assert desk.position == 31
        last = desk.state.order[30].cluster
        assert desk.welcome() == f"welcome back: 31 of 75 done; your last was {last}, {desk.state.marks[30].label}"
        desk.go("10")
        desk.label("N", 900, "live")
        desk.flag()
        key = desk.key
    with seated(folder) as desk:
        assert (desk.position, desk.key) == (31, key)
        assert desk.welcome() == f"welcome back: 31 of 75 done; your last was {key}, flag"


def test_after_an_undo_a_restart_resumes_at_what_was_undone(example):
    folder = example(31)
    with seated(folder) as desk:
        desk.undo()
    with seated(folder) as desk:
        assert desk.position == 30


def test_a_restart_resumes_after_what_was_put_off(example):
    folder = example(31)
    with seated(folder) as desk:
        desk.skip()
    with seated(folder) as desk:
        assert desk.position == 32


def test_a_first_start_says_how_many_there_are(example):
    with seated(example(0), "ben") as desk:
        assert desk.welcome() == "75 to go; ? explains the letters"


def test_a_match_is_refused_where_the_sources_have_no_answer_and_nothing_is_written(example):
    with seated(example(0)) as desk:
        position = next(i for i in range(75) if desk.state.order.answerable(i) is False)
        desk.go(str(position + 1))
        before, written = place(desk), rows(desk)
        assert desk.label("R", 900, "live").startswith("the sources have no answer to this")
        assert (place(desk), rows(desk)) == (before, written)
        desk.label("N", 900, "live")
        assert desk.state.marks[position].label == "N"


def test_the_same_comment_is_written_once_and_an_empty_one_removes_it(small):
    with seated(small) as desk:
        assert desk.comment("hm") == f"comment on {desk.key} saved"
        assert desk.comment("hm") == ""
        assert rows(desk) == ["PlanFrozen", "Commented"]
        assert desk.comment("") == f"comment on {desk.key} removed"
        assert desk.mark.comment == ""


def test_a_flag_is_put_on_and_taken_off(small):
    with seated(small) as desk:
        assert desk.flag() == f"{desk.key} flagged"
        assert desk.flag() == f"{desk.key} no longer flagged"
        assert not desk.mark.flagged


def test_seeing_the_systems_is_recorded_once(small):
    with seated(small, blind=False) as desk:
        desk.reveal("--open"), desk.reveal("--open")
        assert rows(desk, "select value from events where kind = 'Revealed'") == ["--open"]


def test_events_carry_the_time_they_are_given(small):
    with seated(small) as desk:
        desk.flag()
        assert set(rows(desk, "select at from events")) == {AT}


WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=4) | st.sampled_from(["\x1b[2J", "\u202e", "[/b]"])
BLANK = {"label": None, "excluded": None, "skipped": False, "flagged": False, "comment": ""}


class Grading(RuleBasedStateMachine):
    """A grader who does anything in any order, beside six answers in a plain dictionary."""

    folder = None
    graders = count()

    @initialize()
    def sit_down(self):
        self.grader = f"g{next(self.graders)}"
        self.marks, self.undone, self.waiting, self.desk = [dict(BLANK) for _answer in range(6)], [], [], None
        self.restart()

    @rule()
    def restart(self):
        was = self.desk and facts(self.desk)
        self.teardown()
        self.seat = seated(self.folder, self.grader)
        self.desk = self.seat.__enter__()
        assert was in (None, facts(self.desk))

    def teardown(self):
        if getattr(self, "desk", None):
            self.seat.__exit__(None, None, None)

    def changed(self, **facts):
        """What the model says of the answer before the grader from now on."""
        at = self.desk.position
        self.undone.append((at, dict(self.marks[at]), list(self.waiting)))
        self.marks[at] |= facts
        if "skipped" in facts:
            self.waiting = [each for each in self.waiting if each != at] + ([at] if facts["skipped"] else [])

    @rule(letter=st.sampled_from("RXN"), ms=st.integers(0, 10**7))
    def label(self, letter, ms):
        self.changed(label=letter, excluded=None, skipped=False)
        self.desk.label(letter, ms, "live")

    @rule()
    def skip(self):
        self.changed(label=None, excluded=None, skipped=True)
        self.desk.skip()

    @rule(reason=WORDS)
    def exclude(self, reason):
        self.changed(label=None, excluded=reason, skipped=False)
        self.desk.exclude(reason)

    @rule()
    def flag(self):
        self.changed(flagged=not self.desk.mark.flagged)
        self.desk.flag()

    @rule(text=WORDS)
    def comment(self, text):
        if text != self.desk.mark.comment:
            self.changed(comment=text)
        self.desk.comment(text)

    @rule()
    def undo(self):
        said = self.desk.undo()
        if not self.undone:
            assert said == "nothing to undo"
            return
        at, self.marks_before, self.waiting = self.undone.pop()
        self.marks[at] = self.marks_before
        assert self.desk.position == at

    @rule(where=st.sampled_from(["1", "3", "6", "7", "0", "q1", "q9", "", "\x1b[2J", "99999999999", "١"]))
    def jump(self, where):
        self.desk.go(where)

    @rule(step=st.sampled_from([-1, 1]))
    def walk(self, step):
        self.desk.walk(step)

    @rule(wanted=st.sampled_from([":open", ":flagged", ":X", "think", "nothing so", "\u202e", ""]))
    def filter(self, wanted):
        self.desk.filter(wanted)

    @rule()
    def resume(self):
        self.desk.resume()
        if not all(mark["label"] or mark["excluded"] is not None for mark in self.marks):
            assert not self.desk.mark.settled

    @precondition(lambda self: self.desk)
    @invariant()
    def what_stands_is_what_was_done(self):
        state = self.desk.state
        stands = [state.marks[i] for i in range(6)]
        assert [
            {name: getattr(mark, name) for name in BLANK} | {"skipped": bool(mark.skipped)} for mark in stands
        ] == self.marks
        assert state.skipped == tuple(self.waiting)
        assert state.labelled == sum(mark["label"] is not None for mark in self.marks)
        assert state.complete == all(mark.settled for mark in stands)

    @precondition(lambda self: self.desk)
    @invariant()
    def replay_is_what_is_live(self):
        state, log = self.desk.state, self.desk.log
        replayed = fold(begin(state.order, state.rules, partial=state.partial), log.replay())
        assert facts(self.desk) == facts(self.desk, replayed)
        assert dict(log.labels()) == {
            task.task_id: state.marks[i].label for i, task in enumerate(state.order) if state.marks[i].label
        }


def facts(desk, state=None):
    """All that can be seen of a state."""
    state = state or desk.state
    return [state.marks[i] for i in range(len(state.order))], {
        name: getattr(state, name)
        for name in (
            "labelled",
            "excluded",
            "flagged",
            "skipped",
            "letters",
            "cells",
            "paces",
            "plan_hash",
            "last",
            "undo",
        )
    }


def test_whatever_a_grader_does_the_log_and_the_screen_say_the_same(tmp_path):
    kind = type("OverASession", (Grading,), {"folder": made(tmp_path / "any", bank(3))})
    run_state_machine_as_test(
        kind, settings=settings(max_examples=settings.default.max_examples // 3 + 1, stateful_step_count=30)
    )
    for path in (tmp_path / "any" / "labels").glob("*.sqlite"):
        assert examine(path).findings == ()

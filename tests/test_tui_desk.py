import sqlite3
from contextlib import closing

import pytest
from screens import AT, bank, made, seated

from gradertui.store import StoreError

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

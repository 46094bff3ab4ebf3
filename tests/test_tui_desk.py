import sqlite3
from contextlib import closing

import pytest
from screens import AT, bank, made, seated

from gradertui.model import Plan
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


def test_walking_ends_at_both_ends(small):
    with seated(small) as desk:
        assert desk.walk(-1) == "that is the first one"
        for _step in range(3):
            assert desk.walk(1) == ""
        assert desk.walk(1) == "that is the last one"
        assert desk.position == 3


def test_go_takes_a_number_or_a_key(example):
    with seated(example(3)) as desk:
        order = desk.state.order
        assert desk.go(" 31 ") == ""
        assert desk.position == 30
        assert desk.go("p07") == ""
        assert desk.position == order.position("p07")
        assert desk.key == "p07"
        assert desk.go("75") == ""
        assert desk.position == 74


@pytest.mark.parametrize(
    "where",
    ["0", "76", "-1", "1.5", "²", "p99", "p07 p08", pytest.param("9" * 5000, id="long"), "[/b]", "\x1b[2J\ud800"],
)
def test_go_stays_and_says_so_for_anything_else(example, where):
    with seated(example(3)) as desk:
        said = desk.go(where)
        assert "no number from 1 to 75 and no question's key" in said
        assert "\x1b" not in said
        assert len(said) < 90
        assert desk.position == 3


def test_a_key_that_is_a_number_wins_over_the_place(tmp_path):
    folder = made(tmp_path / "numbered", bank(3, question_id="2"), Plan(seed=1))
    with seated(folder) as desk:
        desk.go("2")
        assert desk.position == desk.state.order.position("2")


def test_a_filter_finds_words_of_question_and_answer(example):
    with seated(example(0)) as desk:
        said = desk.filter("MAYONESA")
        found = [desk.state.order[i].cluster for i in desk.only]
        assert set(found) >= {"p19"}
        assert said.startswith(f"{len(found)} match")
        assert desk.position in desk.only
        for position in desk.only:
            sheet = desk.sheet(position)
            assert "mayonesa" in (sheet.question.text + sheet.item.text).casefold()


def test_filters_by_what_stands(example):
    with seated(example(6)) as desk:
        letters = [desk.state.marks[i].label for i in range(6)]
        desk.go("3"), desk.flag()
        desk.go("5"), desk.comment("hm")
        desk.go("8"), desk.skip()
        desk.go("9"), desk.exclude("cut off")
        for wanted, expected in {
            ":flagged": [2], ":commented": [4], ":skipped": [7], ":excluded": [8],
            ":open": [6, 7, *range(9, 75)],
            ":marcadas": [2], ":EXCLUIDAS": [8],
            **{f":{x}": [i for i, letter in enumerate(letters) if letter == x] for x in set(letters)},
        }.items():  # fmt: skip
            desk.filter(wanted)
            assert list(desk.only) == expected, wanted
        assert desk.filter(":" + letters[0].lower())
        assert list(desk.only) == [i for i, letter in enumerate(letters) if letter == letters[0]]


@pytest.mark.parametrize("wanted", [":nonsense", ":", ":n o"])
def test_an_unknown_filter_says_which_there_are(example, wanted):
    with seated(example(3)) as desk:
        desk.filter(":open")
        said = desk.filter(wanted)
        assert said == f"there are only {' '.join(desk.filters)}"
        assert desk.filters == [":flagged", ":commented", ":skipped", ":excluded", ":open", ":R", ":X", ":N"]
        assert (desk.only, desk.looking_for, desk.position) == (None, "", 3)
        for each in desk.filters:
            assert "there are only" not in desk.filter(each)


def test_nothing_to_go_to_goes_nowhere_and_is_no_error(example):
    with seated(example(3)) as desk:
        assert [desk.go(""), desk.go("  ")] == ["", ""]
        assert desk.position == 3


@pytest.mark.parametrize("wanted", ["no such words", "%", "_", pytest.param("x" * 60_000, id="long")])
def test_nothing_that_matches_is_said_and_takes_the_filter_off(example, wanted):
    with seated(example(3)) as desk:
        desk.filter(":open")
        said = desk.filter(wanted)
        assert said.startswith("nothing matches ")
        assert len(said) < 60
        assert (desk.only, desk.looking_for, desk.position) == (None, "", 3)


def test_with_a_filter_on_steps_and_labels_stay_within_it(example):
    with seated(example(20)) as desk:
        for number in ("5", "12", "15", "40", "60"):
            desk.go(number), desk.flag()
        desk.go("1")
        assert desk.filter(":flagged").startswith("5 match;")
        visited = [desk.position]
        while desk.walk(1) == "":
            visited.append(desk.position)
        assert visited == [4, 11, 14, 39, 59]
        assert desk.walk(1) == "that is the last one"
        desk.go("40")
        desk.label("X", 900, "live")
        assert desk.position == 59
        desk.label("X", 900, "live")
        assert desk.position == 59
        assert desk.filter("") == "no filter"
        desk.resume()
        assert desk.position == 60


def test_resume_leaves_the_filter(example):
    with seated(example(20)) as desk:
        desk.filter(":R")
        assert desk.resume() == ""
        assert (desk.only, desk.position) == (None, 20)


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


def test_the_next_task_is_read_ahead(example):
    with seated(example(3)) as desk:
        desk.sheet(desk.position)
        desk.read_ahead()
        desk.label("X", 900, "live")
        statements = []
        desk.session.items._db.set_trace_callback(statements.append)
        assert desk.sheet(desk.position).item.item_id == desk.task.task_id
        assert statements == []


def test_longest_texts_are_known_for_the_frames(small):
    with seated(small) as desk:
        assert (len(desk.longest_question), len(desk.longest_reference)) == (17, 8)

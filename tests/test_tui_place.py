import pytest
from screens import bank, made, seated

from gradertui.model import Plan


@pytest.fixture
def small(tmp_path):
    """Four answers: two questions put to two systems."""
    return made(tmp_path / "small", bank(2))


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

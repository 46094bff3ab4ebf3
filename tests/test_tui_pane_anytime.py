from screens import plain

from gradertui.modes.grade import Cell
from gradertui.summary import summarize
from gradertui.tui.lines import width_of
from gradertui.tui.pane_anytime import rows

NAMES = {"a": "S1", "b": "S2"}


def summary(cells, done=6, total=50):
    return summarize(cells, arms="ab", pairs=[("a", "b")], done=done, total=total, questions=25)


def cell(letters, answerable=True):
    return Cell(answerable, tuple(zip("ab", letters, strict=True)))


def texts(lines):
    return [plain(line).rstrip() for line in lines]


def test_each_system_has_the_interval_that_holds_at_every_look():
    # 4 of 25 is [0.022, 0.448] in the reference, 0 of 25 ends at 0.221.
    found = texts(rows(summary({cell("XR"): 4, cell("RR"): 21}), NAMES, 60))
    assert found[1].startswith("Whenever you look  95 % at any time")
    assert found[2].startswith("S1  4/25    .16  .02–.45")
    assert found[3].startswith("S2  0/25    .00  .00–.22")
    assert "at every look" in found[-1]


def test_once_all_is_labelled_there_are_no_such_rows():
    assert rows(summary({cell("XR"): 4}, done=50), NAMES, 60) == []


def test_where_no_outcome_is_known_there_are_no_such_rows():
    assert rows(summary({cell("XR", None): 4}), NAMES, 60) == []


def test_a_system_without_a_number_says_why():
    drawn_twice = Cell(True, (("a", "R"), ("a", "X"), ("b", "R")))
    assert texts(rows(summary({drawn_twice: 2}), NAMES, 60))[2] == "S1  1/2     none with replicates"
    assert texts(rows(summary({}), NAMES, 60))[2] == "S1  0/0     no data"


def test_no_row_is_wider_than_there_is_room():
    names = {"a": "a system whose name goes on and on", "b": "b"}
    for width in (40, 60, 110):
        assert max(map(width_of, rows(summary({cell("XR"): 4}), names, width)[:-1])) <= width

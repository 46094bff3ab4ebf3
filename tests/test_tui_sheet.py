import pytest
from screens import made, seated

from gradertui.model import Item, Plan, Question, Source
from gradertui.tui import sheet


@pytest.fixture
def desk(tmp_path):
    parts = [
        Source("s1", "One source.", "botany"),
        Source("s2", "Another."),
        Question("one", "First?", ("A.",), True, ("s1",)),
        Question("none", "Second?", (), None, ()),
        Question("two", "Third?", ("A.", "B."), True, ("s1", "s2")),
        Question("no", "Fourth?", ("not in the notes",), False, ("s2",)),
        Item("i1", "It is A.", "one", "ZORRO", cited_source="s9", confidence=0.375),
        Item("i2", "", "none", "ZORRO", confidence=0.0),
        Item("i3", "B.", "two", "QUETZAL", cited_source="s9"),
        Item("i4", "No.", "no", "QUETZAL"),
        Item("i5", "No idea.", "one", "QUETZAL"),
    ]
    with seated(made(tmp_path / "four", parts, Plan(seed=1))) as desk:
        yield desk


def at(desk, key):
    desk.go(key)
    return desk.sheet(desk.position)


def on(desk, item_id):
    desk.position = next(i for i, task in enumerate(desk.state.order) if task.task_id == item_id)
    return desk.sheet(desk.position)


def test_a_question_says_where_it_stands(desk):
    laid = at(desk, "one")
    number = desk.state.order.number(desk.position) + 1
    assert sheet.question(desk, laid) == ("First?", f"one · Question {number} of 4 · answer 1 of 2", "")
    desk.walk(1)
    assert sheet.question(desk, laid).title.endswith("answer 2 of 2")
    assert "answer" not in sheet.question(desk, at(desk, "no")).title


def test_a_filter_stands_in_the_title(desk):
    desk.filter("First")
    assert sheet.question(desk, at(desk, "one")).title.endswith(" · only First")


def test_an_answer_says_its_system_only_unblinded(desk):
    laid = on(desk, "i1")
    assert sheet.answer(desk, laid) == ("It is A.", "Answer", "")
    desk.blind = False
    assert sheet.answer(desk, laid) == ("It is A.", "Answer · ZORRO", "cites s9 · declares 0.38")


def test_what_betrays_a_system_waits_for_the_label(desk):
    laid = on(desk, "i1")
    desk.label("X", 900, "live")
    on(desk, "i1")
    assert sheet.answer(desk, laid).beneath == "labelled X · cites s9 · declares 0.38"
    desk.undo()
    assert sheet.answer(desk, laid).beneath == ""


@pytest.mark.parametrize(("shows", "beneath"), [(("citation",), "cites s9"), (("confidence",), "declares 0.38")])
def test_or_for_the_plan(desk, shows, beneath):
    from dataclasses import replace

    desk.session.plan = replace(desk.session.plan, shows=shows)
    assert sheet.answer(desk, on(desk, "i1")).beneath == beneath


def test_a_confidence_of_nothing_is_a_confidence(desk):
    desk.blind = False
    assert sheet.answer(desk, on(desk, "i2")).beneath == "declares 0.00"


def test_what_was_done_stands_beneath_the_answer(desk):
    laid = on(desk, "i4")
    desk.flag()
    desk.comment("why\nnot?")
    assert sheet.answer(desk, laid).beneath == "⚑ flagged · “why not?”"
    desk.skip()
    on(desk, "i4")
    assert sheet.answer(desk, laid).beneath == "put off · ⚑ flagged · “why not?”"
    desk.exclude("cut off")
    on(desk, "i4")
    assert sheet.answer(desk, laid).beneath == "left out: cut off · ⚑ flagged · “why not?”"


def test_an_empty_answer_says_that_it_is_empty(desk):
    assert sheet.answer(desk, on(desk, "i2")).text == "(the answer is empty)"


@pytest.mark.parametrize(
    ("key", "text", "title"),
    [
        ("one", "A.", "Reference"),
        ("none", "(none: the letter is kept as a letter)", "Reference"),
        ("two", "• A.\n• B.", "Reference · one of 2"),
        ("no", "not in the notes", "Reference · the sources have no answer"),
    ],
)
def test_a_reference_is_one_or_a_list_or_none(desk, key, text, title):
    assert sheet.reference(at(desk, key))[:2] == (text, title)


def test_that_the_sources_have_no_answer_is_said_whatever_the_references(tmp_path):
    parts = [Question("q", "What?", ("no", "not there"), False), Item("i", "No.", "q", "a")]
    with seated(made(tmp_path / "several", parts, Plan(seed=1))) as desk:
        assert "the sources have no answer" in sheet.reference(desk.sheet(0)).title


@pytest.mark.parametrize(
    ("key", "text", "title"),
    [
        ("one", "One source.", "Source s1 · botany"),
        ("no", "Another.", "Source s2"),
        ("none", "(no source is given for this question)", "Source"),
        ("two", "[s1] One source.\n\n[s2] Another.", "Sources (2)"),
    ],
)
def test_sources_are_one_or_several_or_none(desk, key, text, title):
    assert sheet.source(at(desk, key))[:2] == (text, title)

"""Kinds of error: asked after an X where the plan asks, stored like a label, and no part of any number."""

from time import monotonic

import pytest
from screens import (
    asking,
    bank,
    graded,
    made,
    numbers,
    plain,
    press,
    said,
    seated,
    settled,
    until,
    visible,
    work,
    write,
)
from textual import events

from gradertui.locale import use
from gradertui.model import KINDS, Plan
from gradertui.store import StoreError
from gradertui.tui import bars, sheet
from gradertui.tui.lines import width_of
from gradertui.tui.pages import Page


@pytest.fixture
def ask(tmp_path):
    """Three questions, two systems, and a plan that asks for kinds."""

    def folder(kinds=KINDS, questions=3):
        return asking(made(tmp_path / "asking", bank(questions), Plan(seed=1)), kinds)

    return folder


def log(desk):
    return [(event.kind, event.value) for event in desk.log.events() if event.kind != "PlanFrozen"]


async def test_an_x_is_stored_at_once_and_a_digit_says_the_kind_and_goes_on(ask):
    async with graded(ask()) as pilot:
        desk = work(pilot).desk
        key = desk.key
        await press(pilot, "x")
        assert (log(desk), desk.position) == ([("Labelled", "X")], 0)
        assert "1/6" in visible(pilot.app)
        assert said(pilot) == f"{key} → X · 1–4: which kind · End goes on without"
        assert "1  contradicts the source     2  adds something true" in visible(pilot.app)
        await press(pilot, "2")
        assert (log(desk)[1:], desk.position) == ([("Classified", "adds-true")], 1)
        assert said(pilot) == f"{key} → X · adds true · u undoes it"
        assert "R  matches the reference" in visible(pilot.app)
        await press(pilot, "left")
        assert "labelled X · adds something true" in visible(pilot.app)


async def test_digits_mean_nothing_where_no_kind_is_wanted(ask):
    async with graded(ask()) as pilot:
        await press(pilot, "1", "r", "2", "left", "3")
        assert log(work(pilot).desk) == [("Labelled", "R")]


async def test_without_kinds_in_the_plan_an_x_goes_on(ask):
    async with graded(ask(())) as pilot:
        await press(pilot, "x", "1")
        assert (work(pilot).desk.position, log(work(pilot).desk)) == (1, [("Labelled", "X")])


@pytest.mark.parametrize("key", ["right", "end"])
async def test_one_can_go_on_without_a_kind_and_say_it_later(ask, key):
    async with graded(ask()) as pilot:
        desk = work(pilot).desk
        await press(pilot, "x", key)
        assert desk.position == 1
        await press(pilot, "r", "left", "left")
        assert "contradicts the source" in visible(pilot.app)
        await press(pilot, "4")
        assert desk.state.marks[0].kind == "citation"
        assert desk.position == 2


@pytest.mark.parametrize("key", ["r", "n", "x"])
async def test_the_letters_still_relabel(ask, key):
    async with graded(ask()) as pilot:
        desk = work(pilot).desk
        await press(pilot, "x", key)
        assert log(desk) == [("Labelled", "X")]
        assert said(pilot).startswith("first the kind of error")
        work(pilot)._asked_at -= 2  # a letter later than in the rhythm of grading is meant for this answer
        await press(pilot, key)
        assert log(desk) == [("Labelled", "X"), ("Labelled", key.upper())]
        assert desk.position == (0 if key == "x" else 1)


async def test_undo_takes_the_kind_back_and_then_the_x(ask):
    async with graded(ask()) as pilot:
        desk = work(pilot).desk
        key = desk.key
        await press(pilot, "x", "3", "u")
        assert (desk.position, desk.mark.label, desk.mark.kind) == (0, "X", "")
        assert said(pilot) == f"{key}: adds something false undone"
        assert "contradicts the source" in visible(pilot.app)
        await press(pilot, "ctrl+z")
        assert (desk.position, desk.mark.label) == (0, None)
        assert said(pilot) == f"{key}: X undone"


async def test_a_second_x_forgets_the_kind_and_its_undo_brings_it_back(ask):
    async with graded(ask()) as pilot:
        desk = work(pilot).desk
        await press(pilot, "x", "1", "left", "x")
        assert desk.asks_kind
        await press(pilot, "u")
        assert desk.state.marks[0].kind == "contradicts"
        assert not desk.asks_kind


async def test_a_digit_is_guarded_as_a_label_is(ask):
    async with graded(ask(), guard=True) as pilot:
        screen, desk = work(pilot), work(pilot).desk

        def key(name, at):
            event = events.Key(name, name)
            event.time = at
            screen.on_key(event)

        screen.guard.changed()
        screen.guard.painted(at := monotonic() + 1000)
        key("x", at + 1)
        key("2", at + 1.005)
        assert screen._said.startswith("keys came all at once")
        key("2", at + 1.05)
        assert screen._said.startswith("the same key came again")
        assert not desk.mark.kind
        key("2", at + 2)
        assert desk.state.marks[0].kind == "adds-true"
        screen.guard.changed()
        desk.position = 0
        desk.undo()
        key("2", at + 4)
        assert screen._said.startswith("too early")


async def test_a_kind_that_could_not_be_saved_is_said_and_still_asked(ask, monkeypatch):
    async with graded(ask()) as pilot:
        desk = work(pilot).desk
        await press(pilot, "x")

        def full(_event, _at):
            raise StoreError("ana.sqlite: database or disk is full")

        monkeypatch.setattr(desk.log, "append", full)
        await press(pilot, "1")
        assert said(pilot).startswith("NOT SAVED: ana.sqlite")
        assert desk.asks_kind
        assert desk.position == 0


@pytest.mark.parametrize("last", ["1", "end", "left"])
async def test_the_end_waits_for_the_kind_of_the_last_error(ask, last):
    async with graded(ask(questions=1)) as pilot:
        await press(pilot, "x", "1", "x")
        assert work(pilot).desk.state.complete
        assert pilot.app.screen is work(pilot)
        await press(pilot, last)
        await until(pilot, lambda: isinstance(pilot.app.screen, Page), "the page after the last one")
        assert "All labelled" in visible(pilot.app)


def cells(folder, kinds):
    """What statistics see after the same four labels, with or without their kinds."""
    with seated(folder, "ben" if kinds else "ana") as desk:
        order = {task.task_id: i for i, task in enumerate(desk.state.order)}
        for task, letter in zip(("q0-a", "q0-b", "q1-a", "q1-b"), "XRXX", strict=True):
            desk.position = order[task]
            desk.label(letter, 900, "live")
            if kinds and desk.asks_kind:
                desk.classify("adds-true")
        assert sum(bool(desk.state.marks[i].kind) for i in order.values()) == (3 if kinds else 0)
        return dict(desk.state.cells), desk.state.labelled, dict(desk.state.letters), dict(desk.state.paces)


def test_a_kind_never_changes_a_count(ask):
    folder = ask()
    assert cells(folder, True) == cells(folder, False)


async def test_a_kind_never_changes_the_rate(ask):
    async with graded(ask(), blind=False) as pilot:
        desk = work(pilot).desk
        await press(pilot, "x")
        await numbers(pilot)
        counted, rows = desk.state.cells, [plain(row) for row in work(pilot).live.rows(50)]
        await press(pilot, "3")
        await numbers(pilot)
        assert desk.state.marks[0].kind == "adds-false"
        assert desk.state.cells == counted
        assert [plain(row) for row in work(pilot).live.rows(50)] == rows


def test_what_betrays_a_system_waits_for_the_kind_too(tmp_path):
    folder = asking(made(tmp_path / "cited", bank(2, cited_source="s1"), Plan(seed=1)), KINDS)
    with seated(folder) as desk:
        desk.label("X", 900, "live")
        laid = desk.sheet(0)
        assert sheet.answer(desk, laid).beneath == "labelled X"
        desk.classify("citation")
        desk.walk(-1)
        assert sheet.answer(desk, laid).beneath == "labelled X · invented citation · cites s1"


async def test_a_filter_finds_a_kind(ask):
    async with graded(ask()) as pilot:
        desk = work(pilot).desk
        await press(pilot, "x", "1", "x", "2", "x", "1")
        await write(pilot, "/", ":Contradicts")
        assert desk.only == (0, 2)
        assert ":adds-true" in desk.filters


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("width", [36, 54, 76, 116, 166])
@pytest.mark.parametrize("kinds", [KINDS, tuple(f"[b]kind {i}\x1b" for i in range(9)), ("one",)], ids=["4", "9", "1"])
def test_kinds_have_room_at_any_width_and_are_inert(ask, kinds, width, language):
    with seated(ask(kinds)) as desk:
        desk.label("X", 900, "live")
        use(language)
        row = bars.choices(desk, width)
        use("en")
        assert width_of(row) <= max(width, 45)
        assert [text.strip() for text, role in row if role == "cap"] == [str(i + 1) for i in range(len(kinds))]
        assert "\x1b" not in plain(row)


async def test_kinds_of_the_plans_own_are_shown_as_written(ask):
    async with graded(ask(("tono [b]", "otra"))) as pilot:
        await press(pilot, "x")
        assert "1  tono [b]     2  otra" in visible(pilot.app)
        await press(pilot, "1", "left")
        assert "labelled X · tono [b]" in visible(pilot.app)
        await settled(pilot)


@pytest.mark.parametrize(("asked", "told"), [(KINDS, ["1   after an X: contradicts the source"]), ((), [])])
def test_the_help_says_which_digit_is_which_kind(ask, asked, told):
    with seated(ask(asked)) as desk:
        rows = [plain(row).strip() for row in bars.help_rows(desk, 80)]
        assert [row for row in rows if "after an X" in row][:1] == told

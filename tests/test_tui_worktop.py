from time import monotonic

import pytest
from screens import faults, graded, press, settled, visible, work
from textual import events

ROUND = [(80, 24), (170, 40), (40, 12), (120, 36)]


async def at(pilot, size):
    await pilot.resize_terminal(*size)
    await settled(pilot)


@pytest.mark.parametrize("guard", [False, True], ids=["off", "on"])
async def test_a_window_that_changes_between_labels_changes_nothing_else(example, guard):
    async with graded(example(7), guard=guard) as pilot:
        screen, desk = work(pilot), work(pilot).desk
        for step, size in enumerate(ROUND * 2):
            before, shown = desk.position, screen._drawn
            await at(pilot, size)
            assert faults(pilot) == []
            assert (desk.position, screen._drawn) == (before, shown)
            assert desk.key in visible(pilot.app)
            assert desk.sheet(before).item.text[:12] in visible(pilot.app)
            later = monotonic() + 1000 * (step + 1)
            event = events.Key("n", "n")
            event.time = later
            screen.guard.painted(later - 5)
            screen.on_key(event)
            await settled(pilot)
            assert desk.state.marks[before].label == "N"
            assert desk.state.labelled == 8 + step


async def test_a_resize_is_no_paint_of_another_text(example):
    """The text that was seen stays seen: a label right after the window changed counts."""
    async with graded(example(7), guard=True) as pilot:
        screen = work(pilot)
        seen = screen.guard._painted
        for size in ROUND:
            await at(pilot, size)
        assert screen.guard._painted == seen is not None


@pytest.mark.parametrize(("size", "least"), [((40, 12), 3), ((80, 24), 8), ((120, 36), 9), ((60, 14), 3)], ids=str)
async def test_a_small_window_leaves_rows_for_the_answer(example, size, least):
    async with graded(example(7), size=size) as pilot:
        assert work(pilot).papers.answer.height >= least
        await press(pilot, "x")
        assert work(pilot).desk.state.labelled == 8

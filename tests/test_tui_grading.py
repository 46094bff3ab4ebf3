import re
import shutil
import threading
from time import monotonic

import pytest
from screens import (
    bank,
    faults,
    graded,
    made,
    numbers,
    plain,
    press,
    said,
    seated,
    settled,
    strips,
    until,
    visible,
    work,
    write,
)
from textual import events

from gradertui.events import facts
from gradertui.model import Item, Question, Source
from gradertui.store import StoreError
from gradertui.tui.commands import COMMANDS, commands
from gradertui.tui.pages import Page

LONG = " ".join(f"word{i}" for i in range(2000))


def labels(desk):
    return [desk.state.marks[i].label for i in range(len(desk.state.order))]


def given(desk):
    return list(desk.log.events("Labelled"))


def rows_by_system(pilot):
    """The rows of the statistics that tell systems apart."""
    return [
        plain(row).strip() for row in work(pilot).live.rows(50) if plain(row).strip().startswith(("S1", "S2", "S3"))
    ]


async def open_position(pilot, wanted=True):
    """Go to an open task whose question the sources answer, or do not answer."""
    desk = work(pilot).desk
    at = next(i for i in range(75) if desk.state.order.answerable(i) is wanted and not desk.state.marks[i].settled)
    await write(pilot, "g", str(at + 1))
    return at


@pytest.fixture
def long(tmp_path):
    """One answer that is much longer than its frame, and a source that is."""
    parts = [Source("s", LONG), Question("q", "What?", ("That.",), True, ("s",)), Item("i", LONG, "q", "a")]
    return made(tmp_path / "long", parts)


@pytest.mark.parametrize(("key", "letter"), [("r", "R"), ("x", "X"), ("n", "N"), ("R", "R"), ("X", "X"), ("N", "N")])
async def test_a_key_labels_and_goes_on(example, key, letter):
    async with graded(example(0)) as pilot:
        desk = work(pilot).desk
        at = await open_position(pilot)
        before = desk.key
        await pilot.press(key)
        assert labels(desk)[at] == letter
        assert desk.position == at + 1
        assert said(pilot) == f"{before} → {letter} · u undoes it"
        assert desk.sheet(at + 1).item.text[:20] in visible(pilot.app)
        assert "1/75" in visible(pilot.app)


async def test_a_key_that_means_nothing_does_nothing(example):
    async with graded(example(0)) as pilot:
        desk, before = work(pilot).desk, visible(pilot.app)
        await press(pilot, "z", "1", "ñ", "€", "f5", "ctrl+r", "escape", "enter")
        assert (visible(pilot.app), desk.state.labelled, desk.log.count()) == (before, 0, 1)


async def test_where_the_sources_have_no_answer_a_match_is_refused_in_words(example):
    async with graded(example(0)) as pilot:
        desk = work(pilot).desk
        at = await open_position(pilot, False)
        await press(pilot, "r")
        assert said(pilot).startswith("the sources have no answer to this: X if it answered")
        assert desk.position == at
        await press(pilot, "n")
        assert labels(desk)[at] == "N"


SHOWS = {
    "undo": "undone",
    "skip": "put off: it comes back at the end",
    "flag": "flagged",
    "comment": "Comment on",
    "exclude": "Why leave",
    "previous": "that is the first one",
    "next": "answer 2 of 3",
    "resume": "answer 2 of 3",
    "go": "Go to: a number from 1 to 75",
    "filter": "Words or :flagged",
    "statistics": "All statistics · provisional",
    "help": "take back the last label",
    "words": "nothing to compare with",
    "raw": "Answer · as it is",
    "history": "History of",
    "layout": "texts under each other",
}


@pytest.mark.parametrize("command", [c for c in COMMANDS if c.name in SHOWS], ids=lambda c: c.name)
async def test_every_command_shows_what_it_does(example, command):
    async with graded(example(1 if command.name in ("undo", "resume") else 0)) as pilot:
        for key in command.keys:
            if command.name in ("resume", "undo"):
                await press(pilot, "left" if command.name == "resume" else "f")
            assert SHOWS[command.name] not in visible(pilot.app)
            await press(pilot, key)
            await until(pilot, lambda: SHOWS[command.name] in visible(pilot.app), SHOWS[command.name])
            await press(pilot, "escape")
            await settled(pilot)


def test_every_command_is_claimed_to_do_something_visible():
    elsewhere = {"up", "down", "page_up", "page_down", "pick", "source", "pane", "theme", "quit", "lift"}
    assert set(SHOWS) | elsewhere == {command.name for command in commands("grade")}


async def test_keys_scroll_the_answer_and_tab_chooses_another_text(long):
    async with graded(long) as pilot:
        top = visible(pilot.app)
        assert "word0 " in top
        screens = []
        for key, back in (("down", "up"), ("pagedown", "pageup"), ("space", "pageup")):
            await press(pilot, key)
            screens.append(visible(pilot.app))
            assert screens[-1] != top
            await press(pilot, back)
            assert visible(pilot.app) == top
        assert screens[1] == screens[2] != screens[0]
        await press(pilot, "tab", "down")
        assert [pane._top for pane in work(pilot).papers.panes] == [0, 1, 0, 0]
        await press(pilot, "tab", "down")
        assert [pane._top for pane in work(pilot).papers.panes] == [1, 1, 0, 0]


async def test_p_hides_the_statistics_and_shows_them_again(example):
    async with graded(example(3)) as pilot:
        await until(pilot, lambda: "Hallucination" in visible(pilot.app), "numbers")
        await press(pilot, "p")
        await until(pilot, lambda: "Hallucination" not in visible(pilot.app), "they are hidden")
        await press(pilot, "P")
        await until(pilot, lambda: "Hallucination" in visible(pilot.app), "they are back")


async def test_what_was_in_sight_is_kept_with_each_label(example):
    async with graded(example(0)) as pilot:
        await open_position(pilot)
        await press(pilot, "x", "p", "n", "p", "x")
        assert [facts(event)["statistics"] for event in given(work(pilot).desk)] == ["live", "none", "live"]


async def test_where_the_statistics_have_no_room_none_were_in_sight(example):
    async with graded(example(0), size=(80, 24)) as pilot:
        await open_position(pilot)
        await press(pilot, "x")
        assert [facts(event)["statistics"] for event in given(work(pilot).desk)] == ["none"]


async def test_the_theme_changes_from_the_palette(example):
    async with graded(example(0)) as pilot:
        work(pilot).do_theme()
        await settled(pilot)
        assert pilot.app.theme == "catppuccin-latte"
        work(pilot).do_theme()
        assert pilot.app.theme == "gradertui-contrast"
        work(pilot).do_theme()
        assert pilot.app.theme == "catppuccin-mocha"


async def test_q_ends_without_asking(example):
    async with graded(example(0)) as pilot:
        await pilot.press("q")
        assert not pilot.app.is_running or pilot.app._exit
        assert pilot.app.return_code == 0


async def test_after_the_last_label_comes_the_end_with_the_table_and_the_next_steps(example):
    async with graded(example(74)) as pilot:
        await press(pilot, "x")
        page = lambda: visible(pilot.app)  # noqa: E731
        await until(pilot, lambda: "All labelled" in page(), "the page after the last label")
        for step in ("gradertui report demo-grade", "gradertui export demo-grade", "gradertui verify demo-grade"):
            assert step in page()
        assert work(pilot).live.standing() == "complete"
        await until(pilot, lambda: work(pilot).live._summary.complete, "the numbers of all labels")
        await settled(pilot)
        counts = re.findall(r"│  S\d +(\d+) +(\d+) +(\d+) ", page())
        assert [sum(map(int, row)) for row in counts] == [25, 25, 25]


async def test_the_end_page_takes_the_numbers_of_the_last_label_when_they_come(example, monkeypatch):
    from gradertui.summary import grade as summary

    gate, summarize = threading.Event(), summary.summarize
    async with graded(example(74)) as pilot:

        def table():
            return [sum(map(int, row)) for row in re.findall(r"│  S\d +(\d+) +(\d+) +(\d+) ", visible(pilot.app))]

        monkeypatch.setattr(summary, "summarize", lambda cells, **facts: gate.wait(20) and summarize(cells, **facts))
        await press(pilot, "x")
        await until(pilot, lambda: table() == [24, 24, 24], "the page with the numbers before the last label")
        gate.set()
        await until(pilot, lambda: table() == [25, 25, 25], "the numbers of all labels")


async def test_the_end_page_goes_away_with_q_and_the_work_is_there_again(example):
    async with graded(example(74)) as pilot:
        await press(pilot, "x")
        await until(pilot, lambda: isinstance(pilot.app.screen, Page), "the page after the last label")
        await press(pilot, "q")
        assert pilot.app.screen is work(pilot)
        assert "complete" in visible(pilot.app)
        await press(pilot, "u")
        assert "provisional 74/75" in visible(pilot.app)


async def test_leaving_the_last_one_out_ends_too(example):
    async with graded(example(74)) as pilot:
        await write(pilot, "e", "")
        assert said(pilot) == "no reason, nothing left out"
        assert not work(pilot).desk.state.complete
        await press(pilot, "e")
        await until(pilot, lambda: pilot.app.screen.query("#line"), "the reason is asked for")
        await press(pilot, *"cut off".replace(" ", "_"), "enter")
        await until(pilot, lambda: "All labelled" in visible(pilot.app), "the page after the last one")
        assert "1 left out with a reason" in visible(pilot.app)


async def test_a_complete_session_is_relabelled_without_another_end_page(example):
    async with graded(example()) as pilot:
        assert "complete" in visible(pilot.app)
        await press(pilot, "x")
        assert pilot.app.screen is work(pilot)


async def test_flagged_questions_are_named_at_the_end(example):
    async with graded(example(73)) as pilot:
        key = work(pilot).desk.key
        await press(pilot, "f", "x", "x")
        await until(pilot, lambda: f"1 flagged: {key}" in visible(pilot.app), "the flagged one")


def chosen(pilot):
    """The letters whose cap is drawn as chosen, by their colours: it is the one unlike the others."""
    row = strips(pilot)[work(pilot).choices.content_region.y]
    caps = [(s.text.strip(), s.style.bgcolor) for s in row if s.text in (" R ", " X ", " N ")]
    grounds = [ground for _letter, ground in caps]
    return [letter for letter, ground in caps if grounds.count(ground) == 1]


async def test_walking_back_shows_the_label_that_was_given(example):
    async with graded(example(5)) as pilot:
        assert "labelled" not in visible(pilot.app)
        assert chosen(pilot) == []
        for step in range(1, 6):
            await press(pilot, "left")
            letter = labels(work(pilot).desk)[5 - step]
            assert f"labelled {letter}" in visible(pilot.app)
            assert chosen(pilot) == [letter]
        await press(pilot, "x")
        assert work(pilot).desk.position == 5


async def test_flag_comment_and_skip_stand_at_the_edge_of_the_answer(example):
    async with graded(example(0)) as pilot:
        await press(pilot, "f")
        await write(pilot, "c", "is this [ok]?")
        assert said(pilot).endswith("saved")
        await press(pilot, "s", "left")
        assert "put off · ⚑ flagged · “is this [ok]?”" in visible(pilot.app)
        await write(pilot, "c", "")
        assert "“" not in visible(pilot.app)


async def test_escape_leaves_all_as_it_was(example):
    async with graded(example(2)) as pilot:
        for key in "ceg/":
            before = work(pilot).desk.log.count(), work(pilot).desk.position
            await press(pilot, key)
            await until(pilot, lambda: pilot.app.screen.query("#line"), "a line")
            await press(pilot, "x", "escape")
            await until(pilot, lambda: pilot.app.screen is work(pilot), "the work")
            assert (work(pilot).desk.log.count(), work(pilot).desk.position) == before


async def test_go_and_filter_lead_somewhere(example):
    async with graded(example(30)) as pilot:
        await write(pilot, "g", "12")
        assert work(pilot).desk.position == 11
        await write(pilot, "g", "nowhere")
        assert said(pilot).startswith("nowhere: no number from 1 to 75")
        await write(pilot, "/", ":X")
        assert "only :X" in visible(pilot.app)
        await write(pilot, "/", "zzz")
        assert said(pilot) == "nothing matches zzz"


async def test_blind_rows_by_system_wait_for_the_whole_question(example):
    async with graded(example(0)) as pilot:
        desk = work(pilot).desk
        await until(pilot, lambda: rows_by_system(pilot), "rows by system")
        first = rows_by_system(pilot)
        for left in (2, 1):
            await press(pilot, "x")
            await until(pilot, lambda: not work(pilot).live._under_way, "numbers are computed")
            assert rows_by_system(pilot) == first
            assert f"All answers  R 0 · X {3 - left} · N 0" in visible(pilot.app)
            assert f"rows move after {left} more label" in visible(pilot.app)
        await press(pilot, "x")
        await until(pilot, lambda: rows_by_system(pilot) != first, "rows move")
        assert desk.state.labelled == 3
        assert all("1/1" in row for row in rows_by_system(pilot)[:3])


async def test_open_rows_by_system_move_at_once(example):
    async with graded(example(0), blind=False) as pilot:
        desk = work(pilot).desk
        await until(pilot, lambda: work(pilot).live._summary, "numbers")
        system = desk.task.arms[0]
        assert f"Answer · {system}" in visible(pilot.app)
        await press(pilot, "x")
        await until(pilot, lambda: "1/1" in visible(pilot.app), "the row moves")
        (row,) = (row for row in visible(pilot.app).splitlines() if "1/1     1.0" in row)
        assert system[:8] in row
        assert "rows move after" not in visible(pilot.app)


async def test_numbers_say_that_they_are_provisional_until_all_is_labelled(example):
    async with graded(example(31)) as pilot:
        assert "Statistics · provisional 31/75" in visible(pilot.app)
        await open_position(pilot)
        await press(pilot, "x")
        assert "Statistics · provisional 32/75" in visible(pilot.app)


async def test_numbers_say_that_they_are_complete(example):
    async with graded(example()) as pilot:
        assert "Statistics · complete" in visible(pilot.app)
        assert "provisional" not in visible(pilot.app)
        await until(pilot, lambda: "8/25" in visible(pilot.app), "the numbers of the document")


async def test_without_room_p_opens_a_page_on_which_label_keys_do_nothing(example):
    async with graded(example(3), size=(80, 24)) as pilot:
        assert "Hallucination" not in visible(pilot.app)
        await press(pilot, "p")
        await until(pilot, lambda: "Statistics · provisional 3/75" in visible(pilot.app), "the page")
        await press(pilot, "x", "r", "n", "u", "f", "s")
        assert work(pilot).desk.log.count() == 4
        assert isinstance(pilot.app.screen, Page)
        await press(pilot, "p")
        assert pilot.app.screen is work(pilot)


SIZES = [(80, 24), (170, 40), (40, 12), (10, 4), (5, 3), (1, 1), (58, 30), (109, 24), (120, 36)]


async def test_a_new_size_keeps_everything(example):
    async with graded(example(7)) as pilot:
        desk = work(pilot).desk
        before = visible(pilot.app)
        await press(pilot, "f")
        stands = desk.position, desk.state
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await settled(pilot)
            assert (desk.position, desk.state) == stands
            assert faults(pilot) == []
            if size >= (40, 12):
                assert desk.key in visible(pilot.app)
        await press(pilot, "f")
        await write(pilot, "g", str(desk.position + 1))
        strip = [row[:66] for row in visible(pilot.app).splitlines()[2:30]]
        assert strip == [row[:66] for row in before.splitlines()[2:30]]


@pytest.mark.parametrize(
    ("size", "labelled"),
    [((80, 24), 8), ((40, 12), 8), ((80, 10), 8), ((40, 8), 7), ((80, 6), 7), ((20, 5), 7), ((10, 4), 7), ((1, 1), 7)],
    ids=str,
)
async def test_it_starts_at_any_size_and_labels_where_a_row_of_the_answer_is_seen(example, size, labelled):
    async with graded(example(7)) as pilot:
        await pilot.resize_terminal(*size)
        await settled(pilot)
        shown = work(pilot).desk.sheet(work(pilot).desk.position).item.text[:8] in visible(pilot.app)
        assert shown == (labelled == 8)
        await press(pilot, "x", "?", "q", "v", "down", "q", "c", "escape")
        assert work(pilot).desk.state.labelled == labelled
        assert shown or "too small to see the answer" in work(pilot)._said
        assert faults(pilot) == []


async def test_keys_after_enter_write_nothing_into_the_line(example):
    async with graded(example(0)) as pilot:
        await press(pilot, "c")
        for key in (*"so", "enter", *"xn", "enter"):
            character = {"enter": "\r"}.get(key, key)
            pilot.app.post_message(events.Key(key, character))  # all at once, as one read of the terminal gives them
        await settled(pilot)
        await until(pilot, lambda: work(pilot).is_current, "the line is closed")
        assert work(pilot).desk.mark.comment == "so"
        assert work(pilot).desk.state.labelled == 0


async def test_frames_are_right_in_the_first_frame_at_every_size(example):
    from gradertui.tui.grading import GradingScreen

    with seated(example(7)) as desk:
        for size in SIZES:
            GradingScreen(desk, size)


class Full:
    def __init__(self, log):
        self._log = log

    def __getattr__(self, name):
        return getattr(self._log, name)

    def append(self, event, at):
        raise StoreError("ana.sqlite: database or disk is full")


@pytest.mark.parametrize("key", ["x", "s", "f", "u"])
async def test_what_could_not_be_saved_is_said_and_the_item_stays(example, key):
    async with graded(example(3)) as pilot:
        desk = work(pilot).desk
        before = desk.position, desk.state
        desk.log, log = Full(desk.log), desk.log
        await press(pilot, key)
        assert said(pilot).startswith("NOT SAVED: ana.sqlite: database or disk is full")
        assert (desk.position, desk.state) == before
        desk.log = log
        await press(pilot, key)
        assert "NOT SAVED" not in visible(pilot.app)
        assert desk.state is not before[1]


async def test_a_comment_that_could_not_be_saved_is_said(example):
    async with graded(example(3)) as pilot:
        work(pilot).desk.log = Full(work(pilot).desk.log)
        await write(pilot, "c", "hm")
        assert said(pilot).startswith("NOT SAVED")
        await write(pilot, "e", "cut off")
        assert said(pilot).startswith("NOT SAVED")


async def test_a_log_that_was_moved_away_takes_no_label(example):
    folder = example(3)
    async with graded(folder) as pilot:
        shutil.move(folder / "labels" / "ana.sqlite", folder / "labels" / "away.sqlite")
        await press(pilot, "x")
        assert said(pilot).startswith("NOT SAVED")
        assert work(pilot).desk.state.labelled == 3


async def test_a_paste_labels_nothing_and_that_is_said(example):
    async with graded(example(3)) as pilot:
        pilot.app.post_message(events.Paste("rxnrxn"))
        await until(pilot, lambda: said(pilot) == "pasted text labels nothing", "that it is said")
        assert work(pilot).desk.state.labelled == 3


async def test_keys_that_come_with_a_paste_label_nothing(example):
    async with graded(example(0), guard=True) as pilot:
        work(pilot).guard.painted(0.0)
        paste, key = events.Paste("rxnrxn"), events.Key("r", "r")
        key.time = paste.time + 0.005
        for event in (paste, key):
            pilot.app.post_message(event)
        await until(pilot, lambda: said(pilot).startswith("keys came all at once"), "that it is said")
        assert work(pilot).desk.state.labelled == 0


async def test_a_letter_with_alt_labels_nothing_and_that_is_said(example):
    async with graded(example(0)) as pilot:
        pilot.app.post_message(events.Key("alt+x", None))
        await until(pilot, lambda: said(pilot).startswith("Alt and a letter label nothing"), "that it is said")
        assert work(pilot).desk.state.labelled == 0


@pytest.mark.parametrize(("policy", "letters"), [("sealed", False), ("pooled", True)])
async def test_no_row_by_system_before_the_plan_is_complete(example, policy, letters):
    folder = example(0)
    (folder / "labels" / "ana.sqlite").unlink()  # or the plan would be frozen
    plan = folder / "session.toml"
    plan.write_text(plan.read_text().replace('statistics = "live"', f'statistics = "{policy}"'))
    async with graded(folder) as pilot:
        for _label in range(6):
            await press(pilot, "x")
            assert rows_by_system(pilot) == []
        assert "Systems are compared when all is labelled." in visible(pilot.app)
        assert ("X 6" in visible(pilot.app)) == letters
        for key in "v":
            await press(pilot, key)
            assert "Systems are compared when all is labelled." in visible(pilot.app)
            assert "S1" not in visible(pilot.app)
            await press(pilot, "q")
        assert {facts(event)["statistics"] for event in given(work(pilot).desk)} == {policy}
        desk = work(pilot).desk
        while not desk.state.complete:
            desk.label("X", 900, policy)
        work(pilot).draw()
        await until(pilot, lambda: rows_by_system(pilot), "rows by system at the end")


async def test_scrolling_stays_where_it_is_when_something_else_changes(long):
    async with graded(long) as pilot:
        await press(pilot, "pagedown", "pagedown")
        top = work(pilot).papers.answer._top
        assert top > 0
        await press(pilot, "f", "?", "q")
        assert work(pilot).papers.answer._top == top
        await press(pilot, "x", "q")
        assert pilot.app.screen is work(pilot)


async def test_the_next_answer_is_shown_from_its_beginning(tmp_path):
    async with graded(made(tmp_path / "two", bank(1, text=LONG))) as pilot:
        await press(pilot, "pagedown", "r")
        assert work(pilot).papers.answer._top == 0
        assert "word0 " in visible(pilot.app)


async def test_the_end_of_a_long_text_is_still_in_its_frame_after_a_resize(long):
    async with graded(long, size=(60, 24)) as pilot:
        work(pilot).papers.answer.scroll_rows(10_000)
        await pilot.resize_terminal(109, 24)
        await settled(pilot)
        assert "word1999" in visible(pilot.app)


def key(name, at):
    event = events.Key(name, name)
    event.time = at
    return event


async def test_with_the_guard_on_keys_label_what_was_seen(example):
    async with graded(example(0), guard=True) as pilot:
        screen = work(pilot)
        await open_position(pilot)
        screen.guard.changed()
        screen.guard.painted(at := monotonic() + 1000)
        screen.on_key(key("x", at + 0.1))
        assert said_of(screen).startswith("too early")
        screen.on_key(key("x", at + 1))
        assert said_of(screen).endswith("→ X · u undoes it")
        screen.guard.painted(at + 1)
        screen.on_key(key("x", at + 1.3))
        assert said_of(screen).startswith("the same key came again")
        screen.on_key(key("r", at + 1.301))
        assert said_of(screen).startswith("keys came all at once")
        screen.on_key(key("u", at + 1.302))
        assert said_of(screen).startswith("keys came all at once")
        assert screen.desk.state.labelled == 1


def said_of(screen):
    return screen._said


async def test_a_key_before_the_paint_labels_nothing(example):
    async with graded(example(0), guard=True) as pilot:
        screen = work(pilot)
        screen.guard.changed()
        screen.on_key(key("x", 10.0**9))
        assert said_of(screen).startswith("too early")
        assert screen.desk.state.labelled == 0


async def test_time_on_a_task_is_kept_with_its_label(example):
    async with graded(example(0)) as pilot:
        screen = work(pilot)
        await open_position(pilot)
        screen.stopwatch.restart(1000.0)
        screen.on_key(key("x", 1002.5))
        assert [event.active_ms for event in given(screen.desk)] == [2500]


async def test_away_from_the_terminal_time_does_not_count(example, monkeypatch):
    from gradertui.tui import app

    async with graded(example(0)) as pilot:
        screen = work(pilot)
        await open_position(pilot)
        screen.stopwatch.restart(1000.0)
        monkeypatch.setattr(app, "monotonic", lambda: 1001.0)
        pilot.app.on_app_blur(events.AppBlur())
        monkeypatch.setattr(app, "monotonic", lambda: 1040.0)
        pilot.app.on_app_focus(events.AppFocus())
        screen.on_key(key("x", 1041.0))
        assert [event.active_ms for event in given(screen.desk)] == [2000]


async def test_a_plan_that_hides_nothing_shows_names_citations_and_confidences(example):
    folder = example(0)
    (folder / "labels" / "ana.sqlite").unlink()  # or the plan would be frozen
    plan = folder / "session.toml"
    plan.write_text(plan.read_text().replace("shows = []", 'shows = ["citation", "confidence"]'))
    async with graded(folder) as pilot:
        told = ("cites ", "declares ")
        for _step in range(75):
            item = work(pilot).desk.sheet(work(pilot).desk.position).item
            shown = visible(pilot.app)
            assert [word in shown for word in told] == [bool(item.cited_source), item.confidence is not None]
            if item.cited_source and item.confidence is not None:
                break
            await press(pilot, "right")


async def test_statistics_that_were_hidden_while_labels_came_are_there_again(tmp_path):
    async with graded(made(tmp_path / "s", bank(3))) as pilot:
        await press(pilot, "p", "x")
        assert "Statistics" not in visible(pilot.app)
        await press(pilot, "p")
        await numbers(pilot)
        assert "provisional 1/6" in visible(pilot.app)

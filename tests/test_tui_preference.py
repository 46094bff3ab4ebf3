"""Choosing blind between two texts: what is seen, what moves when, and that nothing names a system or a maker."""

import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from screens import graded, made, press, said, seated, titles, until, visible, work, write

from gradertui.masking import MAKERS, found
from gradertui.model import Item, Plan, Question
from gradertui.report import gather
from gradertui.report.preference import Numbers
from gradertui.session import Session
from gradertui.tui.reading import TextPane

NAMES = ("zephyrine-7b", "quokka")
Real = Callable[[str], Path]


def pairs(n: int, text="the {system} says {q} {how}"):
    for q in range(n):
        yield Question(f"q{q}", f"What of {q}?")
        for system, how in zip(NAMES, ("plainly", "at length"), strict=True):
            yield Item(f"i{q}{system[0]}", text.format(system=system, q=q, how=how), f"q{q}", system)


def preferring(folder: Path, parts=None, **plan) -> Path:
    return made(folder, parts or pairs(24), Plan(mode="preference", seed=3, mask="[model]", masked=MAKERS, **plan))


@pytest.fixture
def session(tmp_path) -> Path:
    return preferring(tmp_path / "pairs")


async def test_two_texts_stand_side_by_side_and_the_screen_says_that_a_tie_is_valid(session):
    async with graded(session) as pilot:
        shown = visible(pilot.app)
        assert "Pair 1 of 24 · a tie is a valid and frequent answer" in shown
        assert re.search(r"╭─ A ─+╮ +╭─ B ─+╮", shown)
        for words in ("A is better", "B is better", "tie", "both bad", "can't tell"):
            assert words in shown


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (99, 40)])
async def test_where_it_is_narrow_they_lie_under_each_other(session, size):
    async with graded(session, size=size) as pilot:
        a, b = work(pilot).papers.answers
        assert a.region.bottom <= b.region.y
        assert min(a.height, b.height) >= 2
        await press(pilot, "l", "l")
        await until(pilot, lambda: a.region.y == b.region.y, "side by side, since somebody asked for it")


@pytest.mark.parametrize("size", [(120, 36), (170, 40), (100, 30)])
async def test_where_there_is_room_they_stand_side_by_side(session, size):
    async with graded(session, size=size) as pilot:
        a, b = work(pilot).papers.answers
        assert (a.region.y, a.region.height) == (b.region.y, b.region.height)
        assert abs(a.region.width - b.region.width) <= 1


async def test_keys_choose_and_what_is_stored_is_what_was_pressed_and_says_who_won(session):
    with seated(session) as desk:
        sides = [task.arms for task in desk.state.order]
    async with graded(session) as pilot:
        for _pair in range(24):
            task = work(pilot).desk.task
            await press(pilot, "a" if task.arms[0] == "quokka" else "b")
        await until(pilot, lambda: work(pilot).desk.state.complete, "all of them")
    assert 10 <= sum(left == "quokka" for left, _right in sides) <= 14
    with sqlite3.connect(session / "labels" / "ana.sqlite") as db:
        given = dict(db.execute("select position, label from labels"))
    assert {given[at] for at, (left, _right) in enumerate(sides) if left == "quokka"} == {"A"}
    opened = Session(session)
    numbers: Numbers = gather(opened).numbers
    (pair,) = numbers.summary.pairs
    assert (pair.found.wins, pair.found.losses) == ((24, 0) if pair.a == "quokka" else (0, 24))
    opened.close()


async def test_blind_nothing_on_any_screen_names_a_system_or_a_maker(tmp_path):
    text = "As ChatGPT, trained by OpenAI, {system} says {q} {how}"
    folder = preferring(tmp_path / "names", pairs(12, text=text))
    async with graded(folder) as pilot:
        screens = [visible(pilot.app)]
        for key in ("a", "r", "escape", "w", "i", "i", "b", "v", "q", "h", "q", "?", "q", "o", "q", *"tz0abtabtt"):
            await press(pilot, key)
            screens += [visible(pilot.app), *titles(pilot.app)]
        await until(pilot, lambda: "All labelled" in visible(pilot.app), "the end")
        screens.append(visible(pilot.app))
        every = "\n".join(screens)
        assert not list(found(every, (*NAMES, "ChatGPT", "OpenAI")))
        assert "As [model], trained by [model], [model] says" in screens[0]


async def test_open_it_says_which_system_wrote_which(session):
    async with graded(session, blind=False) as pilot:
        left, right = work(pilot).desk.task.arms
        assert re.search(rf"A · {left} .*B · {right} ", visible(pilot.app))


async def test_of_two_texts_that_are_the_same_that_is_said_and_again_when_one_is_chosen(tmp_path):
    folder = preferring(tmp_path / "same", pairs(3, text="the same  words {q}"))
    async with graded(folder) as pilot:
        assert "A · the same text as B" in visible(pilot.app)
        await press(pilot, "a")
        assert said(pilot) == "pair 1 → A, though both texts are the same · u undoes it"
        await press(pilot, "t")
        assert said(pilot) == "pair 2 → T · u undoes it"


async def test_a_reason_is_given_for_the_last_label_and_counted(session):
    async with graded(session) as pilot:
        await press(pilot, "r")
        assert said(pilot) == "first a label, then a reason for it"
        for label, reason in (("a", "Clearer"), ("b", "clearer"), ("t", "as long")):
            await press(pilot, label)
            await write(pilot, "r", reason)
        await until(pilot, lambda: "reason for pair 3 saved: as long" in said(pilot), "the third reason")
        await press(pilot, "v")
        await until(pilot, lambda: "Clearer 2, as long 1" in visible(pilot.app), "reasons with their counts")
        await press(pilot, "q", "left", "h")
        await until(pilot, lambda: "reason: as long" in visible(pilot.app), "the history")
        await press(pilot, "q", "u")
        assert work(pilot).desk.state.marks[2].kind == ""


async def test_what_is_pooled_moves_with_every_key_and_rows_by_system_every_ten(session):
    async with graded(session) as pilot:
        rows = []
        for n, key in enumerate("abababababab", 1):
            await press(pilot, key)
            await until(pilot, lambda n=n: f"A {(n + 1) // 2} · B {n // 2}" in visible(pilot.app), f"{n} labels")
            if n == 10:
                await until(pilot, lambda: "/10 " in visible(pilot.app), "rows by system")
            shown = visible(pilot.app)
            rows.append(re.findall(r"S1–S2 .*", shown))
            left = (10 - n % 10) if n % 10 else 10
            assert f"rows move after {left} more label" in shown
        assert "nothing decided yet" in rows[8][0]
        assert rows[9] != rows[8]
        assert rows[9] == rows[10] == rows[11]


async def test_blind_the_side_with_more_wins_stands_first_whichever_it_is(tmp_path):
    shares = []
    for winner in NAMES:
        folder = preferring(tmp_path / winner)
        async with graded(folder) as pilot:
            for _pair in range(10):
                await press(pilot, "a" if work(pilot).desk.task.arms[0] == winner else "b")
            await until(pilot, lambda: "10/10" in visible(pilot.app), "rows by system")
            shares.append(re.findall(r"S1–S2 .*", visible(pilot.app)))
    assert shares[0] == shares[1]


async def test_a_grader_who_never_ties_is_told_so_after_thirty(tmp_path):
    folder = preferring(tmp_path / "never", pairs(31))
    async with graded(folder) as pilot:
        for n in range(30):
            assert "No tie in" not in visible(pilot.app)
            await press(pilot, "ab"[n % 2])
        await until(pilot, lambda: "No tie in 30" in visible(pilot.app), "the warning")


async def test_words_that_only_one_of_the_texts_has_are_underlined(tmp_path):
    def parts():
        yield Question("q", "Why?")
        yield Item("1", "bread with butter", "q", "x")
        yield Item("2", "bread with cheese", "q", "y")

    async with graded(preferring(tmp_path / "w", parts())) as pilot:
        await press(pilot, "w")
        panes: tuple[TextPane, ...] = work(pilot).papers.answers
        lacking = {
            text for pane in panes for row in pane._visible(pane.size) for text, role in row if role == "lacking"
        }
        assert lacking == {"butter", "cheese"}


async def test_a_window_that_shows_one_text_only_labels_nothing(session):
    async with graded(session) as pilot:
        await pilot.resize_terminal(80, 7)
        await until(pilot, lambda: work(pilot).unseen(), "one of the texts has no row")
        await press(pilot, "a")
        assert said(pilot) == "the window is too small to see both texts: nothing labelled"
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: not work(pilot).unseen(), "both are there")


async def test_both_texts_scroll_together_until_one_is_chosen(tmp_path):
    long = "\n".join(f"line {i} of {{how}} {{q}}" for i in range(60))
    async with graded(preferring(tmp_path / "long", pairs(2, text=long))) as pilot:
        a, b = work(pilot).papers.answers
        await press(pilot, "pagedown")
        assert a._top == b._top > 0
        before = a._top
        await press(pilot, "tab", "down")
        assert sorted((a._top, b._top)) == [before, before + 1]


async def test_sixty_real_pairs_are_labelled_by_keys_and_no_screen_names_a_system(real: Real, tmp_path, monkeypatch):
    from gradertui.cli import main

    monkeypatch.setenv("GRADERTUI_SESSIONS", str(tmp_path))
    assert main(["new", "panda", str(real("pandalm-ab-260-319.json")), "--seed", "5"]) == 0
    systems = ("opt-7b", "pythia-6.9b", "bloom-7b", "cerebras-gpt-6.7B", "llama-7b")
    async with graded(tmp_path / "panda", "ana") as pilot:
        screens = []
        for n in range(60):
            screens += [visible(pilot.app), *titles(pilot.app)]
            await press(pilot, "abtz0"[n % 5])
        await until(pilot, lambda: "All labelled" in visible(pilot.app), "the end")
        screens.append(visible(pilot.app))
    assert not list(found("\n".join(screens), systems))
    session = Session(tmp_path / "panda")
    agreed = gather(session, ["annotator1", "annotator2", "annotator3"]).agreement
    assert agreed is not None
    # Counts and coefficients of the manifest of the file.
    assert round(float(agreed.numbers.main.value or 0), 4) == 0.7006
    assert round(float(agreed.numbers.fleiss.value or 0), 4) == 0.6989
    assert [round(float(pair.cohen.value or 0), 4) for pair in agreed.numbers.pairs] == [0.6797, 0.7861, 0.6345]
    session.close()

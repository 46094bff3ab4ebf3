"""After rating is locked: guesses, one card at a time, and nothing else any more."""

from collections import Counter
from contextlib import asynccontextmanager

import pytest
from screens import AT, HOME, made, press, seated, settled, titles, until, visible

from gradertui.events import labelled
from gradertui.masking import found
from gradertui.model import Item, Plan
from gradertui.store import StoreError
from gradertui.tui.guessing import UNSURE, Guesser, lock, sampled

N = 24
NAMES = ("Lucía", "Martín")


@pytest.fixture(autouse=True)
def _guard_off(monkeypatch):
    """Keys of a test come faster than a person's."""
    monkeypatch.setenv("GRADERTUI_GUARD", "off")


@pytest.fixture
def folder(tmp_path):
    """Cards that name whom they are for: six templates, two variants, twice."""
    parts = [
        Item(f"{t}{v[0]}{r}", f"Sigue así, {v}: vas por la hoja {t} y estás {word}.", template=f"k{t}", variant=v,
             replicate=r)
        for t in range(6) for v, word in zip(NAMES, ("lista", "listo"), strict=True) for r in (1, 2)
    ]  # fmt: skip
    plan = Plan(mode="tone", seed=5, neutralised=(("lista", "listo"),))
    return made(tmp_path / "cards", parts, plan)


def rated(desk, n=N):
    given = [
        labelled(task.task_id, i, str(i % 5 + 1), active_ms=900, blind=True, screen="live")
        for i, task in enumerate(desk.state.order)
        if i < n
    ]
    for event in given:
        desk.take(event)


@asynccontextmanager
async def asked(folder, most=N, size=HOME):
    """The questions on the screen; rated and locked if that was not done."""
    with seated(folder) as desk:
        if not desk.state.complete:
            rated(desk)
        lock(desk)
        async with Guesser(desk, sampled(desk, most)).run_test(size=size) as pilot:
            await settled(pilot)
            yield pilot, desk


def events(desk):
    return [event.kind for event in desk.log.events()]


def guesses(desk):
    return {i: desk.state.marks[i].guess for i in range(N) if desk.state.marks[i].guess}


@pytest.mark.parametrize("n", [0, 1, N - 1])
def test_before_the_last_rating_nothing_is_locked_and_nothing_written(folder, n):
    with seated(folder) as desk:
        rated(desk, n)
        before = desk.log.count(), desk.state
        with pytest.raises(StoreError, match=f"{N - n} (is|are) still open; guesses come after the last rating"):
            lock(desk)
        assert (desk.log.count(), desk.state) == before
        assert not desk.state.locked


def test_a_card_left_out_needs_no_rating_and_is_not_asked_about(folder):
    with seated(folder) as desk:
        rated(desk, N - 1)
        desk.position = N - 1
        desk.exclude("cut off")
        lock(desk)
        assert desk.state.locked
        assert N - 1 not in sampled(desk, N)


def test_locking_twice_is_written_once(folder):
    with seated(folder) as desk:
        rated(desk)
        lock(desk), lock(desk)
        assert events(desk).count("Locked") == 1
    with seated(folder) as desk:
        assert desk.state.locked
        lock(desk)
        assert events(desk).count("Locked") == 1


DEEDS = {
    "label": lambda desk: desk.label("1", 900, "live"),
    "undo of a label": lambda desk: desk.undo(),
    "skip": lambda desk: desk.skip(),
    "exclude": lambda desk: desk.exclude("cut off"),
    "flag": lambda desk: desk.flag(),
    "comment": lambda desk: desk.comment("hm"),
}


@pytest.mark.parametrize("deed", DEEDS)
def test_after_the_lock_nothing_but_guesses_is_taken_and_that_is_said(folder, deed):
    with seated(folder) as desk:
        rated(desk)
        lock(desk)
        before = desk.log.count(), desk.state
        with pytest.raises(StoreError, match="rating is locked: the arms were guessed after it"):
            DEEDS[deed](desk)
        assert (desk.log.count(), desk.state) == before


async def test_a_guess_is_stored_and_u_takes_it_back(folder):
    async with asked(folder) as (pilot, desk):
        first = desk.position
        await press(pilot, "1")
        assert guesses(desk) == {first: NAMES[0]}
        assert events(desk)[-1] == "Guessed"
        assert desk.position != first
        assert f"card {first + 1} noted" in visible(pilot.app)
        await press(pilot, "0")
        assert list(guesses(desk).values()) == [NAMES[0], UNSURE]
        await press(pilot, "u")
        assert guesses(desk) == {first: NAMES[0]}
        await press(pilot, "U")
        assert guesses(desk) == {}
        assert desk.position == first
        assert events(desk)[-4:] == ["Guessed", "Guessed", "Retracted", "Retracted"]
        count = desk.log.count()
        await press(pilot, "u")
        assert "nothing to undo" in visible(pilot.app)
        assert desk.log.count() == count
        assert desk.state.labelled == N


async def test_keys_that_are_no_choice_do_nothing(folder):
    async with asked(folder) as (pilot, desk):
        before = desk.log.count(), visible(pilot.app)
        await press(pilot, "3", "9", "r", "x", "f", "s", "c", "g", "?", "v", "left", "enter", "space")
        assert (desk.log.count(), visible(pilot.app)) == before


def test_the_sample_is_seeded_of_rated_cards_and_stops_at_the_maximum(folder):
    with seated(folder) as desk:
        rated(desk)
        for most in (1, 7, N):
            sample = sampled(desk, most)
            assert len(sample) == most
            assert sample == sorted(set(sample))
            assert sample == sampled(desk, most)
        assert sampled(desk, 100) == list(range(N))
        assert set(sampled(desk, 7)) < set(sampled(desk, 12))
        assert sampled(desk, 7) != list(range(7))
        arms = Counter(desk.state.order.arms(i) for i in sampled(desk, 16))
        assert len(arms) == 2
    with seated(folder, "ben") as desk:
        assert sampled(desk, N) == []
        rated(desk, 3)
        assert sampled(desk, N) == [0, 1, 2]


async def test_it_ends_after_as_many_cards_as_were_to_be_asked_about(folder):
    async with asked(folder, 3) as (pilot, desk):
        sample = sampled(desk, 3)
        for n, key in enumerate("120"):
            assert f"{n}/3" in visible(pilot.app)
            await press(pilot, key)
        await until(pilot, lambda: pilot.app._exit, "the end")
        assert guesses(desk) == dict(zip(sample, (*NAMES, UNSURE), strict=True))
        assert pilot.app.return_code == 0


async def test_quitting_and_coming_back_goes_on_at_the_first_card_without_a_guess(folder):
    async with asked(folder, 10) as (pilot, desk):
        sample = sampled(desk, 10)
        await press(pilot, "1", "2", "0", "q")
        await until(pilot, lambda: pilot.app._exit, "the end")
    async with asked(folder, 10) as (pilot, desk):
        assert desk.position == sample[3]
        assert "3/10" in visible(pilot.app)
        await press(pilot, "u")
        assert desk.position == sample[2]
        assert sorted(guesses(desk)) == sample[:2]


@pytest.mark.parametrize("size", [HOME, (80, 24)], ids=str)
async def test_the_card_is_masked_and_the_variants_stand_among_the_choices_only(folder, size):
    async with asked(folder, size=size) as (pilot, desk):
        for _card in range(6):
            rows = visible(pilot.app).splitlines()
            naming = [row for row in rows if any(found(row, NAMES))]
            assert len(naming) == 1
            assert naming[0].split() == ["1", "Lucía", "2", "Martín", "0", "cannot", "tell"]
            text = " ".join(rows)
            assert "Sigue así, [compañero]" in text
            assert "list·" in text
            assert not any(list(found(title, NAMES)) for title in titles(pilot))
            assert f"Card {desk.position + 1} of {N}" in text
            await press(pilot, "1")


async def test_what_cannot_be_saved_is_said_and_the_card_stays(folder):
    async with asked(folder) as (pilot, desk):
        at, append = desk.position, desk.log.append

        def full(event, at):
            raise StoreError("ana.sqlite: database or disk is full")

        desk.log.append = full
        await press(pilot, "2")
        assert "NOT SAVED: ana.sqlite: database or disk is full" in visible(pilot.app)
        assert (desk.position, guesses(desk)) == (at, {})
        desk.log.append = append
        await press(pilot, "2")
        assert guesses(desk) == {at: NAMES[1]}


def test_guesses_move_no_rating_and_no_count(folder):
    with seated(folder) as desk:
        rated(desk)
        lock(desk)
        before = desk.state.letters, desk.state.cells, desk.state.labelled
        from gradertui.events import guessed

        desk.take(guessed(desk.state.order[0].task_id, 0, NAMES[0]))
        assert (desk.state.letters, desk.state.cells, desk.state.labelled) == before
        assert {event.at for event in desk.log.events()} == {AT}


async def test_what_was_said_of_a_card_is_not_shown_with_the_question(folder):
    with seated(folder) as desk:
        rated(desk)
        for at in range(N):
            desk.position = at
            desk.comment("too warm")
    async with asked(folder) as (pilot, _desk):
        assert "too warm" not in visible(pilot.app)
        assert "labelled" not in visible(pilot.app)


async def test_ctrl_c_leaves_the_questions(folder):
    async with asked(folder) as (pilot, desk):
        await pilot.press("ctrl+c")
        await until(pilot, lambda: not pilot.app.is_running, "that it ended")
        assert guesses(desk) == {}


async def test_keys_that_come_all_at_once_or_too_early_guess_nothing(folder, monkeypatch):
    monkeypatch.setenv("GRADERTUI_GUARD", "on")
    async with asked(folder) as (pilot, desk):
        await press(pilot, *"1111")
        assert guesses(desk) == {}
        assert "too early" in visible(pilot.app) or "all at once" in visible(pilot.app)


@pytest.mark.parametrize("width", [40, 60, 80])
async def test_every_choice_has_its_key_in_sight(tmp_path, width):
    names = ["Lucía María", "Martín José", "Ana Isabel", "José Ignacio", "Zoë Carolina"]
    parts = [Item(f"{t}-{name}", "Hola.", template=str(t), variant=name) for t in range(2) for name in names]
    folder = made(tmp_path / "five", parts, Plan(mode="tone", seed=1))
    with seated(folder) as desk:
        rated(desk, len(parts))
        lock(desk)
        async with Guesser(desk, sampled(desk, 3)).run_test(size=(width, 24)) as pilot:
            await settled(pilot)
            screen = visible(pilot.app)
            assert all(f" {key} " in screen for key in "123450")


async def test_a_card_longer_than_its_frame_scrolls(tmp_path):
    text = "\n".join(f"line {n}" for n in range(100))
    parts = [Item(f"{t}-{name}", text, template=str(t), variant=name) for t in range(2) for name in "ab"]
    folder = made(tmp_path / "long", parts, Plan(mode="tone", seed=1))
    with seated(folder) as desk:
        rated(desk, len(parts))
        lock(desk)
        async with Guesser(desk, sampled(desk, 3)).run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            assert "line 0 " in visible(pilot.app)
            await press(pilot, "pagedown")
            assert "line 0 " not in visible(pilot.app)

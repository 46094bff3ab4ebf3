"""One key does one thing, whoever chose it; what is stored is the label, and a key labels what was seen."""

from __future__ import annotations

import os
import re
from pathlib import Path
from time import monotonic
from unittest.mock import patch

import pytest
from disputed import docketed, letters, ratings
from hypothesis import given
from hypothesis import strategies as st
from screens import HOME, bank, graded, made, press, said, settled, until, visible, work
from textual import events

from gradertui.cli.practice import shipped as exercises
from gradertui.model import Item, Mode, Plan
from gradertui.store import StoreError
from gradertui.tui.adjudicating import Adjudicator
from gradertui.tui.docket import Docket
from gradertui.tui.keyboards import KEYBOARDS
from gradertui.tui.keyfile import parsed
from gradertui.tui.keys import PALETTE, SCREENS, Keys, Screen, Wishes, laid, shipped
from gradertui.tui.practice import Practice

FILE = Path("keys.toml")
EVERY = pytest.mark.parametrize(("screen", "mode"), SCREENS)
RIGHT_HAND = '[grade]\nR = "j"\nX = "k"\nN = "l"\n[tone]\n1 = "a"\n2 = "s"\n3 = "d"\n4 = "f"\n5 = "g"\n'


def keys(text: str, screen: Screen = "grade", mode: Mode | None = "grade") -> Keys:
    return laid(screen, mode, parsed(FILE, text))


def everywhere(wishes: Wishes) -> None:
    for screen, mode in SCREENS:
        laid(screen, mode, wishes)


@EVERY
def test_as_shipped_nothing_gives_way(screen: Screen, mode: Mode | None) -> None:
    own = shipped(screen, mode)
    for command in own.commands:
        assert all(own.command(key) == command for key in command.keys)
        assert command.keys or screen in PALETTE
    assert not {key for command in own.commands for key in command.keys if own.label(key)}


@pytest.mark.parametrize(("mode", "characters"), [
    ("grade", {"R": "rRкКρΡרقीㄱｒＲ", "X": "xчЧχסءㅌｘ", "N": "nтνמىㅜｎ"}),
    ("preference", {"A": "aαשشㅁ", "B": "bиβנㅠ", "T": "tеτאفㅅ", "Z": "zяζזئㅋ", "0": "0٠۰०０à"}),
    ("tone", {"1": "1&١۱१１", "2": "2é٢ě", "3": '3"٣š', "4": "4'٤č", "5": "5(٥ř"}),
])  # fmt: skip
def test_a_key_in_the_place_of_a_latin_one_gives_its_label(mode: Mode, characters: dict[str, str]) -> None:
    own = shipped(mode, mode)
    assert {label: {own.label(own.pressed(c, c)) for c in said} for label, said in characters.items()} == {
        label: {label} for label in characters
    }


def test_commands_follow_the_place_too() -> None:
    own = shipped("grade", "grade")
    found = {c: own.command(own.pressed(c, c)) for c in "гыпйר"}
    assert {c: command and command.name for c, command in found.items()} == {
        "г": "undo", "ы": "skip", "п": "go", "й": "quit", "ר": None}  # fmt: skip


def test_a_character_of_two_labels_is_not_taken_and_the_reason_is_said() -> None:
    own = shipped("preference", "preference")
    key = own.pressed("ф", "ф")
    assert own.label(key) is None
    assert own.unclear(key) == '“ф” (ru: A, bg: B) not taken: keyboard = "ru" in keys.toml'
    declared = keys('keyboard = "bg"', "preference", "preference")
    assert declared.label(declared.pressed("ф", "ф")) == "B"
    assert declared.unclear(declared.pressed("ф", "ф")) == ""


def test_which_characters_are_not_taken_is_known() -> None:
    """Of grade and tone none; in preference one of Russian and Bulgarian, one of two Armenian keyboards."""
    unsure = {}
    for mode in ("grade", "tone", "preference"):
        own = shipped(mode, mode)
        characters = {*"".join("".join(keyboard) for keyboard in KEYBOARDS.values())}
        unsure[mode] = {c for c in characters if own._doubted(own._places(c) or {"": ""})}
    assert unsure == {"grade": set(), "tone": set(), "preference": {"ф", "զ"}}


def test_a_key_bound_by_itself_is_never_another() -> None:
    own = keys('[grade]\nskip = "к"\nR = ["j", "é"]\n')
    assert own.command(own.pressed("к", "К")).name == "skip"  # type: ignore[union-attr]
    assert own.label(own.pressed("é", "É")) == "R"
    assert own.label("r") is None


@pytest.mark.parametrize(("text", "told"), [
    ('[grade]\nR = "j"\nX = "J"', "line 3, [grade] X: “j” is the key of [grade] R (line 2) too; give one of the two"),
    ('[grade]\nskip = "r"', "line 2, [grade] skip: “r” is the key of [grade] R too"),
    ('[everywhere]\nskip = "x"', "line 2, [everywhere] skip: “x” is the key of [grade] X too"),
    ('[grade]\nskip = "d"\nflag = "d"', "line 3, [grade] flag: “d” is the key of [grade] skip (line 2) too"),
    ('[grade]\nR = "1"', "line 2, [grade] R: “1” is the key of [grade] kinds too"),
    ('[tone]\n1 = "6"', "line 2, [tone] 1: “6” is the key of [adjudicate] causes too"),
    ('[adjudicate]\nadopt = ["6"]', "line 2, [adjudicate] adopt: “6” is the key of [adjudicate] causes too"),
    ('[grade]\nN = ["?", "f1"]', "line 2, [grade] N: “?” is the only key of [grade] help, which needs one"),
    ('[home]\nnew = "q"', "line 2, [home] new: “q” is the only key of [home] quit, which needs one"),
])  # fmt: skip
def test_two_things_on_one_key_are_refused_with_the_line_and_the_fix(text: str, told: str) -> None:
    wishes = parsed(FILE, text)
    with pytest.raises(StoreError, match=re.escape(f"keys.toml, {told}")):
        everywhere(wishes)


def test_a_shipped_key_gives_way_to_a_wish_and_the_palette_has_the_command() -> None:
    own = keys('[grade]\nN = "l"\nR = "u"\n')
    assert own.of("layout") == ()
    assert own.cap("layout") == "Ctrl+P"
    assert (own.of("undo"), own.cap("undo")) == (("ctrl+z",), "Ctrl+Z")


@given(
    st.dictionaries(st.sampled_from(["R", "X", "N", "skip", "undo", "go"]), st.sampled_from("abcjuqsg?"), max_size=6)
)
def test_whatever_is_wished_one_key_does_one_thing_or_nothing_opens(wished: dict[str, str]) -> None:
    text = "[grade]\n" + "".join(f'{name} = "{key}"\n' for name, key in wished.items())
    try:
        own = keys(text)
    except StoreError:
        return
    every = [key for each in own.bound for key in each.keys]
    assert len(every) == len(set(every))
    assert {name: each.keys for each in own.bound if (name := each.name) in wished} == {
        n: (k,) for n, k in wished.items()
    }
    assert all(own.of(name) for name in ("undo", "help", "quit"))


async def test_the_same_labels_are_stored_whatever_the_keys(tmp_path: Path) -> None:
    stored = []
    for name, own, typed in (("a", None, "rxn"), ("b", keys(RIGHT_HAND), "Jkд"), ("c", None, "кΧｎ")):
        async with graded(made(tmp_path / name, bank(3)), keys=own) as pilot:
            await press(pilot, *typed)
            desk = work(pilot).desk
            stored.append([event.value for at in range(6) for event in desk.log.history(at)])
            assert [event.kind for at in range(6) for event in desk.log.history(at)] == ["Labelled"] * 3
    assert len(stored[0]) == 3
    assert stored == [stored[0]] * 3


async def test_everything_that_shows_a_key_follows(tmp_path: Path) -> None:
    own = keys(RIGHT_HAND + '[everywhere]\nundo = "ctrl+u"\nhelp = "f2"\nquit = "ctrl+x"\n')
    async with graded(made(tmp_path / "s", bank(2)), keys=own) as pilot:
        assert "F2 explains the letters" in visible(pilot.app)
        assert " J  R matches the reference" in visible(pilot.app)
        await press(pilot, "j")
        assert said(pilot).endswith("→ R · Ctrl+U undoes it")
        await press(pilot, "r")
        assert work(pilot).desk.state.labelled == 1
        await press(pilot, "f2")
        assert "Ctrl+X closes" in visible(pilot.app)
        assert " J   R matches" in visible(pilot.app)
        await press(pilot, "ctrl+x")
        await press(pilot, "ctrl+u")
        assert said(pilot).startswith("q0: R undone") or said(pilot).startswith("q1: R undone")


async def test_a_key_that_was_moved_labels_what_was_seen(tmp_path: Path) -> None:
    async with graded(made(tmp_path / "s", bank(3)), guard=True, keys=keys(RIGHT_HAND)) as pilot:
        screen = work(pilot)

        def key(character: str, at: float) -> str:
            event = events.Key(character, character)
            event.time = at
            screen.on_key(event)
            return screen._said

        screen.guard.changed()
        screen.guard.painted(at := monotonic() + 1000)
        assert key("j", at + 0.1).startswith("too early")
        assert key("j", at + 1).endswith("→ R · u undoes it")
        screen.guard.painted(at + 1)
        assert key("О", at + 1.3).startswith("the same key came again")  # the same key on a Russian keyboard
        assert key("k", at + 1.301).startswith("keys came all at once")
        assert screen.desk.state.labelled == 1


async def test_on_a_screen_of_cards_digits_of_other_scripts_rate(tmp_path: Path) -> None:
    cards = (Item(f"c{n}", "Bien.", template="k", variant="ab"[n % 2]) for n in range(4))
    async with graded(made(tmp_path / "s", cards, Plan(mode="tone", seed=5))) as pilot:
        await press(pilot, "٣", "४", "é", "ж")
        desk = work(pilot).desk
        assert [desk.state.marks[at].label for at in range(4)] == ["3", "4", "2", None]


@pytest.mark.parametrize(("make", "mode"), [(letters, "grade"), (ratings, "tone")])
async def test_where_graders_differ_labels_have_the_keys_of_their_mode(tmp_path: Path, make, mode: Mode) -> None:
    with docketed(make(tmp_path)) as shipped_one:
        own = keys(RIGHT_HAND + '[adjudicate]\ncauses = ["z"]\n', "adjudicate", mode)
        docket = Docket(
            shipped_one.session, shipped_one.log, shipped_one.disputes, blind=True, utc=lambda: "", keys=own
        )
        with patch.dict(os.environ, GRADERTUI_GUARD="off"):
            async with Adjudicator(docket, size=HOME).run_test(size=HOME) as pilot:
                await settled(pilot)
                await press(pilot, "k" if mode == "grade" else "d")
                assert docket.state.marks[docket.position].label == ("X" if mode == "grade" else "3")
                assert " K  X something else" in visible(pilot.app) or " D  3 correct" in visible(pilot.app)
                await press(pilot, "z")
                assert docket.tally().total() == 1
                assert docket.causes[0].label in docket.tally()
                await press(pilot, "ctrl+p")
                await until(pilot, lambda: "Search for a command" in visible(pilot.app), "the palette is there")


async def test_practice_has_the_keys_of_the_mode() -> None:
    plan, made_ones = exercises("grade")
    own = keys(RIGHT_HAND + '[practice]\nnext = "ñ"\n', "practice", "grade")
    with patch.dict(os.environ, GRADERTUI_GUARD="off"):
        async with Practice(made_ones, plan.rubric, keys=own).run_test(size=HOME) as pilot:
            await settled(pilot)
            await press(pilot, "r")
            assert pilot.app.round.label is None  # type: ignore[attr-defined]
            await press(pilot, "n", "т", "ñ")
            assert "first a key: J K L" in visible(pilot.app)
            await press(pilot, "д")
            assert pilot.app.round.label == "N"  # type: ignore[attr-defined]
            assert "Ñ goes on" in visible(pilot.app) or "ñ next" in visible(pilot.app)

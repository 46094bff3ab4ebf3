"""The practice round on the screen, driven by keys: feedback after a key and never before it, in both languages."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from time import monotonic
from unittest.mock import patch

import pytest
from screens import HOME, press, settled, titles, until, visible
from textual import events
from textual.pilot import Pilot

from gradertui.cli.practice import shipped
from gradertui.locale import use
from gradertui.masking import found
from gradertui.model import Mode
from gradertui.tui.practice import Practice, PracticeScreen
from gradertui.tui.reading import TextPane

SMALL = (80, 24)
SIZES = pytest.mark.parametrize("size", [SMALL, HOME, (170, 40)], ids=str)
LANGUAGES = pytest.mark.parametrize("language", ["en", "es"])
MODES = pytest.mark.parametrize("mode", ["grade", "tone"])


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use("en")


@asynccontextmanager
async def practising(
    mode: Mode = "grade",
    language: str = "en",
    size: tuple[int, int] = SMALL,
    theme: str = "dark",
    guard: str = "off",
) -> AsyncIterator[Pilot[None]]:
    use(language)
    plan, made = shipped(mode)
    with patch.dict(os.environ, GRADERTUI_GUARD=guard):
        async with Practice(made, plan.rubric, theme=theme).run_test(size=size) as pilot:
            await until(pilot, lambda: screen(pilot).guard._painted is not None, "the first text was painted")
            yield pilot


def screen(pilot: Pilot[None]) -> PracticeScreen:
    found = pilot.app.screen_stack[0]
    assert isinstance(found, PracticeScreen)
    return found


def words(pilot: Pilot[None]) -> str:
    return " ".join(visible(pilot.app).split())


def why(pilot: Pilot[None]) -> str:
    """The explanation as it stands in its frame, put together again."""
    pane = pilot.app.screen.query_one("#why", TextPane)
    assert not pane.overflows
    return " ".join(" ".join(pane.render_line(y).text for y in range(pane.size.height)).split())


@LANGUAGES
@MODES
@SIZES
async def test_a_whole_round_by_keys(mode: Mode, language: str, size: tuple[int, int]) -> None:
    plan, made = shipped(mode)
    names = (*plan.arms, *(name for names in plan.aliases.values() for name in names))
    async with practising(mode, language, size) as pilot:
        for n, shown in enumerate(made, 1):
            texts = [pane for pane in screen(pilot).query(TextPane) if pane.id != "why"]
            assert [pane.id for pane in texts if pane.overflows] == []
            before = words(pilot)
            assert why(pilot) != shown.why[language]
            assert "✗" not in before
            assert not any(cites in before for cites in ("cites ", " cita "))
            await press(pilot, shown.accepted[0].lower())
            assert why(pilot) == shown.why[language]
            assert f"✓ {shown.accepted[0]}: " in words(pilot)
            assert f"{n}/{len(made)} ✓ {n}" in words(pilot)
            assert list(found(words(pilot), names)) == []
            assert not any(list(found(title, names)) for title in titles(pilot))
            await press(pilot, ("space", "enter", "right")[n % 3])
        ended = {"en": "Agreed: {n} of {n}", "es": "Coinciden: {n} de {n}"}[language].format(n=len(made))
        assert ended in words(pilot)
        command = "gradertui demo tone" if mode == "tone" else "gradertui demo"
        assert f"{command} " in words(pilot)
        await press(pilot, "q")
        await until(pilot, lambda: pilot.app._exit, "the end")


@LANGUAGES
@MODES
async def test_what_was_read_differently_is_named_at_the_end(mode: Mode, language: str) -> None:
    _plan, made = shipped(mode)
    async with practising(mode, language) as pilot:
        for _shown in made:
            await press(pilot, "n" if mode == "grade" else "4", "space")
        text = words(pilot)
        told = {
            ("grade", "en"): "· answers that contradict the note: p06",
            ("grade", "es"): "· respuestas que contradicen la nota: p06",
            ("tone", "en"): "· cards that reproach or send away: card 2, card 7",
            ("tone", "es"): "· tarjetas que reprochan o despachan a la persona: tarjeta 2, tarjeta 7",
        }[mode, language]
        assert told in text
        assert "p21" not in text


async def test_the_text_stays_while_it_is_explained() -> None:
    async with practising() as pilot:
        await press(pilot, "x")
        assert "✗ You say X, we say R" in words(pilot)
        assert "Cuando el río deja en la desembocadura" in words(pilot)
        assert "answer 1 of 12" in words(pilot)


async def test_another_label_does_not_count_and_that_is_said() -> None:
    async with practising() as pilot:
        await press(pilot, "x", "r")
        assert screen(pilot).round.given == ("X",)
        assert "Space goes on · u takes it back" in words(pilot)


async def test_without_a_key_nothing_goes_on() -> None:
    async with practising() as pilot:
        await press(pilot, "space", "enter", "right")
        assert screen(pilot).round.at == 0
        assert "first a key: R X N" in words(pilot)


async def test_u_takes_the_last_key_back_from_wherever_one_reads() -> None:
    async with practising() as pilot:
        await press(pilot, "u")
        assert "nothing to undo" in words(pilot)
        await press(pilot, "r", "space", "r", "left")
        assert screen(pilot).round.at == 0
        assert "✓ R: we agree" in words(pilot)
        await press(pilot, "u")
        assert (screen(pilot).round.at, screen(pilot).round.given) == (1, ("R",))
        assert "“400 días”" not in words(pilot)
        await press(pilot, "x")
        assert screen(pilot).round.given == ("R", "X")


async def test_r_is_refused_where_there_is_no_answer_and_the_letter_is_not_told() -> None:
    async with practising() as pilot:
        for key in "rxrxnn":
            await press(pilot, key, "space")
        await press(pilot, "r")
        assert len(screen(pilot).round.given) == 6
        assert "✗ R does not label here" in words(pilot)
        assert "the sources have no answer to this: X if it answered, N if it declined" in words(pilot)
        assert "“El lago Baikal”" not in words(pilot)
        await press(pilot, "x")
        assert "✓ X: we agree" in words(pilot)


async def test_what_an_answer_cites_is_shown_after_the_key() -> None:
    async with practising() as pilot:
        for key in "rx":
            await press(pilot, key, "space")
        assert "cites" not in words(pilot)
        await press(pilot, "r")
        assert "cites 2" in words(pilot)


async def test_a_range_is_said_whether_it_agrees_or_not() -> None:
    async with practising("tone") as pilot:
        await press(pilot, "3", "space", "1", "space", "5")
        assert "✓ 5: we agree · we take 4–5" in words(pilot)
        await press(pilot, "u", "3")
        assert "✗ You say 3, we say 4–5" in words(pilot)


@pytest.mark.parametrize("key", ["?", "f1"])
async def test_the_rubric_lies_over_the_work(key: str) -> None:
    async with practising() as pilot:
        await press(pilot, key)
        assert "Ponga X si responde otra cosa" in words(pilot)
        await press(pilot, "q")
        assert "Ponga X" not in words(pilot)
        assert "answer 1 of 12" in words(pilot)


async def test_from_the_last_page_one_goes_back_to_read() -> None:
    async with practising("tone") as pilot:
        for _card in range(8):
            await press(pilot, "3", "space")
        assert "Agreed: 2 of 8" in words(pilot)
        await press(pilot, "left")
        assert pilot.app.screen is screen(pilot)
        assert "Card 8 of 8" in words(pilot)
        await press(pilot, "space")
        assert "Agreed: 2 of 8" in words(pilot)


@pytest.mark.parametrize("key", ["q", "ctrl+c"])
async def test_it_is_left_at_any_time(key: str) -> None:
    async with practising() as pilot:
        await press(pilot, "r")
        await pilot.press(key)
        await until(pilot, lambda: pilot.app._exit, "the end")
        assert pilot.app.return_code == 0


async def typed(pilot: Pilot[None], key: str, at: float) -> None:
    """A key that arrives at a time."""
    event = events.Key(key, key if len(key) == 1 else None)
    event.time = at
    pilot.app.post_message(event)
    await settled(pilot)


async def test_a_key_labels_what_was_seen() -> None:
    async with practising(guard="on") as pilot:
        painted = screen(pilot).guard._painted
        assert painted is not None
        await typed(pilot, "r", painted + 0.1)
        assert screen(pilot).round.given == ()
        assert "too early" in words(pilot)
        await typed(pilot, "r", painted + 0.3)
        assert screen(pilot).round.given == ("R",)
        await typed(pilot, "space", painted + 0.5)
        assert screen(pilot).round.at == 1
        again = screen(pilot).guard._painted
        assert again is not None
        assert again > painted


async def test_a_key_right_behind_the_rubric_labels_nothing() -> None:
    async with practising(guard="on") as pilot:
        first = screen(pilot).guard._painted
        await press(pilot, "?", "q")
        assert pilot.app.screen is screen(pilot)
        await until(pilot, lambda: screen(pilot).guard._painted not in (None, first), "the text was painted again")
        painted = screen(pilot).guard._painted
        assert painted is not None
        await typed(pilot, "r", painted + 0.1)
        assert screen(pilot).round.given == ()
        assert "too early" in words(pilot)


async def test_keys_all_at_once_and_pastes_label_nothing() -> None:
    async with practising(guard="on") as pilot:
        at = monotonic() + 1
        await typed(pilot, "z", at)
        await typed(pilot, "r", at + 0.001)
        assert screen(pilot).round.given == ()
        assert "all at once" in words(pilot)
        pilot.app.post_message(events.Paste("r x n"))
        await settled(pilot)
        assert screen(pilot).round.given == ()
        assert "pasted text labels nothing" in words(pilot)


@MODES
async def test_what_is_longer_than_its_frame_scrolls(mode: Mode) -> None:
    async with practising(mode, size=(40, 20)) as pilot:
        await press(pilot, "r" if mode == "grade" else "5")
        pane = pilot.app.screen.query_one("#why", TextPane)
        for _row in range(20):
            await press(pilot, "down")
        expected = shipped(mode)[1][0].why["en"].split()[-1]
        region = pane.content_region
        rows = visible(pilot.app).splitlines()[region.y : region.bottom]
        assert expected in " ".join(rows)


@pytest.mark.parametrize("theme", ["dark", "light"])
async def test_both_themes_are_there(theme: str) -> None:
    async with practising(theme=theme) as pilot:
        assert pilot.app.current_theme.dark == (theme == "dark")
        await press(pilot, "r")
        assert "✓ R: we agree" in words(pilot)


@MODES
async def test_a_window_of_any_size_is_drawn(mode: Mode) -> None:
    async with practising(mode) as pilot:
        for size in ((170, 40), (20, 8), (1, 1), (109, 30), (110, 29), SMALL):
            await pilot.resize_terminal(*size)
            await press(pilot, "n" if mode == "grade" else "2", "space")
            assert len(visible(pilot.app).splitlines()) == size[1]

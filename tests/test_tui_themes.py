import pytest
from rich.color import Color
from screens import graded, press, strips, until, work, write
from textual.strip import Strip

from gradertui.tui.settings import THEMES
from gradertui.tui.themes import theme_named


def luminance(color: Color) -> float:
    """WCAG 2.2, relative luminance."""
    parts = [x / 255 for x in color.get_truecolor()]
    red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(style) -> float:
    light, dark = sorted((luminance(style.color), luminance(style.bgcolor)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_measure_is_the_one_of_wcag():
    assert (luminance(Color.parse("#ffffff")), luminance(Color.parse("#000000"))) == pytest.approx((1, 0))
    assert luminance(Color.parse("#777777")) == pytest.approx(0.184, abs=0.001)


RULES = set("─━│┃╭╮╰╯╼╾● ")
"""What is drawn and not read."""


def read(pilot):
    """Contrast of everything that is read: on the screen, or on the page over it, which dims what is beside it."""
    over = pilot.app.screen.query("#page, #ask")
    region = over.first().region if over else pilot.app.screen.region
    return {
        segment.text: contrast(segment.style)
        for row in strips(pilot)[region.y : region.bottom]
        for segment in Strip(row).crop(region.x, region.right)
        if set(segment.text) - RULES and segment.style.color and segment.style.bgcolor
    }


@pytest.mark.parametrize(("theme", "least"), [("contrast", 7.0), ("dark", 4.5), ("light", 4.5)])
async def test_everything_that_is_read_has_contrast(example, theme, least):
    async with graded(example(12), theme=theme) as pilot:
        await write(pilot, "c", "a \x1b comment")
        await press(pilot, "w", "left")
        for key in ("i", "tab", "?", "q", "h", "q", "v", "q"):
            await press(pilot, key)
            assert {text: ratio for text, ratio in read(pilot).items() if ratio < least} == {}
        await press(pilot, "g")
        await until(pilot, lambda: pilot.app.screen.query("#line"), "a line")
        assert {text: ratio for text, ratio in read(pilot).items() if ratio < least} == {}


async def test_high_contrast_is_white_on_black(example):
    async with graded(example(3), theme="contrast") as pilot:
        text = work(pilot).desk.sheet(3).item.text[:20]
        (style,) = [s.style for row in strips(pilot) for s in row if s.text.startswith(text)]
        assert (style.color.get_truecolor(), style.bgcolor.get_truecolor()) == ((255, 255, 255), (0, 0, 0))


def test_an_unknown_theme_is_the_dark_one():
    assert [theme_named(name) for name in (*THEMES, "neon")] == [
        "catppuccin-mocha",
        "catppuccin-latte",
        "gradertui-contrast",
        "catppuccin-mocha",
    ]


async def test_without_colour_all_that_matters_is_told_apart(example, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    async with graded(example(12)) as pilot:
        await press(pilot, "left", "w")
        desk = work(pilot).desk
        while not (desk.sheet(desk.position).sources and desk.position):
            await press(pilot, "left")
        assert desk.mark.label
        styles = {s.text.strip(): s.style for row in strips(pilot) for s in row if s.text.strip()}
        caps = {letter: styles[letter] for letter in "RXN"}
        chosen = caps.pop(desk.mark.label)
        assert chosen.underline
        assert not any(cap.underline for cap in caps.values())
        assert all(cap.bold for cap in caps.values())
        assert all(s.color.get_truecolor()[0] == s.color.get_truecolor()[2] for s in styles.values() if s.color)

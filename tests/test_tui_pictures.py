"""The README's pictures are the screens: each is drawn anew and says, row by row, what the picture says.

    GRADERTUI_PICTURES=draw pytest tests/test_tui_pictures.py       draws them again after a screen has changed

Rows of text are compared and not drawings, which every version of Textual makes a little differently.
"""

from __future__ import annotations

import html
import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from disputed import adjudicated, say
from examples import example, told
from screens import HOME, graded, press, settled, until, visible
from textual.app import App
from textual.pilot import Pilot

from gradertui.cli.demo import made
from gradertui.overview import overviews
from gradertui.tui.home import Home, Sight

PICTURES = Path(__file__).parent / "pictures"


def rows(svg: str) -> list[str]:
    """The text of a picture, row by row; where it stands follows from its place in the drawing."""
    found: dict[float, list[tuple[float, str]]] = {}
    for x, y, text in re.findall(r'<text class="terminal-r\d+" x="([\d.]+)" y="([\d.]+)"[^>]*>(.*?)</text>', svg):
        found.setdefault(float(y), []).append((float(x), html.unescape(text).replace("\xa0", " ")))
    return ["".join(text for _x, text in sorted(row)).rstrip() for _y, row in sorted(found.items())]


def drawn(app: App[object], title: str) -> str:
    """The screen as a drawing that fetches nothing and is the same for the same screen."""
    svg = app.export_screenshot(title=title)
    svg = re.sub(r"@font-face \{.*?\}\s*|<!--.*?-->\s*", "", svg, flags=re.DOTALL)
    return re.sub(r"terminal-\d+", "terminal", svg).replace("Fira Code, monospace", "monospace") + "\n"


@asynccontextmanager
async def grade(sessions: Path) -> AsyncIterator[Pilot[None]]:
    async with graded(example(sessions, "grade", 46)) as pilot:
        yield pilot


@asynccontextmanager
async def statistics(sessions: Path) -> AsyncIterator[Pilot[None]]:
    async with graded(example(sessions, "grade")) as pilot:
        await press(pilot, "v")
        await until(pilot, lambda: "Wilson" in visible(pilot.app), "the numbers are on the screen")
        await settled(pilot)
        yield pilot


@asynccontextmanager
async def tone(sessions: Path) -> AsyncIterator[Pilot[None]]:
    async with graded(example(sessions, "tone", 80), theme="light") as pilot:
        await until(pilot, lambda: "Templates" in visible(pilot.app), "the numbers are on the screen")
        yield pilot


@asynccontextmanager
async def preference(sessions: Path) -> AsyncIterator[Pilot[None]]:
    async with graded(example(sessions, "preference", 30)) as pilot:
        await press(pilot, "w")
        await until(pilot, lambda: "Net preference" in visible(pilot.app), "the numbers are on the screen")
        yield pilot


@asynccontextmanager
async def adjudicate(sessions: Path) -> AsyncIterator[Pilot[None]]:
    folder = example(sessions, "grade")
    labels = told(folder, "grade")
    differ = sorted(labels)[:45:5]
    labels |= {task: {"R": "X", "X": "N", "N": "X"}[labels[task]] for task in differ}
    say(folder, "ben", labels, {differ[0]: "the source does not say this"})
    async with adjudicated(folder) as pilot:
        yield pilot


@asynccontextmanager
async def home(sessions: Path) -> AsyncIterator[Pilot[None]]:
    for mode, n in (("grade", 75), ("tone", 0), ("preference", 30)):
        example(sessions, mode, n) if n else made(sessions, mode)
    noon = datetime(2026, 3, 1, 12, tzinfo=UTC)
    sight = Sight("sessions", overviews(sessions), lambda _what, _name: "", lambda: noon)
    async with Home(sight, size=HOME).run_test(size=HOME) as pilot:
        await until(pilot, lambda: "demo-tone" in visible(pilot.app), "the list is on the screen")
        await settled(pilot)
        yield pilot


@pytest.mark.parametrize("sitting", [grade, statistics, tone, preference, adjudicate, home], ids=lambda s: s.__name__)
async def test_a_picture_says_what_the_screen_says(sitting, tmp_path):
    path = PICTURES / f"{sitting.__name__}.svg"
    async with sitting(tmp_path / "sessions") as pilot:
        picture = drawn(pilot.app, f"gradertui · {sitting.__name__}")
        seen = [row.rstrip() for row in visible(pilot.app).splitlines()]
    if os.environ.get("GRADERTUI_PICTURES") == "draw":
        path.parent.mkdir(exist_ok=True)
        path.write_text(picture, "utf-8")
    kept = path.read_text("utf-8")
    assert rows(kept) == rows(picture)
    assert [row.replace(" ", "") for row in rows(kept)] == [row.replace(" ", "") for row in seen if row.strip()]
    assert "http" not in kept.replace("http://www.w3.org/", "")

"""The README's pictures are the screens: each is drawn anew and says, row by row, what the picture says.

    GRADERTUI_PICTURES=draw pytest tests/test_tui_pictures.py       draws them again after a screen has changed

Rows of text are compared and not drawings, which every version of Textual makes a little differently.
"""

from __future__ import annotations

import csv
import html
import os
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from disputed import adjudicated, say
from screens import HOME, graded, press, settled, until, visible
from textual.app import App
from textual.pilot import Pilot

from gradertui.cli.demo import made
from gradertui.overview import overviews
from gradertui.session import Session
from gradertui.tui.home import Home, Sight

PICTURES = Path(__file__).parent / "pictures"
REFERENCE = Path(__file__).parent / "reference"


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


@pytest.fixture
def sessions(tmp_path: Path) -> Path:
    return tmp_path / "sessions"


def part(folder: Path, n: int, of: Callable[[int, str], str]) -> Path:
    """Let ana label the first n tasks of a session; `of` says what, by position and arm."""
    with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
        told = {task.task_id: of(i, task.arms[0]) for i, task in enumerate(log.tasks()) if i < n}
    say(folder, "ana", told, each=8300)
    return folder


def by_arm(folder: Path, *labels: str) -> Callable[[int, str], str]:
    """A letter or two that arms get in turn, each arm from its own."""
    with closing(Session(folder)) as session:
        own = dict(zip(session.arms, labels, strict=False))
    return lambda i, arm: own[arm][i // 3 % len(own[arm])]


@asynccontextmanager
async def grade(sessions: Path, example: Callable[..., Path]) -> AsyncIterator[Pilot[None]]:
    async with graded(example(46)) as pilot:
        yield pilot


@asynccontextmanager
async def statistics(sessions: Path, example: Callable[..., Path]) -> AsyncIterator[Pilot[None]]:
    async with graded(example(75)) as pilot:
        await press(pilot, "v")
        await until(pilot, lambda: "Wilson" in visible(pilot.app), "the numbers are on the screen")
        await settled(pilot)
        yield pilot


@asynccontextmanager
async def tone(sessions: Path, example: Callable[..., Path]) -> AsyncIterator[Pilot[None]]:
    folder = made(sessions, "tone")
    async with graded(part(folder, 80, by_arm(folder, "44353", "33424")), theme="light") as pilot:
        await until(pilot, lambda: "Templates" in visible(pilot.app), "the numbers are on the screen")
        yield pilot


@asynccontextmanager
async def preference(sessions: Path, example: Callable[..., Path]) -> AsyncIterator[Pilot[None]]:
    folder = made(sessions, "preference")
    with (REFERENCE / "demo-preference-labels.csv").open(encoding="utf-8") as file:
        said = ["T" if row["label"] == "tie" else row["label"] for row in csv.DictReader(file)]
    async with graded(part(folder, 30, lambda i, _arm: said[i] if said[i] in "ABT" else "Z")) as pilot:
        await press(pilot, "w")
        await until(pilot, lambda: "Net preference" in visible(pilot.app), "the numbers are on the screen")
        yield pilot


@asynccontextmanager
async def adjudicate(sessions: Path, example: Callable[..., Path]) -> AsyncIterator[Pilot[None]]:
    folder = example(75)
    with closing(Session(folder)) as session, closing(session.log("ana")) as log:
        state = session.state(log)
        told = {task.task_id: state.marks[i].label for i, task in enumerate(state.order)}
    for at, task in enumerate(sorted(told)[:45:5]):
        told[task] = (
            {"R": "X", "X": "N", "N": "X"}[told[task]] if at % 2 else {"R": "X", "X": "R", "N": "X"}[told[task]]
        )
    say(folder, "ben", told, {sorted(told)[0]: "the source does not say this"})
    async with adjudicated(folder) as pilot:
        yield pilot


@asynccontextmanager
async def home(sessions: Path, example: Callable[..., Path]) -> AsyncIterator[Pilot[None]]:
    example(75), part(made(sessions, "preference"), 30, lambda i, _arm: "ABT"[i % 3])
    made(sessions, "tone")
    sight = Sight(
        "sessions", overviews(sessions), lambda _what, _name: "", lambda: datetime(2026, 3, 1, 12, tzinfo=UTC)
    )
    async with Home(sight, size=HOME).run_test(size=HOME) as pilot:
        await until(pilot, lambda: "demo-tone" in visible(pilot.app), "the list is on the screen")
        await settled(pilot)
        yield pilot


@pytest.mark.parametrize("sitting", [grade, statistics, tone, preference, adjudicate, home], ids=lambda s: s.__name__)
async def test_a_picture_says_what_the_screen_says(sitting, sessions, example):
    path = PICTURES / f"{sitting.__name__}.svg"
    async with sitting(sessions, example) as pilot:
        picture = drawn(pilot.app, f"gradertui · {sitting.__name__}")
        seen = [row.rstrip() for row in visible(pilot.app).splitlines()]
    if os.environ.get("GRADERTUI_PICTURES") == "draw":
        path.parent.mkdir(exist_ok=True)
        path.write_text(picture, "utf-8")
    kept = path.read_text("utf-8")
    assert rows(kept) == rows(picture)
    assert [row.replace(" ", "") for row in rows(kept)] == [row.replace(" ", "") for row in seen if row.strip()]
    assert "http" not in kept.replace("http://www.w3.org/", "")

"""What tests of screens share: sessions made of parts, a grader at a desk, Textual's pilot, the screen as text."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest
from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.pilot import Pilot

from gradertui.locale import use
from gradertui.model import Item, Plan, Question, Source
from gradertui.session import Session
from gradertui.session.making import make
from gradertui.store.plan_text import changed
from gradertui.text import inert
from gradertui.tui.app import Grader
from gradertui.tui.desk import Desk
from gradertui.tui.grading import GradingScreen
from gradertui.tui.keys import Keys
from gradertui.tui.lines import Line
from gradertui.tui.settings import Settings

AT = "2026-03-01T10:00:00.000+00:00"
HOME = (120, 36)

use("en")  # what is claimed of words on the screen is claimed in English


def plain(line: Line) -> str:
    """A row without its roles."""
    return "".join(text for text, _role in line)


def bank(questions: int, systems: Sequence[str] = ("a", "b"), **facts: object) -> Iterator[Source | Question | Item]:
    """Parts of a session: answers of some systems to some questions; `facts` overrule fields of the items."""
    for q in range(questions):
        yield Source(f"s{q}", f"The source of question {q} says {q}.", "numbers")
        yield Question(f"q{q}", f"What is number {q}?", (f"It is {q}.",), True, (f"s{q}",))
        for system in systems:
            item = Item(f"q{q}-{system}", f"I think it is {q}.", f"q{q}", system)
            yield item._replace(**facts)  # type: ignore[arg-type]


def made(folder: Path, parts: Iterable[Source | Question | Item], plan: Plan | None = None) -> Path:
    """Make a session."""
    make(folder, parts, plan or Plan(title="numbers", seed=1), {})
    return folder


def asking(folder: Path, kinds: Sequence[str]) -> Path:
    """Let the plan of a session that nobody has labelled ask for kinds of error."""
    path = folder / "session.toml"
    path.write_text(changed(path.read_text("utf-8"), kinds=list(kinds)), "utf-8")
    return folder


@contextmanager
def seated(folder: Path, grader: str = "ana", *, blind: bool = True, keys: Keys | None = None) -> Iterator[Desk]:
    """A grader at a desk, as `gradertui grade` seats them."""
    use("en")
    session = Session(folder)
    log = session.writable_log(grader)
    state = session.state(log, partial=not (blind and len(session.arms) > 1 and session.rules.together))
    try:
        yield Desk(session, log, state, blind=blind, utc=lambda: AT, keys=keys)
    finally:
        log.close()
        session.close()


@asynccontextmanager
async def graded(
    folder: Path,
    grader: str = "ana",
    *,
    size: tuple[int, int] = HOME,
    blind: bool = True,
    guard: bool = False,
    theme: str = "",
    settings: Settings | None = None,
    keys: Keys | None = None,
) -> AsyncIterator[Pilot[None]]:
    """The whole application over a session, after its first answer was painted; the guard is off unless asked for."""
    with (
        seated(folder, grader, blind=blind, keys=keys) as desk,
        patch.dict(os.environ, GRADERTUI_GUARD="on" if guard else "off"),
    ):
        async with Grader(desk, size=size, theme=theme, settings=settings).run_test(size=size) as pilot:
            await until(
                pilot, lambda: desk.key.lower() in visible(pilot.app).lower(), "the first answer is on the screen"
            )
            await numbers(pilot)
            yield pilot


def work(pilot: Pilot[None]) -> GradingScreen:
    """The screen under all pages."""
    screen = pilot.app.screen_stack[0]
    assert isinstance(screen, GradingScreen)
    return screen


async def until(pilot: Pilot[None], condition: Callable[[], object], what: str) -> None:
    """Let the application go on until something holds.

    Args:
        pilot: of the application.
        condition: asked between rounds.
        what: its name, for the failure.
    """
    for _round in range(300):
        if pilot.app._exception:
            raise pilot.app._exception
        if condition():
            return
        await pilot.pause()
    pytest.fail(f"never happened: {what}\n{visible(pilot.app)}")


async def settled(pilot: Pilot[None]) -> None:
    """Let what was sent be carried out: from the application to the screen, to its widgets, and painted."""
    for _step in range(3):
        await pilot.pause(0)


async def numbers(pilot: Pilot[None]) -> None:
    """Let the numbers that are under way come."""
    screen = work(pilot)
    await until(pilot, lambda: screen._begun and not screen.live._under_way, "the numbers have come")
    await settled(pilot)


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Type keys, each carried out before the next. As `Pilot.press`, which spends 60 ms on each."""
    for key in keys:
        name = key if len(key) > 1 else _NAMES.get(key, key)
        pilot.app.post_message(events.Key(name, key if len(key) == 1 else None))
        await settled(pilot)


_NAMES = {"?": "question_mark", "/": "slash", " ": "space", ":": "colon", "%": "percent_sign"}


async def write(pilot: Pilot[None], key: str, text: str) -> None:
    """Press a key that asks for a line, put a text there and press Enter."""
    from textual.widgets import Input

    await press(pilot, key)
    await until(pilot, lambda: pilot.app.screen.query("#line"), f"{key} asks for a line")
    pilot.app.screen.query_one("#line", Input).value = text
    await press(pilot, "enter")
    await until(pilot, lambda: pilot.app.screen is work(pilot), "the line was taken")
    await settled(pilot)


def strips(pilot: Pilot[None]) -> list[list[Segment]]:
    """Every row of the screen, modal pages included, as the driver gets it."""
    app = pilot.app
    return [list(strip) for strip in app.screen._compositor.render_strips(app.size)]


def visible(app: object) -> str:
    """The whole screen as plain text, as a user sees it."""
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips(app.size))  # type: ignore[attr-defined]


def said(pilot: Pilot[None]) -> str:
    """The left part of the last line: what just happened."""
    row = visible(pilot.app).splitlines()[work(pilot).last.content_region.y]
    return row.strip().split("   ")[0]


def titles(pilot: Pilot[None]) -> list[str]:
    """Everything that stands in titles: of the application and at the edges of boxes."""
    app = pilot.app
    found = [app.title, app.sub_title]
    for screen in app.screen_stack:
        for widget in screen.walk_children(with_self=True):
            found += [text.plain for text in (widget._border_title, widget._border_subtitle) if text]
    return found


HIDDEN = set(map(chr, (*range(0x200B, 0x200D), 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2060, 0x2070), 0xFEFF)))


def faults(pilot: Pilot[None]) -> list[str]:
    """What is wrong with the rows on the screen: a width that is not the screen's, a character that acts or hides.

    Beside a page that is narrower than the screen Textual cuts the rows under it, and Rich cuts an emoji made of
    several characters in half there: such rows are not measured.
    """
    beside = pilot.app.size.width > 120 and pilot.app.screen is not pilot.app.screen_stack[0]
    wrong = []
    for y, row in enumerate(strips(pilot)):
        text = "".join(segment.text for segment in row)
        if not beside and sum(cell_len(segment.text) for segment in row) != pilot.app.size.width:
            wrong.append(f"row {y} is {cell_len(text)} cells: {text!r}")
        wrong += [f"row {y} has {c!r}" for c in text if c in HIDDEN or unicodedata.category(c) in ("Cc", "Cs")]
        wrong += [f"row {y} is raw: {text!a}"] if inert(text) != text else []
    for text in titles(pilot):
        wrong += [f"title has {c!r}" for c in text if c in HIDDEN or unicodedata.category(c) in ("Cc", "Cs")]
    return wrong

"""What tests of disagreements share: graders who labelled apart, a docket, and the screen over it."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from unittest.mock import patch

from screens import AT, HOME, bank, made, settled, until
from textual.pilot import Pilot

from gradertui.disputes import WORTH, disputes
from gradertui.events import commented, labelled
from gradertui.model import Item, Plan
from gradertui.session import Session
from gradertui.settling import said, writable_log
from gradertui.tui.adjudicating import AdjudicatingScreen, Adjudicator
from gradertui.tui.docket import Docket
from gradertui.tui.settings import Settings

RATED = {"k1a": "135", "k1b": "134", "k2a": "343", "k2b": "242"}
"""Card to what ana, ben and cam rate it: by 4, 3, 1 and 2 apart."""
LETTERS = {
    "q0-alba": "RXN",
    "q0-brisa": "RRR",
    "q1-alba": "RRX",
    "q1-brisa": "XXX",
    "q2-alba": "NXX",
    "q2-brisa": "NNN",
}
"""Answer to what ana, ben and cam say of it."""
SYSTEMS = ("alba", "brisa")
NAMES = ("ana", "ben", "cam")
REMARKS = {"q0-alba": "the source is silent", "k1a": "dear [compañero] [/b]"}
"""What ben wrote."""


def say(
    folder: Path, grader: str, labels: Mapping[str, str], remarks: Mapping[str, str] | None = None, each: int = 900
) -> None:
    """Let a grader label some tasks, in so many milliseconds each."""
    with closing(Session(folder)) as session, closing(session.writable_log(grader)) as log:
        given = []
        for i, task in enumerate(log.tasks()):
            if task.task_id in labels:
                label = labels[task.task_id]
                given.append(labelled(task.task_id, i, label, active_ms=each, blind=True, screen="live"))
            if text := (remarks or {}).get(task.task_id):
                given.append(commented(task.task_id, i, text))
        known = session.state(log).plan_hash
        log.append_all([*session.freezing(known, grader, AT), *given], AT)


def apart(folder: Path, told: Mapping[str, str]) -> Path:
    """Let the three say what they say."""
    for i, grader in enumerate(NAMES):
        remarks = REMARKS if grader == "ben" else {}
        say(folder, grader, {task: labels[i] for task, labels in told.items()}, remarks)
    return folder


def letters(tmp_path: Path) -> Path:
    """Three questions put to two systems, labelled apart."""
    return apart(made(tmp_path / "sessions" / "numbers", bank(3, SYSTEMS)), LETTERS)


def ratings(tmp_path: Path) -> Path:
    """Two templates for two names, rated apart."""
    cards = (Item(key, f"Sigue así, {name}: vas bien.", template=key[:2], variant=name)
             for key, name in zip(RATED, ("Lucía", "Martín") * 2, strict=True))  # fmt: skip
    return apart(made(tmp_path / "sessions" / "cards", cards, Plan(mode="tone", seed=5)), RATED)


@contextmanager
def docketed(folder: Path, adjudicator: str = "eva", least: int | None = None, blind: bool = True) -> Iterator[Docket]:
    """An adjudicator at work, as `gradertui adjudicate` seats them."""
    with closing(Session(folder)) as session, closing(writable_log(session, adjudicator)) as log:
        tasks = session.rules.tasks(session.items.identities(), session.items.answerable())
        least = WORTH.get(session.plan.mode, 1) if least is None else least
        found = disputes(session.plan, tasks, said(session), least=least)
        yield Docket(session, log, found, blind=blind and session.plan.blind, utc=lambda: AT)


@asynccontextmanager
async def adjudicated(
    folder: Path, *, size: tuple[int, int] = HOME, guard: bool = False, theme: str = "", liked: Settings | None = None
) -> AsyncIterator[Pilot[None]]:
    """The whole application over a session, after its first text was painted; the guard is off unless asked for."""
    with docketed(folder) as docket, patch.dict(os.environ, GRADERTUI_GUARD="on" if guard else "off"):
        async with Adjudicator(docket, size=size, theme=theme, settings=liked).run_test(size=size) as pilot:
            await until(pilot, lambda: screen(pilot).guard._painted is not None, "the first text was painted")
            await settled(pilot)
            yield pilot


def screen(pilot: Pilot[None]) -> AdjudicatingScreen:
    """The screen under all pages."""
    found = pilot.app.screen_stack[0]
    assert isinstance(found, AdjudicatingScreen)
    return found

"""What a key sends to the terminal, counted: over ssh that is what a grader waits for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest
from screens import graded, press, settled, until, work
from textual.drivers.headless_driver import HeadlessDriver

from gradertui.tui.app import Grader
from gradertui.tui.driver import pinned, thrifty


@contextmanager
def counted() -> Iterator[list[int]]:
    """How many bytes each frame takes, as our driver writes it."""
    sent: list[int] = []

    def write(_driver: HeadlessDriver, data: str) -> None:
        sent.append(len(pinned(thrifty(data)).encode()))

    with patch.object(HeadlessDriver, "write", write), patch.object(Grader, "is_headless", False):
        yield sent


# Seen here, in a test's few colours: 1,490, 1,392 and 1,794. In a terminal with all colours 2,171, 2,286 and 3,103,
# where the smallest honest grader in Textual sends 2,930 (--stats pane), and a card once took 7,390.
@pytest.mark.parametrize(
    ("mode", "keys", "most"), [("grade", "xnxnxn", 1900), ("tone", "135241", 1800), ("preference", "abtabt", 2300)]
)
async def test_a_label_sends_what_changed_and_no_whole_box(unlabelled: Path, mode: str, keys: str, most: int) -> None:
    async with graded(unlabelled / f"demo-{mode}", f"bytes-{mode}") as pilot:
        with counted() as sent:
            for n, key in enumerate(keys, 1):
                await press(pilot, key)
                await until(pilot, lambda n=n: work(pilot).desk.state.labelled == n, "it is labelled")
                await until(pilot, lambda: not work(pilot).live._under_way, "the numbers have come")
                await settled(pilot)
        assert 0 < sum(sent) / len(keys) < most


async def test_nothing_is_sent_while_nobody_does_anything(unlabelled: Path) -> None:
    async with graded(unlabelled / "demo-grade", "idle") as pilot:
        await settled(pilot)
        with counted() as sent:
            await pilot.pause(0.5)
        assert sent == []


@pytest.fixture(scope="module")
def unlabelled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from gradertui.cli.demo import made

    folder = tmp_path_factory.mktemp("examples")
    for mode in ("grade", "tone", "preference"):
        made(folder, mode)
    return folder

"""What several test files need."""

from __future__ import annotations

import csv
import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest


@pytest.fixture
def real() -> Callable[[str], Path]:
    """A real file by its name in the manifest; the test is skipped where there are none."""
    folder = os.environ.get("GRADERTUI_REAL_DATA")

    def path(name: str) -> Path:
        if not folder:
            pytest.skip("GRADERTUI_REAL_DATA does not name a folder of real files")
        if not (found := Path(folder) / name).exists():
            pytest.skip(f"{name} is not in {folder}")
        return found

    return path


@pytest.fixture(scope="session")
def _unlabelled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from gradertui.cli.demo import build

    folder = tmp_path_factory.mktemp("example") / "demo-grade"
    shipped = Path(__file__).parents[1] / "sessions" / "demo-grade"
    shutil.copytree(shipped, folder, ignore=shutil.ignore_patterns("*.sqlite*", "labels"))
    build(folder)
    return folder


@pytest.fixture
def example(_unlabelled: Path, tmp_path: Path) -> Callable[..., Path]:
    """Label the example with the letters of the document; called again, by another grader.

    The folder of the session comes back; it lies in `tmp_path / "sessions"`. `said` overrules letters by task id.
    """
    from gradertui.events import labelled
    from gradertui.session import Session

    folder = tmp_path / "sessions" / "demo-grade"
    shutil.copytree(_unlabelled, folder)

    def label(n: int = 75, grader: str = "ana", said: Mapping[str, str] | None = None) -> Path:
        session = Session(folder)
        log = session.writable_log(grader)
        letters = _letters(session.arms)
        given = [
            labelled(task.task_id, i, letters[task.cluster, task.arms[0]] if said is None else said[task.task_id],
                     active_ms=2000 + 100 * i, blind=True, screen="live")
            for i, task in enumerate(log.tasks()) if i < n
        ]  # fmt: skip
        log.append_all([session.frozen(), *given], "2026-03-01T10:00:00.000+00:00")
        log.close()
        session.close()
        return folder

    return label


def _letters(arms: Sequence[str]) -> dict[tuple[str, str], str]:
    """(question, system) to the letter of the document, whose configurations are our systems in their order."""
    with (Path(__file__).parent / "reference" / "seed-confidences.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    called = dict(zip(dict.fromkeys(row["configuration"] for row in rows), arms, strict=True))
    return {(row["key"], called[row["configuration"]]): row["letter"] for row in rows}

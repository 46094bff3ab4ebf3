"""`gradertui practice`: opened on the shipped example, and nothing of it on the disk."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from screens import press
from textual import events
from textual.app import App
from textual.pilot import Pilot

from gradertui.cli import demo, grade, main, practice
from gradertui.store import StoreError
from gradertui.tui.practice import Practice


def on_disk(*folders: Path) -> dict[Path, tuple[int, int]]:
    return {path: (path.stat().st_mtime_ns, path.stat().st_size) for each in folders for path in each.rglob("*")}


@pytest.fixture
def practised(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., int]:
    """Practise with some keys, in an empty folder."""
    monkeypatch.setattr(grade, "no_terminal", lambda: None)
    monkeypatch.setenv("GRADERTUI_GUARD", "off")
    monkeypatch.delenv("GRADERTUI_SESSIONS", raising=False)
    monkeypatch.chdir(tmp_path)

    def with_keys(keys: str, *words: str) -> int:
        async def typed(pilot: Pilot[None]) -> None:
            *before, leave = ("space" if key == " " else key for key in keys)
            await press(pilot, *before)
            pilot.app.post_message(events.Key(leave, leave))

        monkeypatch.setattr(Practice, "run", lambda self, mouse: App.run(self, headless=True, auto_pilot=typed))
        return main(["practice", *words])

    return with_keys


@pytest.mark.parametrize("mode", ["grade", "tone"])
def test_a_round_leaves_nothing_on_the_disk(
    practised: Callable[..., int], mode: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shipped = demo.shipped(mode)
    before = on_disk(shipped)
    key = "x" if mode == "grade" else "3"
    n = len(practice.shipped(mode)[1])  # type: ignore[arg-type]
    assert practised(f"{key} " * n + "q", mode, "--lang", "en") == 0
    assert on_disk(shipped) == before
    assert list(tmp_path.iterdir()) == []
    agreed = sum(key.upper() in shown.accepted for shown in practice.shipped(mode)[1])  # type: ignore[arg-type]
    out, err = capsys.readouterr()
    command = "gradertui demo tone" if mode == "tone" else "gradertui demo"
    assert out == f"Agreed: {agreed} of {n}\nNothing of this was kept.\nnext: {command}\n"
    assert err == ""


def test_leaving_early_says_how_far_it_was(practised: Callable[..., int], capsys: pytest.CaptureFixture[str]) -> None:
    assert practised("r r q", "--lang", "es") == 0
    assert capsys.readouterr().out.splitlines() == [
        "Coinciden: 1 de 2",
        "Nada de esto se ha guardado.",
        "a continuación: gradertui demo",
    ]


def test_without_a_terminal_it_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["practice", "--lang", "en", "--sessions", str(tmp_path / "sessions")]) == 2
    said = capsys.readouterr()
    assert said.err == "gradertui practice: needs a terminal on standard input and standard error\n"
    assert not (tmp_path / "sessions").exists()


def test_a_practice_that_speaks_of_no_answer_names_file_and_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in demo.shipped("grade").iterdir():
        if path.suffix in (".csv", ".toml"):
            (tmp_path / path.name).write_bytes(path.read_bytes())
    rows = (tmp_path / "practice.csv").read_text(encoding="utf-8")
    (tmp_path / "practice.csv").write_text(rows.replace("p06,Alba sin", "p66,Alba sin"), encoding="utf-8")
    monkeypatch.setattr(demo, "shipped", lambda mode: tmp_path)
    with pytest.raises(StoreError, match=r"practice\.csv, row 2: the example has no such answer"):
        practice.shipped("grade")

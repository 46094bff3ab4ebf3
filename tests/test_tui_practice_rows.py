"""Rows of the practice round fit their width in both languages, and keys stand in them as they work."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from screens import plain

from gradertui.cli.practice import shipped
from gradertui.locale import use
from gradertui.practice import Feedback, Round
from gradertui.tui import keys
from gradertui.tui import practice_rows as rows
from gradertui.tui.lines import width_of


@pytest.fixture(autouse=True, params=["en", "es"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    use(request.param)
    yield request.param
    use("en")


@pytest.fixture(params=["grade", "tone"])
def practised(request: pytest.FixtureRequest) -> Round:
    made = shipped(request.param)[1]
    return Round(made, ("N" if request.param == "grade" else "4",) * len(made))


def keys_of(practised: Round) -> keys.Keys:
    return keys.shipped("practice", practised.exercise.mode)


@pytest.mark.parametrize("width", [60, 76, 104])
def test_rows_fit_their_width(practised: Round, width: int) -> None:
    rubric = shipped(practised.exercise.mode)[0].rubric
    own = keys_of(practised)
    made = [
        rows.status(practised, width),
        rows.choices(practised, own, width),
        rows.last("", own, width),
        *rows.rubric(practised.exercise, rubric, own, width),
        *rows.ending(practised, own, width),
    ]
    assert [plain(row) for row in made if width_of(row) > width] == []


def test_the_key_line_is_whole_at_80_columns(language: str) -> None:
    line = plain(rows.last("", keys.shipped("practice", "grade"), 76))
    assert "…" not in line
    assert (
        line.split()
        == {
            "en": "Space next u undo ? rubric q quit",
            "es": "Espacio siguiente u deshacer ? rúbrica q salir",
        }[language].split()
    )


def test_every_rating_keeps_its_cap(practised: Round) -> None:
    for width in (30, 76, 116):
        line = rows.choices(practised, keys_of(practised), width)
        caps = [text.strip() for text, role in line if role in ("cap", "chosen")]
        assert caps == [choice.label for choice in rows.choices_of(practised.exercise)]
        assert [text.strip() for text, role in line if role == "chosen"] == [practised.label]


def test_a_verdict_has_a_sign_beside_its_colour() -> None:
    told = {
        "✓": rows.verdict(Feedback("agrees", "R", "R", ""), 76),
        "✗": rows.verdict(Feedback("differs", "R", "X", ""), 76),
    }
    for sign, row in told.items():
        assert plain(row).startswith(f"─ {sign} ")
    assert "R" in plain(told["✗"])
    assert "X" in plain(told["✗"])
    assert not set("✓✗") & set(plain(rows.verdict(None, 76)))


def test_a_refused_key_is_not_told_ours() -> None:
    row = plain(rows.verdict(Feedback("refused", "R", "", ""), 76))
    assert row.startswith("─ ✗ R ")
    assert "X" not in row

"""The list as rows: columns stand under each other, nothing is wider than the screen."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from screens import plain

from gradertui.overview import Overview, Row
from gradertui.tui import home_rows as rows
from gradertui.tui.lines import width_of
from gradertui.tui.picking import Picking

NOW = datetime(2026, 3, 1, 18, tzinfo=UTC)
THEN = datetime(2026, 3, 1, 8, 5, tzinfo=UTC)
ANA = Row("grade", "ana", 75, 31, 2, THEN)
KNOWN = [
    Overview(Path("dia18"), "grade", "A", 75, (ANA, Row("report", "ben", 75, 75)), THEN),
    Overview(Path("big"), "tone", "", 100_000, (Row("grade", "x" * 64, 100_000, 9, last=THEN), Row("blinding")), THEN),
    Overview(Path("far/broken"), "", "", None, (Row("verify", fault="far/broken/session.toml: not valid"),), THEN),
    Overview(Path("new"), "preference", "t" * 500, None, (Row("grade"), Row("adjudicate", differ=1)), THEN),
]  # fmt: skip


def listed(width: int, airy: bool = False) -> list[str]:
    entries = rows.listed(Picking(KNOWN), "sessions", NOW, width, airy=airy)
    return [plain(entry.line) for entry in entries]


@pytest.mark.parametrize("width", [20, 36, 60, 76, 116, 196])
def test_no_row_is_wider_than_the_screen(width: int) -> None:
    entries = rows.listed(Picking(KNOWN), "sessions", NOW, width, airy=False)
    assert {width_of(entry.line) for entry in entries} <= set(range(width + 1))


@pytest.mark.parametrize("width", [76, 116, 196])
def test_columns_stand_under_each_other(width: int) -> None:
    shown = listed(width)
    ana, ben, big = (next(row for row in shown if name in row) for name in ("ana", "ben", "xxxx"))
    ends = [row.index(done) + len(done) for row, done in ((ana, "31/75"), (ben, "75/75"), (big, "9/100000"))]
    assert len(set(ends)) == 1
    assert ana.index("today") == big.index("today")
    buttons = [row.rindex(word) for row, word in ((ana, "to grade"), (ben, "done"), (big, "to grade"))]
    assert len(set(buttons)) == 1


def test_what_is_left_drops_out_before_the_bar() -> None:
    assert "44 left" in listed(116)[1]
    narrow = listed(70)[1]
    assert "━" in narrow
    assert "left" not in narrow
    assert "━" not in listed(50)[1]
    assert "31/75" in listed(50)[1]


def test_a_row_for_the_session_says_what_is_there() -> None:
    shown = "\n".join(listed(116))
    assert "before the first rating: what still tells the variants apart" in shown
    assert "graders differ on 1" in shown
    assert "✗ session.toml: not valid" in shown
    assert "nobody yet" in shown
    assert "0/–" in shown


def test_a_blank_row_stands_between_sessions_where_there_is_room() -> None:
    assert listed(116, airy=True).count("") == len(KNOWN) - 1

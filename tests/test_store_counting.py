"""What SQLite counts of a log is what folding it gives, whatever a grader did."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gradertui.model import Task
from gradertui.modes import MODES
from gradertui.order import Order
from gradertui.state import begin, fold
from gradertui.store import making
from gradertui.store.writable import WritableLog

AT = "2026-03-01T10:00:00.000+00:00"


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("log") / "empty.sqlite"
    making.make(path, making.log, {"session": "dia18"}, wal=True)
    return path


def test_before_an_order_and_before_a_label_there_is_nothing(empty: Path, tmp_path: Path) -> None:
    with closing(WritableLog.start(empty, tmp_path / "labels" / "ana.sqlite", "ana")) as log:
        assert log.counted() == (0, 0, 0, "")


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_it_counts_what_a_fold_counts(
    empty: Path,
    tmp_path_factory: pytest.TempPathFactory,
    bank: Callable[..., list[Task]],
    histories: Callable[[list[Task]], st.SearchStrategy[list[object]]],
    data: st.DataObject,
) -> None:
    tasks = bank(2)
    events = data.draw(histories(tasks))
    path = tmp_path_factory.mktemp("counted") / "labels" / "ana.sqlite"
    with closing(WritableLog.start(empty, path, "ana")) as log:
        log.arrange(tasks)
        log.append_all([event._replace(seq=0) for event in events], AT)  # type: ignore[attr-defined]
        state = fold(begin(Order(tasks), MODES["grade"], partial=True), log.replay())
        found = log.counted()
    assert found == (len(tasks), state.settled, state.flagged, AT if events else "")

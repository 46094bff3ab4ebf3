"""Hidden repeats: cards that come a second time, asked for like the others and counted in no statistic."""

from pathlib import Path

from gradertui.model import Identity, Item, Plan
from gradertui.modes import MODES
from gradertui.order import REPEAT, Order, arranged, repeated
from gradertui.session import Session
from gradertui.session.making import make
from gradertui.state import begin, fold, seen
from gradertui.tui.desk import Desk

CARDS = [Identity(f"c{i:02d}", "", "", f"t{i % 5}", "ab"[i % 2], i // 10 + 1) for i in range(40)]


def ordered(n: int, grader: str = "ana") -> list:
    tasks = MODES["tone"].tasks(CARDS, {})
    return repeated(arranged(tasks, 7, grader, together=False), n, 7, grader)


def test_a_repeat_comes_after_the_first_time_and_not_at_once():
    places = {task.task_id: i for i, task in enumerate(ordered(6))}
    again = [key for key in places if key.endswith(REPEAT)]
    assert len(again) == 6
    assert all(places[key] > places[key.removesuffix(REPEAT)] for key in again)
    assert sum(places[key] - places[key.removesuffix(REPEAT)] > 3 for key in again) >= 4


def test_the_others_stand_as_without_repeats():
    assert [task for task in ordered(6) if not task.task_id.endswith(REPEAT)] == ordered(0)


def test_which_cards_come_again_follows_from_seed_and_grader():
    again = {grader: {t.task_id for t in ordered(6, grader) if t.task_id.endswith(REPEAT)} for grader in ("ana", "bea")}
    assert again["ana"] == {t.task_id for t in ordered(6) if t.task_id.endswith(REPEAT)}
    assert again["ana"] != again["bea"]


def test_no_statistic_sees_a_repeat(tmp_path: Path):
    session = made(tmp_path, repeats=6)
    log = session.writable_log("ana")
    desk = Desk(session, log, session.state(log), blind=True, utc=lambda: "2026-01-01T00:00:00Z")
    while not desk.state.complete:
        desk.label("1" if desk.task.task_id.endswith(REPEAT) else "5", 1000, "live")
    assert desk.state.settled == 46
    assert desk.state.letters == {"5": 40}
    assert sum(len(cell.ratings) for _name, cell in seen(desk.state)) == 40
    desk.undo()
    assert not desk.state.complete
    log.close()


def test_a_repeat_shows_the_same_card_and_says_nothing_of_it(tmp_path: Path):
    session = made(tmp_path, repeats=6)
    log = session.writable_log("ana")
    desk = Desk(session, log, session.state(log), blind=True, utc=lambda: "2026-01-01T00:00:00Z")
    for position in desk.state.repeats:
        first = desk.state.order[position].task_id.removesuffix(REPEAT)
        assert desk.sheet(position).item.item_id == first
        assert desk.called(position) == f"card {position + 1}"
    log.close()


def test_the_report_is_complete_and_counts_each_card_once(tmp_path: Path, monkeypatch, capsys):
    from gradertui.cli import main

    session = made(tmp_path, repeats=6)
    log = session.writable_log("ana")
    desk = Desk(session, log, session.state(log), blind=True, utc=lambda: "2026-01-01T00:00:00Z")
    while not desk.state.complete:
        desk.label("4", 1000, "live")
    log.close()
    assert main(["report", "cards", "--sessions", str(tmp_path)]) == 0
    assert "complete 40/40" in capsys.readouterr().out
    assert main(["verify", "cards", "--sessions", str(tmp_path)]) == 0
    assert main(["export", "cards", "--format", "csv", "--sessions", str(tmp_path)]) == 0
    assert REPEAT not in capsys.readouterr().out


def test_an_order_is_kept_as_columns_with_its_repeats():
    order = Order(ordered(6))
    assert Order.restored(order.columns()).repeats() == order.repeats()
    state = fold(begin(order, MODES["tone"], partial=True), [])
    assert state.repeats == order.repeats()
    assert len(order.repeats()) == 6


def made(folder: Path, repeats: int) -> Session:
    cards = [Item(x.item_id, f"card {x.item_id}", "", "", x.template, x.variant, x.replicate) for x in CARDS]
    make(folder / "cards", cards, Plan(mode="tone", seed=7, repeats=repeats), {})
    return Session(folder / "cards")

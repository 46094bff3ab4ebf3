import pytest
from screens import asking, bank, graded, made, plain, press, seated, settled, until, visible, work, write

from gradertui import events
from gradertui.model import KINDS, Plan
from gradertui.tui.history import history


@pytest.fixture
def small(tmp_path):
    return asking(made(tmp_path / "small", bank(2, ("ZORRO", "QUETZAL")), Plan(seed=1)), KINDS)


def told(desk, position=0, blind=True, width=100):
    """What each row of the history says, without its time and number."""
    rows = history(desk.log.history(position), width, blind=blind)
    return [plain(row)[27:] for row in rows]


def test_every_event_is_told_in_order_with_what_was_taken_back(small):
    with seated(small) as desk:
        desk.label("X", 2500, "live")
        desk.classify("adds-true")
        desk.go("1"), desk.flag(), desk.flag()
        desk.comment("why [b]\x1b?")
        desk.undo()
        desk.label("R", 900, "live")
        desk.go("1")
        desk.exclude("cut off")
        assert told(desk) == [
            "labelled X · 2.5 s",
            "kind of error: adds something true",
            "flagged",
            "no longer flagged",
            "comment: why [b]␛?  (taken back)",
            "took back: comment: why [b]␛?",
            "labelled R · 0.9 s",
            "left out: cut off",
        ]


def test_another_task_has_its_own_history(small):
    with seated(small) as desk:
        desk.skip()
        assert told(desk) == ["put off"]
        assert plain(history(desk.log.history(1), 80, blind=True)[0]) == "nothing yet"


def test_a_time_is_that_of_the_record(small):
    with seated(small) as desk:
        desk.flag()
        assert plain(history(desk.log.history(0), 80, blind=True)[0]) == "2026-03-01 10:00:00     2  flagged"


def test_a_label_that_was_taken_in_says_so_and_blind_not_from_where(small):
    with seated(small) as desk:
        task = desk.task.task_id
        desk.take(
            events.labelled(task, 0, "N", active_ms=0, blind=False, screen="none", imported="labels-of-ZORRO.csv")
        )
        assert told(desk) == ["labelled N · taken from a file · not blind"]
        assert told(desk, blind=False) == ["labelled N · taken from labels-of-ZORRO.csv · not blind"]


def test_a_label_that_was_carried_says_from_where_until_it_is_given_anew(small):
    with seated(small) as desk:
        label = events.labelled(desk.task.task_id, 0, "N", active_ms=0, blind=True, screen="live")
        desk.take(events.carried(label, "dia18"))
        assert told(desk) == ["labelled N · carried from dia18"]
        assert desk.stands() == ["labelled N", "carried from dia18"]
        desk.label("R", 900, "live")
        desk.go("1")
        assert told(desk)[1:] == ["labelled R · 0.9 s"]
        assert desk.stands() == ["labelled R"]
        desk.undo()
        assert desk.stands() == ["labelled N", "carried from dia18"]


@pytest.mark.parametrize(("name", "tells"), [("run-ZORRO", True), ("zorro2", True), ("dia18", False), ("zorr", False)])
def test_blind_the_name_of_a_session_that_tells_an_arm_is_not_shown(small, name, tells):
    with seated(small) as desk:
        label = events.labelled(desk.task.task_id, 0, "N", active_ms=0, blind=True, screen="live")
        desk.take(events.carried(label, name))
        shown = history(desk.log.history(0), 100, blind=True, hidden=desk.hidden)
        words = "carried from another session" if tells else f"carried from {name}"
        assert plain(shown[0])[27:] == f"labelled N · {words}"
        assert desk.stands() == ["labelled N", words]


def test_what_was_left_out_elsewhere_says_so_too(small):
    with seated(small) as desk:
        desk.take(events.carried(events.excluded(desk.task.task_id, 0, "cut"), "dia18"))
        assert desk.stands() == ["left out: cut", "carried from dia18"]
        assert told(desk) == ["left out: cut · carried from dia18"]


def test_nothing_in_it_tells_an_arm_or_another_grader(small):
    with seated(small, "ben") as desk:
        desk.label("R", 900, "live")
    with seated(small) as desk:
        desk.label("N", 900, "live")
        desk.take(events.guessed(desk.task.task_id, 0, "ZORRO"))
        text = " ".join(told(desk))
        assert text.startswith("labelled N")
        assert not [word for word in ("ZORRO", "QUETZAL", "labelled R", desk.task.task_id, "ben") if word in text]


async def test_h_opens_and_closes_it(small):
    async with graded(small) as pilot:
        await press(pilot, "n", "left")
        await write(pilot, "c", "long " * 60 + "end")
        await press(pilot, "h")
        await until(pilot, lambda: "History of q" in visible(pilot.app), "the history")
        assert "labelled N" in visible(pilot.app)
        assert "long end" in visible(pilot.app)
        assert "ZORRO" not in visible(pilot.app)
        await press(pilot, "n", "x")
        await press(pilot, "h")
        await settled(pilot)
        assert pilot.app.screen is work(pilot)
        assert work(pilot).desk.state.labelled == 1


async def test_a_card_has_a_history_too(toned):
    async with graded(toned(3)) as pilot:
        await press(pilot, "left", "h")
        await until(pilot, lambda: "History of card 3" in visible(pilot.app), "the history")
        assert "labelled" in visible(pilot.app)

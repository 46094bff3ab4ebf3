"""When a text stood on a screen, and the table of measures; what is measured is run on demand."""

from pathlib import Path

from tests.benchmarks.comparing import Case, table
from tests.benchmarks.measuring import Sitting, Whole
from tests.benchmarks.terminal import stood


def test_a_text_stands_when_its_last_part_has_come():
    chunks = [(1.0, b"\x1b[2J\x1b[1;1H3/75"), (2.0, b"\x1b[1;1H4"), (3.0, b"\x1b[5;1Hprovisional 4/7"), (4.0, b"5")]
    seen = stood(chunks, count=r"\A(\d+)/75", statistics=r"provisional (\d+)/75")
    assert seen == {"count": {"3": 1.0, "4": 2.0}, "statistics": {"4": 4.0}}


def test_a_frame_that_the_terminal_holds_back_stands_when_it_is_let_go():
    chunks = [(1.0, b"\x1b[?2026h\x1b[1;1H3/75"), (2.0, b"more"), (3.0, b"\x1b[?2026l")]
    assert stood(chunks, count=r"(\d+)/75") == {"count": {"3": 3.0}}


def test_every_measure_stands_beside_the_floor_of_the_same_run():
    floor = Sitting(200, 100, [3.0, 5.0], [], [], 34.0, 0.2)
    ours = Sitting(250, 150, [9.0, 10.0, 12.0], [2.0, 2.5, 3.0], [10.0, 11.0, 12.0], 51.0, 2.0)
    case = Case("grade", 75, Path("grade75"), Whole(0.4, 0.3, 40.0), 45, 75)
    lines = table([floor], [case], {case.name: [ours]}, {case.name: Whole(1.0, 0.9, 90.0)}).splitlines()
    assert lines[0] == "| | floor | grade 75 |"
    assert "| start, ms | 200 | 250 (1.25) |" in lines
    assert "| key to durable, ms: worst |  | 3.0 |" in lines
    assert "| memory, MB | 34.0 | 51.0 (1.50) |" in lines
    assert "| report, s |  | 1.0 (5.00) |" in lines

"""How it was done, from the record: each sentence stands where it is so, and only there."""

from contextlib import closing

from gradertui import __version__
from gradertui.report import gather
from gradertui.report.lines import lines
from gradertui.report.methods import section
from gradertui.session import Session


def told(folder):
    with closing(Session(folder)) as session:
        return " ".join(" ".join(lines(section(gather(session)))).split())


def test_a_grade_session_names_its_tests_and_its_intervals(example):
    text = told(example())
    assert "75 tasks (25 questions) were planned, and 75 are dealt with. 1 grader gave 75 labels." in text
    assert "Labels given blind: 75; taken in from files: 0." in text
    assert "drawn by seed 18" in text
    assert "(Wilson 1927) at 95 %. It holds 95 % on average over rates, and less at some near 0 and 1." in text
    assert "McNemar 1947" in text
    assert "Holm (1979)" in text
    assert "frozen 2026-03-01 10:00 (UTC) by the first label of ana; unchanged." in text
    assert text.endswith(f"gradertui {__version__}.")
    assert "Krippendorff" not in text


def test_two_graders_are_compared(example):
    example()
    assert "2 graders gave 85 labels." in (text := told(example(10, "ben")))
    assert "Krippendorff 2011" in text


def test_a_tone_session_names_the_way_its_interval_came_about(toned):
    assert "comes from inverting it (Tritchler 1984)" in told(toned())


def test_a_tone_session_without_an_interval_names_none(toned):
    text = told(toned(12))
    assert "sign-flip test" in text
    assert "Tritchler" not in text


def test_min_p_is_named_where_the_plan_says_so(toned):
    assert "Westfall and Young 1993" in told(toned(correction="min-p"))


def test_of_labels_from_files_nothing_is_claimed(real, said, tmp_path):
    said("new", "panda", real("pandalm-ab-260-319.json"), "--seed", "5")
    text = told(tmp_path / "sessions" / "panda")
    assert "60 tasks (14 queries)" in text
    assert "All of them came in from files" in text
    assert "seed" not in text
    assert "Tango 1998" in text

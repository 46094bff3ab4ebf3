"""What is said around a dispute, as rows: everything fits, nothing is cut without a mark, nobody has a name."""

from pathlib import Path

import pytest
from disputed import NAMES, docketed, letters, ratings, say
from screens import plain

from gradertui.locale import use
from gradertui.tui import docket_rows as rows
from gradertui.tui.lines import width_of

LONG = "a comment that says much more than fits in one row, and goes on, and on, until it ends here"


def told(folder: Path) -> Path:
    say(folder, "dan", {"q0-alba": "R"}, {"q0-alba": LONG})
    return folder


@pytest.mark.parametrize("width", [36, 76, 116])
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_row_fits(tmp_path: Path, width: int, language: str) -> None:
    with docketed(told(letters(tmp_path))) as docket:
        use(language)
        docket.settle("X")
        found = [rows.status(docket, width), rows.causes(docket, width)]
        for make in (rows.help_rows, rows.ending, rows.in_full):
            found += make(docket, width)
        for height in (1, 2, 4, 30):
            shown = rows.voices(docket, width, height)
            assert len(shown) <= height
            found += shown
        assert [plain(row) for row in found if width_of(row) > width] == []


def test_a_comment_that_does_not_fit_has_a_mark_and_is_whole_on_its_page(tmp_path: Path) -> None:
    with docketed(told(letters(tmp_path))) as docket:
        text = [plain(row) for row in rows.voices(docket, 40, 5)]
        assert any(row.endswith("…") for row in text)
        page = " ".join(" ".join(plain(row) for row in rows.in_full(docket, 60)).split())
        assert f"“{LONG}”" in page
        assert "“the source is silent”" in page
        assert "… v shows all of it" in plain(rows.voices(docket, 40, 3)[-1])


def test_where_there_is_one_row_it_has_the_labels(tmp_path: Path) -> None:
    with docketed(letters(tmp_path)) as docket:
        labels = " ".join(voice.label for voice in docket.dispute.voices)
        assert f"3 graders said: {labels}" in plain(rows.voices(docket, 60, 1)[0])


def test_causes_are_dim_before_a_label_and_the_one_that_was_said_is_marked(tmp_path: Path) -> None:
    with docketed(letters(tmp_path)) as docket:
        assert "cap" not in {role for _text, role in rows.causes(docket, 100)}
        docket.settle("X")
        assert [text for text, role in rows.causes(docket, 100) if role == "cap"] == [" 6 ", " 7 ", " 8 ", " 9 "]
        docket.because("slip")
        docket.walk(-1)
        assert [text for text, role in rows.causes(docket, 100) if role == "chosen"] == [" 8 "]


def test_a_rating_is_adopted_by_its_own_key(tmp_path: Path) -> None:
    with docketed(ratings(tmp_path)) as docket:
        caps = [text for row in rows.voices(docket, 60, 9) for text, role in row if role == "cap"]
        assert caps == [f" {voice.label} " for voice in docket.dispute.voices]
        assert "a rating that a grader gave is adopted by its own key" in map(plain, rows.help_rows(docket, 110))


def test_the_end_counts_the_causes_and_says_what_comes_next(tmp_path: Path) -> None:
    with docketed(letters(tmp_path)) as docket:
        for cause in ("real", "slip", ""):
            docket.settle("X")
            docket.because(cause) if cause else None
        text = [" ".join(plain(row).split()) for row in rows.ending(docket, 100)]
        assert text[0] == "3 disagreements are settled."
        assert text[3:6] == ["1 slip", "1 real difference", "1 not said"]
        assert text[-1] == "next: gradertui report numbers"


def test_no_row_has_a_name(tmp_path: Path) -> None:
    with docketed(letters(tmp_path)) as docket:
        made = [*rows.voices(docket, 80, 9), *rows.help_rows(docket, 80), rows.status(docket, 80)]
        assert not set(NAMES) & set(" ".join(map(plain, made)).split())


def test_a_comment_names_nobody_while_blind(tmp_path: Path) -> None:
    folder = letters(tmp_path)
    say(folder, "dan", {"q0-alba": "R"}, {"q0-alba": "As Ana says, ALBA is right and Brisa is a mess"})
    for blind, text in (
        (True, "“As [compañero] says, [compañero] is right and [compañero] is a mess”"),
        (False, "“As Ana says, ALBA is right and Brisa is a mess”"),
    ):
        with docketed(folder, blind=blind) as docket:
            assert text in " ".join(" ".join(map(plain, rows.in_full(docket, 100))).split())


def test_the_end_of_cards_promises_no_row_in_the_report(tmp_path: Path) -> None:
    with docketed(ratings(tmp_path)) as docket:
        text = " ".join(map(plain, rows.ending(docket, 200)))
        assert "the report counts it; what was settled is kept beside it" in text

from contextlib import closing
from pathlib import Path

import pytest

from gradertui.events import locked
from gradertui.session import Session


def events(folder, grader):
    with closing(Session(folder)) as session, closing(session.log(grader)) as log:
        return list(log.events())


@pytest.fixture
def folder(example, tmp_path):
    return tmp_path / "sessions" / "demo-grade"


def written(tmp_path, *rows, head="clave,sistema,letra,comment"):
    (tmp_path / "l.csv").write_text("\n".join([head.replace("sistema", "system"), *rows]) + "\n")
    return tmp_path / "l.csv"


def test_labels_by_question_and_system_are_taken_in_and_freeze_the_plan(folder, said, stands, tmp_path):
    file = written(tmp_path, "p01,Alba sin notas,R,fine", "p02,Alba con notas,incorrect,")
    status, out, _err = said("label", "demo-grade", file, "--grader", "ben")
    assert status == 0
    assert "2 labels taken in, 0 stood already\n1 comment taken in" in out
    assert events(folder, "ben")[0].kind == "PlanFrozen"
    assert sorted(stands(folder, "ben").values()) == [("R", "fine"), ("X", "")]


def test_taken_in_labels_are_marked_as_imported_and_cost_no_time(folder, said, tmp_path):
    said("label", "demo-grade", written(tmp_path, "p01,Alba sin notas,R,"), "--grader", "ben")
    label = events(folder, "ben")[-1]
    assert label.active_ms == 0
    assert '"imported": "l.csv"' in label.body
    assert '"blind": false' in label.body


def test_a_system_can_be_named_by_its_code(folder, said, stands, tmp_path):
    assert said("label", "demo-grade", written(tmp_path, "p01,S1,R,"), "--grader", "ben")[0] == 0
    assert len(stands(folder, "ben")) == 1


def test_labels_that_stand_already_add_nothing(folder, said, tmp_path):
    file = written(tmp_path, "p01,Alba sin notas,R,fine")
    said("label", "demo-grade", file, "--grader", "ben")
    before = events(folder, "ben")
    status, out, _err = said("label", "demo-grade", file, "--grader", "ben")
    assert status == 0
    assert "0 labels taken in, 1 stood already" in out
    assert events(folder, "ben") == before


def test_another_label_replaces_the_one_that_stands(folder, said, stands, tmp_path):
    for letter in "RX":
        said("label", "demo-grade", written(tmp_path, f"p01,S1,{letter},"), "--grader", "ben")
    assert list(stands(folder, "ben").values()) == [("X", "")]


@pytest.mark.parametrize(
    ("row", "field", "fix"),
    [
        ("p99,S1,R,", "column clave", "no question here"),
        ("p01,S9,R,", "column system", "write one of S1, S2, S3, Alba sin notas"),
        ("p01,S1,Q,", "column letra", "write one of R, X, N"),
    ],
)
def test_a_bad_row_is_named_with_its_column_and_nothing_is_written(folder, said, tmp_path, row, field, fix):
    status, out, err = said("label", "demo-grade", written(tmp_path, "p01,S2,R,", row), "--grader", "ben")
    assert (status, out) == (2, "")
    assert "l.csv, row 2" in err
    assert field in err
    assert fix in err or row.endswith("Q,")
    assert not (folder / "labels" / "ben.sqlite").exists()


def test_every_bad_row_gets_a_line(folder, said, tmp_path):
    _status, _out, err = said("label", "demo-grade", written(tmp_path, "p98,S1,R,", "p99,S1,R,"), "--grader", "ben")
    assert "row 1" in err
    assert "row 2" in err
    assert err.endswith("nothing was written\n")


def test_two_rows_that_say_different_things_of_one_answer_are_refused(folder, said, tmp_path):
    status, _out, err = said("label", "demo-grade", written(tmp_path, "p01,S1,R,", "p01,S1,X,"), "--grader", "ben")
    assert status == 2
    assert "row 1 says R of the same answer" in err


def test_an_unknown_item_id_is_refused(folder, said, tmp_path):
    file = written(tmp_path, "nothere,R", head="item_id,label")
    status, _out, err = said("label", "demo-grade", file, "--grader", "ben")
    assert status == 2
    assert "column item_id" in err


def test_an_r_where_the_sources_have_no_answer_is_kept_and_counted(folder, said, stands, tmp_path):
    status, out, _err = said("label", "demo-grade", written(tmp_path, "p21,S1,R,"), "--grader", "ben")
    assert status == 0
    assert "1 R on a question the sources do not answer" in out
    assert list(stands(folder, "ben").values()) == [("R", "")]


def test_a_grader_id_that_is_no_file_name_is_refused(folder, said, tmp_path):
    status, _out, err = said("label", "demo-grade", written(tmp_path, "p01,S1,R,"), "--grader", "../x")
    assert status == 2
    assert "--grader" in err


def test_map_names_the_columns(folder, said, tmp_path):
    file = written(tmp_path, "p01,S1,R", head="clave,system,mine")
    assert said("label", "demo-grade", file, "--grader", "ben", "--map", "mine=label")[0] == 0


TONES = Path(__file__).parent / "reference" / "seed-tones.csv"


def test_the_120_ratings_of_the_document_come_in_by_template_variant_and_replicate(toned, said, stands):
    folder = toned(0)
    status, out, err = said("label", "names", TONES, "--grader", "ben")
    assert (status, err) == (0, "")
    assert "120 labels taken in, 0 stood already" in out
    toned(grader="eva")
    assert stands(folder, "ben") == stands(folder, "eva")
    assert "5/128" in said("report", "names", "--grader", "ben", "--format", "json")[1]


def test_a_rating_comes_in_by_the_id_of_the_card(toned, said, stands, tmp_path):
    folder = toned(0)
    said("label", "names", written(tmp_path, "c3-Lucía-2,4", head="item_id,tone"), "--grader", "ben")
    assert stands(folder, "ben") == {"c3-Lucía-2": ("4", "")}


@pytest.mark.parametrize(
    ("row", "fix"),
    [
        ("99,Lucía,1,5", "column template: no template here is called 99; write one of"),
        ("1,Ana,1,5", "column variant: no variant here is called Ana; write one of S1, S2, Lucía, Martín"),
        ("1,Lucía,7,5", "column replicate: that variant has no card number 7 of that template"),
        ("1,Lucía,1,6", "column tone: '6' is no label; write one of 1, 2, 3, 4, 5"),
    ],
)
def test_a_bad_rating_is_named_with_its_column(toned, said, tmp_path, row, fix):
    folder = toned(0)
    file = written(tmp_path, "1,Lucía,2,5", row, head="template,variant,replicate,tone")
    status, out, err = said("label", "names", file, "--grader", "ben")
    assert (status, out) == (2, "")
    assert "l.csv, row 2" in err
    assert fix in err
    assert not (folder / "labels" / "ben.sqlite").exists()


def test_after_the_guesses_began_nothing_is_taken_in(toned, said, stands, tmp_path):
    folder = toned()
    with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
        log.append(locked(), "2026-03-01T10:00:00.000+00:00")
    before = stands(folder, "ana")
    another = "2" if before["c3-Lucía-2"][0] == "1" else "1"
    file = written(tmp_path, f"c3-Lucía-2,{another}", head="item_id,tone")
    status, _out, err = said("label", "names", file, "--grader", "ana")
    assert (status, "rating is locked" in err) == (2, True)
    assert stands(folder, "ana") == before


def test_of_a_file_of_several_graders_the_rows_of_one_are_taken_in(folder, said, stands, tmp_path):
    rows = ("p01,S1,R,,ana", "p01,S1,X,,ben", "p02,S1,N,,ana")
    file = written(tmp_path, *rows, head="clave,sistema,letra,comment,grader")
    assert said("label", "demo-grade", file, "--grader", "ana")[0] == 0
    assert sorted(stands(folder, "ana").values()) == [("N", ""), ("R", "")]
    status, _out, err = said("label", "demo-grade", file, "--grader", "zoe")
    assert status == 2
    assert "l.csv: labels of several graders, none of them zoe: say --grader with one of ana, ben" in err
    assert not (folder / "labels" / "zoe.sqlite").exists()


def test_labels_of_one_other_grader_become_those_of_the_grader_that_is_said(folder, said, stands, tmp_path):
    file = written(tmp_path, "p01,S1,R,,ana", head="clave,sistema,letra,comment,grader")
    assert said("label", "demo-grade", file, "--grader", "ben")[0] == 0
    assert list(stands(folder, "ben").values()) == [("R", "")]


def test_a_question_is_known_by_its_text_too(folder, said, stands, tmp_path):
    with closing(Session(folder)) as session:
        text = session.items.question("p02").text
    file = written(tmp_path, f'"{text}",S1,X,', head="question,sistema,letra,comment")
    assert said("label", "demo-grade", file, "--grader", "ana")[0] == 0
    assert list(stands(folder, "ana").values()) == [("X", "")]

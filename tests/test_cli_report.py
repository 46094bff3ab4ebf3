import json

import pytest


def test_report_prints_the_text_and_exits_0(example, said):
    example()
    status, out, err = said("report", "demo-grade")
    assert (status, err) == (0, "")
    assert "complete 75/75" in out


def test_out_writes_the_whole_document_and_nothing_beside_it(example, said, tmp_path):
    example()
    status, out, _err = said("report", "demo-grade", "--format", "json", "--out", tmp_path / "r.json")
    assert (status, out) == (0, "")
    assert json.loads((tmp_path / "r.json").read_text())["complete"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["r.json", "sessions"]


def test_out_into_no_folder_is_one_line_and_exit_2(example, said, tmp_path):
    example()
    status, _out, err = said("report", "demo-grade", "--out", tmp_path / "none" / "r.txt")
    assert status == 2
    assert err.count("\n") == 1
    assert "none/r.txt" in err


def test_a_session_without_labels_says_how_to_begin(example, said):
    status, _out, err = said("report", "demo-grade")
    assert status == 2
    assert "gradertui grade demo-grade" in err


def test_a_grader_who_is_not_there_is_named_beside_those_who_are(example, said):
    example()
    status, _out, err = said("report", "demo-grade", "--grader", "zoe")
    assert status == 2
    assert "zoe" in err
    assert "ana" in err


@pytest.mark.parametrize("kind", ["text", "json"])
def test_a_tone_session_has_a_report_in_both_formats(toned, said, kind):
    toned()
    status, out, err = said("report", "names", "--format", kind)
    assert (status, err) == (0, "")
    assert "those for Lucía were rated 0.25 points" in " ".join(out.split())

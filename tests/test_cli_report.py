import json
from contextlib import closing

import pytest

from gradertui.report import FORMATS
from gradertui.store.log import Log


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


@pytest.mark.parametrize("kind", FORMATS)
def test_a_tone_session_has_a_report_in_every_format(toned, said, kind):
    toned()
    status, out, err = said("report", "names", "--format", kind)
    assert (status, err) == (0, "")
    assert "those for Lucía were rated 0.25 points" in " ".join(out.split())


def test_a_report_says_where_each_log_ends_as_verify_does(example, said):
    folder = example()
    example(5, "ben")
    heads = {}
    for grader in ("ana", "ben"):
        with closing(Log(folder / "labels" / f"{grader}.sqlite")) as log:
            heads[grader] = log.head()
    told = {
        work["grader"]: work["head"]
        for work in json.loads(said("report", "demo-grade", "--format", "json")[1])["graders"]
    }
    assert told == {grader: {"seq": head.seq, "hash": head.hash[:12]} for grader, head in heads.items()}
    text = " ".join(said("report", "demo-grade")[1].split())
    assert f"ana 76 {heads['ana'].hash[:12]}, ben 6 {heads['ben'].hash[:12]}" in text
    verified = said("verify", "demo-grade")[1]
    assert all(f"head {head.hash[:12]}" in verified for head in heads.values())

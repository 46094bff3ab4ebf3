"""A command that fails over a damaged session says that, in one line; what is whole and fails is our error."""

import random
import shutil
import sqlite3
from argparse import Namespace
from contextlib import closing

import pytest

from gradertui.cli.damage import damage, damage_in
from gradertui.cli.grade import ended


def damaged(path, rng):
    """Flip bits, zero a page or cut the file."""
    content = bytearray(path.read_bytes())
    at = rng.randrange(len(content))
    match rng.choice("fffzc"):
        case "f":
            for _bit in range(8):
                content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
        case "z":
            content[at // 4096 * 4096 : (at // 4096 + 1) * 4096] = bytes(4096)
        case "c":
            del content[at:]
    path.write_bytes(content)


@pytest.mark.parametrize("seed", range(12))
def test_a_damaged_file_gives_the_right_labels_or_one_line_and_verify_finds_it(example, said, seed):
    rng, folder = random.Random(seed), example(30)
    right = said("export", "demo-grade", "--format", "csv")[1]
    name = rng.choice(["labels/ana.sqlite", "labels/ana.sqlite", "items.sqlite"])
    damaged(folder / name, rng)
    status, out, err = said("export", "demo-grade", "--format", "csv")
    if status:
        assert (status, len(err.splitlines()), out) == (2, 1, "")
        assert name in err or "gradertui verify" in err
        assert said("verify", "demo-grade")[0] == 1
    else:
        letters = [line.split(",")[4] for line in out.splitlines()]
        assert letters == [line.split(",")[4] for line in right.splitlines()]


def test_what_is_whole_has_no_words_and_what_is_not_there_neither(example, tmp_path):
    assert damage(example(3)) == ""
    assert damage_in(Namespace(sessions=str(tmp_path / "sessions"), name="nothing", carry=None)) == ""


def test_the_words_name_the_session_the_file_and_what_to_do(example, said, monkeypatch):
    folder = example(30)
    content = (folder / "labels" / "ana.sqlite").read_bytes()
    (folder / "labels" / "ana.sqlite").write_bytes(content.replace(b'"statistics": "live"', b'"statistics": "liwe"'))

    def failing(*_args, **_more):
        raise LookupError("whatever a damaged file leads to")

    monkeypatch.setattr("gradertui.cli.export.gathered", failing)
    status, out, err = said("export", "demo-grade", "--format", "csv")
    assert (status, out) == (2, "")
    assert err.startswith("gradertui export: demo-grade: labels/ana.sqlite is not whole (event")
    assert err.endswith("what to do: gradertui verify demo-grade\n")


def test_what_is_merged_from_a_damaged_copy_is_said_of_the_copy(example, said, tmp_path):
    folder = example(3)
    shutil.copytree(folder, tmp_path / "stick" / "copy")
    with closing(sqlite3.connect(tmp_path / "stick" / "copy" / "labels" / "ana.sqlite")) as db:
        db.execute("update arrangement set value = x'f35b' where name = '_names'")
        db.commit()
    status, _out, err = said("merge", "demo-grade", tmp_path / "stick" / "copy")
    assert (status, len(err.splitlines())) in ((0, 0), (2, 1))
    assert status == 0 or "copy: labels/ana.sqlite is not whole" in err


def test_an_error_of_ours_is_not_taken_for_damage(example, said, monkeypatch):
    example(3)

    def failing(*_args, **_more):
        raise LookupError("ours")

    monkeypatch.setattr("gradertui.cli.export.gathered", failing)
    with pytest.raises(LookupError, match="ours"):
        said("export", "demo-grade", "--format", "csv")


def test_a_screen_that_ended_over_a_damaged_file_says_that_and_over_a_whole_one_where(example, capsys):
    folder = example(3)
    assert ended("LookupError\n  there.py:7 draw", None, folder) == 1
    assert "there.py:7" in capsys.readouterr().err
    (folder / "items.sqlite").write_bytes((folder / "items.sqlite").read_bytes()[:9000])
    assert ended("LookupError\n  there.py:7 draw", None, folder) == 2
    said = capsys.readouterr().err
    assert said.splitlines()[0].endswith("every label that was shown as given is on disk.")
    assert "items.sqlite is not whole" in said.splitlines()[1]
    assert "there.py" not in said

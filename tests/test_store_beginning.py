import errno
import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from gradertui.store import StoreError, making
from gradertui.store.beginning import begin
from gradertui.store.log import Log


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    making.make(tmp_path / "empty.sqlite", making.log, {"session": "dia18"}, wal=True)
    return tmp_path / "empty.sqlite"


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if not path.name.endswith((".lock", "-shm", "-wal"))}


def test_what_a_killed_process_left_is_cleared_away_and_what_others_left_is_not(empty: Path, tmp_path: Path) -> None:
    labels = tmp_path / "labels"
    labels.mkdir()
    killed = "import os, sys; from gradertui.store import beginning; from pathlib import Path\n" \
             "beginning.connect = lambda path, write: os.kill(os.getpid(), 9)\n" \
             "beginning.begin(Path(sys.argv[1]), Path(sys.argv[2]), 'ana')"  # fmt: skip
    done = subprocess.run([sys.executable, "-c", killed, str(empty), str(labels / "ana.sqlite")], env=os.environ)
    assert done.returncode == -signal.SIGKILL
    assert len(names(labels)) == 1
    (labels / ".ana.b.77.partial").touch()  # of a grader who is called ana.b
    begin(empty, labels / "ana.sqlite", "ana")
    assert names(labels) == {"ana.sqlite", ".ana.b.77.partial"}


def test_a_log_that_has_just_begun_is_left_as_it_is(empty: Path, tmp_path: Path) -> None:
    path = tmp_path / "labels" / "ana.sqlite"
    begin(empty, path, "ana")
    before = path.stat().st_ino
    begin(empty, path, "ana")
    assert path.stat().st_ino == before
    assert Log(path).meta()["grader"] == "ana"


@pytest.mark.parametrize("number", [28, 13, 30])
def test_where_nothing_can_be_written_it_is_said_and_nothing_is_left(
    empty: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def full(_source: Path, target: Path) -> None:
        Path(target).touch()
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("gradertui.store.beginning.shutil.copyfile", full)
    words = {28: "no space is left", 13: "permission is denied", 30: "can only be read"}
    with pytest.raises(StoreError, match=rf"ana\.sqlite: .*{words[number]}"):
        begin(empty, tmp_path / "labels" / "ana.sqlite", "ana")
    assert names(tmp_path / "labels") == set()


def test_where_there_are_no_links_a_log_begins_all_the_same(
    empty: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_self: Path, _target: Path) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", refused)
    path = tmp_path / "labels" / "ana.sqlite"
    for _time in range(2):
        begin(empty, path, "ana")
        with closing(Log(path)) as log:
            assert log.meta()["grader"] == "ana"
    assert [found.name for found in path.parent.glob("*.partial*")] == []

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from gradertui.store import StoreError
from gradertui.store.appearing import appearing, put


def test_a_folder_has_its_name_only_when_everything_is_in_it(tmp_path: Path) -> None:
    with appearing(tmp_path / "dia18") as place:
        assert (place.name, place.exists()) == ("dia18", False)
        place.mkdir()
        (place / "one").write_text("1")
        assert not (tmp_path / "dia18").exists()
    assert [str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*")] == ["dia18", "dia18/one"]


def test_what_fails_leaves_nothing_and_names_what_was_to_be_there(tmp_path: Path) -> None:
    def failing() -> None:
        with appearing(tmp_path / "dia18") as place:
            place.mkdir()
            raise StoreError(f"{place}/session.toml: wrong")

    with pytest.raises(StoreError) as said:
        failing()
    assert str(said.value) == f"{tmp_path}/dia18/session.toml: wrong"
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_process_left_has_no_name_and_is_cleared_away_by_the_next(tmp_path: Path) -> None:
    killed = "import os, sys; from pathlib import Path; from gradertui.store.appearing import appearing\n" \
             "with appearing(Path(sys.argv[1])) as place: place.mkdir(); os.kill(os.getpid(), 9)"  # fmt: skip
    done = subprocess.run([sys.executable, "-c", killed, str(tmp_path / "one")], env=os.environ)
    assert done.returncode == -signal.SIGKILL
    assert [path.name for path in tmp_path.iterdir()] == [".one.gradertui.partial"]
    (tmp_path / ".other.partial").mkdir()  # nobody's of ours
    with appearing(tmp_path / "two") as place:
        place.mkdir()
    assert {path.name for path in tmp_path.iterdir()} == {"two", ".other.partial"}


def test_of_two_that_make_the_same_one_is_told_to_wait(tmp_path: Path) -> None:
    with appearing(tmp_path / "dia18") as place:
        place.mkdir()
        with pytest.raises(StoreError, match="another process is making it"), appearing(tmp_path / "dia18"):
            pass
    assert (tmp_path / "dia18").is_dir()


def test_what_came_there_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    def late() -> None:
        with appearing(tmp_path / "dia18") as place:
            place.mkdir()
            (tmp_path / "dia18").mkdir()

    with pytest.raises(StoreError, match="is there already"):
        late()
    assert [path.name for path in tmp_path.iterdir()] == ["dia18"]


def test_a_text_is_put_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "session.toml"
    put(path, "one")
    monkeypatch.setattr("gradertui.store.appearing.os.fsync", lambda _file: os.close(-1))
    with pytest.raises(OSError, match="Bad file"):
        put(path, "two")
    assert path.read_text() == "one"
    assert [each.name for each in tmp_path.iterdir()] == ["session.toml"]


def test_a_folder_of_folders_that_was_made_for_it_goes_with_it(tmp_path: Path) -> None:
    target = tmp_path / "backups" / "one"
    with suppress(ZeroDivisionError), appearing(target) as room:
        room.mkdir()
        _ = 1 / 0
    assert list(tmp_path.iterdir()) == []
    with appearing(target) as room:
        room.mkdir()
    assert target.is_dir()

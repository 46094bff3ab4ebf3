"""How the journal of a log is kept, by where the log lies."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from screens import bank, made, seated

from gradertui.store import disks

MOUNTS = """22 27 0:21 / /proc rw,relatime - proc proc rw
27 1 254:0 / / rw,noatime shared:1 - ext4 /dev/root rw
40 27 0:40 / /home rw,relatime shared:2 - nfs4 server:/home rw,vers=4.2
41 40 0:41 / /home/ana/local\\040disk rw - ext4 /dev/sdb rw
42 27 0:42 / /mnt/both rw - ext4 /dev/sdc rw
43 27 0:43 / /mnt/both rw - cifs //server/share rw
"""


@pytest.mark.parametrize(("path", "journal"), [
    ("/srv/a.sqlite", "wal"), ("/home/ana/a.sqlite", "truncate"), ("/home/ana/local disk/a.sqlite", "wal"),
    ("/homely/a.sqlite", "wal"), ("/mnt/both/a.sqlite", "truncate"),
])  # fmt: skip
def test_the_innermost_and_last_mount_decides(path, journal):
    assert disks.journal(Path(path), MOUNTS) == journal


def test_without_a_table_of_mounts_a_disk_is_local(tmp_path, monkeypatch):
    monkeypatch.setattr(disks, "MOUNTS", tmp_path / "none")
    assert disks.journal(tmp_path) == "wal"


def test_a_log_over_a_network_is_kept_without_wal_and_back_home_with_it(tmp_path, monkeypatch):
    folder = made(tmp_path / "s", bank(3))
    for kind, journal in (("nfs4", "truncate"), ("ext4", "wal"), ("nfs4", "truncate")):
        (tmp_path / "mounts").write_text(f"27 1 254:0 / / rw - {kind} server:/ rw\n", "utf-8")
        monkeypatch.setattr(disks, "MOUNTS", tmp_path / "mounts")
        with seated(folder) as desk:
            desk.label("X", 900, "live")
            beside = {path.name for path in (folder / "labels").iterdir()}
            assert ("ana.sqlite-wal" in beside) == (journal == "wal")
    with closing(sqlite3.connect(folder / "labels" / "ana.sqlite")) as db:
        assert db.execute("select count(*) from labels").fetchone() == (3,)

"""On what kind of disk a file lies: SQLite's WAL needs memory that processes share, and over a network there is none.

Here: what the system's table of mounts says. Not here: what follows from it (`log.py`).
"""

from __future__ import annotations

import re
from pathlib import Path

MOUNTS = Path("/proc/self/mountinfo")
_NETWORK = frozenset(
    "9p afs beegfs ceph cifs gfs2 gpfs lustre nfs nfs4 ocfs2 smb3 smbfs "
    "fuse.ceph fuse.davfs2 fuse.glusterfs fuse.rclone fuse.s3fs fuse.smbnetfs fuse.sshfs".split()
)
_OCTAL = re.compile(r"\\([0-7]{3})")


def journal(path: Path, mounts: str | None = None) -> str:
    """Say how SQLite should keep its journal for a file: in memory that is shared, or beside it and alone.

    Args:
        path: of the file, or of one that will be made.
        mounts: the table of mounts; the system's where it has one, else every disk is taken for a local one.

    Returns:
        "wal"; "truncate" on a disk that is reached over a network, where WAL loses labels.
    """
    if mounts is None:
        mounts = MOUNTS.read_text("utf-8", "surrogateescape") if MOUNTS.is_file() else ""
    return "truncate" if _kind(path.resolve(), mounts) in _NETWORK else "wal"


def _kind(path: Path, mounts: str) -> str:
    """The file system of the innermost mount, the last one where several lie on each other."""
    found = (len(Path("/").parts), "")
    for line in mounts.splitlines():
        before, _dash, after = line.partition(" - ")
        place = Path(_OCTAL.sub(lambda escaped: chr(int(escaped[1], 8)), before.split(" ")[4]))
        if path.is_relative_to(place) and len(place.parts) >= found[0]:
            found = len(place.parts), after.split(" ")[0]
    return found[1]

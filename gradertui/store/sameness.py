"""Whether the files of a log are those that were opened: SQLite goes on writing to a file that is gone.

Two looks at the folder before a label, some microseconds beside the millisecond that it takes to sync it. What to do
about a file that is another one is the log's.
"""

from __future__ import annotations

from os import stat
from pathlib import Path
from typing import NamedTuple

Place = tuple[int, int]
"""Disk and number of a file."""


class Files(NamedTuple):
    """A log and its journal, as they lie there."""

    log: Place | None
    """None where there is no file of this name any more."""
    content: tuple[int, int]
    """Length and time of the last change: while it is open only SQLite writes to it, when it empties the journal."""
    journal: Place | None


def files(path: Path) -> Files:
    """What lies there now.

    Args:
        path: of the log.
    """
    try:
        log = stat(path)
    except OSError:
        return Files(None, (0, 0), None)
    try:
        journal = stat(f"{path}-wal")
    except OSError:
        return Files((log.st_dev, log.st_ino), (log.st_size, log.st_mtime_ns), None)
    return Files((log.st_dev, log.st_ino), (log.st_size, log.st_mtime_ns), (journal.st_dev, journal.st_ino))

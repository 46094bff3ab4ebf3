"""One process per log: who opens a log for appending holds a lock until the file is closed or the process ends.

The lock belongs to the process and not to the disk: after `kill -9` nothing is left to be cleaned up. Where the
system or the file system has no such locks we go on without; a second writer is then refused at its first event.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

from gradertui.locale import _
from gradertui.store import StoreError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

PATIENCE = 0.5
"""Seconds that a held lock is waited for: the log of a plan or of verdicts is held only while something is written."""

_WIDTH = 20
"""Characters of the lock's file: the number of the process, and blanks."""


def held(path: Path) -> int | None:
    """Take the lock of a log.

    Args:
        path: of the log; the lock is a file beside it that stays.

    Returns:
        What `let_go` takes; None where there are no locks.

    Raises:
        StoreError: another process holds it; the message names the log, the process, and what to do.
    """
    if fcntl is None:
        return None
    lock = os.open(path.with_name(f".{path.stem}.lock"), os.O_RDWR | os.O_CREAT, 0o666)
    until = time.monotonic() + PATIENCE
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                holder = os.pread(lock, _WIDTH, 0).decode("ascii", "replace").strip()
                os.close(lock)
                raise StoreError(_refusal(path, holder)) from None
            time.sleep(0.02)
        except OSError:
            os.close(lock)
            return None
        else:
            break
    with suppress(OSError):
        # Always as wide, so that nothing is truncated: ext4 syncs a file that was, when it is closed (3 ms).
        os.pwrite(lock, str(os.getpid()).ljust(_WIDTH).encode(), 0)
    return lock


def let_go(lock: int | None) -> None:
    """Give a lock back."""
    if lock is not None:
        os.close(lock)


def _refusal(path: Path, holder: str) -> str:
    words = _(
        "{path}: {grader} is open in another process ({pid}); quit it there first, or use another name with --grader"
    )
    return words.format(path=path, grader=path.stem, pid=holder or "?")

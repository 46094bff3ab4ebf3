"""What gets its name only when it is whole: a folder with everything in it, a text. Killed before, nothing has it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from gradertui.locale import _
from gradertui.store import StoreError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


_HALF = ".gradertui.partial"
"""Ends the name of a folder in which something is made."""


@contextmanager
def appearing(target: Path) -> Iterator[Path]:
    """A folder that gets its name when everything is in it; what a killed process left of it is cleared away.

    Args:
        target: its name, which nothing has.

    Yields:
        Where to make it: there is nothing yet, and it has the name already, in a hidden folder beside.

    Raises:
        StoreError: another process is making it, or has made it meanwhile.
    """
    room, first = target.with_name(f".{target.name}{_HALF}"), not target.parent.exists()
    room.mkdir(parents=True, exist_ok=True)
    _clear(target.parent)
    with _held(room, target):
        shutil.rmtree(room / target.name, ignore_errors=True)
        try:
            yield room / target.name
            if target.exists():
                raise StoreError(_("{name}: is there already; write another name").format(name=target))
            (room / target.name).rename(target)
            sync_folder(target.parent)
        except StoreError as error:
            raise StoreError(str(error).replace(str(room / target.name), str(target))) from error
        finally:
            shutil.rmtree(room, ignore_errors=True)
            if first:
                with suppress(OSError):  # It has something in it.
                    target.parent.rmdir()


def _clear(folder: Path) -> None:
    """Clear away what processes that were killed left in a folder, under whatever name they were to give it."""
    for room in folder.glob(f".*{_HALF}"):
        if fcntl is not None and room.is_dir():
            with suppress(StoreError, OSError), _held(room, room):
                shutil.rmtree(room / room.name.removeprefix(".").removesuffix(_HALF), ignore_errors=True)
                room.rmdir()


@contextmanager
def _held(room: Path, target: Path) -> Iterator[None]:
    """Have a folder alone; who is killed lets go of it."""
    room.mkdir(exist_ok=True)
    if fcntl is None:
        yield
        return
    lock = os.open(room, os.O_RDONLY)
    try:
        _locked(lock, target)
        yield
    finally:
        os.close(lock)


def _locked(lock: int, target: Path) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        words = _("{name}: another process is making it; wait for that")
        raise StoreError(words.format(name=target)) from None
    except OSError:
        pass  # Where a file system has no locks we go on without.


def put(path: Path, text: str) -> None:
    """Put a text in the place of a file, whole or not at all, also where the power goes."""
    partial = path.with_name(f"{path.name}.partial")
    try:
        with partial.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Let a name that is new in a folder outlast a power cut; where the system cannot, nothing is lost by asking."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)

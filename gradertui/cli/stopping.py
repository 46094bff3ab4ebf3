"""What Ctrl+C may not cut in two. What is said of a command that was interrupted is `cli/__init__.py`."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import current_thread, main_thread
from types import FrameType

Stoppable = Callable[[], AbstractContextManager[None]]


@contextmanager
def unstopped() -> Iterator[Stoppable]:
    """Do what is inside to its end: Ctrl+C is heard only in the parts that say so, and there once.

    Yields:
        What makes such a part; Ctrl+C before it counts as in it. After the last one it comes too late.
    """
    if current_thread() is not main_thread():
        yield _as_ever
        return
    before, pressed = signal.getsignal(signal.SIGINT) or signal.SIG_DFL, [False]

    def late(_signal: int, _frame: FrameType | None) -> None:
        pressed[0] = True

    def heard(_signal: int, _frame: FrameType | None) -> None:
        # Whoever cleans up now is not cut short by a second one.
        signal.signal(signal.SIGINT, late)
        raise KeyboardInterrupt

    @contextmanager
    def stoppable() -> Iterator[None]:
        if pressed[0]:
            raise KeyboardInterrupt
        signal.signal(signal.SIGINT, heard if callable(before) else before)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, late)

    signal.signal(signal.SIGINT, late)
    try:
        yield stoppable
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _as_ever() -> Iterator[None]:
    yield

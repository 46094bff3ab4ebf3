"""How long a grader was at work on a task: time with nobody there does not count. No clock is read here."""

from __future__ import annotations

from collections.abc import Mapping

IDLE = 60.0
"""Without a key for longer than this, nobody is there."""


class Stopwatch:
    """Measures active time; every moment is passed in, in seconds."""

    def __init__(self, now: float) -> None:
        self._spent, self._since, self._away = 0.0, now, False

    def restart(self, now: float) -> None:
        """Another task is on the screen."""
        self._spent, self._since = 0.0, now

    def touch(self, now: float) -> None:
        """Somebody is there: a key was pressed."""
        if not self._away:
            self._spent += min(max(now - self._since, 0.0), IDLE)
        self._since, self._away = now, False

    def leave(self, now: float) -> None:
        """The terminal lost the focus."""
        self.touch(now)
        self._away = True

    def spent_ms(self, now: float) -> int:
        """Active milliseconds on the task so far."""
        self.touch(now)
        return round(1000 * self._spent)


def median(paces: Mapping[int, int]) -> float | None:
    """The median of counted times.

    Args:
        paces: how often each time occurred, in tenths of a second.

    Returns:
        Seconds; None without any.
    """
    half, seen = sum(paces.values()) / 2, 0
    for tenths in sorted(paces):
        seen += paces[tenths]
        if seen >= half and seen:
            return tenths / 10
    return None

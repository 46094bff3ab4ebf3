"""Which of several equal rows this is: a replicate with its number, or the same answer once more.

What is remembered of each of a hundred thousand answers is a short name and a number.
"""

from __future__ import annotations


class Numbering:
    """What is taken: answers, and numbers under each question, system, template and variant."""

    def __init__(self) -> None:
        self._seen: set[str] = set()
        self._numbers: set[int] = set()
        self._next: dict[int, int] = {}

    def is_new(self, identity: str) -> bool:
        """Say whether this is here for the first time, and remember it."""
        if identity in self._seen:
            return False
        self._seen.add(identity)
        return True

    def number(self, key: int, declared: int | None) -> int:
        """Take the declared number when it is free, else the next one that is."""
        number = declared or self._next.get(key, 1)
        name = hash((key, number))
        if name in self._numbers:
            number = self._next.get(key, 1)
            while (name := hash((key, number))) in self._numbers:
                number += 1
            self._next[key] = number + 1
        self._numbers.add(name)
        return number

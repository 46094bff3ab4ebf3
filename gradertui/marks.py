"""What stands of each task, in pages: changing one copies a page. How it comes about is `state.py`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

_PAGE = 256


class Mark(NamedTuple):
    """What stands of one task."""

    label: str | None = None
    skipped: int = 0
    """Sequence number of the skip while it waits to come back; 0 otherwise."""
    excluded: str | None = None
    """The reason, once it was left out for good."""
    flagged: bool = False
    comment: str = ""
    active_ds: int = 0
    """Time spent, in tenths of a second (small numbers, so that equal marks are one object)."""

    guess: str = ""
    """After rating: the arm the grader took it for; "?" is "cannot tell"."""
    kind: str = ""
    """What kind of error an X is, where the plan asks; of what was settled, why graders differed."""

    @property
    def settled(self) -> bool:
        """Nothing more is asked of this task."""
        return self.label is not None or self.excluded is not None


BLANK = Mark()


class Marks:
    """An immutable sequence of marks; changing one copies a page of 256 and not the whole."""

    def __init__(self, pages: tuple[tuple[Mark, ...], ...]) -> None:
        self._pages = pages

    @classmethod
    def blank(cls, n: int) -> Marks:
        """As many empty marks as there are tasks."""
        return cls(((BLANK,) * _PAGE,) * (n // _PAGE + 1))

    def __getitem__(self, position: int) -> Mark:
        return self._pages[position // _PAGE][position % _PAGE]

    def __iter__(self) -> Iterator[Mark]:
        """Each in order, and after the last some that are empty: the last page is full."""
        return chain.from_iterable(self._pages)

    def changed(self, changes: Mapping[int, Mark]) -> Marks:
        """The same marks but for some."""
        pages = list(self._pages)
        opened: dict[int, list[Mark]] = {}
        for position, mark in changes.items():
            number, place = divmod(position, _PAGE)
            page = opened.get(number)
            if page is None:
                page = opened[number] = list(pages[number])
            page[place] = mark
        for number, page in opened.items():
            pages[number] = tuple(page)
        return Marks(tuple(pages))


@lru_cache(4096)
def fresh(label: str, spent: int) -> Mark:
    """Marks that are equal are one object: replay of 100,000 labels makes some hundred of them."""
    return Mark(label, active_ds=spent)

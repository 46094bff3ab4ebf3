"""What an export is made of: the session, its labels as one, whether arms may be named, and how graders are called.

What is written of it is the business of each format's own file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TypeVar

from gradertui.model import Question
from gradertui.modes.preference import BETWEEN
from gradertui.order import codes
from gradertui.report.rows import COLUMNS, originals
from gradertui.report.together import NoLabels, Together, hidden, together
from gradertui.session import Session
from gradertui.session.ids import ids

T = TypeVar("T")


@dataclass(frozen=True)
class Material:
    """What there is to be written."""

    session: Session
    found: Together | None
    """None before the first label."""
    named: bool
    """Whether arms go by their names."""
    called: Mapping[str, str]
    """Grader to the name that the file gives them."""

    @property
    def labels(self) -> Together:
        """What graders said, of a format that needs it."""
        assert self.found is not None
        return self.found

    @cached_property
    def originals(self) -> Mapping[str, Mapping[str, str]]:
        """Item to the columns that the import had no field for; none while arms go by codes, which they could tell."""
        if not self.named:
            return {}
        return {item: self.anonymous(cells) for item, cells in originals(self.session, self.columns).items()}

    @cached_property
    def sources(self) -> Mapping[str, str]:
        """Source to its text."""
        return self.session.items.sources()

    @cached_property
    def question(self) -> Callable[[str], Question]:
        """A question by its id; answers to the same one follow each other."""
        return lru_cache(512)(self.session.items.question)

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of a row per label."""
        return COLUMNS[self.session.plan.mode]

    def of_first(self, item_id: str) -> Mapping[str, str]:
        """The original columns of an item, or of the first of a pair."""
        return self.originals.get(self.items_of(item_id)[0], {})

    def anonymous(self, cells: Mapping[str, T]) -> dict[str, T]:
        """Cells without the names of graders, where they are to be replaced; a text they are in stays as it is."""
        return {key: self.called.get(cell, cell) if isinstance(cell, str) else cell for key, cell in cells.items()}  # type: ignore[misc]

    def filed(self, items: Iterable[str]) -> list[str]:
        """Put items, or pairs, in the order of the file; while arms go by codes, in that of their veiled names."""
        if not self.named:
            return sorted(items, key=ids(self.session, named=False))
        rank = {item: i for i, item in enumerate(self.session.items.ids("items"))}
        return sorted(items, key=lambda item: [rank[each] for each in self.items_of(item)])

    def items_of(self, task_id: str) -> tuple[str, ...]:
        """The one item of a task, or the two of a pair."""
        return tuple(task_id.split(BETWEEN)) if self.session.rules.sided else (task_id,)


def gathered(session: Session, graders: Sequence[str] = (), *, labelled: bool = True, hide: bool = False) -> Material:
    """Bring together what is exported.

    Args:
        session: open.
        graders: whose labels; everybody's without any.
        labelled: whether nothing can be written without labels.
        hide: whether graders' names are replaced.

    Raises:
        StoreError: somebody named has no log here, or nobody has labelled anything.
    """
    try:
        found: Together | None = together(session, graders)
    except NoLabels:
        if labelled or graders:
            raise
        found = None
    named = found.named if found else not hidden(session)
    everybody = sorted({*session.graders(), *session.plan.graders, *_adjudicators(session)})
    called = codes(everybody, session.plan.seed, "grader-") if hide else {name: name for name in everybody}
    if found and hide:  # in the order of their own names it could be told who is who
        found = replace(found, hands=tuple(sorted(found.hands, key=lambda hand: called[hand.grader])))
    return Material(session, found, named, called)


def _adjudicators(session: Session) -> list[str]:
    return [path.stem for path in (session.folder / "settled").glob("*.sqlite")]

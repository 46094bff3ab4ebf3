"""Which tasks a grader wants to walk through: words, or what stands of a task. Knows no widget."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gradertui.marks import Mark
from gradertui.state import State
from gradertui.store.items import Items
from gradertui.text import folded

_STANDS: Mapping[str, Callable[[Mark], object]] = {
    "flagged": lambda mark: mark.flagged,
    "commented": lambda mark: mark.comment,
    "skipped": lambda mark: mark.skipped,
    "excluded": lambda mark: mark.excluded is not None,
    "open": lambda mark: not mark.settled,
}
_ENGLISH = {
    "marcadas": "flagged",
    "comentadas": "commented",
    "aplazadas": "skipped",
    "excluidas": "excluded",
    "abiertas": "open",
}


def standing(wanted: str, state: State) -> tuple[int, ...]:
    """The tasks of which something stands.

    Args:
        wanted: "flagged", "commented", "skipped", "excluded", "open" or a label, in English or Spanish.
        state: of the grader.
    """
    what = folded(wanted)
    holds = _STANDS.get(_ENGLISH.get(what, what)) or (lambda mark: what and (mark.label or "").casefold() == what)
    return tuple(i for i in range(len(state.order)) if holds(state.marks[i]))


def containing(words: str, state: State, items: Items, shown: Callable[[int], str] | None) -> tuple[int, ...]:
    """The tasks whose text has some words in it.

    Args:
        words: to look for.
        state: of the grader.
        items: of the session.
        shown: the text of a position as the grader sees it, where that is not what is stored: a blind grader
            must not find what is masked.
    """
    if len(words) > 1000:
        return ()  # more than SQLite compares with; nobody types it
    if shown is not None:
        sought = folded(words)
        return tuple(i for i in range(len(state.order)) if sought in folded(shown(i)))
    ids = set(items.containing(words))
    return tuple(i for i, task in enumerate(state.order) if task.task_id in ids)

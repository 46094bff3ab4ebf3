"""Which tasks a grader wants to walk through: words, or what stands of a task. Knows no widget."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from gradertui.locale import _, mark
from gradertui.marks import Mark
from gradertui.state import State
from gradertui.store.items import Items
from gradertui.text import folded, one_line

_STANDS: Mapping[str, Callable[[Mark], object]] = {
    "flagged": lambda mark: mark.flagged,
    "commented": lambda mark: mark.comment,
    "skipped": lambda mark: mark.skipped,
    "excluded": lambda mark: mark.excluded is not None,
    "open": lambda mark: not mark.settled,
}
_SHOWN = {
    "flagged": mark(":flagged"),
    "commented": mark(":commented"),
    "skipped": mark(":skipped"),
    "excluded": mark(":excluded"),
    "open": mark(":open"),
}
_ENGLISH = {
    "marcadas": "flagged",
    "comentadas": "commented",
    "aplazadas": "skipped",
    "excluidas": "excluded",
    "abiertas": "open",
}


def filters(labels: Iterable[str]) -> list[str]:
    """All filters by what stands, as they are written.

    Args:
        labels: labels, and kinds of error, of the session.
    """
    return [*(_(words) for words in _SHOWN.values()), *(f":{one_line(label, 20)}" for label in labels)]


def standing(wanted: str, state: State, labels: Iterable[str]) -> tuple[int, ...] | None:
    """The tasks of which something stands; None where there is no such filter.

    Args:
        wanted: "flagged", "commented", "skipped", "excluded", "open", a label or a kind, in English or Spanish.
        state: of the grader.
        labels: labels and kinds that there are.
    """
    what = folded(wanted)
    holds = _STANDS.get(_ENGLISH.get(what, what))
    if holds is None:
        if what not in map(folded, labels):
            return None
        holds = lambda mark: what in (folded(mark.label or ""), folded(mark.kind))  # noqa: E731
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

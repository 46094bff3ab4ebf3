"""Choices that a harness let a model score instead of asking it: which were there, and which was the likeliest.

Which field of a tool's file holds requests and scores is that format's own.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any, NamedTuple


class Scored(NamedTuple):
    """The choices of a question, and the one that the model found likeliest."""

    labels: tuple[str, ...]
    """What was scored, a letter perhaps."""
    choices: tuple[str, ...]
    """What it stands for."""
    likeliest: int

    @property
    def answer(self) -> str | None:
        """The likeliest choice; none where there was nothing to choose from."""
        return self.choices[self.likeliest] if self.choices else None

    def meant(self, target: object) -> object:
        """The reference: the text of a choice where its number or letter stands for it, or of several.

        Examples:
            >>> found = Scored(("A", "B"), ("no", "yes"), 0)
            >>> found.meant("1"), found.meant("B"), found.meant("[0, 1]"), found.meant("maybe")
            ('yes', 'yes', ['no', 'yes'], 'maybe')
        """
        numbers = _numbers(target)
        if numbers and all(0 <= each < len(self.choices) for each in numbers):
            found = [self.choices[each] for each in numbers]
            return found[0] if len(found) == 1 else found
        if isinstance(target, str) and target.strip() in self.labels:
            return self.choices[self.labels.index(target.strip())]
        return target


def scored(requests: Sequence[Sequence[Any]], resps: Sequence[Any], named: Sequence[Any] = ()) -> Scored | None:
    """Read a question whose choices were scored; None where the model wrote something.

    Args:
        requests: what each was: a context and a continuation.
        resps: what came back for each: a log-probability and whether it was the first choice of all.
        named: texts of the choices, used where only their letters were scored.
    """
    scores = [score for each in resps if (score := _score(each)) is not None]
    if not scores or len(scores) != len(resps) or len(scores) != len(requests):
        return None
    labels = _texts(requests)
    if len(labels) < 2:
        # The probability of one given text says nothing that the model would have said.
        return Scored((), (), 0)
    lettered = max(map(len, labels)) < 3 and len(named) == len(labels)
    choices = [str(each) for each in named] if lettered else labels
    return Scored(tuple(labels), tuple(choices), max(range(len(labels)), key=scores.__getitem__))


def _texts(requests: Sequence[Sequence[Any]]) -> list[str]:
    """What the choices are: continuations, or contexts where one thing follows on several of them.

    A second round, of the same continuations after nothing, measures how likely they are by themselves.
    """
    pairs = [(str(each[0]), str(each[1])) for each in requests if len(each) > 1]
    continuations = list(dict.fromkeys(text for _context, text in pairs))
    if len(continuations) == 1 and len(pairs) > 1:
        return [(context + text).strip() for context, text in pairs]
    first = [text for context, text in pairs if context.strip()] or [text for _context, text in pairs]
    return [text.strip() for text in first]


def _score(value: Any) -> float | None:
    """The log-probability of a request: a pair with a yes or no, alone or in a list of one, as numbers or as texts."""
    while isinstance(value, list) and len(value) == 1 and isinstance(value[0], list):
        value = value[0]
    if not isinstance(value, list) or len(value) != 2 or str(value[1]) not in ("True", "False", "true", "false"):
        return None
    try:
        return float(value[0])
    except (TypeError, ValueError):
        return None


def _numbers(target: object) -> list[int]:
    """The numbers of choices in a target, which may be a text."""
    try:
        value = ast.literal_eval(target) if isinstance(target, str) and len(target) < 1_000 else target
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return []
    found = value if isinstance(value, list) else [value]
    return [each for each in found if isinstance(each, int) and not isinstance(each, bool)] if found else []

"""Questions with choices: how the choices stand under the question, and which texts a letter or number means.

Which field of a tool's file holds them is each format's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase


def letter(at: int) -> str:
    """The letter of a choice, counted from 0; after Z come numbers from 1.

    Examples:
        >>> letter(1), letter(26)
        ('B', '1')
    """
    return ascii_uppercase[at] if at < 26 else str(at - 25)


def lettered(question: str, choices: Sequence[str], names: Sequence[str] = ()) -> str:
    r"""Put the choices under a question, called by letters where they have no names.

    Examples:
        >>> lettered("2+2?", ["3", "4"])
        '2+2?\n\nA) 3\nB) 4'
    """
    called = names or [letter(at) for at in range(len(choices))]
    lines = [f"{name}) {choice}" for name, choice in zip(called, choices, strict=True)]
    return "\n\n".join(filter(None, [question, "\n".join(lines)]))


def meant_letters(target: object, choices: Sequence[str]) -> object:
    """The reference of a question with choices: the letter, and what it stands for as an alternative.

    Several letters are one answer, as a question may have several right choices.

    Examples:
        >>> meant_letters("B", ["3", "4"]), meant_letters(["A", "B"], ["3", "4"]), meant_letters("four", ["3", "4"])
        (['B', '4'], ['A, B', '3, 4'], 'four')
    """
    named = {letter(at): choice for at, choice in enumerate(choices)}
    said = target if isinstance(target, list) else [target]
    letters = [each for each in said if isinstance(each, str) and each in named]
    if not letters or len(letters) < len(said):
        return target
    return [", ".join(letters), ", ".join(named[each] for each in letters)]

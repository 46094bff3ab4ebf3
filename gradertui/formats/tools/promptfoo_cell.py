"""A cell of promptfoo's tables that holds more than the answer: the verdict before it, and why before or after it.

Three generations: ``[FAIL] (0.00) reason``, ``---`` and the answer; ``[PASS] (1.00)``, a blank line, the answer, a
blank line and ``Pass Reason: …``; ``[PASS] answer`` with the reason in the next column. What promptfoo changed in the
answer itself while it wrote the second kind (it takes indentation away) cannot be had back.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_NUMBER = r"(?:-?\d+\.\d\d|undefined|NaN)"
VERDICT = re.compile(rf"\[(PASS|FAIL|ERROR)\](?P<score> \({_NUMBER}(?:, [^\n]*?: {_NUMBER})?\))?(?=\s|$)")
_BLANK = re.compile(r"\r?\n\r?\n")
_AFTER = re.compile(r"\r?\n\r?\n( *)(?:Pass|Fail) Reason: ")
_BETWEEN = re.compile(r"\s*\n---\r?\n")
_UNKNOWN = frozenset({"undefined", "null"})


class Inside(NamedTuple):
    """What a cell held."""

    text: str | None
    """The answer; None where there is none."""
    written: str = ""
    """The verdict, as it is written; empty where the cell has none."""
    reason: str = ""

    @property
    def passed(self) -> bool | None:
        """The verdict; None where there is none, or something broke."""
        return {"PASS": True, "FAIL": False}.get(self.written)


def opened(cell: str, passed: bool | None = None, reason: str = "") -> Inside:
    """Take a cell apart.

    Args:
        cell: With a verdict at its beginning, or without.
        passed: The verdict, where it stands elsewhere.
        reason: For it, where that stands elsewhere.
    """
    found = VERDICT.match(cell)
    if not found:
        return _answer(cell, "FAIL" if passed is False else "", reason)
    rest = cell[found.end() :]
    if blank := _BLANK.match(rest):
        text, after = _closed(rest[blank.end() :])
        return _answer(text, found[1], reason or after)
    return _answer(rest[1:], found[1], reason)


def without(text: str, reason: str) -> str:
    """Take the reason and the line away that some versions put before a failed answer."""
    if reason and text.startswith(reason) and (between := _BETWEEN.match(text, len(reason))):
        return text[between.end() :]
    return text


def _closed(text: str) -> tuple[str, str]:
    """Part the answer from the reason after it, and from the blanks that are before both."""
    *_before, last = (None, *_AFTER.finditer(text))
    if last is None:
        return text, ""
    reason = text[last.end() :]
    return text[: last.start()].removeprefix(last[1]), "" if reason in _UNKNOWN else reason


def _answer(text: str, written: str, reason: str) -> Inside:
    if written == "ERROR":
        return Inside(None, written, reason or text)
    if written != "FAIL" or reason:
        return Inside(without(text, reason), written, reason)
    # No assertion has failed, or these versions tell the reason here only.
    why, line, answer = text.partition("\n---\n")
    return Inside(answer or None if line else None, written, why)

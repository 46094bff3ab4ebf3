"""What is said when a file cannot be used: the error, and the words that lead to the place.

Nothing here knows a format or a field; what is wrong is said by whoever found it.
"""

from __future__ import annotations

from gradertui.locale import _
from gradertui.text import one_line


class InputError(Exception):
    """Input that cannot be used at all; each problem is one line that names the place and the fix."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def quoted(value: object, width: int = 40) -> str:
    """Write file text as it may stand in a message: one line, harmless, cut with a mark."""
    return one_line(str(value), width)


def place(name: str, row: int, line: int, column: str = "") -> str:
    """Say where in a file: ``answers.csv, row 14 (line 17), column confianza``."""
    words = _("{name}, row {row} (line {line})").format(name=quoted(name), row=row, line=line)
    return _("{place}, column {column}").format(place=words, column=quoted(column)) if column else words

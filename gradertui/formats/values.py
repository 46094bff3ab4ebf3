"""What one cell says: a text or its absence, a yes or no, a share, an id, several texts.

Cells come from CSV (always text) and from JSON (anything). Which field a cell belongs to is in
`fields.py`. Absent and empty are not the same: an empty answer can be graded, an absent one cannot.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

YES = frozenset({"yes", "true", "1", "1.0", "y", "sí", "si", "t", "verdadero"})
NO = frozenset({"no", "false", "0", "0.0", "n", "f", "falso"})
ABSENT = frozenset({"nan", "NaN", "<NA>"})
TEXT_KEYS = ("content", "text", "texto", "output", "answer", "response")


def said(value: object) -> str | None:
    """Read the text of a cell; None when it is absent: no key, null, not a number, an error record."""
    if isinstance(value, str):
        return None if len(value) < 9 and value.strip() in ABSENT else value
    if value is None or value != value:
        return None
    if isinstance(value, list):
        return _chat(value, "assistant") if _is_chat(value) else _json(value)
    if isinstance(value, dict):
        return _said_in(value)
    return _json(value)


def draws(value: object) -> Sequence[str | None]:
    """Read the answers in a cell: a list of texts is several draws of one answer."""
    if isinstance(value, str):
        return (said(value),)
    if isinstance(value, list) and not _is_chat(value):
        flat = [each for part in value for each in (part if isinstance(part, list) else [part])]
        return [said(each) for each in flat]
    return (said(value),)


def asked(value: object) -> str:
    """Read the text of a question: of a conversation, what the user said last."""
    if isinstance(value, str) and value.lstrip().startswith("[{"):
        value = _parsed_list(value) or value
    if isinstance(value, list) and _is_chat(value):
        return _chat(value, "user")
    return said(value) or ""


def worded(value: object) -> str:
    """Read the text of a cell, empty when it is absent."""
    return said(value) or ""


def texts(value: object) -> tuple[str, ...]:
    """Read several texts, none of them empty or twice: a list, or a JSON list of texts in a cell."""
    if value is None:
        return ()
    if isinstance(value, str):
        listed = _parsed_list(value) if value.startswith("[") else None
        # "[1, 2]" may be what a right answer prints.
        if not listed or not all(isinstance(each, str) for each in listed):
            text = said(value)
            return (text,) if text and not text.isspace() else ()
        value = listed
    parts = value if isinstance(value, list) and not _is_chat(value) else [value]
    return tuple(dict.fromkeys(text for each in parts if (text := said(each)) and not text.isspace()))


def joined(cells: Mapping[str, object], columns: Sequence[str], between: str) -> object:
    """Take the cell of one column, or the texts of several with something between them."""
    if len(columns) == 1:
        return cells.get(columns[0])
    return between.join(text for column in columns if (text := said(cells.get(column))))


def identifier(value: object) -> str:
    """Read an id without blanks around it; 8.0 is 8, as pandas writes a column of ids with gaps."""
    if isinstance(value, str):
        text = value.strip()
        return "" if text in ABSENT else text
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return said(value) or ""


def reference_id(value: object) -> str:
    """Read the id of a source, which pandas writes as 8.0 into a CSV when other rows have none."""
    text = identifier(value)
    return text[:-2] if text.endswith(".0") and text[:-2].isdigit() else text


def moment(value: object) -> str:
    """Read a time as events carry it, in UTC to the millisecond; empty when it is none.

    Examples:
        >>> moment("2026-03-01 12:00+02:00"), moment("yesterday")
        ('2026-03-01T10:00:00.000+00:00', '')
    """
    try:
        found = datetime.fromisoformat(identifier(value))
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC).isoformat(timespec="milliseconds")
    except (ValueError, OverflowError):
        return ""


def yes_no(value: object) -> bool | None:
    """Read a declared yes or no; None when nothing is said.

    Raises:
        ValueError: When it says something else.
    """
    word = identifier(value).casefold()
    if word and word not in YES and word not in NO:
        raise ValueError(word)
    return word in YES if word else None


def share(value: object) -> float | None:
    """Read a confidence from 0 to 1; None when nothing is said.

    Raises:
        ValueError: When it is not a number, or outside.
    """
    word = identifier(value)
    return percent(value) if word.endswith("%") else _within(word, 1)


def percent(value: object) -> float | None:
    """Read a confidence from 0 to 100, as one from 0 to 1.

    Raises:
        ValueError: When it is not a number, or outside.
    """
    number = _within(identifier(value).rstrip("% "), 100)
    return None if number is None else number / 100


def _within(word: str, most: int) -> float | None:
    if not word:
        return None
    number = float(word.replace(",", "."))
    if not 0 <= number <= most:
        raise ValueError(word)
    return number


def whole(value: object) -> int | None:
    """Read a whole number; None when nothing is said.

    Raises:
        ValueError: When it is not one.
    """
    word = reference_id(value)
    return int(word) if word else None


def kept(value: object) -> str:
    """Keep a cell under its own name: text unchanged, anything else as JSON."""
    return value if isinstance(value, str) else _json(value)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _is_chat(value: list[object]) -> bool:
    return bool(value) and all(isinstance(each, dict) and "content" in each for each in value)


def _chat(messages: list[object], role: str) -> str:
    told = [each for each in messages if isinstance(each, dict)]
    last = next((each for each in reversed(told) if each.get("role") == role), told[-1])
    content = last["content"]
    if isinstance(content, list):
        return "\n".join(said(part) or "" for part in content)
    return said(content) or ""


def _said_in(value: dict[str, object]) -> str | None:
    for key in TEXT_KEYS:
        if isinstance(value.get(key), str):
            return said(value[key])
    return None if "error" in value else _json(value)


def _parsed_list(text: str) -> list[object] | None:
    """Read a list written as JSON, or as Python prints it, which is how pandas writes a list to CSV."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = _python_list(text)
    return value if isinstance(value, list) else None


def _python_list(text: str) -> object:
    import ast

    try:
        return ast.literal_eval(text) if text.rstrip().endswith("]") else None
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None

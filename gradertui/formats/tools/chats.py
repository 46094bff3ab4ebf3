"""Conversations as tools record them: what was asked last, what was said before, and which parts are words.

One cell's text or absence is in `values.py`; which cell a conversation stands in is each format's own.
"""

from __future__ import annotations

from gradertui.formats.values import said

SILENT = frozenset({"reasoning", "thinking", "redacted_thinking", "tool_use", "data"})
"""Parts of a message that nobody was told."""


def asked_in(value: object) -> tuple[str, str]:
    """Part what was said before from the question: of a conversation, what the user said last.

    Args:
        value: a text, or messages with a role and a content.

    Examples:
        >>> asked_in([{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Why?"}])
        ('system: Be brief.', 'Why?')
    """
    messages = [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
    if not messages:
        return "", said(value) or ""
    last = max((at for at, each in enumerate(messages) if each.get("role") == "user"), default=len(messages) - 1)
    before = [f"{each.get('role', '')}: {wordings(each.get('content'))}" for each in messages[:last]]
    return "\n\n".join(before), wordings(messages[last].get("content"))


def wordings(content: object) -> str:
    """Read the words of a message: of several parts the texts, each other part by its kind alone."""
    if not isinstance(content, list):
        return said(content) or ""
    return "\n".join(text for part in content if (text := _part(part)) is not None)


def _part(part: object) -> str | None:
    if not isinstance(part, dict):
        return said(part)
    if isinstance(text := part.get("text"), str):
        return text
    kind = part.get("type")
    return None if kind in SILENT else f"[{kind}]"

"""Which ids may name a file: those of graders and of tools. Where the files lie is said by whoever opens them."""

from __future__ import annotations

import re

from gradertui.locale import _
from gradertui.store import StoreError


def is_name(name: str) -> bool:
    """Whether an id can name a file."""
    return re.fullmatch(r"\w[\w.-]{0,63}", name) is not None


def file_name(name: str, option: str) -> str:
    """Give an id back if it can name a file.

    Args:
        name: of a grader or a tool.
        option: by which it was given, for the message.

    Raises:
        StoreError: it cannot.
    """
    if not is_name(name):
        words = _("{option} {name!r}: an id is letters, digits, '-', '_' and '.', and begins with a letter or digit")
        raise StoreError(words.format(option=option, name=name))
    return name


def safe_name(name: str, otherwise: str) -> str:
    """Make an id that came in a file one that can name a file.

    Args:
        name: as the file has it.
        otherwise: the id where nothing is left of it.

    Examples:
        >>> safe_name("ana@lab", "prior"), safe_name("..", "prior")
        ('ana-lab', 'prior')
    """
    return re.sub(r"[^\w.-]", "-", name)[:64].lstrip(".-") or otherwise

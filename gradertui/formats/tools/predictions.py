"""One object of ids and texts, as systems answer SQuAD: `{"id": "answer", …}`.

Only where every value is a text and every key holds a digit, as ids do and names of settings do not. The questions are
in a bank.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from gradertui.formats.fields import understand
from gradertui.formats.opening import HEAD, decoded
from gradertui.formats.rows import Row
from gradertui.formats.tools.foreign import document

_TEXT = r'"[^"\\]*(?:\\.[^"\\]*)*"'
_PAIR = re.compile(rf"(?s)\s*({_TEXT})\s*:\s*{_TEXT}\s*(,|\}})")


def detects(head: bytes, name: str) -> bool:
    """Look at every key and value that there is room for."""
    start = decoded(head).lstrip("\ufeff \t\r\n")
    at, keys = int(start.startswith("{")), list[str]()
    end = ""
    while at and end != "}" and (pair := _PAIR.match(start, at)):
        keys.append(pair[1][1:-1])
        at, end = pair.end(), pair[2]
    whole = end == "}" and not start[at:].strip()
    goes_on = end == "," and len(head) == HEAD and start[at:].lstrip()[:1] in ("", '"')
    ids = all(re.search(r"\d", key) for key in keys) and not understand(keys[:1000]).fields
    return (whole or goes_on) and ids


def rows(path: Path, encoding: str) -> Iterator[Row]:
    """Read the answers."""
    for number, (question_id, answer) in enumerate(document(path, encoding, dict[str, str]).items(), 1):
        yield Row(number, 1, {"question_id": question_id, "answer": answer})

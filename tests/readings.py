"""What tests of formats share: a file made of rows, and what a reading of it gave."""

from __future__ import annotations

import json
from pathlib import Path

from gradertui.formats.reading import Reading, read
from gradertui.model import Item, Question, Source


class Made:
    """What a reading gave, sorted out."""

    def __init__(self, reading: Reading) -> None:
        parts = list(reading.parts())
        self.reading, self.parts = reading, parts
        self.items = [part for part in parts if isinstance(part, Item)]
        self.questions = [part for part in parts if isinstance(part, Question)]
        self.sources = [part for part in parts if isinstance(part, Source)]
        self.counts, self.problems, self.notes = reading.counts, reading.problems, reading.notes


def made(tmp_path: Path, *rows: dict[str, object] | str, **options: object) -> Made:
    path = tmp_path / ("answers.csv" if isinstance(rows[0], str) else "answers.jsonl")
    path.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows) + "\n")
    return Made(read([path], **options))  # type: ignore[arg-type]


def file(path: Path, *lines: str) -> Path:
    path.write_text("\n".join(lines) + "\n")
    return path

"""What people bring and take away: one file per foreign format, and the table of them.

A new format is one file plus one line in FORMATS. Rows become sources, questions and items in
`reading.py`; the store and the screen are not known here.
"""

from __future__ import annotations

from pathlib import Path

from gradertui.formats import (
    bbq,
    deepeval,
    doccano,
    halueval,
    jsonl,
    labelstudio,
    labelstudio_flat,
    letters,
    parquet,
    predictions,
    squad,
    table,
)
from gradertui.formats.errors import InputError
from gradertui.formats.opening import head
from gradertui.formats.rows import Format, Row

__all__ = ["FORMATS", "Format", "InputError", "Row", "detect"]

# In order: the first that is sure of a file reads it.
FORMATS = {
    "deepeval": Format(deepeval.detects, deepeval.rows),
    "label-studio": Format(labelstudio.detects, labelstudio.rows),
    "label-studio-min": Format(labelstudio_flat.detects, labelstudio_flat.rows),
    "label-studio-csv": Format(labelstudio_flat.detects_table, labelstudio_flat.rows_of_table, table.delimiter),
    "squad": Format(squad.detects, squad.rows),
    "predictions": Format(predictions.detects, predictions.rows),
    "halueval": Format(halueval.detects, halueval.rows),
    "bbq": Format(bbq.detects, bbq.rows, mode="grade"),
    "doccano": Format(doccano.detects, doccano.rows),
    "letters": Format(letters.detects, letters.rows, table.delimiter, mode="tone"),
    "parquet": Format(parquet.detects, parquet.rows, exact=False, text=False),
    "json": Format(jsonl.detects, jsonl.rows, exact=False),
    "table": Format(table.detects, table.rows, table.delimiter, exact=False),
}


def detect(path: Path) -> str:
    """Name the format that reads a file.

    Raises:
        InputError: When there is no such file, or it is empty.
    """
    start = head(path)
    return next(name for name, known in FORMATS.items() if known.detects(start, path.name))

"""Parquet: tables as data sets are published, read in batches by pyarrow, which is an extra.

What its columns mean is found out by their names, as of any table; lists and structs are lists and objects. Times,
decimals and bytes become texts.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from gradertui.formats.errors import InputError, quoted
from gradertui.formats.rows import Row
from gradertui.locale import _
from gradertui.locale.faults import reason

_BATCH = 500
"""Rows in memory at once."""


def detects(head: bytes, name: str) -> bool:
    """Look for the first four bytes."""
    return head.startswith(b"PAR1")


def rows(path: Path, encoding: str) -> Iterator[Row]:
    """Read the rows; the encoding is Parquet's own.

    Raises:
        InputError: When pyarrow is not installed, or the file is broken.
    """
    arrow, parquet = _pyarrow(path)
    number = 0
    try:
        with parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(batch_size=_BATCH):
                for cells in batch.to_pylist():
                    number += 1
                    yield Row(number, number, {column: plain(cell) for column, cell in cells.items()})
    except (arrow.ArrowException, OSError, UnicodeError) as error:
        words = _("{name} cannot be read: {reason}")
        why = quoted(reason(error), 80)
        raise InputError(words.format(name=quoted(path.name), reason=why)) from None


def _pyarrow(path: Path) -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        words = _("{name} is a Parquet file, and pyarrow reads those: pip install 'gradertui[parquet]'")
        raise InputError(words.format(name=quoted(path.name))) from None


def plain(value: object) -> object:
    """A cell as JSON could hold it."""
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return value if value is None or isinstance(value, str | bool | int | float) else str(value)

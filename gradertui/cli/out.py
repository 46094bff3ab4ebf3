"""Where results go: standard output, or a file that appears only when it is whole."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from gradertui.locale import _
from gradertui.locale.faults import reason
from gradertui.store import StoreError


@contextmanager
def opened(path: Path | None) -> Iterator[TextIO]:
    """Open what results are written to.

    Args:
        path: of a file that is replaced once everything is written; None is standard output.

    Raises:
        StoreError: the file cannot be written; what was there before is untouched.
    """
    if path is None:
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")
        try:
            yield sys.stdout
        except KeyboardInterrupt as stop:
            raise KeyboardInterrupt(_("interrupted: what was printed is not whole")) from stop
        return
    if not path.name or path.is_dir():
        raise StoreError(_("--out {path}: it is a folder; name a file in it").format(path=path))
    partial = path.with_name(path.name + ".partial")
    try:
        with partial.open("w", encoding="utf-8", newline="", errors="surrogatepass") as file:
            yield file
        partial.replace(path)
    except OSError as error:
        raise StoreError(f"--out {path}: {reason(error)}") from error
    finally:
        partial.unlink(missing_ok=True)

"""How the bytes of a file become text: which encoding, and whether it is text at all.

It opens files and says why one cannot be read. Formats and fields are not known here.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from gradertui.formats.errors import InputError, quoted
from gradertui.locale import _
from gradertui.locale.faults import reason

HEAD = 65_536
LINE = 1 << 25
"""Characters of the longest line or record: 33 million, far above any answer and far below what fills a memory."""
DOCUMENT = 1 << 27
"""Bytes of the largest document that is read as a whole: parsed it takes eight to fifteen times as much."""
SURROGATE = re.compile(r"\\u[dD]")
"""Where half a surrogate pair may be written; walking through a value takes longer than parsing it did."""
BOMS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
MAGIC = (
    b"PK\x03\x04",
    b"SQLite format 3\0",
    b"\x1f\x8b",
    b"\x28\xb5\x2f\xfd",
    b"%PDF-",
    b"\x89PNG",
    b"\x7fELF",
    b"PAR1",
)


def head(path: Path) -> bytes:
    """Read the first bytes of a file.

    Raises:
        InputError: When there is no such file, it cannot be read or it is empty.
    """
    name = quoted(path, 200)
    if path.is_dir():
        raise InputError(_("{name} is a folder; name the files in it").format(name=name))
    try:
        with path.open("rb") as file:
            start = file.read(HEAD)
    except FileNotFoundError:
        raise InputError(_("{name}: there is no such file").format(name=name)) from None
    except (OSError, ValueError) as error:
        raise InputError(_("{name} cannot be read: {reason}").format(name=name, reason=reason(error))) from None
    if not _after_bom(start).strip():
        raise InputError(_("{name} is empty").format(name=name))
    return start


def lines(file: TextIO, name: str) -> Iterator[str]:
    """Read lines one by one, none of them longer than `LINE`.

    Args:
        file: Open.
        name: Of it, for messages.

    Raises:
        InputError: When a line is longer; no more of it was read.
    """
    number = 0
    while line := file.readline(LINE):
        number += 1
        if len(line) == LINE and not line.endswith("\n"):
            words = _("{name}, line {line} is longer than {n} million characters; is it what it should be?")
            raise InputError(words.format(name=quoted(name), line=number, n=LINE // 1_000_000))
        yield line


def count_lines(path: Path) -> int:
    """Count the ends of lines of a file; of 100 MB that takes some hundredths of a second."""
    with path.open("rb") as file:
        return sum(block.count(b"\n") for block in iter(lambda: file.read(HEAD), b""))


def parsed(name: str, text: str | bytes) -> Any:
    """Read JSON; half a surrogate pair, which only an escape can write, becomes U+FFFD.

    Raises:
        InputError: When it is not JSON, or is nested too deeply.
    """
    try:
        # Strictly, for json.loads lets halves of a surrogate pair pass that nothing can store.
        read = text if isinstance(text, str) else text.decode(json.detect_encoding(text))
        value = json.loads(read.removeprefix("\ufeff"))
        # Looking for the escape first: to walk through a document takes five times as long as to parse it.
        return storable(value) if SURROGATE.search(read) else value
    except (ValueError, RecursionError) as error:
        words = _("{name} is not JSON ({reason}); was it cut off?")
        raise InputError(words.format(name=quoted(name, 160), reason=quoted(reason(error), 80))) from None


def refuse_large(name: str, size: int) -> None:
    """Refuse what would fill the memory if it were read as a whole.

    Raises:
        InputError: When there are more bytes than `DOCUMENT`.
    """
    if size > DOCUMENT:
        words = _("{name} has {n} MB, and a document of at most {most} MB is read as a whole; split it")
        raise InputError(words.format(name=quoted(name, 160), n=size // 1_000_000, most=DOCUMENT // 1_000_000))


def storable(value: Any) -> Any:
    """Put U+FFFD for half a surrogate pair, which only an escape in JSON can write."""
    if isinstance(value, dict):
        return {storable(key): storable(each) for key, each in value.items()}
    if isinstance(value, list):
        return [storable(each) for each in value]
    if isinstance(value, str) and not value.isascii():
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return value


def encoding_of(path: Path, given: str | None = None) -> str:
    """Find the encoding that reads the whole file: the one given, else that of the mark, UTF-8, or cp1252.

    Raises:
        InputError: When the file is not text, or no encoding reads it.
    """
    start = head(path)
    name = quoted(path.name)
    if start.startswith(b"PK"):
        words = _("{name} is a zip file, such as a workbook of a spreadsheet: save its sheet as CSV and give that")
        raise InputError(words.format(name=name))
    if given is None and _binary(start):
        words = _("{name} is not a text file; CSV, TSV, JSON lines or a JSON list is read")
        raise InputError(words.format(name=name))
    for encoding in [given] if given else _candidates(start):
        if _decodes(path, encoding):
            return encoding
    raise InputError(
        _("{name} is not {encoding} text; say which with --encoding").format(
            name=name, encoding=quoted(given) if given else _("UTF-8 or cp1252")
        )
    )


def decoded(start: bytes) -> str:
    """Read the first bytes as text, well enough to know a format by."""
    encoding = _candidates(start)[0]
    return start.decode(encoding, "replace")


def _candidates(start: bytes) -> list[str]:
    marked = [encoding for bom, encoding in BOMS.items() if start.startswith(bom)]
    return marked or _unmarked_16(start) or ["utf-8", "cp1252"]


def _unmarked_16(start: bytes) -> list[str]:
    """UTF-16 without its mark: of text in Latin letters every other byte is 0."""
    even, odd = start[:1000:2].count(0), start[1:1000:2].count(0)
    half = len(start[:1000]) // 2
    if half >= 4 and max(even, odd) > 0.4 * half and min(even, odd) < 0.05 * half:
        return ["utf-16-le" if odd > even else "utf-16-be"]
    return []


def _after_bom(start: bytes) -> bytes:
    for bom in BOMS:
        start = start.removeprefix(bom)
    return start


def _binary(start: bytes) -> bool:
    if start.startswith(MAGIC):
        return True
    if start.startswith(tuple(BOMS)) or _unmarked_16(start):
        return False
    # A NUL or other control characters in a cell are data; one in ten of a line of names is not text.
    names = start.lstrip().partition(b"\n")[0]
    controls = len(names) - len(names.translate(None, bytes({*range(32)} - {*b"\t\n\r\f\x1b"})))
    return controls * 10 > len(names)


def _decodes(path: Path, encoding: str) -> bool:
    try:
        decoder = codecs.getincrementaldecoder(encoding)()
        with path.open("rb") as file:
            # Blocks that fit the processor's cache: of 134 MB in 0.06 s, and in 0.3 s by the megabyte.
            while block := file.read(HEAD):
                decoder.decode(block)
        decoder.decode(b"", final=True)
    except (UnicodeError, LookupError):
        return False
    return True

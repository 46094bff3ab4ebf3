"""Zip files as tests need them: logs of Inspect, entries packed with Zstandard, and entries that lie."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

HEAD: Mapping[str, Any] = {"version": 2, "eval": {"model": "m", "task": "t", "scorers": [{"name": "match"}]}}


def sample(name: object, answer: str | None, **more: Any) -> dict[str, Any]:
    """A sample as Inspect logs it; without an answer, one that failed."""
    choices = [] if answer is None else [{"message": {"role": "assistant", "content": answer}}]
    output = {"model": "m-1", "choices": choices, "completion": answer or ""}
    return {"id": name, "epoch": 1, "input": f"q{name}", "target": "t", "output": output} | more


def log(*samples: Mapping[str, Any], head: str = "header.json", method: int = ZIP_DEFLATED) -> bytes:
    """A log of samples."""
    entries = {f"samples/{each['id']}_epoch_{each['epoch']}.json": json.dumps(each).encode() for each in samples}
    return zipped({head: json.dumps(HEAD).encode(), **entries}, method)


def zipped(entries: Mapping[str, bytes], method: int = ZIP_DEFLATED) -> bytes:
    """A zip file of entries."""
    data = BytesIO()
    with ZipFile(data, "w", method) as file:
        for name, text in entries.items():
            file.writestr(name, text)
    return data.getvalue()


def zipped_by_hand(
    name: str,
    packed: bytes,
    *,
    method: int,
    size: int,
    crc: int = 0,
    flags: int = 0,
    times: int = 1,
    said: int | None = None,
) -> bytes:
    """A zip file with one entry, which the directory may name several times, say anything of, or miscount."""
    raw = name.encode()
    local = struct.pack("<4s5H3L2H", b"PK\3\4", 20, flags, method, 0, 0, crc, len(packed), size, len(raw), 0)
    central = struct.pack(
        "<4s6H3L5H2L", b"PK\1\2", 20, 20, flags, method, 0, 0, crc, len(packed), size, len(raw), 0, 0, 0, 0, 0, 0
    )
    body, directory = local + raw + packed, (central + raw) * times
    count = min(times if said is None else said, 0xFFFF)
    return body + directory + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, count, count, len(directory), len(body), 0)


def zstandard_of(name: str, text: bytes, *frames: bytes) -> bytes:
    """A zip file with an entry packed with Zstandard, in a frame for each piece."""
    import zstandard

    pieces = frames or (text,)
    packed = b"".join(zstandard.ZstdCompressor().compress(piece) for piece in pieces)
    return zipped_by_hand(name, packed, method=93, size=len(text), crc=zlib.crc32(text))


def written(path: Path, data: bytes) -> Path:
    """A file of these bytes."""
    path.write_bytes(data)
    return path

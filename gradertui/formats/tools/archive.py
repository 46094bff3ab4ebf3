"""Zip files whose entries are read one by one, within bounds: how many, how large, how much in all.

Nothing is ever written to disk, so that it does not matter what an entry's name would be as a path. Entries packed
with Zstandard, which Python reads from 3.14 on only, are read too. What the entries mean is not known here.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO
from zipfile import BadZipFile, LargeZipFile, ZipFile, ZipInfo

from gradertui.formats.errors import InputError, quoted
from gradertui.formats.opening import refuse_large
from gradertui.locale import _

ENTRIES = 200_000
"""Entries of the largest archive: an answer each, twice what a session is meant for."""
TOTAL = 1 << 31
"""Bytes that all entries may have unpacked."""
RATIO = 500
"""How many times larger than packed an entry may be; text rarely comes to fifty."""
SMALL = 1 << 20
"""An entry of so many bytes is no bomb, whatever its ratio."""
STORED, DEFLATED, ZSTANDARD = 0, 8, 93
_END = struct.Struct("<4s4H2LH")
_END64 = struct.Struct("<4sQ2H2L4Q")
_LOCAL = struct.Struct("<4s5H3L2H")


class Archive:
    """An open zip file; of entries with the same name the last counts, as writers that append mean it."""

    def __init__(self, path: Path) -> None:
        """Read the directory of a zip file.

        Raises:
            InputError: When it is none, was cut off, or is made to fill the memory.
        """
        self._name = path.name
        self._file: BinaryIO = path.open("rb")
        try:
            self._refuse_many()
            self._zip = ZipFile(self._file)
            self.entries: Mapping[str, ZipInfo] = {entry.filename: entry for entry in self._zip.infolist()}
            self._refuse_overlapping()
        except (BadZipFile, LargeZipFile, ValueError, struct.error, OSError, NotImplementedError, EOFError):
            self.close()
            raise self._cut_off() from None
        except InputError:
            self.close()
            raise

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def read(self, name: str) -> bytes:
        """Unpack an entry.

        Raises:
            InputError: When it is too large, broken, encrypted or packed in a way that is not known.
        """
        entry = self.entries[name]
        self._refuse_bomb(entry)
        try:
            unpacked = self._unpacked(entry)
        except (BadZipFile, OSError, EOFError, ValueError, zlib.error, struct.error, NotImplementedError):
            raise self._broken(entry) from None
        if len(unpacked) != entry.file_size or zlib.crc32(unpacked) != entry.CRC:
            raise self._broken(entry)
        return unpacked

    def _unpacked(self, entry: ZipInfo) -> bytes:
        """At most one byte more than the entry says that it has."""
        if entry.compress_type == ZSTANDARD:
            return _unzstandard(self._packed(entry), entry.file_size + 1)
        with self._zip.open(entry) as file:
            return file.read(entry.file_size + 1)

    def _packed(self, entry: ZipInfo) -> bytes:
        self._file.seek(entry.header_offset)
        found = _LOCAL.unpack(self._file.read(_LOCAL.size))
        if found[0] != b"PK\x03\x04":
            raise BadZipFile
        self._file.seek(found[-2] + found[-1], 1)
        return self._file.read(entry.compress_size)

    def _refuse_many(self) -> None:
        """Look how many entries there are before a directory of millions is read."""
        size = self._file.seek(0, 2)
        self._file.seek(max(0, size - 65_536 - _END.size - 76))
        tail = self._file.read()
        at = tail.rfind(b"PK\x05\x06")
        if at < 0:
            raise BadZipFile
        count, bytes_of = _END.unpack_from(tail, at)[4:6]
        if at >= 76 and tail[at - 20 : at].startswith(b"PK\x06\x07"):
            count, bytes_of = _END64.unpack_from(tail, at - 76)[7:9]
        self._file.seek(0)
        # An entry takes a hundred bytes there: the count alone may be a lie.
        if max(count, bytes_of // 100) > ENTRIES:
            words = _("{name} has more than {n} entries; is it what it should be?")
            raise InputError(words.format(name=quoted(self._name), n=ENTRIES))

    def _refuse_overlapping(self) -> None:
        end, total = 0, 0
        for entry in sorted(self._zip.infolist(), key=lambda each: each.header_offset):
            if entry.header_offset < end:
                words = _("{name}: entries lie over each other, as no tool writes them; is it what it should be?")
                raise InputError(words.format(name=quoted(self._name)))
            end = entry.header_offset + _LOCAL.size + entry.compress_size
            total += entry.file_size
        if total > TOTAL:
            words = _("{name} has {n} MB unpacked, and at most {most} MB are read; split it")
            raise InputError(words.format(name=quoted(self._name), n=total // 1_000_000, most=TOTAL // 1_000_000))

    def _refuse_bomb(self, entry: ZipInfo) -> None:
        where = self._where(entry)
        refuse_large(where, max(entry.file_size, entry.compress_size))
        if entry.file_size > max(SMALL, RATIO * entry.compress_size):
            words = _("{name} is {n} times as large unpacked as packed; is it what it should be?")
            raise InputError(words.format(name=where, n=entry.file_size // max(1, entry.compress_size)))
        if entry.flag_bits & 1:
            raise InputError(_("{name} is encrypted; decrypt it first").format(name=where))
        if entry.compress_type not in (STORED, DEFLATED, ZSTANDARD):
            words = _("{name} is packed with method {n}, which is not read; pack it with deflate")
            raise InputError(words.format(name=where, n=entry.compress_type))

    def _where(self, entry: ZipInfo) -> str:
        return f"{quoted(self._name)}, {quoted(entry.filename, 80)}"

    def _broken(self, entry: ZipInfo) -> InputError:
        return InputError(_("{name} is broken; was the file changed or cut off?").format(name=self._where(entry)))

    def _cut_off(self) -> InputError:
        words = _("{name} is not a whole zip file; was it cut off, or is it still being written?")
        return InputError(words.format(name=quoted(self._name)))


def _unzstandard(packed: bytes, most: int) -> bytes:
    """Unpack the first bytes; a writer may have ended a frame and begun another."""
    import zstandard

    try:
        with zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True) as stream:
            return stream.read(most)
    except zstandard.ZstdError as error:
        raise BadZipFile(str(error)) from None

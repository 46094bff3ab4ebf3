"""Logs of Inspect as it writes them (`.eval`): a zip file with an entry per sample.

A log that was never finished has no header; what its journal began with stands for it. What a sample says is in
`inspect_log.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from gradertui.formats.errors import InputError, quoted
from gradertui.formats.rows import Row
from gradertui.formats.tools.archive import Archive
from gradertui.formats.tools.foreign import of_json
from gradertui.formats.tools.inspect_log import Head, Sample, of_sample
from gradertui.locale import _

HEADS = ("header.json", "_journal/start.json")
"""What says of a log which model was asked: when it is finished, and before."""
OURS = (b"_journal/", b"samples/", b"header.json", b"summaries.json")
"""What the first entry of a log that was renamed is called."""
PART = re.compile(
    r"(samples/.*_epoch_\d+)/(sample|metadata|skeleton|(?:messages|events|calls|attachments)/[^/]*)\.json", re.DOTALL
)
"""An entry of a sample that is so large that its parts lie beside each other."""


def detects(head: bytes, name: str) -> bool:
    """Look for a zip file that is called a log, or begins with an entry of one."""
    return head.startswith(b"PK\x03\x04") and (name.lower().endswith(".eval") or head[30:].startswith(OURS))


def rows(path: Path, encoding: str) -> Iterator[Row]:
    """Read the samples of a log, one after the other."""
    with Archive(path) as archive:
        spec = _head(path.name, archive).eval
        for number, name in enumerate(_samples(archive), 1):
            yield from of_sample(number, _sample(path.name, archive, name), spec)


def _head(name: str, archive: Archive) -> Head:
    found = next((each for each in HEADS if each in archive.entries), None)
    if found is None:
        words = _("{name} has neither {header} nor {start}; is it a log of Inspect?")
        raise InputError(words.format(name=quoted(name), header=HEADS[0], start=HEADS[1]))
    return of_json(f"{name}, {found}", archive.read(found), Head)


def _samples(archive: Archive) -> Iterator[str]:
    """The entries that are samples, and not parts of one."""
    names = [name for name in archive.entries if name.startswith("samples/") and name.endswith(".json")]
    matches = {name: PART.fullmatch(name) for name in names}
    parted = {match[1] for match in matches.values() if match and match[2] == "sample"}
    for name, match in matches.items():
        if match is None or match[2] == "sample" or match[1] not in parted:
            yield name


def _sample(log: str, archive: Archive, name: str) -> Sample:
    sample = of_json(f"{log}, {name}", archive.read(name), Sample)
    match = PART.fullmatch(name)
    return sample.model_copy(update=_parts(log, archive, match[1])) if match and match[2] == "sample" else sample


def _parts(log: str, archive: Archive, folder: str) -> Mapping[str, object]:
    """What of a sample in parts lies beside it: metadata, and texts called by their number."""
    found: dict[str, object] = {}
    if (name := f"{folder}/metadata.json") in archive.entries:
        found["metadata"] = of_json(f"{log}, {name}", archive.read(name), dict[str, object])
    texts: dict[str, str] = {}
    for name in archive.entries:
        if match := re.fullmatch(re.escape(folder) + r"/attachments/(\d{1,12})\.json", name):
            chunk = of_json(f"{log}, {name}", archive.read(name), list[str])
            texts |= {str(int(match[1]) + at): text for at, text in enumerate(chunk)}
    return found | {"attachments": texts}

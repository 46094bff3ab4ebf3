"""What is asked of every format: it is known, it is read, and what is broken or hostile is one clear error."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from format_samples import SAMPLES
from readings import Made

from gradertui.formats.errors import InputError
from gradertui.formats.known import FORMATS, detect
from gradertui.formats.reading import read


@pytest.fixture(params=FORMATS)
def sample(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Path]:
    """A format and a file of it."""
    if request.param == "parquet":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'gradertui[parquet]'")
    name, data = SAMPLES[request.param]
    path = tmp_path / name
    path.write_bytes(data)
    return request.param, path


def refused(path: Path) -> list[str]:
    """The problems of a file that cannot be read, or none; anything but one of ours is a fault."""
    try:
        return Made(read([path])).problems
    except InputError as error:
        return list(error.problems)


def test_a_file_is_known_and_its_answers_are_read(sample: tuple[str, Path]) -> None:
    name, path = sample
    assert detect(path) == name
    found = Made(read([path]))
    if lacks := found.reading.lacks:
        assert lacks.counts["questions"] == 2
        return
    assert not found.problems
    assert sorted(item.text for item in found.items) == ["a", "b"]


def test_every_row_of_an_exact_format_has_the_same_cells(sample: tuple[str, Path]) -> None:
    name, path = sample
    rows = [row.cells.keys() for row in FORMATS[name].rows(path, "utf-8") if row.cells]
    fields = [keys & {"question", "answer", "reference", "label"} for keys in rows]
    assert all(each == fields[0] for each in fields)


def test_a_file_that_is_cut_off_anywhere_is_a_clear_error_or_reads_what_is_whole(sample: tuple[str, Path]) -> None:
    _name, path = sample
    data = path.read_bytes()
    for size in {*range(1, len(data), max(1, len(data) // 40))}:
        path.write_bytes(data[:size])
        problems = refused(path)
        assert len(problems) < 4
        assert all("\n" not in problem and "Traceback" not in problem for problem in problems)


def broken(value: Any) -> Iterator[Any]:
    """The document with one thing in it of another kind, each in its turn."""
    if isinstance(value, dict):
        for key, inner in value.items():
            for other in (None, 7, "x", [], {}, [1], [None], {"": None}):
                yield value | {key: other}
            yield {k: v for k, v in value.items() if k != key}
            for other in broken(inner):
                yield value | {key: other}
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            for other in broken(inner):
                yield [*value[:at], other, *value[at + 1 :]]


def test_a_thing_of_another_kind_is_a_clear_error_or_is_read(sample: tuple[str, Path]) -> None:
    _name, path = sample
    try:
        documents = [json.loads(line) for line in path.read_text().splitlines()]
    except ValueError:
        pytest.skip("not JSON: cells of other kinds are the business of its own tests")
    for other in broken(documents):
        path.write_text("\n".join(map(json.dumps, other)) + "\n")
        assert all("\n" not in problem for problem in refused(path))


def test_what_is_nested_too_deeply_is_one_clear_error(sample: tuple[str, Path]) -> None:
    _name, path = sample
    data = path.read_bytes()
    if not data.lstrip().startswith((b"{", b"[")):
        pytest.skip("no nesting in it")
    path.write_bytes(data.replace(b'"a"', b"[" * 100_000 + b"]" * 100_000, 1))
    assert 1 <= len(refused(path)) <= 3


@pytest.mark.parametrize(("encoding", "end"), [("utf-8-sig", "\r\n"), ("utf-16", "\n"), ("utf-16-le", "\r\n")])
def test_a_mark_an_encoding_and_other_ends_of_lines_change_nothing(
    sample: tuple[str, Path], encoding: str, end: str
) -> None:
    name, path = sample
    if not FORMATS[name].text:
        pytest.skip("no text")
    before = read([path])
    expected = Made(before).items
    with path.open("w", encoding=encoding, newline="") as file:
        file.write(SAMPLES[name][1].decode().replace("\n", end))
    assert detect(path) == name
    assert [item.text for item in Made(read([path])).items] == [item.text for item in expected]

from __future__ import annotations

import io
from pathlib import Path

import pytest
from readings import Made

from gradertui.formats import opening
from gradertui.formats.errors import InputError
from gradertui.formats.opening import encoding_of, lines, parsed, refuse_large
from gradertui.formats.reading import read


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_its_mark_is_known_by_its_zeros(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes("question,answer\n¿qué?,sí\n".encode(encoding))
    assert encoding_of(path) == encoding
    assert [item.text for item in Made(read([path])).items] == ["sí"]


def test_a_few_zeros_in_a_cell_are_no_utf_16(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"question,answer\nq,a\x00b\x00c\n")
    assert encoding_of(path) == "utf-8"
    assert [item.text for item in Made(read([path])).items] == ["a\x00b\x00c"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_they_like(tmp_path: Path, end: str) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(end.join(["question,answer", "q,a", "p,b", ""]).encode())
    assert [item.text for item in Made(read([path])).items] == ["a", "b"]


def test_a_line_that_is_too_long_is_read_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "LINE", 10)
    file = io.StringIO("short\n" + "x" * 25 + "\nmore\n")
    with pytest.raises(InputError, match=r"a\.csv, line 2 is longer than"):
        list(lines(file, "a.csv"))
    assert file.tell() == 16


def test_a_line_as_long_as_allowed_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "LINE", 10)
    assert list(lines(io.StringIO("123456789\n12345678\n"), "a.csv")) == ["123456789\n", "12345678\n"]


def test_a_document_that_is_too_large_is_refused_before_it_is_read() -> None:
    refuse_large("a.json", opening.DOCUMENT)
    with pytest.raises(InputError, match=r"a\.json has 134 MB, and a document of at most 134 MB is read"):
        refuse_large("a.json", opening.DOCUMENT + 1)


def test_what_is_no_json_says_so_and_half_a_pair_of_surrogates_is_marked() -> None:
    assert parsed("a.json", '{"a": ["\\ud83d", "\\ud83d\\ude00"]}') == {"a": ["\ufffd", "😀"]}
    with pytest.raises(InputError, match=r"a\.json is not JSON .* was it cut off\?"):
        parsed("a.json", '{"a": ')
    with pytest.raises(InputError, match="nested too deeply"):
        parsed("a.json", "[" * 100_000 + "]" * 100_000)

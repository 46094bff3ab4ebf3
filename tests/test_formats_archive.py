from __future__ import annotations

import tracemalloc
import zlib
from pathlib import Path

import pytest
from packed import written, zipped, zipped_by_hand, zstandard_of

from gradertui.formats.errors import InputError
from gradertui.formats.tools import archive
from gradertui.formats.tools.archive import Archive


def read(path: Path, data: bytes, name: str = "a") -> bytes:
    with Archive(written(path / "x.eval", data)) as found:
        return found.read(name)


def refusal(path: Path, data: bytes, name: str = "a") -> str:
    with pytest.raises(InputError) as error:
        read(path, data, name)
    assert len(error.value.problems) == 1
    return error.value.problems[0]


@pytest.mark.parametrize("method", [0, 8])
def test_an_entry_is_read_as_it_was_packed(tmp_path: Path, method: int) -> None:
    assert read(tmp_path, zipped({"a": b"text", "b": b""}, method)) == b"text"


def test_an_entry_packed_with_zstandard_is_read_in_all_its_frames(tmp_path: Path) -> None:
    assert read(tmp_path, zstandard_of("a", b"one and two", b"one and", b" two")) == b"one and two"


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_of_entries_with_the_same_name_the_last_counts(tmp_path: Path) -> None:
    data = zipped({"a": b"old", "b": b"new"})
    assert read(tmp_path, data.replace(b"b", b"a")) == b"new"


def test_a_file_that_is_cut_off_says_so_wherever_it_ends(tmp_path: Path) -> None:
    data = zipped({"a": b"text" * 30, "b": b"other"})
    for size in range(4, len(data)):
        assert "x.eval" in refusal(tmp_path, data[:size])


@pytest.mark.parametrize("method", [8, 93])
def test_a_changed_byte_is_found(tmp_path: Path, method: int) -> None:
    text = bytes(range(256)) * 3
    data = bytearray(zipped({"a": text}, 8) if method == 8 else zstandard_of("a", text))
    data[60] ^= 0xFF
    assert refusal(tmp_path, bytes(data)) == "x.eval, a is broken; was the file changed or cut off?"


def bomb(method: int, size: int) -> bytes:
    import zstandard

    zeros = bytes(size)
    if method == 93:
        return zstandard.ZstdCompressor().compress(zeros)
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(zeros) + packer.flush()


@pytest.mark.parametrize("method", [8, 93])
def test_an_entry_that_grows_beyond_measure_is_refused_before_it_does(tmp_path: Path, method: int) -> None:
    data = zipped_by_hand("a", bomb(method, 20_000_000), method=method, size=20_000_000)
    tracemalloc.start()
    assert "times as large unpacked as packed" in refusal(tmp_path, data)
    assert tracemalloc.get_traced_memory()[1] < 2_000_000
    tracemalloc.stop()


@pytest.mark.parametrize("method", [8, 93])
def test_an_entry_that_is_larger_than_it_says_is_not_unpacked_further(tmp_path: Path, method: int) -> None:
    data = zipped_by_hand("a", bomb(method, 20_000_000), method=method, size=1_000)
    tracemalloc.start()
    assert refusal(tmp_path, data) == "x.eval, a is broken; was the file changed or cut off?"
    assert tracemalloc.get_traced_memory()[1] < 2_000_000
    tracemalloc.stop()


def test_an_entry_larger_than_a_document_is_refused(tmp_path: Path) -> None:
    data = zipped_by_hand("a", b"x", method=0, size=3_000_000_000)
    assert "split it" in refusal(tmp_path, data)
    data = zipped_by_hand("a", b"x", method=0, size=300_000_000)
    assert refusal(tmp_path, data).startswith("x.eval, a has 300 MB")


def test_entries_over_each_other_are_refused(tmp_path: Path) -> None:
    data = zipped_by_hand("a", b"text", method=0, size=4, times=2)
    assert "lie over each other" in refusal(tmp_path, data)


def test_more_entries_than_answers_can_be_are_refused_before_they_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "ENTRIES", 9)
    assert "more than 9 entries" in refusal(tmp_path, zipped({str(n): b"" for n in range(10)}))
    lying = zipped_by_hand("a" * 60, b"", method=0, size=0, times=50, said=1)
    assert "more than 9 entries" in refusal(tmp_path, lying)


def test_what_is_encrypted_or_packed_otherwise_is_said(tmp_path: Path) -> None:
    assert "is encrypted" in refusal(tmp_path, zipped_by_hand("a", b"x", method=0, size=1, flags=1))
    assert "method 14" in refusal(tmp_path, zipped_by_hand("a", b"x", method=14, size=1))


def test_names_that_lead_out_of_a_folder_are_names(tmp_path: Path) -> None:
    assert read(tmp_path, zipped({"../../a": b"text"}), "../../a") == b"text"
    assert [path.name for path in tmp_path.iterdir()] == ["x.eval"]

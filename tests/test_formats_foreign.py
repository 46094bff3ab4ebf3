from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gradertui.formats.errors import InputError
from gradertui.formats.tools.foreign import Foreign, Keyed, Many, checked, document, of_json


class _Inner(Foreign):
    name: str
    tags: Many[str] = []
    more: Keyed[Any] = {}


class _Outer(Foreign):
    inner: list[_Inner]


def test_what_is_read_is_there_and_the_rest_is_passed_over() -> None:
    found = checked("a.json", {"inner": [{"name": "x", "tags": None, "more": None, "else": 1}], "version": 9}, _Outer)
    assert found.inner == [_Inner(name="x")]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({}, "a.json: inner is missing; was the file changed or cut off?"),
        ([], "a.json: — is '[]', which no file of this kind has there; was it changed?"),
        (
            {"inner": [{"name": 7}]},
            "a.json: inner.0.name is '7', which no file of this kind has there; was it changed?",
        ),
        ({"inner": [{"name": "x"}, {}]}, "a.json: inner.1.name is missing; was the file changed or cut off?"),
    ],
)
def test_what_is_of_another_kind_is_named_with_its_place(value: Any, words: str) -> None:
    with pytest.raises(InputError) as caught:
        checked("a.json", value, _Outer)
    assert caught.value.problems == (words,)


def test_no_more_than_three_problems_are_told() -> None:
    with pytest.raises(InputError) as caught:
        checked("a.json", {"inner": [{}, {}, {}, {}, {}]}, _Outer)
    assert len(caught.value.problems) == 3


def test_a_document_is_read_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('{"inner": [{"name": "é"}]}', encoding="utf-16")
    assert document(path, "utf-16", _Outer).inner[0].name == "é"


def test_what_is_not_read_is_not_in_the_way_and_halves_of_pairs_are_mended() -> None:
    text = '{"inner": [{"name": "\\ud800x", "more": {"n": NaN}}], "events": [[[1e999]]]}'
    assert of_json("a.json", text, _Outer).inner[0].name == "\ufffdx"
    assert of_json("a.json", b'\xef\xbb\xbf{"inner": []}', _Outer).inner == []


@pytest.mark.parametrize("text", [b'{"inner": [', b'{"inner": [{"name": "\xed\xa0\x80"}]}', b"\xff\xfe", b""])
def test_what_is_not_json_is_one_error(text: bytes) -> None:
    with pytest.raises(InputError, match=r"a\.json is not JSON"):
        of_json("a.json", text, _Outer)

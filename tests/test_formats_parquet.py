from __future__ import annotations

import json
import sys
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from format_samples import PARQUET
from readings import Made

from gradertui.formats.errors import InputError
from gradertui.formats.reading import read

Said = Callable[..., tuple[int, str, str]]


def written(path: Path, **columns: list[Any]) -> Path:
    arrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'gradertui[parquet]'")
    parquet = pytest.importorskip("pyarrow.parquet")
    parquet.write_table(arrow.table(columns), path, row_group_size=2)
    return path


def test_without_pyarrow_one_line_names_the_extra(said: Said, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    path = tmp_path / "a.parquet"
    path.write_bytes(PARQUET)
    status, out, err = said("new", "x", path)
    assert (status, out) == (2, "")
    assert err == (
        "gradertui new: a.parquet is a Parquet file, and pyarrow reads those: pip install 'gradertui[parquet]'\n"
    )
    assert not (tmp_path / "sessions").exists()


def test_columns_are_understood_as_of_any_table(tmp_path: Path) -> None:
    path = written(
        tmp_path / "a.parquet",
        id=[1, 2, 3],
        prompt=[[{"role": "user", "content": "q"}]] * 3,
        response=["a", "", None],
        references=[["x", "y"], [], ["z"]],
        model_name=["m", "m", "m"],
        confidence=[0.5, None, 1.0],
    )
    found = Made(read([path]))
    assert not found.problems
    assert [(item.question_id, item.text, item.system) for item in found.items] == [("1", "a", "m"), ("2", "", "m")]
    assert (found.questions[0].text, found.questions[0].references) == ("q", ("x", "y"))
    assert [item.confidence for item in found.items] == [0.5, None]
    assert found.counts["no_answer"] == 1


def test_what_json_has_not_is_kept_as_text(tmp_path: Path) -> None:
    path = written(
        tmp_path / "a.parquet",
        question=["q"],
        answer=["a"],
        day=[date(2026, 3, 1)],
        price=[Decimal("1.50")],
        blob=[b"\xff!"],
        deep=[{"when": [date(2026, 3, 1)], "n": 1}],
    )
    original = Made(read([path])).items[0].original
    assert (original["day"], original["price"], original["blob"]) == ("2026-03-01", "1.50", "\ufffd!")
    assert json.loads(original["deep"]) == {"when": ["2026-03-01"], "n": 1}


def test_a_broken_file_is_one_clear_error(tmp_path: Path) -> None:
    path = written(tmp_path / "a.parquet", question=["q"], answer=["a"])
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(InputError, match=r"a\.parquet cannot be read: "):
        read([path])

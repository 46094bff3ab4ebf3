from __future__ import annotations

import io
import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gradertui.formats import jsonl, table
from gradertui.formats.export import harmless, write_csv, write_json, write_jsonl
from gradertui.formats.labels import read_labels

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
FORMULAS = st.builds(str.__add__, st.sampled_from(["=", "+", "-", "@", "\t", "\r", "'=", "''-", "'"]), TEXT)
COLUMNS = ["item_id", "label", "comment"]


@pytest.mark.parametrize("cell", ["=1+1", "+cmd", "-x", "@sum", "\tx", "\r=x", "'=1"])
def test_a_formula_is_made_harmless(cell: str) -> None:
    assert harmless(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["-0.5", "+1e9", "a=b", "", "'quoted'", "—"])
def test_numbers_and_other_text_stay(cell: str) -> None:
    assert harmless(cell) == cell


def test_a_missing_cell_is_blank() -> None:
    file = io.StringIO()
    write_csv([{"a": 1, "b": None}, {"b": "x"}], ["a", "b"], file)
    assert file.getvalue() == "a,b\r\n1,\r\n,x\r\n"


@settings(deadline=None)
@given(st.lists(st.tuples(TEXT | FORMULAS, TEXT | FORMULAS), min_size=1, max_size=5))
def test_every_text_comes_back_from_csv(cells: list[tuple[str, str]]) -> None:
    rows = [{"item_id": f"i{n}", "label": one, "comment": two} for n, (one, two) in enumerate(cells)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "labels.csv")
        with path.open("w", encoding="utf-8", newline="") as file:
            write_csv(rows, COLUMNS, file)
        assert [dict(row.cells) for row in table.rows(path, "utf-8")] == rows


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from("RXN"), TEXT | FORMULAS), min_size=1, max_size=5))
def test_labels_come_back_from_both_formats(cells: list[tuple[str, str]]) -> None:
    rows = [{"item_id": f"i{n}", "label": label, "comment": text} for n, (label, text) in enumerate(cells)]
    with tempfile.TemporaryDirectory() as folder:
        for name in ("labels.csv", "labels.jsonl"):
            path = Path(folder, name)
            with path.open("w", encoding="utf-8", newline="") as file:
                if name.endswith("csv"):
                    write_csv(rows, COLUMNS, file)
                else:
                    write_jsonl(rows, file)
            found = [(row.of.item_id, row.label, row.comment) for row in read_labels(path)]
            assert found == [(f"i{n}", label, text) for n, (label, text) in enumerate(cells)]


def test_json_lines_come_back_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / "labels.jsonl"
    rows = [{"item_id": "a", "label": "R", "n": 1, "none": None}]
    with path.open("w", encoding="utf-8") as file:
        write_jsonl(rows, file)
    assert [dict(row.cells) for row in jsonl.rows(path, "utf-8")] == rows


@pytest.mark.parametrize("n", [0, 1, 3])
def test_a_json_list_is_whole_with_any_number_of_rows(n: int) -> None:
    file = io.StringIO()
    write_json(({"a": i, "b": "á"} for i in range(n)), file)
    assert json.loads(file.getvalue()) == [{"a": i, "b": "á"} for i in range(n)]


def test_half_a_character_leaves_json_lines_readable() -> None:
    file = io.StringIO()
    write_jsonl([{"a": "x\ud83d"}, {"a": "á"}], file)
    assert file.getvalue().encode() == b'{"a": "x\\ud83d"}\n{"a": "\xc3\xa1"}\n'

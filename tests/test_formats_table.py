from __future__ import annotations

from pathlib import Path

import pytest

from gradertui.formats import table
from gradertui.formats.errors import InputError
from gradertui.formats.known import detect
from gradertui.formats.opening import encoding_of


def rows(path: Path, data: str | bytes, encoding: str | None = None) -> list[dict[str, object]]:
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return [dict(row.cells) or {"problem": row.problem} for row in table.rows(path, encoding_of(path, encoding))]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "answers.csv"


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found_from_the_content(path: Path, delimiter: str) -> None:
    lines = [["id", "answer"], ["1", "one, two; three | four\tfive"], ["2", "x"]]
    text = "\n".join(delimiter.join(cell.replace(delimiter, " ") for cell in line) for line in lines)
    assert rows(path, text)[1] == {"id": "2", "answer": "x"}
    assert table.delimiter(path, "utf-8") == delimiter


def test_commas_in_the_text_do_not_outvote_the_semicolon(path: Path) -> None:
    assert rows(path, "id;answer\n1;a, b, c\n2;d, e, f\n")[0] == {"id": "1", "answer": "a, b, c"}


def test_one_column_is_a_table(path: Path) -> None:
    assert rows(path, "answer\nyes\nno\n") == [{"answer": "yes"}, {"answer": "no"}]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_every_line_ending_is_read(path: Path, newline: str) -> None:
    assert rows(path, newline.join(["id,answer", "1,a", "2,b", ""])) == [
        {"id": "1", "answer": "a"},
        {"id": "2", "answer": "b"},
    ]


def test_quoted_newlines_stay_in_their_cell_and_lines_are_counted(path: Path) -> None:
    path.write_text('id,answer\n1,"a\nb ""c"", d"\n\n2,e\n')
    assert [(row.number, row.line, row.cells["answer"]) for row in table.rows(path, "utf-8")] == [
        (1, 2, 'a\nb "c", d'),
        (2, 5, "e"),
    ]


def test_a_nul_is_data(path: Path) -> None:
    assert rows(path, "id,answer\n1,before\0after\n")[0]["answer"] == "before\0after"


def test_a_very_long_field_is_read_whole(path: Path) -> None:
    assert len(str(rows(path, f"id,answer\n1,{'x' * 1_000_000}\n")[0]["answer"])) == 1_000_000


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_mark_tells_the_encoding(path: Path, encoding: str) -> None:
    mark = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}.get(encoding, b"")
    assert rows(path, mark + "id,answer\n1,sí\n".encode(encoding)) == [{"id": "1", "answer": "sí"}]


def test_what_is_not_utf8_is_read_as_cp1252(path: Path) -> None:
    assert rows(path, "id,answer\n1,sí €\n".encode("cp1252"))[0]["answer"] == "sí €"
    assert encoding_of(path) == "cp1252"


def test_a_given_encoding_overrules(path: Path) -> None:
    assert rows(path, "id,answer\n1,год\n".encode("koi8-r"), "koi8-r")[0]["answer"] == "год"
    with pytest.raises(InputError, match=r"answers\.csv is not no-such text"):
        encoding_of(path, "no-such")


def test_names_that_are_there_twice_or_not_at_all_keep_their_cells(path: Path) -> None:
    assert rows(path, ",Status,Status\na,b,c\n") == [{"column 1": "a", "Status": "b", "Status (2)": "c"}]


def test_missing_cells_are_absent_and_empty_ones_too_many_are_nothing(path: Path) -> None:
    assert rows(path, "id,question,answer\n1,q\n2,q,a,,\n") == [
        {"id": "1", "question": "q"},
        {"id": "2", "question": "q", "answer": "a"},
    ]


def test_more_cells_than_names_is_a_problem_with_its_place(path: Path) -> None:
    found = rows(path, "id,answer\n1,a\n2,b,c\n3,d\n")
    assert found[1] == {
        "problem": "answers.csv, row 2 (line 3): 3 cells under 2 names; quote the cell that holds the delimiter"
    }
    assert found[2] == {"id": "3", "answer": "d"}


def test_a_quote_that_is_never_closed_is_a_problem(path: Path) -> None:
    found = rows(path, 'id,answer\n1,a\n2,"b\n3,c\n4,d\n')
    assert found[-1] == {
        "problem": "answers.csv, row 2 (line 3): a quote is opened and never closed; close it or double it"
    }


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b"\xef\xbb\xbf \n", "is empty"),
        (b"PK\x03\x04\x00\x00", "is a zip file"),
        (bytes(range(32)) * 8, "is not a text file"),
        (b"id,answer\n1,\x81\xff\n", "is not UTF-8 or cp1252 text"),
    ],
)
def test_what_is_no_table_is_one_clear_error(path: Path, data: bytes, words: str) -> None:
    path.write_bytes(data)
    with pytest.raises(InputError, match=words) as caught:
        encoding_of(path)
    assert len(caught.value.problems) == 1


def test_a_folder_and_a_missing_file_are_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a folder"):
        detect(tmp_path)
    with pytest.raises(InputError, match="there is no such file"):
        detect(tmp_path / "none.csv")


def test_control_characters_in_cells_do_not_make_a_file_binary(path: Path) -> None:
    assert rows(path, "id,answer\n1,\x1f\x1f\x08\x1f\x1f\x1f\x1f\x1f\n")[0]["answer"] == "\x1f\x1f\x08" + 5 * "\x1f"


def test_a_header_that_comes_once_more_is_left_out_and_said(path: Path) -> None:
    path.write_text("id,answer\n1,a\nid,answer\n2,b\n")
    found = list(table.rows(path, "utf-8"))
    assert [dict(row.cells) for row in found] == [{"id": "1", "answer": "a"}, {}, {"id": "2", "answer": "b"}]
    assert [row.left for row in found] == ["", "the header once more", ""]


@pytest.mark.parametrize("said", ["sep=;", '"sep=;"', "SEP=;"])
def test_a_first_line_that_says_the_delimiter_is_no_header(path: Path, said: str) -> None:
    path.write_text(f"{said}\nid;answer\n1;a, b\n2;c, d\n")
    assert table.delimiter(path, "utf-8") == ";"
    assert [dict(row.cells) for row in table.rows(path, "utf-8")] == [
        {"id": "1", "answer": "a, b"},
        {"id": "2", "answer": "c, d"},
    ]


def test_a_workbook_is_told_how_to_be_read(path: Path) -> None:
    path.write_bytes(b"PK\x03\x04\x14\x00\x06\x00")
    with pytest.raises(InputError, match="is a zip file, such as a workbook of a spreadsheet: save its sheet as CSV"):
        encoding_of(path)

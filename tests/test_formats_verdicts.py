from pathlib import Path

import pytest
from format_samples import DEEPEVAL, document

from gradertui.formats.errors import InputError
from gradertui.formats.fields import understand
from gradertui.formats.verdicts import WORDS, Meanings, read_verdicts, table


def file(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "v.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def verdicts(tmp_path: Path, *written: str, **decided: object) -> list[str]:
    path = file(tmp_path, "clave,veredicto", *(f'p{i:02d},"{word}"' for i, word in enumerate(written)))
    return [row.verdict for row in read_verdicts(path, Meanings(**decided))]  # type: ignore[arg-type]


def problem(tmp_path: Path, *written: str, **decided: object) -> str:
    with pytest.raises(InputError) as caught:
        verdicts(tmp_path, *written, **decided)
    return str(caught.value)


@pytest.mark.parametrize("kind", ["answers", "verdicts"])
def test_the_names_of_the_document_load_without_configuration(kind) -> None:
    understood = understand(("clave", "veredicto", "fragmento", "motivo"), kind)
    assert [understood.field_of(name) for name in ("veredicto", "fragmento", "motivo")] == [
        "verdict",
        "fragment",
        "comment",
    ]
    assert understand(("clave", "respaldo"), kind).field_of("respaldo") == "verdict"


def test_the_words_of_the_document_are_known(tmp_path: Path) -> None:
    words = ("respaldada", "parcial", "sin respaldo", "abstención", "sin cita", "cita inexistente", "sin verificar")
    expected = ["supported", "partial", "unsupported", "abstained", *["unverified"] * 3]
    assert verdicts(tmp_path, *words) == expected


def test_case_accents_and_underscores_do_not_count(tmp_path: Path) -> None:
    assert verdicts(tmp_path, "SIN_RESPALDO", "Abstencion", "not-attempted", "Pass", "FALSE") == [
        "unsupported", "abstained", "abstained", "supported", "unsupported",
    ]  # fmt: skip


def test_one_and_zero_need_no_threshold(tmp_path: Path) -> None:
    assert verdicts(tmp_path, "1", "0", "1.0", "0.0") == ["supported", "unsupported"] * 2


def test_json_values_are_read_too(tmp_path: Path) -> None:
    path = tmp_path / "v.jsonl"
    path.write_text('{"clave": "p1", "success": true, "score": 0.4}\n{"clave": "p2", "success": false}\n')
    assert [row.verdict for row in read_verdicts(path, Meanings())] == ["supported", "unsupported"]


def test_a_number_between_needs_a_threshold_and_says_where_it_is_written(tmp_path: Path) -> None:
    said = problem(tmp_path, "0.4", "1")
    assert "v.csv, row 1 (line 2), column veredicto" in said
    assert "change thresholds.verdict=0.5" in said
    assert verdicts(tmp_path, "0.4", "0,7", "0.5", "1", threshold=0.5) == [
        "unsupported", "supported", "supported", "supported",
    ]  # fmt: skip


def test_an_unknown_word_is_named_with_its_row_and_can_be_declared(tmp_path: Path) -> None:
    said = problem(tmp_path, "respaldada", "regular")
    assert "row 2" in said
    assert "'regular' is no verdict" in said
    assert "--flag" in said
    assert verdicts(tmp_path, "regular", "Fine", flagged=["regular"], passed=["fine"]) == ["unsupported", "supported"]


def test_what_is_declared_goes_before_the_table_and_before_numbers(tmp_path: Path) -> None:
    assert verdicts(tmp_path, "true", "5", "1", flagged=["true", "1"], passed=["5"]) == [
        "unsupported", "supported", "unsupported",
    ]  # fmt: skip


def test_a_row_without_a_verdict_is_passed_over(tmp_path: Path) -> None:
    assert verdicts(tmp_path, "", "nan", "pass") == ["supported"]


def test_an_empty_fragment_is_not_an_absent_one(tmp_path: Path) -> None:
    with_column = read_verdicts(file(tmp_path, "clave,veredicto,fragmento", "p1,parcial,"), Meanings())
    without = read_verdicts(file(tmp_path, "clave,veredicto", "p1,parcial"), Meanings())
    assert (with_column[0].fragment, without[0].fragment) == ("", None)


@pytest.mark.parametrize(
    ("head", "fix"), [("clave,letra", "--map COLUMN=verdict"), ("motivo,veredicto", "--map COLUMN=item_id")]
)
def test_a_file_of_no_use_says_which_column_is_missing(tmp_path: Path, head: str, fix: str) -> None:
    with pytest.raises(InputError, match="there are") as caught:
        read_verdicts(file(tmp_path, head, "a,parcial"), Meanings())
    assert fix in str(caught.value)


def test_no_word_stands_for_two_verdicts_and_the_table_shows_them_all() -> None:
    every = [word for words in WORDS.values() for word in words]
    assert len(set(every)) == len(every)
    shown = " ".join(table().split())
    assert all(word in shown for word in every)
    assert max(map(len, table().split("\n"))) <= 80


def test_a_file_of_another_tool_gives_the_verdicts_of_the_tool_that_is_wanted(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_bytes(document(DEEPEVAL))
    found = read_verdicts(path, Meanings(), tool="deepeval")
    assert [(row.of.question_id, row.verdict, row.written) for row in found] == [
        ("t0", "supported", "true"),
        ("t1", "unsupported", "false"),
    ]
    assert read_verdicts(path, Meanings(), tool="other") == found

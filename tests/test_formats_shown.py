from pathlib import Path

import pytest

from gradertui.formats.reading import read
from gradertui.formats.shown import describe
from gradertui.locale import use


@pytest.mark.parametrize(
    ("language", "about"),
    [("en", "answers (table, utf-8, delimiter tab)"), ("es", "respuestas (tabla, utf-8, separador tabulador)")],
)
def test_what_a_file_was_taken_for_is_said_in_the_language(tmp_path: Path, spanish: None, language: str, about: str):
    use(language)
    path = tmp_path / "a.tsv"
    path.write_text("id\tquestion\tsystem\tanswer\nq1\tWhat?\ta\tYes\n", encoding="utf-8")
    first, *columns = describe(read([path]))
    assert first == f"a.tsv: {about}"
    assert [line.split()[2] for line in columns] == ["question_id", "question", "system", "answer"]

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


def test_what_somebody_said_of_the_first_answer_is_not_shown(tmp_path: Path):
    path = tmp_path / "a.csv"
    path.write_text("id,question,answer,grade,rater,score\nq1,What?,Yes,X,ana,0.25\n", encoding="utf-8")
    lines = {line.split()[0]: line.split()[-1] for line in describe(read([path]))[1:]}
    assert (lines["answer"], lines["grade"], lines["rater"]) == ("Yes", "label", "ana")
    assert "0.25" not in "".join(lines.values())

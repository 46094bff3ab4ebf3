"""Numbers of reports in both languages; what they are in English is in the examples of the module."""

import doctest
import re
from contextlib import closing

from gradertui.locale import use
from gradertui.report import FORMATS, figures, gather
from gradertui.report.grade.tables import intervals
from gradertui.session import Session


def report(folder):
    with closing(Session(folder)) as session:
        return gather(session)


def test_the_examples_hold_in_english(spanish):
    use("en")
    assert doctest.testmod(figures) == (0, 11)


def test_spanish_numbers_have_a_comma(spanish):
    assert [figures.two(-0.001), figures.three(0.1716), figures.rate(0.6, 5)] == ["0,00", "0,172", "0,6"]
    assert [figures.p_value(1e-9), figures.p_short(1e-9), figures.p_value(0.015625)] == [
        "< 0,0001",
        "< 0,001",
        "0,0156",
    ]
    assert [figures.percent(0.95), figures.percent(0.999), figures.count(7 / 3)] == ["95 %", "99,9 %", "2,3"]


def test_table_2_has_commas_in_spanish_and_the_json_points(example, spanish):
    found = report(example())
    table = intervals(found, found.numbers.summary)
    assert table.iloc[0].tolist() == ["8", "25", "0,320", "0,172", "0,516", "0,137", "0,503"]
    assert len({len(line) for line in table.to_string().split("\n")}) == 1
    text = FORMATS["text"](found)
    assert "demo-grade · calificación · completo 75/75" in text
    assert "difiere tras Holm, p 0,0469" in text
    assert not re.search(r"\d\.\d", text)
    assert '"estimate": 0.32,' in FORMATS["json"](found)


def test_the_sentence_has_commas_in_spanish(toned, spanish):
    text = " ".join(FORMATS["text"](report(toned())).split())
    assert "0,25 puntos más que las dirigidas a Martín (intervalo al 95 %: 0,04 a 0,46," in text
    assert "p exacta 0,039)" in text

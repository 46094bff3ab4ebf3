"""Tables as comma-separated values: a point in numbers, names as they are, nothing that a spreadsheet would run."""

from gradertui.report.blocks import Part, Table
from gradertui.report.cells import as_csv, rows
from gradertui.report.tables import framed

FRAME = framed(("p",), ("GPT-3,5", "=1+1"), (["0,25"], ["< 0,0001"]))


def test_numbers_have_a_point_and_names_stay(spanish):
    assert as_csv(Table(FRAME)) == ',p\n"GPT-3,5",0.25\n\'=1+1,< 0.0001\n'


def test_names_that_are_numbers_have_a_point_too(spanish):
    frame = framed(("n",), ("0,2–0,4", "≥ 0,05*"), (["1"], ["2"]))
    assert as_csv(Table(frame, counted=True)) == ",n\n0.2–0.4,1\n≥ 0.05*,2\n"


def test_in_english_a_comma_is_no_decimal_mark():
    assert as_csv(Table(framed(("n",), ("a",), (["1,000"],)))) == ',n\na,"1,000"\n'


def test_the_part_of_a_row_comes_first():
    table = Table(FRAME, parts=(Part("first", 1), Part("second", 1)))
    assert [row[0] for row in rows(table)] == ["", "first", "second"]

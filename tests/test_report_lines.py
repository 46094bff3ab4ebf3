"""Blocks as lines for a terminal: what is for plots only leaves no trace."""

from gradertui.report.blocks import Aside, Drawing, Lead, Part, Plot, Say, Table, Terms, Title
from gradertui.report.lines import lines, page
from gradertui.report.tables import framed


def never():
    raise AssertionError("a picture was made for a terminal")


def test_plots_and_what_is_said_beside_them_leave_no_trace():
    assert page([[Title("a"), Plot(never), Aside("b")], [Plot(never)], [Lead("c"), Drawing(("──●──",))]]) == (
        "a\n─\n\nc\n──●──\n"
    )


def test_a_sentence_is_wrapped_at_80_columns_and_keeps_its_indents():
    told = list(lines([Say("word " * 30, "  ", first="- ")]))
    assert [line[:6] for line in told] == ["- word", "  word"]
    assert max(map(len, told)) <= 80


def test_terms_stand_in_a_column():
    assert list(lines([Terms((("order", "shuffled"), ("level", "95 %")))])) == [
        "order                   shuffled",
        "level                   95 %",
    ]


def test_a_table_in_parts_has_the_words_of_each_over_its_rows_and_notes_under_them():
    frame = framed(("n",), ("a", "b", "c"), (["1"], ["2"], ["3"]))
    parts = (Part("first", 2, (Say("note", "    "),)), Part("second", 1))
    assert list(lines([Table(frame, "  ", parts=parts)])) == [
        "     n", "first", "  a  1", "  b  2", "    note", "second", "  c  3",
    ]  # fmt: skip

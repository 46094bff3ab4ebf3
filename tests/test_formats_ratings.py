import pytest

from gradertui.formats.errors import InputError
from gradertui.formats.ratings import read_ratings


@pytest.fixture
def table(tmp_path):
    def write(text, **options):
        path = tmp_path / "t.csv"
        path.write_text(text, encoding="utf-8")
        return read_ratings(path, **options)

    return write


WIDE = {"1": {"A": "1", "B": "2"}, "2": {"A": "2"}}


@pytest.mark.parametrize(
    "text",
    [
        "item,grader,label\n1,A,1\n1,B,2\n2,A,2\n",
        "item,rater,rating\n1,A,1\n1,B,2.0\n2,A,2\n2,B,\n",
        "unit,A,B\n1,1,2\n2,2,\n",
        "unit;A;B\n1;1,0;2\n2;2;nan\n",
        "id,A,B\n1,1,2\n2,2,\n",
    ],
)
def test_long_and_wide_say_the_same(table, text):
    found = table(text)
    assert (found.items, found.scale, found.declared) == (WIDE, ("1", "2"), False)


def test_columns_named_after_graders_are_taken_and_others_left(table):
    found = table("idx,system_a,annotator1,annotator2\n0,x,1,2\n1,x,0,0\n")
    assert found.items == {"0": {"annotator1": "1", "annotator2": "2"}, "1": {"annotator1": "0", "annotator2": "0"}}


def test_a_column_of_texts_is_no_grader(table):
    found = table("unit,words,ana,ben\n1,one text,R,R\n2,another,X,R\n")
    assert {grader for said in found.items.values() for grader in said} == {"ana", "ben"}


def test_without_a_column_that_names_them_rows_are_items(table):
    assert table("ana,ben\nR,R\nR,X\n").items == {"1": {"ana": "R", "ben": "R"}, "2": {"ana": "R", "ben": "X"}}


def test_columns_can_be_declared(table):
    text = "case,first,second,note\n7,R,X,R\n8,R,R,R\n"
    found = table(text, mapping=["case=item_id", "first=grader", "second=grader"])
    assert found.items == {"7": {"first": "R", "second": "X"}, "8": {"first": "R", "second": "R"}}


def test_an_item_without_an_id_is_all_that_tells_it_from_others(table):
    found = table("qid,system,replicate,grader,label\nq1,a,1,ana,R\nq1,a,2,ana,X\nq1,b,1,ana,N\n")
    assert list(found.items) == ["q1 · a", "q1 · a · 2", "q1 · b"]
    assert found.clusters == dict.fromkeys(found.items, "q1")


def test_numbers_are_ordered_by_size_and_words_by_letter(table):
    assert table("i,a,b\nx,10,9\ny,9,-1\n").scale == ("-1", "9", "10")
    assert table("i,a,b\nx,X,R\ny,R,R\n").scale == ("R", "X")


def test_the_declared_scale_counts_and_keeps_its_order(table):
    found = table("i,a,b\nx,X,R\ny,R,R\n", scale=["R", "X", "N"])
    assert (found.scale, found.declared) == (("R", "X", "N"), True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("i,a,b\nx,1,7\ny,1,1\n", "t.csv, row 1 (line 2), column b: '7' is not on the scale: 1, 2, 3"),
        ("item,grader,label\nx,a,1\nx,a,2\n", "row 2 (line 3), column label: a labelled the same item in t.csv, row 1"),
        ("item,grader,label\nx,,1\n", "row 1 (line 2), column grader: empty; write who labelled"),
        ("item,grader,label\n,a,1\n", "row 1 (line 2): nothing says which item it is about; use --map COLUMN=item_id"),
        ("id,a,b\nx,1,2\n,1,2\n", "row 2 (line 3), column id: empty; write which item it is"),
        ("item,label\nx,1\n", "use --map COLUMN=grader"),
        ("item,grader,label\nx,a,\n", "no cell holds a label"),
    ],
)
def test_what_cannot_be_used_names_the_place_and_the_fix(table, text, said):
    with pytest.raises(InputError) as refused:
        table(text, scale=["1", "2", "3"])
    assert said in str(refused.value)


def test_many_problems_are_counted_and_not_all_told(table):
    with pytest.raises(InputError) as refused:
        table("i,a,b\n" + "".join(f"x{i},7,1\n" for i in range(30)), scale=["1", "2"])
    assert len(refused.value.problems) == 21
    assert refused.value.problems[-1] == "and 10 more"

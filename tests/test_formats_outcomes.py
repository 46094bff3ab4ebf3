import json

import pytest

from gradertui.formats.errors import InputError
from gradertui.formats.outcomes import Text, read_outcomes
from gradertui.formats.passing import is_claim, passed

BOTH = {"1": {"A": (True,), "B": (False,)}, "2": {"A": (True,)}}


@pytest.fixture
def table(tmp_path):
    def write(text, name="t.csv", **options):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return read_outcomes(path, **options)

    return write


@pytest.mark.parametrize(
    "text",
    [
        "case,system,pass\n1,A,1\n1,B,0\n2,A,yes\n2,B,\n",
        "caso_id;Sistema;Pasó\n1;A;sí\n1;B;no\n2;A;true\n2;B;nan\n",
        "id\tmodel\tcorrect\n1\tA\tpass\n1\tB\tfail\n2\tA\tR\n",
        "case,A,B\n1,R,X\n2,R,\n",
        "caso,A,B\n1,C,I\n2,c,\n",
        "id,A,B\n1,1.0,0.0\n2,1,NaN\n",
        "A,B\n1,0\n1,\n",
    ],
)
def test_long_and_wide_say_the_same_in_any_words(table, text):
    found = table(text)
    assert (found.cases, found.systems) == (BOTH, ("A", "B"))


@pytest.mark.parametrize("lines", [True, False])
def test_json_says_the_same(table, lines):
    rows = [
        {"case": 1, "system": "A", "pass": True}, {"case": 1, "system": "B", "pass": 0},
        {"case": 2, "system": "A", "pass": "yes"}, {"case": 2, "system": "B", "pass": None},
    ]  # fmt: skip
    text = "\n".join(map(json.dumps, rows)) if lines else json.dumps(rows)
    found = table(text, "t.jsonl" if lines else "t.json")
    assert (found.cases, found.blank) == (BOTH, 1)


def test_an_empty_cell_is_counted_and_says_nothing(table):
    assert table("case,A,B\n1,1,0\n2,1,\n3,,\n").blank == 3


def test_what_comes_again_is_a_replicate_and_with_a_column_of_them_a_mistake(table):
    assert table("case,system,pass\n1,A,1\n1,A,0\n").cases == {"1": {"A": (True, False)}}
    assert table("case,A,B\n1,1,0\n1,0,0\n").cases == {"1": {"A": (True, False), "B": (False, False)}}
    assert table("case,system,rep,pass\n1,A,1,1\n1,A,2,0\n").cases == {"1": {"A": (True, False)}}
    with pytest.raises(InputError, match=r"row 2 \(line 3\).*the same case, system and replicate as in t.csv, row 1"):
        table("case,system,rep,pass\n1,A,1,1\n1,A,1,0\n")


def test_critical_splits_and_texts_are_kept(table):
    found = table("case,system,pass,critical,split,answer\n1,A,1,sí,dev,one\n1,B,0,,dev,two\n2,A,1,no,test,\n")
    assert (found.critical, found.splits) == ({"1"}, {"1": "dev", "2": "test"})
    assert found.texts == {"1": (Text("A", 1, "answer", "one"), Text("B", 1, "answer", "two"))}


def test_the_texts_of_a_row_per_case_are_of_the_case(table):
    found = table("case,question,A,B\n1,What?,1,0\n2,Why?,1,1\n")
    assert (found.systems, found.texts["2"]) == (("A", "B"), (Text("", 0, "question", "Why?"),))


def test_a_row_that_claims_a_rate_is_no_case(table):
    found = table("case,A,B\n1,1,0\nmean,0.82,0.847\n")
    assert (list(found.cases), found.claims) == (["1"], {"A": "0.82", "B": "0.847"})


def test_a_table_without_systems_is_one_called_by_its_file(table):
    assert table("case,pass\n1,1\n", "before.csv").cases == {"1": {"before": (True,)}}


@pytest.mark.parametrize("name", ["acierta", "Correcta", "lo_logró", "verdict of the judge"])
def test_beside_systems_the_one_column_that_says_pass_or_fail_is_it_whatever_its_name(table, name):
    found = table(f"caso;sistema;{name};nota\n1;A;1;larga\n1;B;0;\n2;A;sí;corta\n")
    assert (found.cases, found.systems) == (BOTH, ("A", "B"))


def test_two_columns_that_say_pass_or_fail_beside_systems_are_asked_for_and_not_guessed(table):
    text = "case,system,first,second\n1,A,1,0\n1,B,0,0\n2,A,1,1\n"
    with pytest.raises(InputError, match=r"each of first, second says pass or fail; choose with --map"):
        table(text)
    assert table(text, mapping=["first=pass"]).cases == BOTH
    assert table(text, mapping=["first=pass", "second=pass"]).systems == ("first", "second")
    assert table("case,model,A,B\n1,m,1,0\n2,m,1,\n").cases == BOTH


def test_columns_can_be_declared(table):
    found = table("x,y,one,two\n7,a,1,0\n", mapping=["x=case", "one=pass", "two=pass"])
    assert found.cases == {"7": {"one": (True,), "two": (False,)}}
    assert table("x,y,one\n7,a,1\n", mapping=["x=case", "y=system", "one=pass"]).cases == {"7": {"a": (True,)}}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "case,system,pass\n1,A,0.8\n",
            "t.csv, row 1 (line 2), column pass: '0.8' says neither pass nor fail; write one",
        ),
        ("case,A,B\n1,1,0\n2,1,perhaps\n3,1,1\n", "row 2 (line 3), column B: 'perhaps' says neither pass nor fail"),
        ("case,A,B\n1,R,X\n2,N,R\n3,X,R\n", "row 2 (line 3), column A: 'N' says neither"),
        ("case,system,pass\n,A,1\n", "column case: empty; write which case it is"),
        ("case,system,pass\n1,,1\n", "column system: empty; write which system it is"),
        ("case,system,pass,critical\n1,A,1,very\n", "column critical: 'very' is neither yes nor no"),
        ("a,b\nfoo,bar\n", "needs columns case, system and pass, or a column of passes for each system"),
        ("case,system,pass\n1,A,\n", "no cell says whether a case passed"),
        ("case,system,pass\n", "has no rows"),
    ],
)
def test_what_cannot_be_used_names_the_place_and_the_fix(table, text, said):
    with pytest.raises(InputError) as refused:
        table(text)
    assert said in str(refused.value)


def test_a_mapping_that_names_nothing_says_what_there_is(table):
    with pytest.raises(InputError, match=r"COLUMN=field, the field one of case, system, pass, .*one of case, pass"):
        table("case,pass\n1,1\n", mapping=["where=case"])


def test_many_problems_are_counted_and_not_all_told(table):
    with pytest.raises(InputError) as refused:
        table("case,system,pass\n" + "".join(f"{i},A,maybe\n" for i in range(30)))
    assert (len(refused.value.problems), refused.value.problems[-1]) == (21, "and 10 more")


def test_a_word_means_the_same_whatever_its_case_and_accents():
    assert [passed(word) for word in ("SÍ", "si", " Pass ", "X", "i", "0.5")] == [True, True, True, False, False, None]


def test_an_n_is_a_no_only_where_there_are_no_letters():
    assert (passed("n"), passed("n", {"y"}), passed("n", {"r", "x"})) == (False, False, None)


def test_a_case_that_happens_to_be_called_total_is_a_case_unless_it_holds_a_share():
    assert [is_claim("total", cell) for cell in ("1", "yes", "0.8", "80 %", "0,8")] == [False, False, True, True, True]

"""Agreement through the command line: published values from the real files, or their counts in a clean clone."""

import json

import pytest

KRIPPENDORFF = """unit,A,B,C,D
1,1,1,,1
2,2,2,3,2
3,3,3,3,3
4,3,3,3,3
5,2,2,2,2
6,1,2,3,4
7,4,4,4,4
8,1,1,2,1
9,2,2,2,2
10,,5,5,5
11,,,1,1
12,,3,,
"""
DIAGNOSES = ("depression", "personality disorder", "schizophrenia", "neurosis", "other")
FLEISS = """00060 03003 01401 00006 03030 20400 00402 20310 20040 00006 10050 11040 03300 10050 02031 00501 30012 51000
02040 10203 00006 01050 02013 20040 10041 05010 40002 02040 10500 00006"""
"""Of each patient of Fleiss (1971), how many of six raters gave each diagnosis."""
PANDALM = {
    "000": 85, "001": 2, "002": 2, "020": 4, "022": 4, "100": 5, "101": 11, "110": 10, "111": 368, "112": 10,
    "121": 12, "122": 11, "200": 7, "202": 4, "211": 11, "212": 18, "220": 2, "221": 7, "222": 426,
}  # fmt: skip
"""How many of the 999 pairs of texts got which three labels of PandaLM's annotators."""


def fleiss():
    lines = ["item,rater,label"]
    for patient, counts in enumerate(FLEISS.split()):
        given = [name for name, n in zip(DIAGNOSES, counts, strict=True) for _once in range(int(n))]
        lines += [f"p{patient},rater{rater},{name}" for rater, name in enumerate(given)]
    return "\n".join(lines)


def pandalm():
    rows = [triple for triple, n in PANDALM.items() for _once in range(n)]
    head = "idx,system_a,annotator1,annotator2,annotator3"
    return "\n".join([head, *(f"{i},x,{','.join(triple)}" for i, triple in enumerate(rows))])


COPIES = {
    "krippendorff-2011-wide.csv": KRIPPENDORFF,
    "fleiss-1971-diagnoses-long.csv": fleiss(),
    "pandalm-ab-labels-all.csv": pandalm(),
}


@pytest.fixture(params=["real", "copy"])
def known(request, real, tmp_path, said):
    """The document of a table with known values: the real file's, and of the same counts."""

    def read(name, *options):
        path = real(name) if request.param == "real" else tmp_path / name
        if request.param == "copy":
            path.write_text(COPIES[name], encoding="utf-8")
        status, out, err = said("agreement", path, "--format", "json", *options)
        assert (status, err) == (0, "")
        return json.loads(out)

    return read


def rounded(found):
    return {name: round(each["value"], 4) for name, each in found.items()}


def test_krippendorffs_own_table_has_his_values(known):
    found = known("krippendorff-2011-wide.csv")
    assert rounded(found["alpha"]) == {"nominal": 0.7434, "ordinal": 0.8154, "interval": 0.8491}
    assert (found["items"], found["doubled"], len(found["graders"])) == (12, 11, 4)
    assert round(found["gwet"]["AC1"]["value"], 4) == 0.7754
    assert (found["fleiss"]["value"], found["cohen"]) == (None, None)


def test_fleiss_own_table_has_his_kappa(known):
    found = known("fleiss-1971-diagnoses-long.csv")
    assert round(found["fleiss"]["value"], 4) == 0.4302
    assert (found["doubled"], rounded(found["alpha"])) == (30, {"nominal": 0.4334})
    assert round(found["gwet"]["AC1"]["value"], 4) == 0.4479


def test_pandalm_has_the_kappas_of_its_readme(known):
    found = known("pandalm-ab-labels-all.csv", "--scale", "0", "1", "2")
    assert [round(pair["cohen"]["value"], 4) for pair in found["pairs"]] == [0.8520, 0.8789, 0.8617]
    assert [round(pair["same"]["estimate"], 4) for pair in found["pairs"]] == [0.9129, 0.9289, 0.9179]
    assert (round(found["fleiss"]["value"], 4), rounded(found["alpha"])["nominal"]) == (0.8642, 0.8642)
    assert (round(found["gwet"]["AC1"]["value"], 4), len(found["differing"])) == (0.8864, 120)


@pytest.fixture
def table(tmp_path):
    def write(text, name="t.csv"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_the_page_has_80_columns_and_says_first_how_many_items_count(said, table):
    status, out, _err = said("agreement", table(KRIPPENDORFF), "--explain")
    lines = out.split("\n")
    assert (status, max(map(len, lines)) <= 80) == (0, True)
    assert lines[2].startswith("11 items were labelled by at least two graders, of 12.")
    assert lines[3].startswith("They say the same on 9 of 11: 0.818, between 0.523 and 0.949 (Wilson, 95 %).")
    assert "As judged by these 4 graders, alpha (nominal) is 0.743: 26 % of the disagreement" in " ".join(out.split())
    assert any(line.split() == ["2", "1.33", "10.00", "1.33", "0.33", "0.00", "13.00"] for line in lines)


def test_without_explain_nothing_is_explained(said, table):
    assert "coincidences" not in said("agreement", table(KRIPPENDORFF))[1]


def test_the_declared_scale_moves_gwet_and_no_alpha(said, table):
    path = table("unit,A,B,C\n1,3,3,3\n2,3,1,3\n3,3,3,3\n4,1,1,3\n")
    seen, declared = (
        json.loads(said("agreement", path, "--format", "json", *scale)[1]) for scale in ((), ("--scale", *"12345"))
    )
    assert seen["alpha"] == declared["alpha"]
    assert seen["gwet"]["AC1"]["value"] < declared["gwet"]["AC1"]["value"]
    assert "as seen in the file" in said("agreement", path)[1]
    assert "as seen in the file" not in said("agreement", path, "--scale", *"12345")[1]


def test_the_prevalence_trap_is_said_in_words(said, table):
    rows = ["R,R"] * 46 + ["R,X", "X,R", "X,X", "N,R"]
    out = said("agreement", table("id,a,b\n" + "".join(f"{i},{row}\n" for i, row in enumerate(rows))))[1]
    assert "Beware: 95 % of the labels are R." in out
    assert "the interval of alpha is too narrow as well" in " ".join(out.split())
    assert "Beware" not in said("agreement", table(KRIPPENDORFF))[1]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("item,grader,label\n1,ana,R\n2,ana,X\n", "there is one grader"),
        ("item,grader,label\n1,ana,R\n2,ben,X\n", "nothing was labelled by two graders"),
        ("id,a,b\n1,R,R\n2,R,R\n", "all labels are the same"),
    ],
)
def test_what_is_undefined_says_why_and_is_no_number(said, table, text, why):
    status, out, _err = said("agreement", table(text))
    assert (status, why in out) == (0, True)
    found = json.loads(said("agreement", table(text), "--format", "json")[1])
    assert (found["alpha"]["nominal"]["value"], bool(found["reason"])) == (None, True)


def test_all_the_same_still_has_its_observed_agreement(said, table):
    found = json.loads(said("agreement", table("id,a,b\n1,R,R\n2,R,R\n"), "--format", "json")[1])
    assert (found["observed"]["estimate"], found["reason"]) == (1.0, "no variation")


@pytest.mark.parametrize(
    ("options", "said_so"),
    [
        (("nowhere.csv",), "neither a session in"),
        (("demo-grade", "--scale", "R"), "a session has its own scale"),
    ],
)
def test_what_cannot_be_is_one_line_and_exit_2(example, said, options, said_so):
    example()
    status, out, err = said("agreement", *options)
    assert (status, out, err.count("\n"), said_so in err) == (2, "", 1, True)


def test_a_grader_who_is_not_in_the_table_is_named(said, table):
    status, _out, err = said("agreement", table(KRIPPENDORFF), "--grader", "Z")
    assert (status, "there are: A, B, C, D" in err) == (2, True)
    assert (
        json.loads(said("agreement", table(KRIPPENDORFF), "--grader", "A", "B", "--format", "json")[1])["doubled"] == 9
    )


def test_what_a_table_holds_is_shown_inert(said, table):
    out = said("agreement", table("id,a\x1b[31m,b\n[bold]x,R\x1b[2J,X\n2,R,R\n3,X,R\n"))[1]
    assert "\x1b" not in out
    assert "a␛[31m" in out


def test_a_session_is_compared_and_written_where_it_is_asked(example, said, tmp_path):
    example()
    example(40, "ben")
    status, out, _err = said("agreement", "demo-grade", "--format", "json", "--out", tmp_path / "a.json")
    found = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))
    assert (status, out, found["doubled"], found["scale"]) == (0, "", 40, ["R", "X", "N"])
    assert found["observed"]["estimate"] == 1


@pytest.mark.usefixtures("spanish")
def test_the_page_is_spanish_where_the_program_is(table, capsys):
    from gradertui.cli import main

    main(["agreement", str(table(KRIPPENDORFF)), "--lang", "es", "--explain"])
    out = capsys.readouterr().out
    assert "Coinciden en 9 de 11: 0,818, entre 0,523 y 0,949 (Wilson, 95 %)." in out
    assert max(map(len, out.split("\n"))) <= 80

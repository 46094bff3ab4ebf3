"""The words of a comparison, and its gathering from sessions: what a report and the page of `compare` share."""

from contextlib import closing

import pytest

from gradertui.formats.outcomes import Outcomes
from gradertui.report import FORMATS, gather
from gradertui.report.compare import Wanted, document, of_session, of_table, text
from gradertui.report.compare.words import rows, verdict
from gradertui.report.document import document as report_document
from gradertui.report.together import together
from gradertui.session import Session
from gradertui.summary.comparing import Asked, compare
from stats.decision import Code


def table(cases, critical=(), systems=("A", "B")):
    return Outcomes(cases, systems, frozenset(critical), {}, {}, {}, 0)


def scenario(broke=0, fixed=6, n=200):
    return {f"c{i:03d}": {"A": (not broke <= i < broke + fixed,), "B": (i >= broke,)} for i in range(n)}


NAMES = {"A": "before", "B": "after"}


def said(asked, **more):
    (pair,) = compare(scenario(**more), "AB", [("A", "B")], asked).pairs
    return verdict(pair, asked, NAMES).replace("\xa0", " ")


def test_every_row_has_words():
    assert list(rows()) == list(Code.__args__)


@pytest.mark.parametrize(
    ("asked", "cases", "words"),
    [
        (Asked(), {}, "Yes: after passes more often than before: +3.0 points"),
        (Asked(), {"n": 20}, "No: 20 questions are too few for anything; get more."),
        (Asked(), {"broke": 6}, "No: there is no difference at all."),
        (Asked(), {"fixed": 2}, "below 3.0 points, the smallest that 200 questions can show"),
        (Asked(least=0.05), {}, "below 5.0 points, the smallest that was to matter"),
        (Asked(unpaired=True), {"fixed": 3}, "half of its own interval"),
        (Asked(), {"broke": 10, "fixed": 16}, "no evidence, p is not below 0.05"),
        (Asked(level=0.9), {"broke": 10, "fixed": 16}, "no evidence, p is not below 0.10"),
        (Asked(), {"broke": 8, "fixed": 0}, "it went the other way"),
        (Asked(variants=20), {}, "of 20 tried, p corrected is 0.625"),
        (Asked(chosen=True), {}, "it was chosen by looking at these questions"),
    ],
)
def test_each_verdict_says_why_and_what_was_measured(asked, cases, words):
    told = said(asked, **cases)
    assert words in told
    assert "points" in told
    assert told.endswith(".")


def test_the_report_of_a_session_says_what_may_be_declared_and_by_which_row(example):
    with closing(Session(example())) as session:
        report = gather(session)
    text_ = " ".join(FORMATS["text"](report).split())
    assert "improvement declared? No: 25 questions are too few for anything; get more. Measured: +16.0 points" in text_
    found = report_document(report)
    assert [pair["decision"]["code"] for pair in found["pairs"]] == ["few"] * 3
    assert [pair["decision"] for pair in found["beside"]] == [None] * 3
    assert {arm["consistency"] for arm in found["arms"]} == {None}


def test_under_codes_the_report_declares_nothing(example):
    with closing(Session(example(31))) as session:
        report = gather(session)
    assert "improvement declared" not in FORMATS["text"](report)
    assert {pair["decision"] for pair in report_document(report)["pairs"]} == {None}


def test_the_comparison_of_a_session_is_the_reports(example):
    with closing(Session(example())) as session:
        compared = of_session(session, together(session))
        report = gather(session)
    assert compared == report.numbers.compared
    assert compared.complete


def test_what_is_correct_passes_by_it(example):
    with closing(Session(example())) as session:
        compared = of_session(session, together(session), Wanted(event="correct"))
    assert [int(arm.rate.k) for arm in compared.comparison.arms] == [15, 20, 22]  # the document's table 1
    assert document.document(compared)["passes"] == "correct"


def test_long_names_and_many_cases_stay_within_80_columns():
    names = ("a system whose name goes on and on and on", "another one that goes on [red] even longer")
    cases = {f"a case with a long key {i}": {names[0]: (i % 2 == 0,), names[1]: (True,)} for i in range(300)}
    page = text.write(of_table("t.csv", table(cases, systems=names), Wanted()))
    assert max(map(len, page.split("\n"))) <= 80
    assert "fixed 150:" in page
    assert "and 110 more (--format json)" in " ".join(page.split())


def test_what_a_table_calls_its_systems_is_shown_inert():
    systems = ("a\x1b[31m", "b\u202e")
    cases = {"c\x00": {systems[0]: (True,), systems[1]: (False,)}}
    page = text.write(of_table("t\x07.csv", table(cases, systems=systems), Wanted()))
    assert not {"\x1b", "\u202e", "\x00", "\x07"} & set(page)

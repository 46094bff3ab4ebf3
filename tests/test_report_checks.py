from contextlib import closing

import pytest

from gradertui.events import labelled
from gradertui.model import Item, Plan, Question, Source
from gradertui.report import FORMATS, gather
from gradertui.report.document import document
from gradertui.session import Session
from gradertui.session.making import make

AT = "2026-03-01T11:00:00.000+00:00"
NOTE = Source("1", "The mean is sensitive to extreme values of the sample.")


def report(folder):
    with closing(Session(folder)) as session:
        return gather(session)


def checks(folder):
    return document(report(folder))["checks"]


def rows(folder):
    return {(row["check"], row["arm"]): (row["k"], row["n"]) for row in checks(folder)["rows"]}


def cases(folder, check):
    return [case["question"] for row in checks(folder)["rows"] if row["check"] == check for case in row["cases"]]


def made(tmp_path, *items, letters=None):
    """Answers of system A to questions on one note, all labelled R unless `letters` says otherwise."""
    asked = dict.fromkeys(item.question_id for item in items)
    questions = [Question(key, "?", ("yes",), True, ("1",)) for key in asked]
    make(tmp_path / "small", [NOTE, *questions, *items], Plan(seed=1, abstention="not in your notes"), {})
    with closing(Session(tmp_path / "small")) as session, closing(session.writable_log("ana")) as log:
        given = [
            labelled(t.task_id, i, (letters or {}).get(t.task_id, "R"), active_ms=1, blind=True, screen="live")
            for i, t in enumerate(log.tasks())
        ]
        log.append_all([session.frozen(), *given], AT)
    return tmp_path / "small"


def answer(key, text="to extreme values", cites="1", **rest):
    return Item(key, text, rest.pop("question", key), "A", cited_source=cites, **rest)


def test_the_note_13_of_the_example_does_not_exist(example):
    found = rows(example())
    assert found["unknown-source", "Alba con notas"] == (1, 22)
    assert found["unknown-source", "Brisa con notas"] == (0, 19)


def test_who_cites_nothing_at_all_is_named_once(example):
    folder = example()
    assert checks(folder)["citeless"] == ["Alba sin notas"]
    assert ("no-citation", "Alba sin notas") not in rows(folder)
    text = FORMATS["text"](report(folder))
    assert text.count("Alba sin notas: cites nothing at all.") == 1


@pytest.mark.parametrize("name", FORMATS)
def test_while_systems_go_by_codes_nothing_is_checked(example, name):
    text = FORMATS[name](report(example(31)))
    assert "Checks without" not in text
    assert '"check":' not in text


def test_each_row_has_the_interval_of_wilson(example):
    (row,) = [
        row for row in checks(example())["rows"] if (row["check"], row["arm"]) == ("abstention", "Alba con notas")
    ]
    assert (row["k"], row["n"], row["method"]) == (2, 25, "wilson")
    assert (round(row["low"], 3), round(row["high"], 3)) == (0.022, 0.250)


def test_answers_that_quote_what_the_note_does_not_say_are_listed(tmp_path):
    quoting = [answer("q1", "It is «sensitive to extreme values»."), answer("q2", "“sensitive to the median”, it says")]
    folder = made(tmp_path, *quoting, answer("q3"))
    assert rows(folder)["not-literal", "A"] == (1, 2)
    assert cases(folder, "not-literal") == ["q2"]


def test_a_citation_of_what_was_not_retrieved_is_listed(tmp_path):
    folder = made(tmp_path, answer("q1", retrieved=("1",)), answer("q2", retrieved=("1", "2")), answer("q3"))
    assert rows(folder)["not-retrieved", "A"] == (0, 2)


def test_an_answer_labelled_n_need_cite_nothing(tmp_path):
    items = [answer("q1"), answer("q2", "I could not say", ""), answer("q3", "A guess", "")]
    folder = made(tmp_path, *items, letters={"q2": "N"})
    assert rows(folder)["no-citation", "A"] == (1, 2)
    assert cases(folder, "no-citation") == ["q3"]


def test_replicates_that_disagree_count_questions(tmp_path):
    draws = [
        answer(f"{q}.{r}", text, question=q, replicate=r)
        for q, texts in {"q1": ("a", "b"), "q2": ("a", "not in your notes"), "q3": ("a", "b")}.items()
        for r, text in enumerate(texts, 1)
    ]
    folder = made(tmp_path, *draws, letters={"q2.2": "R", "q3.1": "X"})
    assert rows(folder)["disagree", "A"] == (2, 3)
    assert cases(folder, "disagree") == ["q2", "q3"]


def test_without_citations_quotations_or_a_sentence_there_is_no_section(tmp_path):
    make(tmp_path / "bare", [Question("q1", "?", ("yes",), True), Item("a", "yes", "q1", "A")], Plan(), {})
    with closing(Session(tmp_path / "bare")) as session, closing(session.writable_log("ana")) as log:
        log.append_all([labelled("a", 0, "R", active_ms=1, blind=True, screen="live")], AT)
    assert "Checks without a model" not in FORMATS["text"](report(tmp_path / "bare"))


def test_no_line_is_wider_than_80(example):
    assert max(map(len, FORMATS["text"](report(example())).split("\n"))) <= 80

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from gradertui.events import carried, commented, excluded, flagged, labelled, revealed
from gradertui.model import Item, Plan, Question
from gradertui.order import Order
from gradertui.report import FORMATS, gather
from gradertui.report.document import document
from gradertui.report.grade.tables import intervals, outcomes, pairs
from gradertui.session import Session
from gradertui.session.making import make

SYSTEMS = ["Alba sin notas", "Alba con notas", "Brisa con notas"]
AT = "2026-03-01T11:00:00.000+00:00"


def report(folder, graders=()):
    with closing(Session(folder)) as session:
        return gather(session, graders)


def append(folder, grader, *events):
    with closing(Session(folder)) as session, closing(session.writable_log(grader)) as log:
        log.append_all(events, AT)


def position(folder, grader, question, system):
    with closing(Session(folder)) as session, closing(session.log(grader)) as log:
        for i, task in enumerate(log.tasks()):
            if (task.cluster, task.arms) == (question, (system,)):
                return i, task.task_id
    raise LookupError(question)


def made(folder, items, questions, **plan):
    make(folder, [*questions, *items], Plan(seed=1, **plan), {})
    return folder


def label_all(folder, letter_of, n=None):
    with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
        tasks = list(log.tasks())[:n]
        given = [
            labelled(t.task_id, i, letter_of(t), active_ms=3000, blind=True, screen="live") for i, t in enumerate(tasks)
        ]
        log.append_all([session.frozen(), *given], AT)
    return folder


def two_systems(tmp_path, answerable, draws=1, **plan):
    questions = [Question(f"q{i}", "?", ("yes",) if answerable else (), answerable) for i in range(4)]
    items = [
        Item(f"{s}{q.question_id}{d}", "text", q.question_id, s, replicate=d)
        for q in questions
        for s in "AB"
        for d in range(1, draws + 1)
    ]
    return made(tmp_path / "small", items, questions, **plan)


def test_table_1_of_the_document_comes_out(example):
    found = report(example())
    assert outcomes(found, found.numbers.summary).to_numpy().tolist() == [
        ["15", "8", "2", "5", "0.32", "0.08"],
        ["20", "4", "1", "3", "0.16", "0.04"],
        ["22", "1", "2", "1", "0.04", "0.08"],
    ]
    assert list(outcomes(found, found.numbers.summary).index) == SYSTEMS


def test_table_2_of_the_document_comes_out(example):
    found = report(example())
    assert intervals(found, found.numbers.summary).to_numpy().tolist() == [
        ["8", "25", "0.320", "0.172", "0.516", "0.137", "0.503"],
        ["4", "25", "0.160", "0.064", "0.347", "0.016", "0.304"],
        ["1", "25", "0.040", "0.007", "0.195", "-0.037", "0.117"],
    ]


def test_the_planned_pairs_are_exact_and_corrected_in_one_family(example):
    found = report(example())
    rows = pairs(found, found.numbers.summary.pairs)[["broke", "fixed", "n", "p", "Holm"]].to_numpy().tolist()
    assert rows == [
        ["0", "4", "25", "0.1250", "0.2500"],
        ["0", "7", "25", "0.0156", "0.0469"],
        ["1", "4", "25", "0.3750", "0.3750"],
    ]
    assert found.numbers.cases[SYSTEMS[1], SYSTEMS[2], "incorrect"] == (["p23"], ["p14", "p22", "p24", "p25"])


def test_the_other_event_stands_beside_without_holm(example):
    found = report(example())
    table = pairs(found, found.numbers.summary.beside)
    assert "Holm" not in table
    assert table.loc[(SYSTEMS[0], SYSTEMS[1]), "broke"] == "5"


@pytest.mark.parametrize("name", FORMATS)
def test_an_incomplete_report_names_no_system_in_any_format(example, name):
    text = FORMATS[name](report(example(31)))
    assert not any(system in text for system in SYSTEMS)
    assert "S1" in text


def test_an_incomplete_report_says_provisional_over_every_table(example):
    lines = FORMATS["text"](report(example(31))).split("\n")
    assert "demo-grade · grade · provisional 31/75" in lines
    numbers = lines[: lines.index("What was planned")]
    headings = [numbers[i] for i, line in enumerate(numbers[1:]) if line.startswith("───")][1:]
    assert headings
    assert all(heading.endswith("provisional 31/75") for heading in headings)


def test_rows_and_pairs_of_codes_come_in_the_order_of_the_codes(example):
    found = report(example(31))
    assert [found.names[arm.arm] for arm in found.numbers.summary.arms] == ["S1", "S2", "S3"]
    assert [(found.names[p.a], found.names[p.b]) for p in found.numbers.summary.pairs] == [
        ("S1", "S2"),
        ("S1", "S3"),
        ("S2", "S3"),
    ]


def test_blind_a_question_counts_once_all_its_answers_are_labelled(example):
    found = report(example(31))
    assert [arm.answers for arm in found.numbers.summary.arms] == [10, 10, 10]
    assert found.numbers.waiting == 1


def test_after_the_reveal_an_incomplete_report_names_systems_and_counts_everything(example):
    folder = example(31)
    append(folder, "ben", revealed("test"))
    found = report(folder)
    assert found.named
    assert not found.complete
    assert sum(arm.answers for arm in found.numbers.summary.arms) == 31


def test_labels_given_after_the_reveal_are_marked(example):
    folder = example(31)
    i, task = 31, "x"
    append(folder, "ana", revealed("test"), labelled(task, i, "R", active_ms=1000, blind=True, screen="live"))
    (work,) = report(folder).works
    assert work.ways == {"blind": 31, "revealed": 1}
    assert "31 blind, 1 revealed" in FORMATS["text"](report(folder))


def test_a_task_left_out_with_a_reason_completes_the_plan_and_is_told(example):
    folder = example(74)
    append(folder, "ana", excluded("x", 74, "the text is cut"))
    found = report(folder)
    assert found.complete
    assert [remark.text for remark in found.excluded] == ["the text is cut"]
    assert "1 answer left out" in FORMATS["text"](found)


def test_flags_and_comments_are_told_by_question(example):
    folder = example()
    i, task = position(folder, "ana", "p07", SYSTEMS[2])
    append(folder, "ana", flagged(task, i, True), commented(task, i, "two\nlines \x1b[2J"))
    found = report(folder)
    assert [(r.cluster, r.arm) for r in found.flagged] == [("p07", SYSTEMS[2])]
    assert "p07 · Brisa con notas · ana: two lines ␛[2J" in FORMATS["text"](found)


def test_a_flag_does_not_tell_the_code_of_an_answer(example):
    folder = example(31)
    append(folder, "ana", flagged("x", 3, True))
    assert [remark.arm for remark in report(folder).flagged] == [""]


def test_where_graders_differ_a_task_is_unresolved_and_in_no_table(example):
    folder = example()
    example(grader="ben")
    i, task = position(folder, "ben", "p01", SYSTEMS[0])
    append(folder, "ben", labelled(task, i, "X", active_ms=900, blind=True, screen="live"))
    found = report(folder)
    assert [(r.cluster, r.text) for r in found.unresolved] == [("p01", "ana R, ben X")]
    assert found.complete
    assert [arm.rate.n for arm in found.numbers.summary.arms] == [24, 25, 25]
    assert "1 answer on which graders differ" in FORMATS["text"](found)


def test_a_task_that_one_of_several_labelled_counts(example):
    folder = example()
    example(10, "ben")
    found = report(folder)
    assert found.numbers.summary.arms == report(folder, ["ana"]).numbers.summary.arms
    assert [work.labels for work in found.works] == [75, 10]


def test_statistics_pooled_compares_nothing_before_all_is_labelled(example, tmp_path):
    plan = tmp_path / "sessions" / "demo-grade" / "session.toml"
    plan.write_text(plan.read_text().replace('statistics = "live"', 'statistics = "pooled"'))
    found = report(example(31))
    text = FORMATS["text"](found)
    assert found.numbers.summary is None
    assert "not compared before all is labelled" in text.replace("\n", " ")
    assert "S1" not in text
    assert document(found)["arms"] == []


def test_sealed_statistics_show_no_letters_either(example, tmp_path):
    plan = tmp_path / "sessions" / "demo-grade" / "session.toml"
    plan.write_text(plan.read_text().replace('statistics = "live"', 'statistics = "sealed"'))
    assert report(example(31)).letters == {}


def test_without_references_only_letters_are_told_and_no_rate_is_claimed(tmp_path):
    found = report(label_all(two_systems(tmp_path, None), lambda task: "X"))
    text = FORMATS["text"](found)
    assert "No hallucination rate is claimed" in text
    assert "Wilson" not in text
    (arm, _other) = document(found)["arms"]
    assert arm["letters"] == {"R": 0, "X": 4, "N": 0}
    assert arm["rate"]["estimate"] is None
    assert arm["rate"]["reason"].startswith("no references")


def test_with_replicates_n_is_questions_and_k_sums_shares(tmp_path):
    folder = two_systems(tmp_path, True, draws=3)
    found = report(label_all(folder, lambda task: "X" if task.arms == ("A",) and task.replicate == 1 else "R"))
    assert intervals(found, found.numbers.summary).loc["A", ["k", "n"]].tolist() == ["1.3", "4"]
    assert document(found)["pairs"][0]["p_method"] == "sign flip exact"
    assert "exact sign-flip" in FORMATS["text"](found)


def test_an_r_where_there_is_no_answer_is_counted_as_incorrect_and_told(tmp_path):
    found = report(label_all(two_systems(tmp_path, False), lambda task: "R"))
    assert found.numbers.unmatched == 8
    assert "8 labels R on questions the sources do not answer" in FORMATS["text"](found)
    assert [arm.outcomes["incorrect"] for arm in found.numbers.summary.arms] == [4, 4]


def test_a_pair_that_no_outcome_could_decide_says_so(example):
    text = FORMATS["text"](report(example()))
    assert "cannot conclude: 4 questions differ, and the smallest p they could give is\n  0.1250" in text
    assert "differs after Holm, p 0.0469" in text


def test_a_system_without_labels_says_no_data_and_nothing_crashes(tmp_path):
    folder = two_systems(tmp_path, True, blind=False)
    found = report(label_all(folder, lambda task: "R", n=1))
    assert "no data" in FORMATS["text"](found)
    empty = next(arm for arm in document(found)["arms"] if not arm["questions"])
    assert empty["rate"] == {
        "k": 0,
        "n": 0,
        "estimate": None,
        "low": None,
        "high": None,
        "method": "wilson",
        "reason": "no data",
    }


def test_the_document_has_full_precision_and_stable_keys(example):
    told = document(report(example()))
    assert told["schema"] == 1
    assert told["names"] == "names"
    first = told["pairs"][1]
    assert first["p"] == 0.015625
    assert first["holm"] == 0.046875
    assert first["family"] == 3
    assert first["conclude"] == "now"
    assert told["arms"][0]["rate"]["low"] == pytest.approx(0.17205190, abs=1e-8)
    assert told["false_alarm"] == pytest.approx(1 - 0.95**3)


def test_a_plan_that_changed_since_it_was_frozen_is_told(example):
    folder = example()
    (folder / "session.toml").write_text((folder / "session.toml").read_text() + "\n# later\n")
    assert "CHANGED" in FORMATS["text"](report(folder))


def test_no_line_is_wider_than_80(example):
    text = FORMATS["text"](report(example(31)))
    assert max(map(len, text.split("\n"))) <= 80


def test_a_tiny_p_is_never_0():
    from gradertui.report.figures import p_value

    assert p_value(1e-12) == "< 0.0001"


def test_a_median_leaves_imported_labels_out(example):
    folder = example(2)
    append(folder, "ana", labelled("x", 2, "R", active_ms=0, blind=False, screen="none", imported="f.csv"))
    (work,) = report(folder).works
    assert work.seconds == 2.0
    assert work.ways == {"blind": 2, "imported": 1}


def test_carried_labels_are_told_apart_and_are_as_blind_as_they_were_given(example):
    folder = example(2)
    for at, blind in ((2, True), (3, False)):
        event = labelled(f"x{at}", at, "R", active_ms=0, blind=blind, screen="live")
        append(folder, "ana", carried(event, "dia18"))
    (work,) = report(folder).works
    assert work.ways == {"blind": 2, "carried": 2}
    assert (work.carried, work.blind, work.seconds) == ({"dia18": 2}, 3, 2.0)
    assert "labels given blind: 3 of 4" in FORMATS["text"](report(folder))


def test_names_of_any_length_and_kind_are_shown_safely(example):
    found = report(example())
    long = replace(found, names={arm: "\x1b[31m" + "n" * 200 for arm in found.names})
    assert "\x1b" not in FORMATS["text"](long)


def work_of_a_report(folder, questions, monkeypatch):
    """SQL statements, walks over all tasks, and tasks read one by one."""
    items = [
        Item(f"{q}{s}{d}", "text", f"q{q}", s, replicate=d, confidence=q % 10 / 10)
        for q in range(questions)
        for s in "AB"
        for d in (1, 2)
    ]
    made(folder, items, [Question(f"q{q}", "?", ("yes",), True) for q in range(questions)])
    label_all(folder, lambda task: "X" if task.task_id < "3" else "R")
    statements, walks, single = [], [], []
    connected, walked, read = sqlite3.connect, Order.__iter__, Order.__getitem__

    def connect(*given, **more):
        db = connected(*given, **more)
        db.set_trace_callback(statements.append)
        return db

    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", connect)
        patch.setattr(Order, "__iter__", lambda self: walks.append(1) or walked(self))
        patch.setattr(Order, "__getitem__", lambda self, at: single.append(at) or read(self, at))
        FORMATS["json"](report(folder))
    return len(statements), len(walks), len(single)


def test_a_report_asks_and_walks_as_often_however_many_labels_there_are(tmp_path, monkeypatch):
    few, many = (work_of_a_report(tmp_path / str(n), n, monkeypatch) for n in (12, 120))
    assert few == many
    assert few[1] <= 8

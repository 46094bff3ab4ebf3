"""What a report says while labels are open that holds whenever it is read; and that under codes it names nobody."""

import re
from contextlib import closing

import pytest

from gradertui.events import excluded, labelled, revealed
from gradertui.model import Item, Plan, Question
from gradertui.report import FORMATS, gather
from gradertui.report.document import document
from gradertui.session import Session
from gradertui.session.making import make
from stats.sequential import rate_sequence

AT = "2026-03-01T11:00:00.000+00:00"


def report(folder):
    with closing(Session(folder)) as session:
        return gather(session)


def told(folder):
    return document(report(folder))["anytime"]


def section(folder):
    text = FORMATS["text"](report(folder))
    lines = text.split("\n")
    start = next((i for i, line in enumerate(lines) if line.startswith("Whenever you look")), None)
    return "" if start is None else " ".join("\n".join(lines[start:]).split("\n\n")[0].split())


def policy(folder, name):
    plan = folder / "session.toml"
    plan.write_text(plan.read_text("utf-8").replace('statistics = "live"', f'statistics = "{name}"'), "utf-8")
    return folder


def append(folder, *events, grader="ana"):
    with closing(Session(folder)) as session, closing(session.writable_log(grader)) as log:
        log.append_all(events, AT)


def made(tmp_path, questions, *, letters=lambda task: "R", n=None, systems="AB", draws=1, missing=(), **plan):
    """Answers of each system to each question, the first n tasks labelled."""
    asked = [Question(f"q{i:02}", "?", ("yes",), True) for i in range(questions)]
    items = [
        Item(f"{s}{q.question_id}.{d}", "text", q.question_id, s, replicate=d)
        for q in asked
        for s in systems
        for d in range(1, draws + 1)
        if (s, q.question_id) not in missing
    ]
    make(tmp_path / "small", [*asked, *items], Plan(**{"seed": 1} | plan), {})
    with closing(Session(tmp_path / "small")) as session, closing(session.writable_log("ana")) as log:
        tasks = list(log.tasks())[:n]
        given = [
            labelled(t.task_id, i, letters(t), active_ms=1000, blind=True, screen="live") for i, t in enumerate(tasks)
        ]
        log.append_all([session.frozen(), *given], AT)
    return tmp_path / "small"


def test_once_all_is_labelled_nothing_of_it_is_left(example):
    folder = example()
    assert told(folder) is None
    assert section(folder) == ""


def test_beside_wilson_stands_what_holds_at_every_look(example):
    folder = example(46)
    found = report(folder)
    rates = {found.names[arm.arm]: arm.rate for arm in found.numbers.summary.arms}
    assert {arm["arm"]: (arm["k"], arm["n"], arm["low"], arm["high"]) for arm in told(folder)["arms"]} == {
        name: (rate.k, rate.n, *rate_sequence(int(rate.k), rate.n)) for name, rate in rates.items()
    }
    assert "0.070 – 0.452 0.021 – 0.573" in section(folder)


def test_how_many_will_be_so_is_bounded_for_certain_and_at_the_level(example):
    finals = [arm["final"] for arm in told(example(46))["arms"]]
    assert [list(final.values()) for final in finals] == [
        [25, 0, 10, 0, 5, None],
        [25, 5, 15, 5, 14, None],
        [25, 3, 13, 3, 11, None],
    ]


def test_a_pair_has_its_evidence_and_what_its_p_can_become(example):
    (first, *_rest) = told(example(46))["pairs"]
    # 2^5 B(6, 1) = 32 / 6; with ten questions left 15 to 0, or 5 to 5.
    assert (first["e"], first["p"]) == (pytest.approx(32 / 6), pytest.approx(6 / 32))
    assert first["holm"] == pytest.approx(3 * 6 / 32)
    assert first["final_p"] == {"smallest": 2 / 2**15, "largest": 1.0, "settled": None}


def test_it_goes_by_codes_as_the_rest_of_the_report_does(example):
    folder = example(46)
    names = [arm["arm"] for arm in told(folder)["arms"]]
    assert names == ["S1", "S2", "S3"]
    assert not any(system in section(folder) for system in ("Alba", "Brisa"))
    append(folder, revealed("test"))
    assert [arm["arm"] for arm in told(folder)["arms"]] == ["Alba sin notas", "Alba con notas", "Brisa con notas"]


def test_a_label_within_a_question_moves_nothing_under_codes(example):
    folder = example(30)
    before = told(folder)
    with closing(Session(folder)) as session, closing(session.log("ana")) as log:
        task = list(log.tasks())[30]
    append(folder, labelled(task.task_id, 30, "X", active_ms=1, blind=True, screen="live"))
    assert told(folder) == before


def test_what_is_settled_is_said_whatever_comes(tmp_path):
    folder = made(tmp_path, 20, n=30, letters=lambda task: "X" if task.arms == ("A",) else "R")
    (pair,) = told(folder)["pairs"]
    assert pair["final_p"]["settled"] == "below"
    assert "whatever comes, it ends at 0.050 or below, after Holm" in section(folder)


def test_what_cannot_be_reached_is_said_too(tmp_path):
    folder = made(tmp_path, 20, n=32)
    assert told(folder)["pairs"][0]["final_p"] == {"smallest": 0.125, "largest": 1.0, "settled": "above"}
    assert "whatever comes, it stays above 0.050, after Holm" in section(folder)


def test_a_partial_run_keeps_only_what_is_certain(tmp_path):
    folder = made(tmp_path, 10, n=8, order="file")
    found = told(folder)
    assert found["random_order"] is False
    final = found["arms"][0]["final"]
    assert (final["least"], final["most"], final["low"], final["high"]) == (0, 6, None, None)
    assert final["reason"].startswith("a partial run")
    assert "was not drawn at random: only what is certain holds" in section(folder)


def test_answers_on_which_graders_differ_are_no_random_part(example):
    folder = example(46)
    example(20, grader="ben", said=dict.fromkeys(tasks(folder), "X"))
    found = told(folder)
    assert found["random_order"] is False
    assert found["arms"][0]["final"]["low"] is None
    assert found["arms"][0]["final"]["reason"].startswith("answers on which graders differ")
    assert "until they are settled only what is certain holds" in section(folder)


def tasks(folder):
    with closing(Session(folder)) as session:
        return [identity.item_id for identity in session.items.identities()]


def test_with_replicates_it_says_that_there_is_none(tmp_path):
    folder = made(tmp_path, 6, n=8, draws=2, letters=lambda task: "X" if task.replicate == 1 else "R")
    found = told(folder)
    assert {arm["reason"] for arm in found["arms"]} == {"questions drawn several times: counts are sums of shares"}
    assert {arm["final"]["reason"] for arm in found["arms"]} == {arm["reason"] for arm in found["arms"]}
    assert found["pairs"][0] == {
        "a": "S1", "b": "S2", "e": None, "log_e": None, "p": None, "holm": None, "final_p": None,
        "reason": "questions drawn several times: counts are sums of shares",
    }  # fmt: skip
    assert "questions that were drawn several times" in section(folder)


def test_under_codes_a_system_with_fewer_answers_is_not_known_by_their_number(tmp_path):
    folder = made(tmp_path, 10, n=9, missing=[("B", "q03"), ("B", "q07")])
    found = told(folder)
    assert [arm["final"]["planned"] for arm in found["arms"]] == [10, 10]
    assert {arm["final"]["low"] for arm in found["arms"]} == {None}
    assert "would tell them apart" in found["arms"][0]["final"]["reason"]
    assert "Systems do not all have as many answers." in section(folder)
    append(folder, revealed("test"))
    assert {arm["arm"]: arm["final"]["planned"] for arm in told(folder)["arms"]} == {"A": 10, "B": 8}
    assert {arm["final"]["reason"] for arm in told(folder)["arms"]} == {None}


def test_answers_left_out_are_not_waited_for(tmp_path):
    folder = made(tmp_path, 10, n=16)
    before = told(folder)["arms"][0]["final"]
    with closing(Session(folder)) as session, closing(session.log("ana")) as log:
        task = list(log.tasks())[16]
    append(folder, excluded(task.task_id, 16, "cut off"))
    after = told(folder)["arms"][0]["final"]
    assert before == after == {"planned": 10, "least": 0, "most": 2, "low": 0, "high": 2, "reason": None}


@pytest.mark.parametrize("name", ["pooled", "sealed"])
def test_where_systems_may_not_be_compared_all_are_taken_together(example, name):
    folder = policy(example(46), name)
    found = told(folder)
    assert (found["arms"], found["pairs"]) == ([], [])
    # 15 whole questions: 8 of their 45 answers are incorrect (5, 3 and 0 above).
    assert (found["pooled"]["k"], found["pooled"]["n"]) == (8, 45)
    assert found["pooled"]["final"] == {
        "planned": 75, "least": 8, "most": 38, "low": 8, "high": 31, "reason": None,
    }  # fmt: skip
    words = section(folder)
    assert "sealed until all is labelled" in words
    assert "incorrect 8/45, 0.178; planned: 75" in words
    assert not re.search(r"S\d|p at any time", words)


def test_before_a_question_is_whole_all_of_them_have_no_data(example):
    folder = policy(example(2), "sealed")
    assert told(folder)["pooled"]["estimate"] is None
    assert told(folder)["pooled"]["reason"] == "no data"
    assert "incorrect 0/0, no data; planned: 75" in section(folder)


def test_all_together_promise_no_less_in_a_partial_run(tmp_path):
    folder = made(tmp_path, 10, n=8, order="file", statistics="pooled")
    final = told(folder)["pooled"]["final"]
    assert (final["low"], final["high"], final["reason"] is None) == (None, None, False)
    assert "0 to 12 for certain" in section(folder)
    assert "at 95 % What was" not in section(folder)


@pytest.mark.parametrize("statistics", ["live", "pooled"])
def test_without_references_no_rate_is_claimed_at_any_time(tmp_path, statistics):
    asked = [Question(f"q{i}", "?") for i in range(3)]
    items = [Item(f"{s}{q.question_id}", "text", q.question_id, s) for q in asked for s in "AB"]
    make(tmp_path / "open", [*asked, *items], Plan(seed=1, statistics=statistics), {})
    with closing(Session(tmp_path / "open")) as session, closing(session.writable_log("ana")) as log:
        task = next(iter(log.tasks()))
        log.append_all([labelled(task.task_id, 0, "X", active_ms=1, blind=True, screen="live")], AT)
    found = told(tmp_path / "open")
    assert (found["arms"], found["pairs"], found["pooled"]) == ([], [], None)
    assert found["reason"].startswith("no references")
    assert section(tmp_path / "open") == ""


def test_a_system_without_labels_says_no_data(tmp_path):
    folder = made(tmp_path, 4, n=1, blind=False)
    empty = next(arm for arm in told(folder)["arms"] if not arm["n"])
    assert (empty["low"], empty["reason"], empty["final"]["high"]) == (None, "no data", 4)


@pytest.mark.parametrize("statistics", ["live", "sealed"])
def test_no_line_is_wider_than_80(tmp_path, statistics, spanish):
    systems = ["the system with the longest name of all", "another one whose name is long"]
    folder = made(tmp_path, 20, n=30, systems=systems, statistics=statistics, blind=False)
    assert max(map(len, FORMATS["text"](report(folder)).split("\n"))) <= 80


def test_evidence_without_end_is_written_as_a_power(tmp_path):
    folder = made(tmp_path, 40, n=70, letters=lambda task: "X" if task.arms == ("A",) else "R")
    assert "E 10^9 on 35 questions that differ; p at any time < 0.0001" in section(folder)

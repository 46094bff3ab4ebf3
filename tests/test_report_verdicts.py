from contextlib import closing

import pytest

from gradertui.events import labelled
from gradertui.formats.verdicts import VerdictRow
from gradertui.judged import take_in
from gradertui.model import Identity, Item, Plan, Question
from gradertui.report import FORMATS, gather
from gradertui.report.document import document
from gradertui.session import Session
from gradertui.session.making import make

AT = "2026-03-01T11:00:00.000+00:00"
SYSTEM = "Alba con notas"


def report(folder):
    with closing(Session(folder)) as session:
        return gather(session)


def judge(folder, verdict_of, tool="judge"):
    with closing(Session(folder)) as session:
        said = ((item, verdict_of(item)) for item in session.items.answers())
        rows = {x.item_id: VerdictRow(1, Identity(x.item_id), v, v, None, "") for x, v in said if v}
        take_in(session, tool, rows, "v.csv", AT)
    return folder


def by_question(item):
    return "unsupported" if item.question_id in ("p17", "p22", "p24", "p25") else "supported"


def small(tmp_path, letters, answerable=True, draws=1):
    """Questions of one system, labelled in the order of the letters."""
    questions = [Question(f"q{i}", "?", ("yes",), answerable) for i in range(len(letters) // draws)]
    items = [
        Item(f"{q.question_id}.{r}", "text", q.question_id, "A", replicate=r)
        for q in questions
        for r in range(1, draws + 1)
    ]
    of = dict(zip((item.item_id for item in items), letters, strict=True))
    make(tmp_path / "small", [*questions, *items], Plan(seed=1), {})
    with closing(Session(tmp_path / "small")) as session, closing(session.writable_log("ana")) as log:
        given = [
            labelled(t.task_id, i, of[t.task_id], active_ms=1, blind=True, screen="live")
            for i, t in enumerate(log.tasks())
            if of[t.task_id] != "-"
        ]
        log.append_all([session.frozen(), *given], AT)
    return tmp_path / "small"


def tool(folder):
    (found,) = document(report(folder))["verdicts"]["tools"]
    return found


@pytest.mark.parametrize("name", FORMATS)
def test_while_systems_go_by_codes_verdicts_wait(example, name):
    blind = judge(example(31), by_question)
    text = FORMATS[name](report(blind))
    assert "judge" not in text
    assert "wait" in text


def test_each_system_is_measured_and_all_of_them(example):
    found = tool(judge(example(), by_question))
    assert [arm["arm"] for arm in found["arms"]] == [None, "Alba sin notas", SYSTEM, "Brisa con notas"]
    assert (found["arms"][2]["caught"]["k"], found["arms"][2]["caught"]["n"]) == (3, 4)


def test_over_all_systems_a_question_weighs_one(example):
    every = tool(judge(example(), by_question))["arms"][0]
    assert (every["before"]["k"], every["before"]["n"], every["before"]["questions"]) == (13, 75, 25)
    assert every["before"]["estimate"] == pytest.approx(13 / 75)
    assert "a question weighs one" in FORMATS["text"](report(example(0))).replace("\n", " ")


def test_replicates_share_the_weight_of_their_question(tmp_path):
    found = tool(
        judge(small(tmp_path, "XXRR", draws=2), lambda item: "partial" if item.replicate == 1 else "supported")
    )
    (arm,) = found["arms"]
    assert (arm["caught"]["k"], arm["caught"]["n"], arm["caught"]["questions"]) == (1, 2, 1)
    assert arm["missed_cases"] == [{"question": "q0", "arm": "A", "replicate": 2}]
    assert "  got through: q0 (2)" in FORMATS["text"](report(tmp_path / "small")).split("\n")


def test_what_has_no_label_or_no_verdict_is_counted_apart(tmp_path):
    found = tool(judge(small(tmp_path, "X-RX"), lambda item: None if item.question_id == "q0" else "partial"))
    assert (found["unlabelled"], found["unjudged"]) == (1, 1)
    assert found["arms"][0]["before"]["n"] == 2


def test_without_a_known_answer_the_letter_x_is_what_is_caught(tmp_path):
    found = tool(judge(small(tmp_path, "XRN", answerable=None), lambda _item: "partial"))
    assert (found["arms"][0]["caught"]["n"], found["unknown"]) == (1, 3)


def test_a_tool_that_judged_nothing_that_is_labelled_says_so_and_nothing_crashes(tmp_path):
    folder = judge(small(tmp_path, "X-"), lambda item: "partial" if item.question_id == "q1" else None)
    assert tool(folder)["arms"] == []
    assert "without a settled label, in no rate: 1" in FORMATS["text"](report(folder))


def test_several_tools_stand_side_by_side(example):
    folder = judge(judge(example(), by_question), lambda _item: "supported", "credulous")
    found = document(report(folder))["verdicts"]["tools"]
    assert [each["tool"] for each in found] == ["credulous", "judge"]
    assert found[0]["arms"][0]["precision"]["reason"] == "no data"
    text = FORMATS["text"](report(folder))
    assert max(map(len, text.split("\n"))) <= 80


def test_verdicts_change_no_rate(example):
    folder = example()
    before = document(report(folder))["arms"]
    assert document(report(judge(folder, by_question)))["arms"] == before

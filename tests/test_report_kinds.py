from contextlib import closing

import pytest

from gradertui.events import classified, labelled
from gradertui.locale import use
from gradertui.report import FORMATS, gather
from gradertui.report.document import document
from gradertui.session import Session

AT = "2026-03-01T12:00:00.000+00:00"
KINDS = ("contradicts", "adds-true", "citation")


def report(folder):
    with closing(Session(folder)) as session:
        return gather(session)


def classify(folder, kind_of, grader="ana"):
    """Say a kind of each X, in the grader's order: `kind_of` gets the running number of the X and its task."""
    with closing(Session(folder)) as session, closing(session.writable_log(grader)) as log:
        wrong = [i for i, _task in enumerate(log.tasks()) if session.state(log).marks[i].label == "X"]
        order = session.state(log).order
        said = [classified(order[i].task_id, i, kind) for n, i in enumerate(wrong) if (kind := kind_of(n, order[i]))]
        log.append_all(said, AT)
    return folder


def turning(n, _task):
    return (*KINDS, "")[n % 4]


def kinds(folder):
    return document(report(folder))["kinds"]


def test_each_x_is_counted_under_its_kind_and_the_rest_is_not_said(example):
    """The document has 8, 4 and 1 incorrect answers: 13 X."""
    found = kinds(classify(example(), turning))["all"]
    assert found == {"x": 13, "kinds": {"adds-true": 3, "citation": 3, "contradicts": 4}, "not_said": 3}


def test_systems_have_rows_of_their_own_once_they_have_names(example):
    found = kinds(classify(example(), lambda _n, task: "citation" if task.arms == ("Alba con notas",) else ""))
    assert [(row["arm"], row["x"], row["kinds"]["citation"]) for row in found["arms"]] == [
        ("Alba sin notas", 8, 0), ("Alba con notas", 4, 4), ("Brisa con notas", 1, 0),
    ]  # fmt: skip


def test_under_codes_kinds_are_only_pooled(example):
    blind = classify(example(31), turning)
    assert kinds(blind)["arms"] == []
    assert kinds(blind)["all"]["x"] > 0
    section = FORMATS["text"](report(blind)).split("Kinds of error")[1].split("\n\n")[0]
    assert "All systems" in section
    assert "S1" not in section


def test_a_kind_never_changes_a_rate(example):
    folder = example()
    before = document(report(folder))
    after = document(report(classify(folder, turning)))
    assert {key: after[key] for key in ("arms", "pairs", "beside", "letters")} == {
        key: before[key] for key in ("arms", "pairs", "beside", "letters")
    }


def test_a_label_given_anew_has_no_kind(example):
    folder = classify(example(), lambda _n, _task: "citation")
    with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
        state = session.state(log)
        first = next(i for i in range(75) if state.marks[i].label == "X")
        log.append(labelled(state.order[first].task_id, first, "X", active_ms=1, blind=True, screen="live"), AT)
    assert kinds(folder)["all"] == {"x": 13, "kinds": {"citation": 12}, "not_said": 1}


def test_graders_who_say_different_kinds_are_both_told(example):
    classify(example(), lambda _n, _task: "citation")
    folder = classify(
        example(grader="ben"), lambda _n, task: "citation" if task.cluster == "p22" else "adds-true", "ben"
    )
    assert kinds(folder)["all"]["kinds"] == {"adds-true / citation": 11, "citation": 2}


def test_the_kinds_that_the_plan_asks_for_stand_there_with_their_zeros(example, tmp_path):
    plan = tmp_path / "sessions" / "demo-grade" / "session.toml"
    plan.write_text(f"kinds = {list(KINDS)}\n{plan.read_text(encoding='utf-8')}", encoding="utf-8")
    found = kinds(classify(example(), lambda n, _task: "" if n else "invented date"))["all"]
    assert found["kinds"] == {**dict.fromkeys(KINDS, 0), "invented date": 1}


@pytest.mark.parametrize("language", ["en", "es"])
def test_any_number_of_kinds_stays_within_80_columns(example, language):
    folder = classify(example(), lambda n, _task: (*KINDS, "adds-false", "a kind with a long name", "\x1b[2J")[n % 6])
    use(language)
    lines = FORMATS["text"](report(folder)).split("\n")
    use("en")
    assert max(map(len, lines)) <= 80
    assert "\x1b" not in "".join(lines)


def test_where_nobody_asks_and_nobody_says_there_is_no_section(example):
    folder = example()
    assert kinds(folder) is None
    assert "Kinds of error" not in FORMATS["text"](report(folder))

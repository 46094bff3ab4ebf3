"""The letters of several graders as one: settled, unanimous, of one, of most, or unresolved; and who is missing."""

from contextlib import closing

import pytest

from gradertui.events import classified, excluded, labelled, retracted, revealed, settled
from gradertui.model import Item, Plan, Question
from gradertui.order import REPEAT
from gradertui.report import FORMATS, gather
from gradertui.report.document import document
from gradertui.report.together import together
from gradertui.session import Session
from gradertui.session.making import make
from gradertui.settling import path_of
from gradertui.store.writable import WritableLog

AT = "2026-03-01T11:00:00.000+00:00"
GRADERS = ("ana", "ben", "eva")


def bank(folder, questions=12, **plan):
    asked = [Question(f"q{i:02}", "?", ("yes",), True) for i in range(questions)]
    answers = [Item(f"q{i:02}{system}", "text", f"q{i:02}", system) for i in range(questions) for system in "AB"]
    make(folder, [*asked, *answers], Plan(seed=3, **plan), {})
    return folder


def label(folder, grader, said, *more, at=AT):
    """Label what `said` names, task by task: a mapping, or a function of the task's id."""
    of = said.get if isinstance(said, dict) else said
    with closing(Session(folder)) as session, closing(session.writable_log(grader)) as log:
        given = [labelled(task.task_id, i, letter, active_ms=900, blind=True, screen="live")
                 for i, task in enumerate(log.tasks()) if (letter := of(task.task_id))]  # fmt: skip
        log.append_all([session.frozen(), *given, *more], at)


def settle(folder, **letters):
    with closing(Session(folder)) as session:
        path = path_of(session, "zoe")
        with closing(WritableLog.start(folder / "empty.sqlite", path, "zoe")) as log:
            log.append_all([settled(task, letter, "real") for task, letter in letters.items()], AT)


def report(folder, graders=()):
    with closing(Session(folder)) as session:
        return gather(session, graders)


def stands(folder, graders=()):
    """Task to the letter that counts."""
    with closing(Session(folder)) as session:
        state = together(session, graders).state
    return {task.task_id: state.marks[i].label for i, task in enumerate(state.order) if state.marks[i].label}


def flat(found):
    return " ".join(FORMATS["text"](found).split())


@pytest.fixture
def differing(tmp_path):
    """Three graders and one answer of each kind: unanimous, of one, of most, of nobody; the others are all R."""
    folder = bank(tmp_path / "s")
    label(folder, "ana", lambda task: "X" if task in ("q02A", "q03A") else "R")
    label(folder, "ben", lambda task: "X" if task == "q02A" else None if task == "q01A" else "R")
    label(folder, "eva", lambda task: "N" if task == "q03A" else None if task == "q01A" else "R")
    return folder


def test_a_label_is_that_of_all_or_of_the_only_one_or_of_most(differing):
    found = stands(differing)
    assert (found["q00A"], found["q01A"], found["q02A"]) == ("R", "R", "X")
    assert "q03A" not in found  # X, R, N
    told = document(report(differing))
    assert told["resolved"] == {"settled": 0, "unanimous": 21, "single": 1, "majority": 1, "unresolved": 1}
    assert [each["labels"] for each in told["unresolved"]] == ["ana X, ben R, eva N"]
    assert "settled 0, unanimous 21, by one grader only 1, by the majority 1, unresolved 1" in flat(report(differing))


def test_half_is_no_majority(tmp_path):
    folder = bank(tmp_path / "s", 1)
    label(folder, "ana", {"q00A": "R", "q00B": "R"})
    label(folder, "ben", {"q00A": "X", "q00B": "R"})
    assert stands(folder) == {"q00B": "R"}


def test_what_was_settled_counts_whatever_graders_said_and_their_labels_stay(differing):
    settle(differing, q03A="N", q00A="X")
    found = stands(differing)
    assert (found["q03A"], found["q00A"]) == ("N", "X")
    told = document(report(differing))
    assert told["resolved"] == {"settled": 2, "unanimous": 20, "single": 1, "majority": 1, "unresolved": 0}
    assert told["unresolved"] == []
    assert [work["labels"] for work in told["graders"]] == [24, 23, 23]
    assert [arm["rate"]["k"] for arm in told["arms"]] == [2, 0]


def test_a_grader_asked_for_alone_is_shown_without_what_was_settled(differing):
    settle(differing, q03A="N")
    assert stands(differing, ["ana"])["q03A"] == "X"
    told = document(report(differing, ["ana"]))
    assert told["resolved"] == {"settled": 0, "unanimous": 0, "single": 24, "majority": 0, "unresolved": 0}
    assert [work["grader"] for work in told["graders"]] == ["ana"]


def test_of_two_graders_asked_for_only_these_two_count(differing):
    assert "q02A" not in stands(differing, ["ana", "eva"])
    assert stands(differing, ["ana", "ben"])["q02A"] == "X"


def test_kinds_of_error_follow_the_label(tmp_path):
    folder = bank(tmp_path / "s", 1, kinds=("contradicts", "citation"))
    with closing(Session(folder)) as session:
        places = {task.task_id: i for i, task in enumerate(session.arranged("ana"))}
        others = {task.task_id: i for i, task in enumerate(session.arranged("ben"))}
    label(folder, "ana", {"q00A": "X", "q00B": "X"}, classified("q00A", places["q00A"], "contradicts"),
          classified("q00B", places["q00B"], "citation"))  # fmt: skip
    label(folder, "ben", {"q00A": "X", "q00B": "R"}, classified("q00A", others["q00A"], "citation"))
    settle(folder, q00B="R")
    assert document(report(folder))["kinds"]["all"]["x"] == 1
    with closing(Session(folder)) as session:
        state = together(session).state
    (kind,) = (state.marks[i].kind for i, task in enumerate(state.order) if task.task_id == "q00A")
    assert kind == "citation / contradicts"


def test_of_parts_that_overlap_by_a_quarter_nothing_is_lost(tmp_path):
    folder = bank(tmp_path / "s", graders=GRADERS, overlap=0.25, repeats=2)
    for grader in GRADERS:
        label(folder, grader, lambda task: "R")
    found = report(folder)
    told = document(found)
    # Three questions of twelve by everybody, the other nine by one each: two answers to each.
    assert told["resolved"] == {"settled": 0, "unanimous": 6, "single": 18, "majority": 0, "unresolved": 0}
    assert (told["complete"], told["done"], told["total"], told["missing"]) == (True, 24, 24, [])
    assert [work["labels"] for work in told["graders"]] == [14, 14, 14]
    assert [arm["rate"]["n"] for arm in told["arms"]] == [12, 12]
    assert not any(task.endswith(REPEAT) for task in stands(folder))
    assert sorted(stands(folder)) == sorted(f"q{i:02}{system}" for i in range(12) for system in "AB")


def test_a_named_grader_whose_part_is_open_keeps_the_names_hidden_and_is_told(tmp_path):
    folder = bank(tmp_path / "s", graders=GRADERS)
    label(folder, "ana", lambda task: "R")
    label(folder, "ben", lambda task: None if task == "q05A" else "R")
    for asked in ((), ("ana",)):
        found = report(folder, asked)
        assert (found.complete, found.named) == (False, False)
        assert document(found)["missing"] == [{"grader": "ben", "left": 1}, {"grader": "eva", "left": 24}]
        assert "Not done yet: ben (1 left), eva (24 left)." in flat(found)
    assert (report(folder, ["ana", "ben"]).done, report(folder, ["ana"]).done) == (23, 24)
    label(folder, "ben", {"q05A": "R"})
    label(folder, "eva", lambda task: "R")
    assert (report(folder).complete, report(folder).missing) == (True, ())
    assert report(folder, ["ana"]).named


def test_whoever_comes_need_not_label_everything(tmp_path):
    folder = bank(tmp_path / "s")
    label(folder, "ana", lambda task: "R")
    label(folder, "ben", {"q00A": "R"})
    assert report(folder).complete
    assert report(folder).missing == ()


def test_the_part_of_one_grader_is_whole_when_only_that_grader_is_asked_for(tmp_path):
    folder = bank(tmp_path / "s", graders=GRADERS, overlap=0.25)
    for grader in GRADERS:
        label(folder, grader, lambda task: "R")
    found = report(folder, ["ben"])
    assert (found.complete, found.done, found.total) == (True, 12, 12)
    assert sum(found.letters.values()) == 12


def test_a_task_left_out_by_all_who_saw_it_is_left_out_and_labelled_by_one_it_counts(tmp_path):
    folder = bank(tmp_path / "s", 1)
    with closing(Session(folder)) as session:
        places = {each: {task.task_id: i for i, task in enumerate(session.arranged(each))} for each in ("ana", "ben")}
    for grader, said in (("ana", {"q00B": "R"}), ("ben", {})):
        where = places[grader]
        label(folder, grader, said, excluded("q00A", where["q00A"], "cut"), *(
            [] if said else [excluded("q00B", where["q00B"], "cut")]))  # fmt: skip
    found = report(folder)
    assert found.complete
    assert [(remark.cluster, remark.arm) for remark in found.excluded] == [("q00", "A")]
    assert stands(folder) == {"q00B": "R"}


def test_a_reveal_marks_what_anybody_labels_later_by_the_time_of_it(tmp_path):
    folder = bank(tmp_path / "s", 2)
    label(folder, "ana", {"q00A": "R"}, at="2026-03-01T10:00:00.000+00:00")
    label(folder, "ben", {"q00A": "R"}, at="2026-03-01T12:00:00.000+00:00")
    assert [work.ways for work in report(folder).works] == [{"blind": 1}, {"blind": 1}]
    label(folder, "ana", {}, revealed("test"), at="2026-03-01T11:00:00.000+00:00")
    label(folder, "ana", {"q01A": "R"}, at="2026-03-01T11:30:00.000+00:00")
    found = report(folder)
    assert [work.ways for work in found.works] == [{"blind": 1, "revealed": 1}, {"revealed": 1}]
    assert "by the clocks of the graders' machines" in flat(found)
    assert "clocks" not in flat(report(bank_labelled(tmp_path / "t")))


def bank_labelled(folder):
    label(bank(folder, 2), "ana", {"q00A": "R"})
    return folder


def test_a_grader_is_held_to_themselves_once_all_of_their_part_is_done(tmp_path):
    folder = bank(tmp_path / "s", repeats=4)
    label(folder, "ana", lambda task: None if task == "q00A" else "X" if task == "q01A" else "R")
    assert report(folder).works[0].repeats is None
    assert "ana the same" not in flat(report(folder))
    with closing(Session(folder)) as session:
        again = [task.task_id for task in session.arranged("ana") if task.task_id.endswith(REPEAT)]
    label(folder, "ana", {"q00A": "R", again[0]: "N"})
    (work,) = document(report(folder))["graders"]
    assert work["repeats"] == {"n": 4, "same": 3, "within_one": None}
    assert "Shown a second time, unannounced: ana the same 3/4." in flat(report(folder))


def test_repeats_that_are_still_open_keep_the_names_hidden(tmp_path):
    folder = bank(tmp_path / "s", repeats=4)
    label(folder, "ana", lambda task: None if task.endswith(REPEAT) else "R")
    found = report(folder)
    assert (found.named, document(found)["missing"]) == (False, [{"grader": "ana", "left": 4}])


def test_a_settled_label_that_was_taken_back_does_not_count(differing):
    settle(differing, q03A="N")
    with closing(Session(differing)) as session, closing(WritableLog(path_of(session, "zoe"))) as log:
        log.append_all([retracted(1, "q03A", 0)._replace(position=None)], AT)
    assert "q03A" not in stands(differing)


def test_who_settled_and_where_that_log_ends_stand_in_the_record(differing):
    assert document(report(differing))["adjudicators"] == []
    settle(differing, q03A="N", q00A="X")
    found = report(differing)
    (told,) = document(found)["adjudicators"]
    assert (told["name"], told["settled"], told["head"]["seq"]) == ("zoe", 2, 2)
    assert f"zoe, who settled 2, 2 {told['head']['hash']}." in flat(found)
    assert document(report(differing, ["ana"]))["adjudicators"] == []

import json
from contextlib import closing

import pytest

from gradertui.events import carried, labelled, revealed
from gradertui.order import REPEAT
from gradertui.report import FORMATS, gather
from gradertui.report.agreement_document import agreement
from gradertui.report.agreement_text import page
from gradertui.session import Session
from gradertui.store import plan as plans

AT = "2026-03-01T11:00:00.000+00:00"


def report(folder):
    with closing(Session(folder)) as session:
        return gather(session)


def agreed(folder):
    return report(folder).agreement


def sealed(folder):
    """The plan as if nothing but counts were shown."""
    path = folder / "session.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('statistics = "live"', 'statistics = "sealed"'), "utf-8")
    assert plans.read(path)[0].statistics == "sealed"
    return folder


def tasks(folder, grader="ana"):
    with closing(Session(folder)) as session, closing(session.log(grader)) as log:
        return list(log.tasks())


def other(folder, every=4):
    """Letters of somebody who differs on each so many answers of the first grader's order."""
    with closing(Session(folder)) as session, closing(session.log("ana")) as log:
        stands = dict(log.labels())
        return {task.task_id: turned(stands[task.task_id], i % every == 0) for i, task in enumerate(log.tasks())}


def turned(letter, turn):
    return {"R": "N", "X": "N", "N": "X"}[letter] if turn else letter


def test_letters_are_nominal_and_the_answers_are_the_items(example):
    folder = example()
    example(75, "ben", other(folder))
    found = agreed(folder).numbers
    assert (list(found.alphas), list(found.gwet), found.scale) == (["nominal"], ["AC1"], ("R", "X", "N"))
    assert (found.same.n, found.same.k, len(found.differing)) == (75, 56, 19)
    assert found.cohen.value is not None


def test_ratings_are_ordinal_with_the_interval_metric_beside(toned):
    toned()
    folder = toned(120, "ben", lambda task: "3")
    found = agreed(folder).numbers
    assert (list(found.alphas), list(found.gwet)) == (["ordinal", "interval"], ["AC2"])
    assert [round(each.mean - each.others_mean, 2) > 0 for each in found.tendencies] == [True, False]


def test_the_report_has_a_section_only_where_two_labelled_the_same(example):
    folder = example()
    assert "Agreement between graders" not in FORMATS["text"](report(folder))
    assert json.loads(FORMATS["json"](report(folder)))["agreement"] is None
    example(40, "ben")
    text = FORMATS["text"](report(folder))
    assert "40 items were labelled by at least two graders, of 75." in text
    assert max(map(len, text.split("\n"))) <= 80
    assert json.loads(FORMATS["json"](report(folder)))["agreement"]["doubled"] == 40


def test_once_all_is_labelled_items_are_told_with_their_system(example):
    folder = example()
    example(75, "ben", dict.fromkeys((task.task_id for task in tasks(folder)), "N"))
    told = {f"{task.cluster} · {task.arms[0]}" for task in tasks(folder)}
    assert {each.item for each in agreed(folder).numbers.differing} <= told


def test_before_all_is_labelled_items_are_told_by_their_question(example):
    folder = example(40)
    example(40, "ben", dict.fromkeys((task.task_id for task in tasks(folder)), "N"))
    found = agreed(folder)
    assert found.numbers.differing
    for text in (page(found), json.dumps(agreement(found), ensure_ascii=False)):
        assert not any(system in text for system in ("Alba", "Brisa", "S1"))
    assert {each.item for each in found.numbers.differing} <= {task.cluster for task in tasks(folder)}
    assert f"provisional {found.done}/75" in page(found)


def test_blind_cards_are_not_told_at_all_and_their_numbers_are(toned):
    toned(60)
    folder = toned(60, "ben", lambda task: "3")
    found = agreed(folder)
    assert (found.told, found.numbers.differing, found.numbers.clusters) == (False, (), ())
    assert found.numbers.same.n > 0
    assert "told once all is labelled" in " ".join(page(found).split())


def test_under_a_sealed_plan_agreement_waits(example):
    folder = example(40)
    example(40, "ben")
    assert agreed(sealed(folder)) is None
    assert json.loads(FORMATS["json"](report(folder)))["agreement"] is None


@pytest.mark.parametrize("way", ["open", "revealed", "imported", "carried"])
def test_labels_that_were_not_given_blind_count_and_are_said(example, way):
    folder = example()
    with closing(Session(folder)) as session, closing(session.writable_log("ben")) as log:
        given = [
            labelled(task.task_id, i, "R", active_ms=1, blind=way != "open", screen="live",
                     imported="x.csv" if way == "imported" else "")
            for i, task in enumerate(log.tasks()) if i < 7
        ]  # fmt: skip
        given = [carried(event, "before") for event in given] if way == "carried" else given
        first = [session.frozen(), *([revealed("report")] if way == "revealed" else [])]
        log.append_all([*first, *given], AT)
    found = agreed(folder)
    assert (found.ways[way], sum(found.ways.values()), found.numbers.same.n) == (7, 7, 7)
    assert "not given blind here, and count: 7 " in page(found)


@pytest.mark.parametrize("elsewhere", [{"imported": "x.csv"}, {}])
def test_the_order_of_labels_from_elsewhere_is_no_course(example, elsewhere):
    folder = example()
    with closing(Session(folder)) as session, closing(session.writable_log("ben")) as log:
        given = [
            labelled(task.task_id, i, "N", active_ms=0, blind=True, screen="none", **elsewhere)
            for i, task in enumerate(log.tasks())
        ]
        given = given if elsewhere else [carried(event, "before") for event in given]
        log.append_all([session.frozen(), *given], AT)
    ana, ben = agreed(folder).numbers.tendencies
    assert (ana.drift[0].labels, ben.drift) == (25, None)


def test_repeats_are_agreement_with_oneself_and_in_no_other_number(toned):
    def of(task):
        return "5" if task.task_id.endswith(REPEAT) else "4"

    toned(130, "ana", of, repeats=8)
    found = agreed(toned(30, "ben", of)).numbers
    ana, _ben = found.tendencies
    assert (found.items, ana.again.k, ana.again.n, ana.own["5"]) == (120, 0, 8, 0)


def test_while_blind_nothing_tells_that_cards_come_again(toned):
    def of(task):
        return "4"

    toned(100, "ana", of, repeats=8)
    folder = toned(60, "ben", of)
    assert all(each.again is None for each in agreed(folder).numbers.tendencies)


def test_settled_labels_never_enter(example):
    folder = example()
    example(75, "ben", other(folder))
    before = agreement(agreed(folder))
    settle(folder)
    assert agreement(agreed(folder)) == before


def settle(folder):
    from gradertui.events import settled
    from gradertui.settling import path_of
    from gradertui.store.writable import WritableLog

    with closing(Session(folder)) as session:
        path = path_of(session, "eva")
        with closing(WritableLog.start(folder / "empty.sqlite", path, "settled:eva")) as log:
            log.append_all([settled(task.task_id, "X", "slip") for task in tasks(folder)], AT)

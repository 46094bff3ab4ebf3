"""How far a session is, with and without names in its plan."""

import pytest

from gradertui.events import Event
from gradertui.model import Plan
from gradertui.modes import MODES
from gradertui.order import REPEAT, Order, dealt, repeated
from gradertui.report.completing import named, whoever
from gradertui.state import begin, fold

GRADERS = ("ana", "ben", "eva")


@pytest.fixture
def tasks(bank):
    return bank(8, ("a", "b"))


def state(tasks, done):
    """What a grader's state is after labelling the tasks that `done` chooses."""
    order = Order(tasks)
    said = [Event("Labelled", i, "X") for i, task in enumerate(tasks) if done(task)]
    return fold(begin(order, MODES["grade"], partial=True), said)


def test_whoever_comes_a_task_is_done_that_somebody_labelled(tasks):
    halves = {"ana": state(tasks, lambda t: t.cluster < "q4"), "ben": state(tasks, lambda t: t.cluster >= "q3")}
    assert whoever({"ana": halves["ana"]}, 16) == (8, 16, ())
    assert whoever(halves, 16) == (16, 16, ())
    assert whoever(halves | {"ben": state(tasks, lambda t: t.cluster == "q3")}, 16) == (8, 16, ())


def test_whoever_has_only_repeats_left_is_missing(tasks):
    more = repeated(tasks, 3, 7, "ana", together=True)
    firsts = state(more, lambda t: not t.task_id.endswith(REPEAT))
    assert whoever({"ana": firsts}, 16) == (16, 16, (("ana", 3),))
    assert whoever({"ana": firsts, "ben": state(tasks, lambda t: True)}, 16) == (16, 16, (("ana", 3),))
    assert whoever({"ana": state(more, lambda t: t.cluster == "q1")}, 16) == (2, 16, ())


def test_named_a_task_is_done_once_all_who_get_it_have_labelled_it(tasks):
    plan = Plan(graders=GRADERS)
    states = {"ana": state(tasks, lambda t: True), "ben": state(tasks, lambda t: t.cluster < "q4")}
    order = Order(tasks)
    assert named(plan, order, states, GRADERS) == (0, 16, (("ben", 8), ("eva", 16)))
    assert named(plan, order, states, ["ana", "ben"]) == (8, 16, (("ben", 8), ("eva", 16)))
    states |= {"eva": states["ana"], "ben": states["ana"]}
    assert named(plan, order, states, GRADERS) == (16, 16, ())


def test_a_part_is_what_the_seed_deals(tasks):
    plan = Plan(graders=GRADERS, overlap=0.25, seed=5, repeats=2)
    shares = {each: dealt([task.cluster for task in tasks], GRADERS, 0.25, 5, each) for each in GRADERS}
    parts = {each: [task for task in tasks if task.cluster in shares[each]] for each in GRADERS}
    states = {each: state(parts[each], lambda t: True) for each in ("ana", "ben")}
    left = len(parts["eva"]) + 2
    done = 2 * len((shares["ana"] | shares["ben"]) - shares["eva"])
    assert named(plan, Order(tasks), states, GRADERS) == (done, 16, (("eva", left),))
    assert named(plan, Order(tasks), states, ["ana"]) == (len(parts["ana"]), len(parts["ana"]), (("eva", left),))

from collections import Counter
from collections.abc import Callable
from itertools import groupby

from hypothesis import given
from hypothesis import strategies as st

from gradertui.model import Task
from gradertui.order import REPEAT, Order, arranged, coded_pairs, codes, dealt, halved, repeated

Bank = Callable[..., list[Task]]

names = st.text(max_size=8)
tasks = st.lists(
    st.builds(Task, names, names, st.tuples(names) | st.tuples(names, names), st.integers(1, 9),
              st.sampled_from([None, True, False])),
    max_size=30, unique_by=lambda task: task.task_id,
)  # fmt: skip


def ids(order: list[Task]) -> list[str]:
    return [task.task_id for task in order]


def expected_near(times: int, chance: float, n: int) -> bool:
    """Within 5 standard deviations: the seeds are fixed, so this is no lottery."""
    return bool(abs(times - n * chance) < 5 * (n * chance * (1 - chance)) ** 0.5)


@given(tasks, st.integers(), st.randoms())
def test_the_order_follows_from_seed_and_grader_and_not_from_the_file(tasks, seed, random) -> None:
    order = arranged(tasks, seed, "ana")
    random.shuffle(tasks)
    assert arranged(tasks, seed, "ana") == order


def test_the_order_is_the_same_for_ever(bank: Bank) -> None:
    assert " ".join(ids(arranged(bank(3), 7, "ana"))) == (
        "q1-c-1 q1-a-1 q1-b-1 q0-a-1 q0-b-1 q0-c-1 q2-a-1 q2-b-1 q2-c-1"
    )


def test_another_grader_and_another_seed_have_another_order(bank: Bank) -> None:
    order = ids(arranged(bank(25), 7, "ana"))
    assert ids(arranged(bank(25), 7, "bea")) != order != ids(arranged(bank(25), 8, "ana"))


@given(tasks, st.integers())
def test_tasks_of_a_cluster_stand_together(tasks, seed) -> None:
    order = arranged(tasks, seed, "ana")
    runs = [cluster for cluster, _run in groupby(order, key=lambda task: task.cluster)]
    assert len(runs) == len(set(runs))
    assert sorted(order, key=repr) == sorted(tasks, key=repr)


@given(tasks, st.integers(), st.data())
def test_a_task_added_later_does_not_move_the_others(tasks, seed, data) -> None:
    if not tasks:
        return
    added = data.draw(st.sampled_from(tasks))
    others = [task for task in tasks if task != added]
    assert [task for task in arranged(tasks, seed, "ana") if task != added] == arranged(others, seed, "ana")


def test_each_system_comes_first_about_equally_often(bank: Bank) -> None:
    order = Order(arranged(bank(900), 7, "ana"))
    firsts = Counter(order.arms(i) for i in range(0, len(order), 3))
    assert all(expected_near(firsts[system,], 1 / 3, 900) for system in "abc")


def test_systems_come_in_every_order_within_a_question(bank: Bank) -> None:
    order = Order(arranged(bank(60), 7, "ana"))
    seen = {tuple(order.arms(i)[0] for i in order.cluster(start)) for start in range(0, len(order), 3)}
    assert len(seen) == 6


def test_codes_do_not_follow_from_the_order_of_the_arms() -> None:
    first = Counter(next(iter(codes(["a", "b", "c"], seed))) for seed in range(900))
    assert all(expected_near(first[arm], 1 / 3, 900) for arm in "abc")


@given(st.lists(names, unique=True, max_size=6), st.integers(), st.randoms())
def test_codes_follow_from_the_seed_and_number_every_arm(arms, seed, random) -> None:
    coded = codes(arms, seed)
    assert list(coded.values()) == [f"S{i}" for i in range(1, len(arms) + 1)]
    assert set(coded) == set(arms)
    random.shuffle(arms)
    assert codes(arms, seed) == coded


@given(st.permutations("abcd"), st.lists(st.permutations("abcd").map(lambda x: (x[0], x[1]))), st.randoms())
def test_coded_pairs_tell_neither_direction_nor_order_of_the_planned_ones(coded, pairs, random) -> None:
    turned = [pair[::-1] if random.random() < 0.5 else pair for pair in pairs]
    random.shuffle(turned)
    assert coded_pairs(turned, coded) == coded_pairs(pairs, coded)
    assert {frozenset(pair) for pair in coded_pairs(pairs, coded)} == {frozenset(pair) for pair in pairs}


@given(tasks, st.integers())
def test_the_columns_give_back_every_task(tasks, seed) -> None:
    arrangement = arranged(tasks, seed, "ana")
    order = Order(arrangement)
    assert list(order) == arrangement
    assert len(order) == len(arrangement)


@given(tasks, st.integers())
def test_a_cluster_is_the_range_of_its_tasks(tasks, seed) -> None:
    order = Order(arranged(tasks, seed, "ana"))
    assert order.clusters == len({task.cluster for task in tasks})
    for i, task in enumerate(order):
        cluster = order.cluster(i)
        assert i in cluster
        assert {order[j].cluster for j in cluster} == {task.cluster}
        assert len(cluster) == sum(other.cluster == task.cluster for other in tasks)
        assert order.position(task.cluster) == cluster[0]
        assert order.number(i) == order.number(cluster[0])


def test_a_cluster_that_is_not_there_has_no_position(bank: Bank) -> None:
    assert Order(bank(2)).position("q9") is None


def test_what_is_dealt_out_is_seen_by_one_and_the_overlap_by_all() -> None:
    graders = ("ana", "bea", "cleo")
    clusters = [f"q{i}" for i in range(40)]
    mine = [dealt(clusters, graders, 0.25, 7, grader) for grader in graders]
    assert frozenset.union(*mine) == set(clusters)
    assert len(frozenset.intersection(*mine)) == 10
    assert sum(map(len, mine)) == 10 * 3 + 30
    assert mine != [dealt(clusters, graders, 0.25, 8, grader) for grader in graders]
    assert mine[0] == dealt(reversed(clusters), graders, 0.25, 7, "ana")


def test_an_answer_that_comes_again_stands_between_questions_and_not_beside_its_own(
    bank: Callable[..., list[Task]],
) -> None:
    tasks = arranged(bank(12), 7, "ana")
    order = repeated(tasks, 5, 7, "ana", together=True)
    again = [i for i, task in enumerate(order) if task.task_id.endswith(REPEAT)]
    assert len(again) == 5
    assert [task for task in order if not task.task_id.endswith(REPEAT)] == tasks
    for i in again:
        assert order[i].cluster == order[i].cluster.removesuffix(REPEAT) + REPEAT
        assert order[i - 1].cluster != order[i].cluster.removesuffix(REPEAT)
        others = [task.cluster for task in order[i + 1 :] if task.cluster == order[i - 1].cluster]
        assert not others
    assert Order(order).repeats() == frozenset(again)


def test_a_question_called_like_a_repeat_is_none() -> None:
    tasks = [Task(f"t{i}", f"q{i}~", ("a",), 1, True) for i in range(3)]
    assert Order(tasks).repeats() == frozenset()


def test_a_system_called_like_a_code_is_not_taken_for_one() -> None:
    assert sorted(codes(["S1", "S2", "with"], 7).values()) == ["SS1", "SS2", "SS3"]


@given(st.sets(names, max_size=30), st.integers(0, 2**63))
def test_halves_differ_by_one_at_most_and_follow_from_the_seed_alone(clusters, seed) -> None:
    half = halved(clusters, seed)
    assert half <= clusters
    assert abs(len(half) - len(clusters - half)) <= 1
    assert halved(sorted(clusters, reverse=True), seed) == half


def test_every_cluster_is_in_either_half_for_some_seed() -> None:
    times = Counter(cluster for seed in range(400) for cluster in halved("abcdef", seed))
    assert all(expected_near(times[cluster], 0.5, 400) for cluster in "abcdef")

from typing import get_args

import pytest

from gradertui.model import Identity, Mode, Plan
from gradertui.modes import MODES
from gradertui.order import Order, arranged
from gradertui.session import ARM_COLUMN

ITEMS = [
    Identity(f"{x}{y}", f"q{x}", f"system {y}", f"template {x}", f"variant {y}", 1) for x in range(3) for y in range(2)
]


@pytest.mark.parametrize("mode", MODES)
def test_a_mode_carries_a_tiny_session_from_items_to_counts(mode: str) -> None:
    rules = MODES[mode]
    order = Order(arranged(rules.tasks(iter(ITEMS), {"q0": True, "q1": False}), 7, "ana"))
    assert order.clusters == 3
    label = rules.choices(Plan(mode=mode))[-1].label
    for i, task in enumerate(order):
        assert rules.refusal(task, label) is None
        cluster = [(order.arms(j), label) for j in order.cluster(i)]
        whole = rules.cell(task.cluster, task.answerable, cluster, False)
        assert whole is not None
        assert hash(whole) == hash(rules.cell(task.cluster, task.answerable, cluster[::-1], False))
        assert rules.cell(task.cluster, task.answerable, [(arms, None) for arms, _label in cluster], True) is None


@pytest.mark.parametrize("mode", MODES)
def test_a_mode_has_a_key_and_words_for_each_label(mode: str) -> None:
    choices = MODES[mode].choices(Plan(mode=mode))
    assert len({choice.key for choice in choices}) == len({choice.label for choice in choices}) == len(choices) > 1
    assert all(choice.key == choice.key.lower() and choice.words for choice in choices)


@pytest.mark.parametrize("mode", MODES)
def test_a_mode_has_an_arm_and_is_a_mode_of_plans(mode: str) -> None:
    assert ARM_COLUMN[mode] in Identity._fields
    assert mode in get_args(Mode)

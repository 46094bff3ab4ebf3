from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradertui.tui.guard import AGAIN, BURST, HELD, SEEN, Guard

# How terminals repeat a key that is held: the wait before the second, then the gap between the others.
rhythms = st.one_of(
    st.sampled_from([(0.66, 0.04), (0.5, 0.033), (0.225, 0.03)]),
    st.tuples(st.floats(0.15, 0.69), st.floats(0.011, 0.099)),
)


def seen(at: float = 0.0) -> Guard:
    guard = Guard()
    guard.painted(at)
    return guard


def labelled(guard: Guard, keys: Iterable[tuple[str, float]], paint: float = 0.005) -> list[tuple[str, float]]:
    """Which keys label, when each label brings another text that is painted soon after."""
    counted: list[tuple[str, float]] = []
    painted = 0.0
    for key, at in keys:
        if painted <= at:
            guard.painted(painted)
        pasted = guard.burst(at)
        if guard.refusal(key, at) is None and not pasted:
            counted.append((key, at))
            guard.changed()
            painted = at + paint
    return counted


def held(key: str, start: float, delay: float, interval: float, stop: float) -> list[tuple[str, float]]:
    repeats = int((stop - start - delay) / interval)
    return [(key, start), *((key, start + delay + i * interval) for i in range(repeats))]


def test_a_text_that_was_seen_can_be_labelled() -> None:
    assert seen().refusal("r", SEEN) is None


def test_a_key_before_the_text_was_seen_does_not_count() -> None:
    assert "too early" in (seen().refusal("r", SEEN - 0.001) or "")
    assert "too early" in (Guard().refusal("r", 99.0) or "")


def test_a_key_that_was_typed_before_the_paint_does_not_count() -> None:
    assert seen(at=5.0).refusal("r", 4.9)


def test_painting_again_does_not_start_the_wait_again() -> None:
    guard = seen(0.0)
    guard.painted(0.1)
    assert guard.refusal("r", SEEN) is None


def test_another_text_must_be_seen_first() -> None:
    guard = seen()
    assert guard.refusal("r", 1.0) is None
    guard.changed()
    assert "too early" in (guard.refusal("x", 3.0) or "")
    guard.painted(3.0)
    assert guard.refusal("x", 3.0 + SEEN) is None


def test_the_same_key_counts_again_only_after_a_while() -> None:
    for gap, counts in [(AGAIN - 0.01, False), (AGAIN + 0.01, True)]:
        guard = seen()
        assert guard.refusal("r", 1.0) is None
        assert (guard.refusal("r", 1.0 + gap) is None) is counts


def test_another_key_counts_at_once() -> None:
    guard = seen()
    assert [guard.refusal(key, at) for key, at in [("r", 1.0), ("x", 1.2), ("r", 1.4)]] == [None] * 3


def test_a_key_that_is_not_let_go_of_counts_once_however_long() -> None:
    guard = seen()
    counted = [at for i in range(200) if guard.refusal("r", at := 1.0 + 0.9 * HELD * i) is None]
    assert counted == [1.0]


@given(rhythms, st.floats(SEEN, 2.0), st.floats(0.0, 0.05))
def test_a_key_held_down_labels_one_item(rhythm: tuple[float, float], start: float, paint: float) -> None:
    assert labelled(seen(), held("r", start, *rhythm, start + 4), paint) == [("r", start)]


@given(st.lists(st.tuples(st.sampled_from("rxn"), st.floats(0, BURST, exclude_max=True)), min_size=2, max_size=40))
def test_of_keys_that_come_all_at_once_only_the_first_can_label(steps: list[tuple[str, float]]) -> None:
    keys, at = [], 1.0
    for key, gap in steps:
        keys.append((key, at))
        at += gap * 0.99
    assert len(labelled(seen(), keys)) <= 1


@given(st.lists(st.tuples(st.sampled_from("rxn"), st.floats(0, 3)), max_size=40), st.floats(0, 0.3))
def test_between_two_labels_a_text_was_seen(steps: list[tuple[str, float]], paint: float) -> None:
    keys, at = [], 0.0
    for key, gap in steps:
        at += gap
        keys.append((key, at))
    times = [at for _key, at in labelled(seen(), keys, paint)]
    assert all(later - earlier >= paint + SEEN - 1e-9 for earlier, later in pairwise(times))


@pytest.mark.parametrize("gap", [0.8, 1.0, 5.0])
def test_a_grader_who_works_at_a_human_rhythm_is_never_refused(gap: float) -> None:
    keys = [("r", 1 + gap * i) for i in range(30)]
    assert labelled(seen(), keys) == keys


def test_a_burst_is_said() -> None:
    guard = seen()
    assert guard.burst(1.0) is None
    assert "pasted" in (guard.burst(1.0 + BURST / 2) or "")
    assert guard.burst(2.0) is None


def test_switched_off_every_key_counts() -> None:
    guard = Guard(on=False)
    assert [guard.burst(1.0) or guard.refusal("r", 1.0) for _ in range(5)] == [None] * 5

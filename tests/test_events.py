import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradertui import events
from gradertui.events import GENESIS, Event, chained

LABELLED = events.labelled("q1-a", 4, "R", active_ms=1200, blind=True, screen="live")._replace(
    seq=3, at="2026-03-01T10:00:00.000+00:00"
)


def test_the_hash_of_an_event_is_the_same_for_ever() -> None:
    assert chained(GENESIS, LABELLED) == "e15ed90576a0c193a34a4f7233993488a05b3e027bc30b65b1b8f88e2b2da381"


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "Excluded"}, {"position": 5}, {"position": None}, {"value": "X"}, {"undoes": 2}, {"active_ms": 1201},
        {"active_ms": None}, {"seq": 4}, {"task": "q1-b"}, {"body": "{}"}, {"at": "2026-03-01T10:00:00.001+00:00"},
    ],
    ids=str,
)  # fmt: skip
def test_a_change_of_any_field_changes_the_hash(change: dict[str, object]) -> None:
    assert chained(GENESIS, LABELLED._replace(**change)) != chained(GENESIS, LABELLED)


def test_every_field_is_changed_in_the_test_above() -> None:
    assert set(Event._fields) == {"kind", "position", "value", "undoes", "active_ms", "seq", "task", "body", "at"}


def test_the_hash_carries_the_one_before() -> None:
    assert chained("1" * 64, LABELLED) != chained(GENESIS, LABELLED)


@given(st.text(), st.text())
def test_text_cannot_move_from_one_field_to_the_next(one: str, other: str) -> None:
    moved = LABELLED._replace(value=one + other, task="")
    apart = LABELLED._replace(value=one, task=other)
    assert (chained(GENESIS, moved) == chained(GENESIS, apart)) is (other == "")


def test_half_a_character_can_be_hashed() -> None:
    assert len(chained(GENESIS, LABELLED._replace(value="\ud83d"))) == 64


def test_a_label_records_how_it_was_given() -> None:
    assert events.facts(LABELLED) == {"blind": True, "statistics": "live"}
    imported = events.labelled("q", 0, "N", active_ms=0, blind=False, screen="none", imported="they.csv")
    assert events.facts(imported) == {"blind": False, "statistics": "none", "imported": "they.csv"}


def test_a_carried_event_says_from_where_and_was_not_done_here_by_hand() -> None:
    event = events.carried(LABELLED, "dia18")
    assert events.facts(event) == {"blind": True, "statistics": "live", "carried": "dia18"}
    assert events.by_hand(LABELLED)
    assert not events.by_hand(event)
    assert not events.by_hand(events.carried(events.flagged("q", 0, True), "dia18"))
    assert events.by_hand(events.commented("q", 0, 'it says "carried" and "imported"'))


def test_of_a_task_the_last_word_that_stands_tells_whether_it_was_carried() -> None:
    there = events.carried(LABELLED, "dia18")._replace(seq=2)
    here = LABELLED._replace(seq=3)
    assert events.carried_from([]) == ""
    assert events.carried_from([there, events.flagged("q", 0, True)]) == "dia18"
    assert events.carried_from([there, here]) == ""
    assert events.carried_from([there, here, events.retracted(3, "q", 0)]) == "dia18"
    assert events.carried_from([events.carried(events.excluded("q", 0, "cut"), "dia18")]) == "dia18"


def test_a_frozen_plan_keeps_its_text() -> None:
    event = events.plan_frozen("abc", "seed = 1 # ñ")
    assert event.value == "abc"
    assert events.facts(event) == {"plan": "seed = 1 # ñ"}


def test_a_flag_taken_off_is_an_event_too() -> None:
    assert [events.flagged("q", 0, on).value for on in (True, False)] == ["1", ""]


def test_undo_names_the_event_it_takes_back() -> None:
    assert events.retracted(3, "q1-a", 4) == Event("Retracted", 4, undoes=3, task="q1-a")


VALUE = st.none() | st.integers() | st.booleans() | st.floats(allow_nan=False) | st.text(st.characters())


@given(st.text(max_size=4), st.lists(VALUE, min_size=9, max_size=9))
def test_the_hash_is_of_the_fields_as_json_writes_them_whatever_they_are(previous, fields):
    written = json.dumps([previous, *fields], ensure_ascii=False, separators=(",", ":"))
    told = hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()
    assert chained(previous, Event._make(fields)) == told

"""The adjudicator at work, without a screen: what is stored, what is refused, and that undo knows no end."""

from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from disputed import NAMES, SYSTEMS, docketed, letters, ratings, say
from screens import bank, made

from gradertui.model import Question
from gradertui.session import Session
from gradertui.settling import path_of, settled
from gradertui.store import StoreError
from gradertui.store.log import Log
from gradertui.verifying import verify


def stored(folder: Path) -> dict[str, tuple[str, str]]:
    with closing(Session(folder)) as session:
        return {task: (said.label, said.cause) for task, said in settled(session).items()}


def test_the_hardest_comes_first_and_what_graders_agree_on_never(tmp_path: Path) -> None:
    with docketed(letters(tmp_path)) as docket:
        assert docket.dispute.task.task_id == "q0-alba"
        assert {each.task.task_id for each in docket.disputes} == {"q0-alba", "q1-alba", "q2-alba"}
        assert docket.welcome() == "3 to settle; ? explains the keys"


def test_ratings_that_are_one_apart_are_no_dispute(tmp_path: Path) -> None:
    folder = ratings(tmp_path)
    with docketed(folder) as docket:
        assert [each.task.task_id for each in docket.disputes] == ["k1a", "k1b", "k2b"]
    with docketed(folder, least=1) as docket:
        assert [each.apart for each in docket.disputes] == [4, 3, 2, 1]


def test_a_label_is_stored_at_once_and_its_cause_when_it_is_said(tmp_path: Path) -> None:
    folder = letters(tmp_path)
    with docketed(folder) as docket:
        assert docket.because("slip") == "first a label, then why they differed"
        assert docket.settle("R") == "q0 → R · why did they differ? Enter goes on"
        assert stored(folder) == {"q0-alba": ("R", "")}
        assert (docket.position, docket.asks_kind) == (0, True)
        assert docket.because("slip") == "q0 → R · slip · u undoes it"
        assert stored(folder) == {"q0-alba": ("R", "slip")}
        assert (docket.position, docket.asks_kind) == (1, False)


def test_undo_takes_back_one_at_a_time_also_after_a_restart(tmp_path: Path) -> None:
    folder = letters(tmp_path)
    with docketed(folder) as docket:
        docket.settle("R")
        docket.because("slip")
        docket.skip()
        assert docket.undo().endswith(": skip undone")
        assert docket.position == 1
    with docketed(folder) as docket:
        assert docket.welcome() == "welcome back: 1 of 3 settled"
        assert docket.undo() == "q0: slip undone"
        assert (docket.mark.label, docket.asks_kind) == ("R", True)
    with docketed(folder) as docket:
        assert docket.undo() == "q0: R undone"
        assert docket.mark.label is None
        assert docket.undo() == "nothing to undo"
    assert stored(folder) == {}
    assert not [part.findings for part in verify(folder) if part.findings]


def test_another_label_asks_for_its_own_cause_and_the_same_one_changes_nothing(tmp_path: Path) -> None:
    folder = letters(tmp_path)
    with docketed(folder) as docket:
        docket.settle("R")
        docket.because("slip")
        docket.walk(-1)
        n = docket.log.count()
        assert docket.settle("R") == "q0 is settled as R already"
        assert docket.log.count() == n
        docket.settle("X")
        assert stored(folder) == {"q0-alba": ("X", "")}
        assert docket.asks_kind


def test_what_graders_said_stays_as_it_is(tmp_path: Path) -> None:
    folder = letters(tmp_path)
    before = {name: Log(folder / "labels" / f"{name}.sqlite").head() for name in NAMES}
    with docketed(folder) as docket:
        docket.settle("X")
        docket.because("real")
    assert {name: Log(folder / "labels" / f"{name}.sqlite").head() for name in NAMES} == before


def test_what_is_put_off_comes_back_and_what_is_settled_is_not_put_off(tmp_path: Path) -> None:
    with docketed(letters(tmp_path)) as docket:
        docket.skip()
        assert docket.state.skipped == (0,)
        for _task in range(2):
            docket.settle("X")
            docket.because("slip")
        assert docket.position == 0
        docket.settle("X")
        assert docket.skip().startswith("q0 is settled")
        assert docket.state.complete
        assert docket.tally() == Counter({"slip": 2, "": 1})


def test_r_is_refused_where_the_sources_have_no_answer(tmp_path: Path) -> None:
    parts = [Question("q0", "?", ("none",), False) if isinstance(part, Question) else part for part in bank(1, SYSTEMS)]
    folder = made(tmp_path / "mute", parts)
    say(folder, "ana", {"q0-alba": "X"})
    say(folder, "ben", {"q0-alba": "N"})
    with docketed(folder) as docket:
        assert docket.settle("R").startswith("the sources have no answer to this")
        assert docket.log.count() == 0


def test_a_digit_adopts_up_to_the_fifth_grader_and_ratings_are_their_own_keys(tmp_path: Path) -> None:
    folder = letters(tmp_path)
    for name in ("dan", "edu", "fay"):
        say(folder, name, {"q0-alba": "X"})
    with docketed(folder) as docket:
        sixth = docket.dispute.voices[5].label.lower()
        assert [docket.key_of(at) for at in range(6)] == ["1", "2", "3", "4", "5", sixth]
    with docketed(ratings(tmp_path)) as docket:
        assert [docket.key_of(at) for at in range(3)] == [voice.label for voice in docket.dispute.voices]
        assert sorted(voice.label for voice in docket.dispute.voices) == ["1", "3", "5"]


@pytest.mark.parametrize("make", [letters, ratings])
def test_no_two_keys_of_the_screen_are_the_same(tmp_path: Path, make) -> None:
    from gradertui.tui.commands import SETTLING

    with docketed(make(tmp_path)) as docket:
        digits = () if docket.cards else tuple("12345")
        keys = [*digits, *(each.key for each in (*docket.choices, *docket.causes))]
        keys += [key for command in SETTLING for key in command.keys]
    assert [key for key, times in Counter(keys).items() if times > 1] == []


def test_a_dispute_that_ends_and_begins_again_leaves_the_log_readable(tmp_path: Path) -> None:
    folder = letters(tmp_path)
    with docketed(folder) as docket:
        docket.settle("R")
        docket.skip()
        docket.go("q1")
        docket.skip()
    say(folder, "cam", {"q1-alba": "R"})
    with docketed(folder) as docket:
        assert {each.task.task_id for each in docket.disputes} == {"q0-alba", "q2-alba"}
        assert docket.undo() == "q0: R undone"
    say(folder, "cam", {"q1-alba": "X"})
    with docketed(folder) as docket:
        assert len(docket.disputes) == 3
        assert docket.undo().endswith("skip undone")


def test_what_cannot_be_saved_changes_nothing(tmp_path: Path) -> None:
    folder = letters(tmp_path)
    with docketed(folder) as docket:
        docket.settle("R")
        path_of(docket.session, "eva").rename(tmp_path / "moved")
        with pytest.raises(StoreError, match="moved, deleted or replaced"):
            docket.because("slip")
        assert (docket.mark.label, docket.mark.kind, docket.position) == ("R", "", 0)


def test_the_log_says_under_which_plan_it_was_settled(tmp_path: Path) -> None:
    folder = letters(tmp_path)
    with docketed(folder) as docket:
        docket.settle("R")
        assert [event.kind for event in docket.log.events()] == ["PlanFrozen", "Settled"]
        assert docket.state.plan_hash == docket.session.plan_hash

"""`gradertui adjudicate`: what is offered to whom, and what is said where there is nothing to settle."""

from collections.abc import Callable
from pathlib import Path

import pytest
from disputed import RATED, SYSTEMS, apart, docketed, letters, ratings, say
from screens import bank, made

from gradertui.cli import grade
from gradertui.tui import adjudicating

Said = Callable[..., tuple[int, str, str]]


class Ran(list[adjudicating.Adjudicator]):
    """Applications that were run."""


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> Ran:
    """A terminal, and applications that end at once as if somebody had settled the first dispute."""
    runs = Ran()

    class Ended(adjudicating.Adjudicator):
        def run(self, **_options: object) -> None:  # type: ignore[override]
            runs.append(self)
            docket = self.get_default_screen().desk
            docket.settle("3" if docket.cards else "X")

    monkeypatch.setattr(adjudicating, "Adjudicator", Ended)
    monkeypatch.setattr(grade, "no_terminal", lambda: None)
    return runs


def asked(ran: Ran) -> list[str]:
    """The tasks that the last application offered."""
    return [each.task.task_id for each in ran[-1].get_default_screen().desk.disputes]


def test_without_a_terminal_it_says_so_and_makes_no_log(tmp_path: Path, said: Said) -> None:
    folder = letters(tmp_path)
    assert said("adjudicate", "numbers", "--grader", "eva") == (
        2, "", "gradertui adjudicate: needs a terminal on standard input and standard error\n",
    )  # fmt: skip
    assert not (folder / "settled").exists()


def test_what_is_settled_is_not_offered_to_others_unless_they_ask(tmp_path: Path, said: Said, ran: Ran) -> None:
    letters(tmp_path)
    assert said("adjudicate", "numbers", "--grader", "eva") == (0, "", "")
    assert len(asked(ran)) == 3
    said("adjudicate", "numbers", "--grader", "zoe")
    assert "q0-alba" not in asked(ran)
    said("adjudicate", "numbers", "--grader", "zoe", "--all")
    assert asked(ran)[0] == "q0-alba"
    said("adjudicate", "numbers", "--grader", "eva")
    assert asked(ran)[0] == "q0-alba"


def test_ratings_one_apart_are_offered_when_all_are_asked_for(tmp_path: Path, said: Said, ran: Ran) -> None:
    ratings(tmp_path)
    said("adjudicate", "cards", "--grader", "eva", "--all")
    assert asked(ran) == ["k1a", "k1b", "k2b", "k2a"]
    said("adjudicate", "cards", "--grader", "zoe")
    assert asked(ran) == ["k1b", "k2b"]


def test_nothing_to_settle_is_said_in_words(tmp_path: Path, said: Said) -> None:
    folder = made(tmp_path / "sessions" / "numbers", bank(1, SYSTEMS))
    first = "numbers: nothing to settle before a second grader has labels here\n"
    assert said("adjudicate", "numbers") == (0, first, "")
    say(folder, "ana", {"q0-alba": "R", "q0-brisa": "X"})
    assert said("adjudicate", "numbers") == (0, first, "")
    say(folder, "ben", {"q0-alba": "R"})
    agree = "numbers: nothing to settle; graders agree wherever two of them labelled the same\n"
    assert said("adjudicate", "numbers") == (0, agree, "")
    say(folder, "ben", {"q0-brisa": "R"})
    with docketed(folder, "zoe") as docket:
        docket.settle("X")
    others = "numbers: nothing to settle; 1 is settled by others (--all offers it again)\n"
    assert said("adjudicate", "numbers", "--grader", "eva") == (0, others, "")


def test_ratings_that_are_only_one_apart_are_counted(tmp_path: Path, said: Said) -> None:
    folder = ratings(tmp_path)
    apart(folder, dict.fromkeys(RATED, "333") | {"k2a": "344"})
    assert said("adjudicate", "cards", "--grader", "eva")[1] == (
        "cards: no ratings are two or more apart; of 1 card they are one apart (--all offers it)\n"
    )


def test_who_still_labels_here_does_not_see_what_others_said(tmp_path: Path, said: Said, ran: Ran) -> None:
    folder = letters(tmp_path)
    say(folder, "dan", {"q0-alba": "R"})
    status, _out, err = said("adjudicate", "numbers", "--grader", "dan")
    assert status == 2
    assert err.endswith("--grader dan: has 5 open here, and would see what others said; finish them first\n")
    assert said("adjudicate", "numbers", "--grader", "ana")[0] == 0
    assert len(ran) == 1


def test_a_plan_that_was_changed_after_it_was_frozen_is_refused(tmp_path: Path, said: Said, ran: Ran) -> None:
    plan = letters(tmp_path) / "session.toml"
    plan.write_text(plan.read_text("utf-8").replace("seed = 1", "seed = 2"), "utf-8")
    status, _out, err = said("adjudicate", "numbers", "--grader", "eva")
    assert status == 2
    assert "was changed after the plan was frozen (seed)" in err
    assert not ran
